/// The parameters of a Kochanek–Bartels spline at its values; values beyond the end of a list have
/// 0. With all three at 0 it is a Catmull–Rom spline. Parameters are clamped to −1…1.
public struct SplineShape: Equatable, Sendable {
  /// 1 is tight, −1 round.
  public var tension: [Double]
  /// Other than 0 makes corners.
  public var continuity: [Double]
  /// 1 overshoots the value, −1 undershoots it.
  public var bias: [Double]

  public init(tension: [Double] = [], continuity: [Double] = [], bias: [Double] = []) {
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
  }

  /// The weights of the chords before and after a value in its tangents, incoming and outgoing.
  /// From D. Kochanek and R. Bartels, "Interpolating Splines with Local Tension, Continuity, and
  /// Bias Control", SIGGRAPH 1984, equations 8 and 9.
  func weights(
    at index: Int
  ) -> (arriving: (before: Double, after: Double), leaving: (before: Double, after: Double)) {
    func parameter(_ list: [Double]) -> Double {
      guard index < list.count, !list[index].isNaN else { return 0 }
      return min(max(list[index], -1), 1)
    }
    let (t, c, b) = (parameter(tension), parameter(continuity), parameter(bias))
    return (
      (before: (1 - t) * (1 - c) * (1 + b) / 2, after: (1 - t) * (1 + c) * (1 - b) / 2),
      (before: (1 - t) * (1 + c) * (1 + b) / 2, after: (1 - t) * (1 - c) * (1 - b) / 2)
    )
  }
}
