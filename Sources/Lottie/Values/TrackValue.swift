/// A value that keyframes can interpolate.
protocol TrackValue: Equatable {
  /// - Parameter fraction: of the way; outside 0…1 where the pace overshoots.
  func interpolated(to other: Self, fraction: Double) -> Self
}

extension Numbers: TrackValue {
  func interpolated(to other: Numbers, fraction: Double) -> Numbers {
    self + (other - self) * Numbers(repeating: fraction)
  }
}

/// A list of numbers, which a gradient's stops are. Lists of different lengths do not blend.
struct NumberList: TrackValue, Equatable {
  var values: [Double]

  func interpolated(to other: NumberList, fraction: Double) -> NumberList {
    guard values.count == other.values.count else { return fraction < 1 ? self : other }
    var result = values
    for index in result.indices {
      result[index] += (other.values[index] - result[index]) * fraction
    }
    return NumberList(values: result)
  }
}
