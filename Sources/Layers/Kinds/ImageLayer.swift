public import Animation
public import Geometry
public import Raster

/// A layer that shows a picture.
public class ImageLayer: Layer {
  private struct Values: Equatable {
    var contents: Image?
    var rect = ImageLayer.whole
    var center = ImageLayer.whole
    var gravity = ContentsGravity.resize
    var filter = ImageFilter.bilinear
    /// The opacity of the picture alone, while it fades in.
    var opacity = 1.0
  }

  /// All of a picture, in its own parts.
  static let whole = Rect(x: 0, y: 0, width: 1, height: 1)

  private var content = Values()
  /// Set while a picture fades in.
  private var fade: Fade?

  /// The fading in of a picture that came late, in seconds of the layer's time.
  private struct Fade {
    /// Nil before its first frame.
    var start: Double?
    let duration: Double
    /// Its opacity in the last frame.
    var opacity = 0.0
  }

  public override var contentKind: ContentKind { .image }

  public override var kind: LayerKind { .image }

  /// A picture's size in points is its own and does not follow the output.
  public override var inheritsContentsScale: Bool { false }

  public override func makePresentation() -> Layer { ImageLayer() }

  public override func presentation() -> ImageLayer? { super.presentation() as? ImageLayer }

  public override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let presentation = presentation as? ImageLayer else { return [] }
    let before = presentation.content
    presentation.content = content
    if fade != nil { presentation.content.opacity = fadedOpacity() }
    var changes = super.updatePresentation(presentation)
    if presentation.content != before { changes.insert(.content) }
    return changes
  }

  public override func animatableValue(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .contentsRect: .rect(content.rect)
    case .contentsCenter: .rect(content.center)
    default: super.animatableValue(of: property)
    }
  }

  @discardableResult
  public override func storeAnimatableValue(
    _ value: AnimatableValue, of property: AnimatableProperty
  ) -> Bool {
    switch (property, value) {
    case (.contentsRect, .rect(let rect)): content.rect = rect
    case (.contentsCenter, .rect(let rect)): content.center = rect
    default: return super.storeAnimatableValue(value, of: property)
    }
    return true
  }

  /// The picture; nil for none. Its pixels are `contentsScale` to a point.
  public final var contents: Image? {
    get { content.contents }
    set { change(.contents, unless: contents == newValue) { content.contents = newValue } }
  }

  /// Sets the picture without an action, as a presentation does.
  final func show(_ picture: Image?) { content.contents = picture }

  /// The part of the picture that is shown; (0, 0, 1, 1) is all of it. Outside the picture its
  /// border pixels are repeated.
  public final var contentsRect: Rect {
    get { content.rect }
    set { change(.contentsRect, unless: contentsRect == newValue) { content.rect = newValue } }
  }

  /// The middle of the nine parts in which the shown part of the picture is stretched; (0, 0, 1, 1)
  /// is all of it. The corners keep their size, the sides stretch along the bounds, and the middle
  /// stretches both ways.
  ///
  /// A middle narrower than a pixel of the picture counts as one pixel about its centre. Where the
  /// corners do not fit, they shrink.
  public final var contentsCenter: Rect {
    get { content.center }
    set {
      change(.contentsCenter, unless: contentsCenter == newValue) { content.center = newValue }
    }
  }

  public final var contentsGravity: ContentsGravity {
    get { content.gravity }
    set {
      content.gravity = newValue
      markUncommitted()
    }
  }

  /// The filter with which the picture is sampled.
  public final var filter: ImageFilter {
    get { content.filter }
    set {
      content.filter = newValue
      markUncommitted()
    }
  }

  /// The place of its picture.
  public final var contentsPlace: ContentsPlace {
    ContentsPlace(
      bounds: bounds, scale: contentsScale, rect: content.rect, center: content.center,
      gravity: content.gravity, filter: content.filter)
  }

  // MARK: Late pictures

  /// The opacity of the picture alone, below 1 while it fades in.
  public final var contentsOpacity: Double { content.opacity }

  /// Shows a picture that comes late, without an action: it fades in over the layer's present
  /// content. The picture appears at once if motion is to be reduced, if the layer's time does not
  /// run, or before the first commit.
  /// - Parameter duration: in seconds.
  public final func fadeIn(_ picture: Image, duration: Double) {
    content.contents = picture
    let speed = effectiveSpeed
    if isCommitted, !reducesMotion, speed > 0, speed < 1e6 {
      fade = Fade(duration: duration * speed)
    }
    markUncommitted()
  }

  private func fadedOpacity() -> Double {
    guard let tree, let fade else { return 1 }
    // All instances of a replicator have the same opacity at a time.
    if tree.isPresentingInstances { return fade.opacity }
    let time = localTime(atTreeTime: tree.time)
    let start = fade.start ?? time
    guard time < start + fade.duration, effectiveSpeed > 0 else {
      self.fade = nil
      expectOwnChange(at: nil)
      return 1
    }
    let part = (time - start) / fade.duration
    let opacity = part > 0 ? MediaTimingFunction.easeOut.value(at: part) : 0
    self.fade = Fade(start: start, duration: fade.duration, opacity: opacity)
    expectOwnChange(at: -.infinity)
    return opacity
  }

  override func adoptState(of former: Layer) {
    guard let former = former as? ImageLayer, former.fade != nil else { return }
    fade = former.fade
    expectOwnChange(at: former.ownChange)
    markUncommitted()
  }
}
