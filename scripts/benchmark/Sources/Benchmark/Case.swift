import Geometry
import Raster

/// One thing to draw, described once for both engines.
struct Case {
  var name: String
  var title: String
  /// What the case is about.
  var commands: [DrawCommand]
  /// What lies below. Ours draws it with the commands, since a framebuffer is never read; Cairo
  /// draws upon pixels that are there, and so draws it only where it repaints a whole frame.
  var background: [DrawCommand] = [Case.ground]
  /// The pictures that the commands paint with.
  var pictures: [Picture] = []
  /// What has to be repainted, in pixels.
  var damage: PixelRect
  /// Cairo draws the background too, clipped to the damage: a frame of a scene.
  var isScene = false
  /// For a white shape: whether a point is inside.
  var contains: (@Sendable (_ x: Double, _ y: Double) -> Bool)?

  static var ground: DrawCommand {
    solid(.rect(Frame.bounds), Color(red: 0.1, green: 0.1, blue: 0.2))
  }
  static let orange = Color(red: 1, green: 0.5, blue: 0.1)

  static func solid(_ path: Path, _ color: Color) -> DrawCommand {
    DrawCommand(shape: .fill(path, .nonZero), paint: .color(color))
  }

  static func solid(_ path: Path, _ style: StrokeStyle, _ color: Color) -> DrawCommand {
    DrawCommand(shape: .stroke(path, style), paint: .color(color))
  }

  static func picture(_ path: Path, _ picture: Picture, at origin: Point = Point(x: 0, y: 0))
    -> DrawCommand
  {
    let place = AffineTransform.translation(x: origin.x, y: origin.y)
    return DrawCommand(
      shape: .fill(path, .nonZero),
      paint: .image(ImagePaint(image: picture.image, transform: place)))
  }

  /// The pixels that a shape can touch, within the frame.
  static func box(_ center: Point, _ reach: Double) -> PixelRect {
    Rect(center: center, size: Size(width: 2 * reach, height: 2 * reach)).pixelCover
      .intersection(Frame.pixels)
  }
}
