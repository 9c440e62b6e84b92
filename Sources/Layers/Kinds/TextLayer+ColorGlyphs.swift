import Geometry
import Raster
import Text

extension TextLayout.ColoredGlyph {
  /// The glyph's pieces, from back to front.
  /// - Parameter foreground: the text's own colour.
  func commands(_ foreground: Color) -> [DrawCommand] {
    func color(_ color: ColorGlyph.Color) -> Color {
      if color.isForeground {
        var own = foreground
        own.alpha *= color.alpha
        return own
      }
      // A text that is faded fades its pictures, too.
      return Color(
        red: color.red, green: color.green, blue: color.blue, alpha: color.alpha * foreground.alpha)
    }
    return glyph.pieces.map { piece in
      let paint: Paint
      switch piece.fill {
      case .color(let own): paint = .color(color(own))
      case .gradient(let form, let stops, let spread, let toGlyph):
        let geometry: Gradient.Geometry =
          switch form {
          case .axial(let start, let end): .axial(start: start, end: end)
          case .radial(let focus, let focalRadius, let center, let radius):
            .focal(center: center, radius: radius, focus: focus, focalRadius: focalRadius)
          case .conic(let center, let start): .conic(center: center, startAngle: start)
          }
        paint = .gradient(
          Gradient(
            geometry: geometry,
            stops: stops.map { GradientStop(offset: $0.offset, color: color($0.color)) },
            spread: spread == .pad ? .pad : spread == .repeat ? .repeat : .reflect,
            transform: toGlyph))
      case .image(let image, let toGlyph):
        return DrawCommand(
          shape: .fill(piece.areas[0], .nonZero),
          paint: .image(ImagePaint(image: image, transform: toGlyph)),
          opacity: foreground.alpha, transform: transform)
      }
      return DrawCommand(
        shape: .fill(piece.areas[0], .nonZero), paint: paint, transform: transform,
        clips: piece.areas.dropFirst().map { .fill($0.transformed(by: transform), .nonZero) })
    }
  }
}
