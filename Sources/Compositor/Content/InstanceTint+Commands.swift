internal import Layers
internal import Raster

extension InstanceTint {
  /// The commands in the tint.
  func applied(to commands: [DrawCommand]) -> [DrawCommand] {
    commands.map { command in
      var command = command
      switch command.paint {
      case .color(let color):
        command.paint = .color(tinted(color))
      case .gradient(var gradient):
        for index in gradient.stops.indices {
          gradient.stops[index].color = tinted(gradient.stops[index].color)
        }
        command.paint = .gradient(gradient)
      case .image(var paint):
        paint.image = image(paint.image)
        command.paint = .image(paint)
      case .projected: break  // Commands are tinted before they are projected.
      }
      return command
    }
  }

  private func tinted(_ other: Color) -> Color {
    Color(
      red: other.red * color.red, green: other.green * color.green, blue: other.blue * color.blue,
      alpha: other.alpha)
  }
}
