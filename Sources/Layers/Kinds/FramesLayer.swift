public import Animation
internal import Raster

/// An image layer whose picture changes with the layer's time, or with a progress.
///
/// The sequence begins at 0 of the layer's time. Before its begin and after its end its fill mode
/// says whether the first or the last picture is shown, as with animations. If a picture cannot be
/// made, the one before it stays. If motion is to be reduced and the layer is not essential, it
/// stands still: at the last picture, or, for a sequence without end, at the first.
public final class FramesLayer: ImageLayer {
  /// The pictures; nil for none.
  public var sequence: FrameSequence? {
    didSet { markUncommitted() }
  }
  /// Pictures before the begin and after the end.
  public var fillMode = FillMode.both {
    didSet { markUncommitted() }
  }
  private var fraction: Double?
  /// The layer's time at which an endless sequence ends its last run.
  private var end: Double?
  /// The picture's index in the last presentation; nil for none.
  public private(set) var shownIndex: Int?

  /// In a presentation, the last requested picture, independent of other layers and instances.
  private var asked: (sequence: FrameSequence, index: Int)?

  /// A picture begins this much before its time, in seconds of the layer's time. The times of
  /// frames are up to some tenths of a millisecond off where the display reports them: without
  /// this, a picture that lasts exactly one refresh would now and then be shown for two, and the
  /// next one never.
  static var lead: Double { 0.001 }

  public override var kind: LayerKind { .frames }

  public override func makePresentation() -> Layer { FramesLayer() }

  public override func presentation() -> FramesLayer? { super.presentation() as? FramesLayer }

  /// The part of the sequence that is shown, 0…1; nil if the time decides.
  public var progress: Double? {
    get { fraction }
    set {
      change(.progress, unless: progress == newValue) { fraction = newValue }
    }
  }

  public override var progressProperty: AnimatableProperty? { .progress }

  public override func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    property == .progress ? .scalar(fraction ?? 0) : super.animatableValue(of: property)
  }

  @discardableResult
  public override func storeAnimatableValue(
    _ value: AnimatableValue, of property: AnimatableProperty
  ) -> Bool {
    guard case (.progress, .scalar(let number)) = (property, value) else {
      return super.storeAnimatableValue(value, of: property)
    }
    fraction = number
    return true
  }

  public override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let shown = presentation as? FramesLayer else { return [] }
    let before = shown.contents
    show(before)
    shown.fraction = fraction
    // Applies the animations of the progress, on which the picture depends.
    var changes = super.updatePresentation(presentation)
    shownIndex = indexNow(shown.fraction)
    let picture = picture(at: shownIndex, for: shown)
    shown.show(picture)
    // The model, too, shows this picture, so that the one before is freed.
    show(picture)
    if picture != before { changes.insert(.content) }
    return changes
  }

  /// An endless sequence goes on to the end of its run, and then shows its first picture, as it
  /// does where motion is to be reduced.
  public override func landOwnMotion() {
    guard let tree, let times = sequence?.times, times.runCount == nil, end == nil else { return }
    let time = localTime(atTreeTime: tree.time)
    let run = Double(times.runLength) / 1e6
    end = (max(time, 0) / run).rounded(.up) * run
    markUncommitted()
  }

  /// The picture at an index; that of the presentation if it cannot be made, or not in this slice.
  private func picture(at index: Int?, for shown: FramesLayer) -> Image? {
    guard let index, let sequence else {
      shown.asked = nil
      return nil
    }
    let before = shown.contents
    if let asked = shown.asked, asked.sequence === sequence, asked.index == index { return before }
    guard sequence.prepare(index) else {
      tree?.isSliceFull = true
      return before
    }
    shown.asked = (sequence, index)
    return sequence.picture(at: index) ?? before
  }

  /// The index of the picture at the tree's time; nil for none.
  private func indexNow(_ fraction: Double?) -> Int? {
    guard let sequence, let tree else { return nil }
    let times = sequence.times
    guard fraction == nil else {
      if !tree.isPresentingInstances { expectOwnChange(at: .infinity) }
      return FramesLayer.index(at: fraction ?? 0, of: times.count)
    }
    if reducesMotion && !isMovedByHand {
      // The layer never changes while motion is reduced, but the tree has to notice when that ends.
      if !tree.isPresentingInstances { expectOwnChange(at: .infinity) }
      return times.runCount == nil ? 0 : times.count - 1
    }
    let time = localTime(atTreeTime: tree.time)
    if let end, time + FramesLayer.lead >= end {
      if !tree.isPresentingInstances { expectOwnChange(at: .infinity) }
      return 0
    }
    let place = times.place(at: FramesLayer.microseconds(time + FramesLayer.lead))
    if !tree.isPresentingInstances {
      expectOwnChange(at: nextChange(after: time, place.nextChange, times))
    }
    switch place.phase {
    case .before: return fillMode.coversBefore ? 0 : nil
    case .active: return place.index
    case .after: return fillMode.coversAfter ? place.index : nil
    }
  }

  /// The layer's time at which a picture changes next; −∞ if that may be at any time.
  private func nextChange(after time: Double, _ next: Int64?, _ times: FrameTimes) -> Double {
    // Time that runs back changes the picture from its begin on, and also after the end.
    if effectiveSpeed < 0 { return -.infinity }
    if let tree, tree.hasReplicators {
      // A replicator shows later the pictures that have ended here.
      let last = lastInstanceTime(atTreeTime: tree.time)
      let place = times.place(at: FramesLayer.microseconds(last + FramesLayer.lead))
      if last < time { return place.phase == .after ? .infinity : -.infinity }
    }
    // Infinity, and not nil, for a picture that never changes: the tree has to ask the layer again
    // when its time is set.
    return next.map { Double($0) / 1e6 - FramesLayer.lead } ?? .infinity
  }

  private static func microseconds(_ seconds: Double) -> Int64 {
    // NaN counts as the begin.
    guard seconds.isFinite else { return seconds > 0 ? .max : seconds < 0 ? -1 : 0 }
    // Times of frames are rounded down to whole microseconds; their sums are off by less than half
    // of one.
    return Int64(min(max(seconds, -1e9), 1e9) * 1e6 + (seconds < 0 ? -0.5 : 0.5))
  }

  /// The picture at a fraction: all are shown for equal parts of it.
  static func index(at fraction: Double, of count: Int) -> Int {
    min(ProgressState.completeParts(of: count, at: fraction), count - 1)
  }
}
