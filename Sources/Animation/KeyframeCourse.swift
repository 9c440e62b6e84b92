import Geometry

/// What a keyframe animation works out once: the times of its intervals, and the way in each.
struct KeyframeCourse: Sendable {
  private enum Way {
    /// Nothing to show.
    case none
    case steps([AnimatableValue])
    case straight([AnimatableValue])
    case curved([AnimatableValue], ValueSpline)
    /// Along a path. Paced, it goes by length; in steps, from the end of one segment to the next.
    case path(PathSegments, isPaced: Bool, isStepped: Bool)
  }

  private let way: Way
  /// The borders of the intervals, from 0 to 1.
  private let times: [Double]
  /// The pace in each interval; linear where the list ends.
  private let timingFunctions: [MediaTimingFunction]

  init(
    values: [AnimatableValue], path: Path?, keyTimes: [Double],
    timingFunctions: [MediaTimingFunction], mode: CalculationMode, spline: SplineShape
  ) {
    var segments: PathSegments?
    if let path, path.isFinite { segments = PathSegments(path) }
    if let segments, segments.count > 0 {
      way = .path(segments, isPaced: mode.isPaced, isStepped: mode == .discrete)
      times = KeyframeCourse.times(keyTimes, count: segments.count, isPaced: mode.isPaced) {
        segments.length(of: $0)
      }
    } else if values.count < 2 {
      way = values.isEmpty ? .none : .steps(values)
      times = [0, 1]
    } else {
      let count = mode == .discrete ? values.count : values.count - 1
      times = KeyframeCourse.times(keyTimes, count: count, isPaced: mode.isPaced) {
        values[$0].distance(to: values[$0 + 1])
      }
      switch mode {
      case .discrete: way = .steps(values)
      case .linear, .paced: way = .straight(values)
      case .cubic: way = .curved(values, ValueSpline(values, shape: spline, times: nil))
      case .cubicPaced: way = .curved(values, ValueSpline(values, shape: spline, times: times))
      }
    }
    self.timingFunctions = mode.isPaced || mode == .discrete ? [] : timingFunctions
  }

  /// The value after a fraction of the run, which is clamped to 0…1; nil if there is none.
  func value(at fraction: Double) -> AnimatableValue? {
    let (interval, part) = place(of: fraction)
    switch way {
    case .none:
      return nil
    case .steps(let values):
      return values[interval]
    case .straight(let values):
      return values[interval].interpolated(to: values[interval + 1], at: part)
    case .curved(let values, let spline):
      return spline.value(
        from: values[interval], to: values[interval + 1], segment: interval, at: part)
    case .path(let segments, let isPaced, let isStepped):
      let parameter = parameter(
        segments, interval, part, isPaced: isPaced, isStepped: isStepped)
      return .point(segments.point(of: interval, at: parameter))
    }
  }

  /// The direction of a path after a fraction of the run; nil without a path.
  func angle(at fraction: Double) -> Double? {
    guard case .path(let segments, let isPaced, let isStepped) = way else { return nil }
    let (interval, part) = place(of: fraction)
    return segments.angle(
      of: interval,
      at: parameter(segments, interval, part, isPaced: isPaced, isStepped: isStepped))
  }

  private func parameter(
    _ segments: PathSegments, _ interval: Int, _ part: Double, isPaced: Bool, isStepped: Bool
  ) -> Double {
    if isStepped { return 1 }
    return isPaced ? segments.parameter(of: interval, atLengthFraction: part) : part
  }

  /// The interval that a fraction of the run is in, and the bent fraction of that interval. A
  /// border belongs to the interval that it begins; the last one to the interval that it ends.
  private func place(of fraction: Double) -> (Int, Double) {
    let last = times.count - 2
    guard fraction < 1 else { return (last, 1) }
    let fraction = fraction > 0 ? fraction : 0
    var low = 0
    var high = last
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= fraction { low = middle } else { high = middle - 1 }
    }
    let length = times[low + 1] - times[low]
    let part = length > 0 ? min((fraction - times[low]) / length, 1) : 0
    return (low, low < timingFunctions.count ? timingFunctions[low].value(at: part) : part)
  }

  /// The borders of intervals: in proportion to their lengths if they are paced, else the key times
  /// if they fit, else evenly spaced.
  private static func times(
    _ keyTimes: [Double], count: Int, isPaced: Bool, length: (Int) -> Double
  ) -> [Double] {
    if isPaced {
      var reached = 0.0
      var times = [0.0]
      times.reserveCapacity(count + 1)
      for index in 0..<count {
        reached += length(index)
        times.append(reached)
      }
      if reached > 0, reached.isFinite {
        for index in times.indices { times[index] /= reached }
        return times
      }
    } else if KeyframeAnimation.isValid(keyTimes: keyTimes, intervalCount: count) {
      return keyTimes
    }
    return (0...count).map { Double($0) / Double(count) }
  }
}
