internal import Geometry
internal import Raster

/// A blurred silhouette in a colour.
struct ShadowImage {
  let source: ShadowSource
  private let plane: AlphaPlane
  private var color: Color
  private(set) var picture: Image
  /// Maps the picture to framebuffer pixels, without the whole pixels of the layer's place.
  let transform: AffineTransform

  init(_ source: ShadowSource, color: Color) {
    self.source = source
    let area = source.area
    let buffer = PixelBuffer(
      size: PixelSize(width: area.width, height: area.height), format: .argb8888)
    let list = source.list.transformed(
      by: .translation(x: -Double(area.minX), y: -Double(area.minY)))
    Renderer().draw(list.commands, groups: list.groups, into: buffer.surface)
    plane = AlphaPlane(of: buffer).blurred(deviation: source.deviation)
    self.color = color
    picture = Image(tinting: plane, with: color)
    let margin = GaussianBlur.margin(deviation: source.deviation)
    transform = AffineTransform.translation(
      x: Double(area.minX - margin), y: Double(area.minY - margin)
    ).followed(by: .scale(x: source.pixelSize, y: source.pixelSize))
  }

  var pixelCount: Int { picture.size.width * picture.size.height }

  /// All of the picture, in its own pixels.
  var area: Rect {
    Rect(x: 0, y: 0, width: Double(picture.size.width), height: Double(picture.size.height))
  }

  mutating func tint(with color: Color) {
    if color == self.color { return }
    self.color = color
    picture = Image(tinting: plane, with: color)
  }
}
