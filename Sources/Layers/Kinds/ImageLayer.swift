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
  }

  /// All of a picture, in its own parts.
  static let whole = Rect(x: 0, y: 0, width: 1, height: 1)

  private var content = Values()

  public override var kind: LayerKind { .image }

  /// A picture's size in points is its own and does not follow the output.
  public override var inheritsContentsScale: Bool { false }

  public override func makePresentation() -> Layer { ImageLayer() }

  public override func presentation() -> ImageLayer? { super.presentation() as? ImageLayer }

  public override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let presentation = presentation as? ImageLayer else { return [] }
    let before = presentation.content
    presentation.content = content
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

  /// The rectangle of the shown part of the picture in the layer's own coordinates; nil without a
  /// picture.
  public final var contentsFrame: Rect? {
    guard let contents = content.contents, contentsScale > 0, !content.rect.isEmpty else {
      return nil
    }
    let size = Size(
      width: Double(contents.size.width) * content.rect.width / contentsScale,
      height: Double(contents.size.height) * content.rect.height / contentsScale)
    return contentsGravity.rect(for: size, in: bounds)
  }
}
