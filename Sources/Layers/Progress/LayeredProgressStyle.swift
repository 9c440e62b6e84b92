public import Animation
import Geometry
import Raster

/// A style made of any layers. The progress drives some of their properties and the tint colours
/// some; while the progress is unknown, some properties change and some layers move.
public final class LayeredProgressStyle: ProgressStyle {
  /// A colour that takes the tint and keeps its first alpha.
  public struct Tinted {
    public let layer: Layer
    public let keyPath: AnimationKeyPath
    let original: Color

    /// Nil if the layer has no such colour. A line without one has the usual tint.
    public init?(layer: Layer, keyPath: AnimationKeyPath) {
      guard case .color(let value)? = layer.value(for: keyPath) else { return nil }
      let color = Color(value)
      original = keyPath.property == .strokeColor && color.alpha == 0 ? .progressBlue : color
      self.layer = layer
      self.keyPath = keyPath
    }
  }

  /// A property and its value while the progress is unknown.
  public struct Change {
    public let layer: Layer
    public let keyPath: AnimationKeyPath
    public let value: AnimatableValue

    public init(layer: Layer, keyPath: AnimationKeyPath, value: AnimatableValue) {
      self.layer = layer
      self.keyPath = keyPath
      self.value = value
    }
  }

  /// An animation that runs while the progress is unknown.
  public struct Motion {
    public let layer: Layer
    public let animation: Animation

    public init(layer: Layer, animation: Animation) {
      self.layer = layer
      self.animation = animation
    }
  }

  private let drives: [DrivenProperty]
  private let tinted: [Tinted]
  private let changes: [Change]
  /// The values of `changes` while the progress is known.
  private let knownValues: [AnimatableValue?]
  private let motions: [Motion]
  private var shownProgress = 0.0
  private var isUnknown = false

  /// - Parameters:
  ///   - layers: from back to front, laid out.
  ///   - tinted: colours that follow the tint. They stay as they are until the progress layer gets
  ///     another tint than its first.
  public init(
    layers: [Layer], drives: [DrivenProperty], tinted: [Tinted] = [], changes: [Change] = [],
    motions: [Motion] = []
  ) {
    self.drives = drives
    self.tinted = tinted
    self.changes = changes
    self.motions = motions
    knownValues = changes.map { $0.layer.value(for: $0.keyPath) }
    super.init(layers: layers, progressColor: tinted.first?.original ?? .progressBlue)
  }

  public override func show(_ values: ProgressValues) {
    shownProgress = values.progress
    for drive in drives where !isUnknown || !isChanged(drive) {
      drive.layer.setValue(drive.value(at: shownProgress), for: drive.keyPath)
    }
    for item in tinted {
      var color = item.original
      if values.progressColor != progressColor {
        color = values.progressColor
        if takesAlphaOfText(item) { color.alpha = 1 }
        color.alpha *= item.original.alpha
      }
      item.layer.setValue(AnimatableValue(color), for: item.keyPath)
    }
  }

  /// True for a part of a text that has the tint itself: the text's alpha counts for its parts,
  /// too.
  private func takesAlphaOfText(_ item: Tinted) -> Bool {
    item.keyPath.part != nil
      && tinted.contains {
        $0.layer === item.layer && $0.keyPath.property == .foregroundColor
      }
  }

  public override func transition(to activity: ProgressActivity, animated: Bool) {
    isUnknown = activity != .known
    for (change, known) in zip(changes, knownValues) {
      let driven = drives.last { $0.layer === change.layer && $0.keyPath == change.keyPath }
      let value = isUnknown ? change.value : driven?.value(at: shownProgress) ?? known
      guard let value else { continue }
      change.layer.setValue(value, for: change.keyPath)
    }
    for (index, motion) in motions.enumerated() {
      let key = ProgressStyle.endlessKey + "#\(index)"
      if activity != .unknown {
        motion.layer.settleAnimation(
          forKey: key, duration: animated ? nil : 0, timingFunction: .easeInEaseOut)
      } else if motion.layer.animation(forKey: key) == nil {
        motion.layer.add(motion.animation, forKey: key)
      }
    }
  }

  public override func show(_ job: JobState) {
    for drive in drives {
      var job = job
      // While the progress is unknown, the style may set this progress itself, which is then shown.
      if isChanged(drive) { job.isIndeterminate = false }
      job.phases = drive.shown(job.phases)
      drive.show(job, animated: false)
    }
  }

  private func isChanged(_ drive: DrivenProperty) -> Bool {
    changes.contains { $0.layer === drive.layer && $0.keyPath == drive.keyPath }
  }
}
