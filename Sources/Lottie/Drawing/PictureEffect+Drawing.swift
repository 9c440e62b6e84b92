import Geometry
import Raster

/// Drawing with effects: each has the picture before it drawn by itself.
extension PictureEffect {
  /// The pixels around a picture that may be drawn along, since effects bring them in.
  static func mostReach(in size: PixelSize) -> Int { max(size.width, size.height) / 2 }

  /// The distance in pixels from which the effect brings in what lies outside.
  private var reach: Double {
    switch self {
    case .fill, .tint: 0
    case .blur(let deviation): 3 * deviation
    case .shadow(_, let offset, let deviation):
      max(abs(offset.dx), abs(offset.dy)) + 3 * deviation
    }
  }

  /// The nodes that show others changed by effects.
  static func applied(
    _ effects: [PictureEffect], to nodes: [PictureNode], size: PixelSize,
    _ budget: EvaluationBudget
  ) -> [PictureNode] {
    let sum = effects.reduce(0) { $0 + $1.reach }
    // A shadow may be endlessly far away.
    let reach = sum.isFinite ? sum : 0
    let margin = Int(min(reach.rounded(.up), Double(mostReach(in: size))))
    let size = PixelSize(width: size.width + 2 * margin, height: size.height + 2 * margin)
    var nodes = nodes.map { $0.shifted(x: Double(margin), y: Double(margin)) }
    for effect in effects {
      guard let buffer = EffectImage.buffer(of: nodes, size: size, budget) else { return [] }
      switch effect {
      case .shadow(_, let offset, _) where !(offset.dx + offset.dy).isFinite: break
      case .shadow(let color, let offset, let deviation):
        let plane = AlphaPlane(of: buffer).blurred(deviation: deviation)
        let margin = Double((plane.size.width - size.width) / 2)
        // Whole pixels: the blur hides what is lost.
        let origin = Point(
          x: offset.dx.rounded() - margin, y: offset.dy.rounded() - margin)
        let shadow = EffectImage.command(Image(tinting: plane, with: color), at: origin)
        nodes = [.command(shadow)] + nodes
      case .blur(let deviation):
        let image = buffer.makeImage().blurred(deviation: deviation)
        let margin = Double((image.size.width - size.width) / 2)
        nodes = [.command(EffectImage.command(image, at: Point(x: -margin, y: -margin)))]
      case .fill(let color, let amount):
        let image = buffer.makeImage().toned(dark: color, light: color, amount: amount)
        nodes = [.command(EffectImage.command(image, at: .zero))]
      case .tint(let black, let white, let amount):
        let image = buffer.makeImage().toned(dark: black, light: white, amount: amount)
        nodes = [.command(EffectImage.command(image, at: .zero))]
      }
    }
    return nodes.map { $0.shifted(x: -Double(margin), y: -Double(margin)) }
  }
}
