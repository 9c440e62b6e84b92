import Geometry
import Raster

/// Pictures that do not lie upright at whole pixels.
extension Case {
  static func placedPicture(_ name: String) -> Case? {
    switch name {
    case "C18":
      frame(
        name, "opaque picture half a pixel off", PixelSize(width: 1921, height: 1081),
        .translation(x: -0.5, y: -0.5))
    case "C19":
      frame(
        name, "opaque 720p picture, enlarged", PixelSize(width: 1280, height: 720),
        .scale(x: 1.5, y: 1.5))
    case "C20":
      frame(
        name, "opaque 4K picture, reduced", PixelSize(width: 3840, height: 2160),
        .scale(x: 0.5, y: 0.5))
    case "C21":
      frame(
        name, "opaque picture turned, full frame", PixelSize(width: 2200, height: 1400),
        AffineTransform.translation(x: -1100, y: -700).followed(by: .rotation(0.1))
          .followed(by: .translation(x: Frame.center.x, y: Frame.center.y)))
    case "C22": logo(name, "400² logo at (.5, .6)", .translation(x: 760.5, y: 300.6))
    case "C23":
      logo(
        name, "400² logo turned",
        AffineTransform.translation(x: -200, y: -200).followed(by: .rotation(0.3))
          .followed(by: .translation(x: Frame.center.x, y: Frame.center.y)))
    default: nil
    }
  }

  private static func frame(
    _ name: String, _ title: String, _ size: PixelSize, _ place: AffineTransform
  ) -> Case {
    let opaque = Picture.opaque(size)
    return Case(
      name: name, title: title,
      commands: [
        DrawCommand(
          shape: .fill(.rect(Frame.bounds), .nonZero),
          paint: .image(ImagePaint(image: opaque.image, transform: place)))
      ], background: [], pictures: [opaque], damage: Frame.pixels)
  }

  private static func logo(_ name: String, _ title: String, _ place: AffineTransform) -> Case {
    let logo = Picture.logo(400)
    let area = Path.rect(Rect(x: 0, y: 0, width: 400, height: 400)).transformed(by: place)
    return Case(
      name: name, title: title,
      commands: [
        DrawCommand(
          shape: .fill(area, .nonZero),
          paint: .image(ImagePaint(image: logo.image, transform: place)))
      ], pictures: [logo], damage: area.bounds.pixelCover)
  }
}
