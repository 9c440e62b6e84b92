import Animation
import Geometry
import Layers
import Raster

extension SizeCheck {
  /// The colours of a layer in its frame on the screen.
  enum Cover {
    /// Unknown colours, or colours through which the layers below are seen.
    case unclear
    case color(Color)
    /// Opaque colours, and the way from the screen into the gradient's space.
    case gradient(Gradient, Projection)

    var isOpaque: Bool { if case .unclear = self { false } else { true } }

    /// The colours in a rectangle on the screen; none if they are unclear.
    func colors(in rect: Rect) -> [Color] {
      switch self {
      case .unclear: []
      case .color(let color): [color]
      case .gradient(let gradient, let projection):
        (0...8).flatMap { column in
          (0...2).compactMap { row in
            let point = Point(
              x: rect.minX + rect.width * Double(column) / 8,
              y: rect.minY + rect.height * Double(row) / 2)
            return projection.apply(to: point).flatMap { gradient.color(at: $0) }
          }
        }
      }
    }
  }

  static func cover(of layer: Layer, isPlain: Bool) -> Cover {
    if isPlain {
      guard let color = layer.backgroundColor, color.alpha >= 1 else { return .unclear }
      return .color(color)
    }
    guard let gradient = (layer as? GradientLayer)?.gradient,
      gradient.stops.allSatisfy({ $0.color.alpha >= 1 }),
      !layer.animationKeys.contains(where: { changesGradient(layer, $0) }),
      let projection = layer.projectionToOutside(presented: false).inverse
    else { return .unclear }
    return .gradient(gradient, projection)
  }

  private static func changesGradient(_ layer: Layer, _ key: String) -> Bool {
    guard let animation = layer.animation(forKey: key) else { return false }
    return [.colors, .locations, .startPoint, .endPoint].contains { animation.animates($0) }
  }
}
