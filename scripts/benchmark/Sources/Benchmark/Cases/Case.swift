import Geometry
import Raster

/// One thing to draw, described once for all engines.
struct Case {
  var name: String
  var title: String
  /// The commands that the case measures.
  var commands: [DrawCommand]
  /// The commands below the measured ones. Firstlight draws them together with the others if they
  /// are visible, since it never reads the framebuffer. The peers draw on existing pixels, and draw
  /// these commands only if they repaint a whole frame.
  var background: [DrawCommand] = [Case.ground]
  /// The pictures that the commands paint with.
  var pictures: [Picture] = []
  /// The pixels that have to be repainted.
  var damage: PixelRect
  /// The peers draw the background too, clipped to the damage: a frame of a scene.
  var isScene = false
  /// The reference for the exact area of the shapes.
  var reference: Reference?

  /// The only command that `reference` describes; nil if it describes all of them.
  var referenceCommand: Int?

  /// The change of the case's animation: a command's index, and its shapes in the coming frames.
  /// Each shape covers the one before it.
  var movement: (place: Int, commands: [DrawCommand])?

  enum Reference {
    /// True if a point is inside.
    case test(ExactShape.Test)
    case outlines(ExactOutlines)
  }

  /// The exact area of the shapes in each pixel of the damage, where it is known.
  func exactCoverage() -> [Double]? {
    switch reference {
    case nil: nil
    case .test(let contains): Accuracy.exactCoverage(damage, contains)
    case .outlines(let outlines): outlines.coverage(of: damage)
    }
  }

  /// White on black, so that coverage can be read from the pixels.
  var whitened: Case {
    var result = self
    result.background = [Case.solid(.rect(Frame.bounds), .black)]
    result.commands = (referenceCommand.map { [commands[$0]] } ?? commands).map { command in
      var command = command
      command.paint = .color(.white)
      return command
    }
    result.pictures = []
    return result
  }

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
