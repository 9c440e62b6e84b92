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
        let image = buffer.makeImage().blurred(deviation: deviation)
        let margin = Double((image.size.width - size.width) / 2)
        nodes = [.command(MatteImage.command(image, at: Point(x: -margin, y: -margin)))]
      case .fill(let color, let amount):
        let image = buffer.makeImage().toned(dark: color, light: color, amount: amount)
        nodes = [.command(MatteImage.command(image, at: .zero))]
      case .tint(let black, let white, let amount):
        let image = buffer.makeImage().toned(dark: black, light: white, amount: amount)
        nodes = [.command(MatteImage.command(image, at: .zero))]
      }
    }
    return nodes
  }
}
