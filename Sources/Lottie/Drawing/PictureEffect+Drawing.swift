import Geometry
import Raster

/// Drawing with effects: each has the picture before it drawn by itself.
extension PictureEffect {
  /// The nodes that show others changed by effects.
  static func applied(
    _ effects: [PictureEffect], to nodes: [PictureNode], size: PixelSize,
    _ budget: EvaluationBudget
  ) -> [PictureNode] {
    var nodes = nodes
    for effect in effects {
      guard let buffer = MatteImage.buffer(of: nodes, size: size, budget) else { return [] }
      switch effect {
      case .shadow(let color, let offset, let deviation):
        let plane = AlphaPlane(of: buffer).blurred(deviation: deviation)
        let margin = Double((plane.size.width - size.width) / 2)
        // Whole pixels: the blur hides what is lost.
        let origin = Point(
          x: offset.dx.rounded() - margin, y: offset.dy.rounded() - margin)
        let shadow = MatteImage.command(Image(tinting: plane, with: color), at: origin)
        nodes = [.command(shadow)] + nodes
      case .blur(let deviation):
        nodes = [.command(blurred(buffer.makeImage(), deviation))]
      case .fill(let color, let amount):
        let image = buffer.makeImage().recolored { _ in (color, amount) }
        nodes = [.command(MatteImage.command(image, at: .zero))]
      case .tint(let black, let white, let amount):
        let image = buffer.makeImage().recolored { light in
          (black.mixed(with: white, light), amount)
        }
        nodes = [.command(MatteImage.command(image, at: .zero))]
      }
    }
    return nodes
  }

  private static func blurred(_ image: Image, _ deviation: Double) -> DrawCommand {
    let pixels = image.premultipliedPixels
    let planes = [24, 16, 8, 0].map { (shift: UInt32) in
      AlphaPlane(
        size: image.size, bytes: pixels.map { UInt8(truncatingIfNeeded: $0 >> shift) }
      ).blurred(deviation: deviation)
    }
    let size = planes[0].size
    var result = [UInt32](repeating: 0, count: planes[0].bytes.count)
    for index in result.indices {
      let alpha = UInt32(planes[0].bytes[index])
      var pixel = alpha
      for plane in planes.dropFirst() {
        pixel = pixel << 8 | min(UInt32(plane.bytes[index]), alpha)
      }
      result[index] = pixel
    }
    let margin = Double((size.width - image.size.width) / 2)
    return MatteImage.command(
      Image(size: size, premultipliedPixels: result), at: Point(x: -margin, y: -margin))
  }
}

extension Image {
  /// A copy whose colours move to others and keep their alpha.
  ///
  /// - Parameter target: of a pixel's light, 0…1, the colour and by how much.
  fileprivate func recolored(
    _ target: (_ light: Double) -> (color: Color, amount: Double)
  ) -> Image {
    let pixels = premultipliedPixels.map { (pixel: UInt32) -> UInt32 in
      let alpha = Double(pixel >> 24)
      guard alpha > 0 else { return 0 }
      let red = Double(pixel >> 16 & 255)
      let green = Double(pixel >> 8 & 255)
      let blue = Double(pixel & 255)
      let (color, amount) = target((red * 0.2126 + green * 0.7152 + blue * 0.0722) / alpha)
      func byte(_ value: Double, _ goal: Double) -> UInt32 {
        let mixed = value + (min(max(goal, 0), 1) * alpha - value) * min(max(amount, 0), 1)
        return UInt32(min(max(mixed, 0), alpha) + 0.5)
      }
      return pixel & 0xFF00_0000 | byte(red, color.red) << 16 | byte(green, color.green) << 8
        | byte(blue, color.blue)
    }
    return Image(size: size, premultipliedPixels: pixels)
  }
}

extension Color {
  fileprivate func mixed(with other: Color, _ part: Double) -> Color {
    Color(
      red: red + (other.red - red) * part, green: green + (other.green - green) * part,
      blue: blue + (other.blue - blue) * part)
  }
}
