import Animation
public import Geometry
public import Raster

/// A layer that shows a picture.
public final class ImageLayer: Layer {
  private struct Values: Equatable {
    var contents: Image?
    var gravity = ContentsGravity.resize
    var filter = ImageFilter.bilinear
  }

  private var image = Values()

  public override var kind: LayerKind { .image }

  /// A picture's size in points is its own and does not follow the output.
  public override var inheritsContentsScale: Bool { false }

  public override func makePresentation() -> Layer { ImageLayer() }

  public override func presentation() -> ImageLayer? { super.presentation() as? ImageLayer }

  public override func updatePresentation(_ presentation: Layer) -> LayerChanges {
    guard let presentation = presentation as? ImageLayer else { return [] }
    let before = presentation.image
    presentation.image = image
    var changes = super.updatePresentation(presentation)
    if presentation.image != before { changes.insert(.content) }
    return changes
  }

  /// The picture; nil for none. Its pixels are `contentsScale` to a point.
  public var contents: Image? {
    get { image.contents }
    set { change(.contents, unless: contents == newValue) { image.contents = newValue } }
  }

  public var contentsGravity: ContentsGravity {
    get { image.gravity }
    set {
      image.gravity = newValue
      markUncommitted()
    }
  }

  /// How the picture is sampled.
  public var filter: ImageFilter {
    get { image.filter }
    set {
      image.filter = newValue
      markUncommitted()
    }
  }

  /// Where the whole picture lies, in the layer's own coordinates; nil without a picture.
  public var contentsFrame: Rect? {
    guard let contents = image.contents, contentsScale > 0 else { return nil }
    let size = Size(
      width: Double(contents.size.width) / contentsScale,
      height: Double(contents.size.height) / contentsScale)
    return contentsGravity.rect(for: size, in: bounds)
  }
}
