/// A smooth curve through values, as a cubic Bézier curve between each two.
///
/// The curve is built and evaluated by interpolation alone, so that everything that can be
/// interpolated can follow a curve: colours, transforms and lists, too.
struct ValueSpline: Sendable {
  private struct Controls {
    var first: AnimatableValue
    var second: AnimatableValue
  }

  private var controls: [Controls] = []
  private let areDifferences: Bool

  /// - Parameters:
  ///   - values: at least two.
  ///   - times: the times of the values, to scale the tangents for uneven times; nil to leave them.
  ///   - areDifferences: true if the values are differences, to be added to others.
  init(
    _ values: [AnimatableValue], shape: SplineShape, times: [Double]?, areDifferences: Bool
  ) {
    self.areDifferences = areDifferences
    func between(
      _ a: AnimatableValue, _ b: AnimatableValue, _ fraction: Double
    ) -> AnimatableValue {
      a.interpolated(to: b, at: fraction, areDifferences: areDifferences)
    }
    /// A value, moved by parts of two differences: from `before` to the value, and from the value
    /// to `after`.
    func moved(
      _ value: AnimatableValue, from before: AnimatableValue, by beforePart: Double,
      to after: AnimatableValue, by afterPart: Double
    ) -> AnimatableValue {
      let one = between(before, value, 1 + beforePart)
      let other = between(value, after, afterPart)
      return between(value, between(one, other, 0.5), 2)
    }
    let last = values.count - 1
    controls.reserveCapacity(last)
    for index in 0..<last {
      let (start, end) = (values[index], values[index + 1])
      // The virtual values beyond the ends continue the first and the last chord.
      let before = index > 0 ? values[index - 1] : between(end, start, 2)
      let after = index + 1 < last ? values[index + 2] : between(start, end, 2)
      var leavingScale = 1.0
      var arrivingScale = 1.0
      if let times {
        let own = times[index + 1] - times[index]
        if index > 0 { leavingScale = scale(own, times[index] - times[index - 1]) }
        if index + 1 < last { arrivingScale = scale(own, times[index + 2] - times[index + 1]) }
      }
      let leaving = shape.weights(at: index).leaving
      let arriving = shape.weights(at: index + 1).arriving
      controls.append(
        Controls(
          first: moved(
            start, from: before, by: leaving.before * leavingScale / 3,
            to: end, by: leaving.after * leavingScale / 3),
          second: moved(
            end, from: start, by: -arriving.before * arrivingScale / 3,
            to: after, by: -arriving.after * arrivingScale / 3)))
    }
  }

  /// De Casteljau's construction between a value and the next one.
  func value(
    from start: AnimatableValue, to end: AnimatableValue, segment: Int, at fraction: Double
  ) -> AnimatableValue {
    if fraction == 0 { return start }
    if fraction == 1 { return end }
    func between(_ a: AnimatableValue, _ b: AnimatableValue) -> AnimatableValue {
      a.interpolated(to: b, at: fraction, areDifferences: areDifferences)
    }
    let (first, second) = (controls[segment].first, controls[segment].second)
    let middle = between(first, second)
    let left = between(between(start, first), middle)
    let right = between(middle, between(second, end))
    return between(left, right)
  }
}

/// 2h/(h₋+h₊), the factor of a tangent at the border of a segment of length h and another one.
private func scale(_ own: Double, _ other: Double) -> Double {
  own + other > 0 ? 2 * own / (own + other) : 1
}
