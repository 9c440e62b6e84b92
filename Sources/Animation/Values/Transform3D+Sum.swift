import Geometry

extension Transform3D {
  /// This transform after `factor` times another one: a whole power of it, or of its inverse if the
  /// factor is negative. A transform without inverse leaves this one unchanged.
  func preceded(by other: Transform3D, times factor: Double) -> Transform3D {
    guard !factor.isNaN, var step = factor < 0 ? other.inverse : other else { return self }
    // By squaring, since an animation that accumulates may have run for weeks.
    var count = Int(min(abs(factor), 1e15))
    var power = Transform3D.identity
    while count > 0 {
      if count & 1 == 1 { power = power.followed(by: step) }
      step = step.followed(by: step)
      count >>= 1
    }
    return power.followed(by: self)
  }
}
