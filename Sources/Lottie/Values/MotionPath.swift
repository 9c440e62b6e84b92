import Geometry

/// The curve on which a place moves from one keyframe to the next, walked by its length.
struct MotionPath {
  private let curve: CubicCurve
  /// The length up to each of `steps` even parameters.
  private let lengths: [Double]

  private static let steps = 96

  /// Nil where the curve is a line.
  init?(start: Point, control1: Point, control2: Point, end: Point) {
    let curve = CubicCurve(start: start, control1: control1, control2: control2, end: end)
    let chord = end - start
    let isStraight =
      abs(chord.cross(control1 - start)) <= 1e-9 * chord.dot(chord)
      && abs(chord.cross(control2 - start)) <= 1e-9 * chord.dot(chord)
      && chord.dot(control1 - start) >= 0 && chord.dot(end - control2) >= 0
      && chord.length > 0
    guard !isStraight, start.isFinite, end.isFinite, control1.isFinite, control2.isFinite else {
      return nil
    }
    var lengths = [0.0]
    var last = start
    for step in 1...MotionPath.steps {
      let point = curve.point(at: Double(step) / Double(MotionPath.steps))
      lengths.append(lengths[step - 1] + (point - last).length)
      last = point
    }
    guard let length = lengths.last, length > 0, length.isFinite else { return nil }
    self.curve = curve
    self.lengths = lengths
  }

  /// The place after a fraction of the length; beyond the ends the curve goes on straight.
  func point(at fraction: Double) -> Point {
    let total = lengths[MotionPath.steps]
    if fraction <= 0 { return curve.start + direction(at: 0) * (fraction * total) }
    if fraction >= 1 { return curve.end + direction(at: 1) * ((fraction - 1) * total) }
    return curve.point(at: parameter(at: fraction))
  }

  /// The direction of travel, of length 1, or zero where the curve has none.
  private func direction(at fraction: Double) -> Vector {
    let t = fraction <= 0 ? 0 : fraction >= 1 ? 1 : parameter(at: fraction)
    let near = 1.0 / 1024
    let (before, after) = (curve.point(at: max(t - near, 0)), curve.point(at: min(t + near, 1)))
    return (after - before).normalized ?? .zero
  }

  private func parameter(at fraction: Double) -> Double {
    let wanted = fraction * lengths[MotionPath.steps]
    var low = 0
    var high = MotionPath.steps
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= wanted { low = middle } else { high = middle }
    }
    let part = lengths[high] - lengths[low]
    let rest = part > 0 ? (wanted - lengths[low]) / part : 0
    return (Double(low) + rest) / Double(MotionPath.steps)
  }
}
