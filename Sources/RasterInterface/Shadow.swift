internal import Geometry
internal import Raster

/// A blurred silhouette of a shape.
struct Shadow {
  /// In pixels of the picture.
  var offset: Vector
  var deviation: Double
  var color: Color

  /// The part of the casting shape whose shadow is visible in a picture of `size`, in pixels. The
  /// part is moved by the offset's fraction of a pixel; it may be empty.
  func area(of caster: DrawCommand, size: PixelSize) -> PixelRect {
    let margin = GaussianBlur.margin(deviation: deviation)
    // The part that can reach the picture after the offset and the blur.
    let (x, y) = (Int(whole.dx), Int(whole.dy))
    return silhouette(of: caster).bounds.intersection(
      PixelRect(
        minX: -x - margin, minY: -y - margin, maxX: size.width - x + margin,
        maxY: size.height - y + margin))
  }

  /// The whole pixels of the offset, by which the picture is moved; the fraction is part of the
  /// silhouette.
  private var whole: Vector {
    Vector(dx: offset.dx.rounded(.down), dy: offset.dy.rounded(.down))
  }

  private func silhouette(of caster: DrawCommand) -> DrawCommand {
    var silhouette = caster
    silhouette.clips = []
    silhouette.transform = caster.transform.followed(
      by: .translation(x: offset.dx - whole.dx, y: offset.dy - whole.dy))
    return silhouette
  }

  /// The command that paints the shadow of a caster within the clips of the caster.
  /// - Parameter area: `area(of:size:)`, not empty.
  func command(of caster: DrawCommand, area: PixelRect) -> DrawCommand {
    let margin = GaussianBlur.margin(deviation: deviation)
    let (x, y) = (Int(whole.dx), Int(whole.dy))
    var silhouette = silhouette(of: caster)
    silhouette.transform = silhouette.transform.followed(
      by: .translation(x: -Double(area.minX), y: -Double(area.minY)))
    let buffer = PixelBuffer(
      size: PixelSize(width: area.width, height: area.height), format: .argb8888)
    Renderer().draw([silhouette], into: buffer.surface)
    let image = Image(
      tinting: AlphaPlane(of: buffer).blurred(deviation: deviation), with: color)
    let place = AffineTransform.translation(
      x: Double(area.minX + x - margin), y: Double(area.minY + y - margin))
    let all = Path.rect(Rect(PixelRect(image.size)))
    return DrawCommand(
      shape: .fill(all.transformed(by: place), .nonZero),
      paint: .image(ImagePaint(image: image, transform: place)), clips: caster.clips)
  }
}
