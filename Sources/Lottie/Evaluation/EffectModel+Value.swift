import CMath
import Geometry
import Raster

extension EffectModel {
  /// The effect at a time; nil where it changes nothing.
  ///
  /// - Parameter matrix: from the layer to framebuffer pixels.
  func effect(at frame: Double, _ matrix: AffineTransform) -> PictureEffect? {
    let scale = matrix.scaleFactor
    switch self {
    case .fill(let color, let opacity):
      let amount = opacity.number(at: frame)
      return amount > 0 ? .fill(Color(color.value(at: frame)), amount: amount) : nil
    case .tint(let black, let white, let amount):
      let part = amount.number(at: frame) / 100
      return part > 0
        ? .tint(
          black: Color(black.value(at: frame)), white: Color(white.value(at: frame)), amount: part)
        : nil
    case .blur(let radius, let axes):
      // The exporters' blurriness is a little more than three deviations.
      let deviation = radius.number(at: frame) * 0.3 * scale
      guard deviation > 0 else { return nil }
      // One axis of the layer is that of the framebuffer to which it is nearer.
      let isUpright = abs(matrix.a) >= abs(matrix.b)
      switch axes.number(at: frame) {
      case 2:
        return isUpright
          ? .blur(across: deviation, down: 0) : .blur(across: 0, down: deviation)
      case 3:
        return isUpright
          ? .blur(across: 0, down: deviation) : .blur(across: deviation, down: 0)
      default: return .blur(across: deviation, down: deviation)
      }
    case .dropShadow(let model):
      var color = Color(model.color.value(at: frame))
      color.alpha = min(max(model.opacity.number(at: frame) / model.fullOpacity, 0), 1)
      guard color.alpha > 0 else { return nil }
      let turn = model.direction.number(at: frame) * (model.turnsClockwise ? 1 : -1)
      let angle = (turn + model.zeroDirection) * .pi / 180
      let distance = model.distance.number(at: frame) * scale
      return .shadow(
        color, offset: .polar(min(max(distance, -1e5), 1e5), angle),
        deviation: max(model.softness.number(at: frame) * model.deviation * scale, 0))
    }
  }
}
