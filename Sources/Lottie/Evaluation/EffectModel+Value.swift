import CMath
import Geometry
import Raster

extension EffectModel {
  /// The effect at a time; nil where it changes nothing.
  ///
  /// - Parameter matrix: from the layer to framebuffer pixels.
  func effect(at frame: Double, _ matrix: AffineTransform) -> PictureEffect? {
    switch self {
    case .fill(let color, let opacity):
      return .fill(
        Color(color.value(at: frame)), opacity: min(max(opacity.number(at: frame), 0), 1))
    case .tint(let black, let white, let amount):
      let part = amount.number(at: frame) / 100
      return part > 0
        ? .tint(
          black: Color(black.value(at: frame)), white: Color(white.value(at: frame)), amount: part)
        : nil
    case .blur(let radius, let axes):
      // The exporters' blurriness is a little more than three deviations.
      let deviation = radius.number(at: frame) * 0.3
      guard deviation > 0 else { return nil }
      // One axis of the layer is that of the framebuffer to which it is nearer.
      let isUpright = abs(matrix.a) >= abs(matrix.b)
      let across = deviation * hypot(matrix.a, matrix.b)
      let down = deviation * hypot(matrix.c, matrix.d)
      switch axes.number(at: frame) {
      case 2: return isUpright ? .blur(across: across, down: 0) : .blur(across: 0, down: across)
      case 3: return isUpright ? .blur(across: 0, down: down) : .blur(across: down, down: 0)
      default:
        // The deviations of the mapped gaussian along the framebuffer's axes.
        return .blur(
          across: deviation * hypot(matrix.a, matrix.c), down: deviation * hypot(matrix.b, matrix.d)
        )
      }
    case .dropShadow(let model):
      var color = Color(model.color.value(at: frame))
      color.alpha = min(max(model.opacity.number(at: frame) / model.fullOpacity, 0), 1)
      guard color.alpha > 0 else { return nil }
      let turn = model.direction.number(at: frame) * (model.turnsClockwise ? 1 : -1)
      let angle = (turn + model.zeroDirection) * .pi / 180
      let distance = Vector.polar(model.distance.number(at: frame), angle)
      // The shadow rotates and grows with the layer, as in Core Animation.
      let offset = Vector(
        dx: matrix.a * distance.dx + matrix.c * distance.dy,
        dy: matrix.b * distance.dx + matrix.d * distance.dy)
      let isAlone = model.isAlone.map { $0.number(at: frame) != 0 } ?? false
      return .shadow(
        color,
        offset: Vector(
          dx: min(max(offset.dx, -1e5), 1e5), dy: min(max(offset.dy, -1e5), 1e5)),
        deviation: max(model.softness.number(at: frame) * model.deviation * matrix.scaleFactor, 0),
        isAlone: isAlone)
    }
  }
}
