import Geometry

/// The parts of a keyframe animation that are computed once: the times of its intervals, and the
/// path of values in each.
struct KeyframeTrack: Sendable {
  /// A moment of the run.
  struct Moment {
    /// The elapsed fraction of the run; outside 0…1 if a timing function overshoots.
    var fraction: Double
    /// Borders up to this fraction count as reached, since frames are rarely exactly at a border.
    var reached: Double

    init(_ fraction: Double) { self.init(fraction, reaching: fraction) }

    init(_ fraction: Double, reaching reached: Double) {
      self.fraction = fraction
      self.reached = reached
    }
  }

  private enum Way {
    /// Nothing to show.
    case none
    case steps([AnimatableValue])
    case straight([AnimatableValue])
    case curved([AnimatableValue], ValueSpline)
    /// Along a path. Paced, the position follows the length; stepped, it jumps from the start of
    /// one segment to the next.
    case path(PathSegments, isPaced: Bool, isStepped: Bool)
  }

  private let way: Way
  /// The borders of the intervals, from 0 to 1.
  private let times: [Double]
  /// The timing function of each interval; linear beyond the end of the list.
  private let timingFunctions: [MediaTimingFunction]
  /// True if the values are differences, to be added to others.
  private let areDifferences: Bool

  init(
    values: [AnimatableValue], path: Path?, keyTimes: [Double],
    timingFunctions: [MediaTimingFunction], mode: CalculationMode, spline: SplineShape,
    areDifferences: Bool
  ) {
    self.areDifferences = areDifferences
    var segments: PathSegments?
    if let path, path.isFinite { segments = PathSegments(path) }
    if let segments, segments.count > 0 {
      way = .path(segments, isPaced: mode.isPaced, isStepped: mode == .discrete)
      times = KeyframeTrack.times(keyTimes, count: segments.count, isPaced: mode.isPaced) {
        segments.length(of: $0)
      }
    } else if values.count < 2 {
      way = values.isEmpty ? .none : .steps(values)
      times = [0, 1]
    } else {
      let count = mode == .discrete ? values.count : values.count - 1
      times = KeyframeTrack.times(keyTimes, count: count, isPaced: mode.isPaced) {
        values[$0].distance(to: values[$0 + 1], areDifferences: areDifferences)
      }
      switch mode {
      case .discrete: way = .steps(values)
      case .linear, .paced: way = .straight(values)
      case .cubic, .cubicPaced:
        let spline = ValueSpline(
          values, shape: spline, times: mode.isPaced ? times : nil,
          areDifferences: areDifferences)
        way = .curved(values, spline)
      }
    }
    self.timingFunctions = mode.isPaced || mode == .discrete ? [] : timingFunctions
  }

  /// The value at a moment; nil if there is none. Outside 0…1 the first and the last interval are
  /// extended, if they change the value.
  func value(at moment: Moment) -> AnimatableValue? {
    let (interval, part) = place(of: moment)
    switch way {
    case .none:
      return nil
    case .steps(let values):
      return values[interval]
    case .straight(let values):
      return values[interval].interpolated(
        to: values[interval + 1], at: part, areDifferences: areDifferences)
    case .curved(let values, let spline):
      return spline.value(
        from: values[interval], to: values[interval + 1], segment: interval, at: part)
    case .path(let segments, let isPaced, let isStepped):
      let parameter =
        isStepped
        ? step(at: moment) : parameter(segments, interval, part, isPaced: isPaced)
      return .point(segments.point(of: interval, at: parameter))
    }
  }

  /// The direction of a path at a moment; nil without a path.
  func angle(at moment: Moment) -> Double? {
    guard case .path(let segments, let isPaced, let isStepped) = way else { return nil }
    let (interval, part) = place(of: moment)
    let parameter =
      isStepped ? step(at: moment) : parameter(segments, interval, part, isPaced: isPaced)
    return segments.angle(of: interval, at: parameter)
  }

  /// The parameter at which a stepped segment is shown: its start, and at the end of the run its
  /// end.
  private func step(at moment: Moment) -> Double { moment.reached >= 1 ? 1 : 0 }

  /// The parameter at a part of a segment, extended linearly beyond its ends.
  private func parameter(
    _ segments: PathSegments, _ interval: Int, _ part: Double, isPaced: Bool
  ) -> Double {
    guard isPaced, part > 0, part < 1 else { return part }
    return segments.parameter(of: interval, atLengthFraction: part)
  }

  /// The interval that contains a moment, and the paced part of that interval. A border belongs to
  /// the interval that begins there; the last one belongs to the interval that ends there.
  private func place(of moment: Moment) -> (Int, Double) {
    let last = times.count - 2
    guard !moment.fraction.isNaN else { return (last, 1) }
    var low = 0
    var high = last
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= moment.reached { low = middle } else { high = middle - 1 }
    }
    let length = times[low + 1] - times[low]
    guard length > 0 else { return (low, 1) }
    let part = (moment.fraction - times[low]) / length
    if part < 0 { return (low, low == 0 ? part : bent(0, in: low)) }
    if part > 1 { return (low, low == last ? part : bent(1, in: low)) }
    return (low, bent(part, in: low))
  }

  private func bent(_ part: Double, in interval: Int) -> Double {
    interval < timingFunctions.count ? timingFunctions[interval].value(at: part) : part
  }

  /// The borders of intervals: in proportion to their lengths if they are paced, otherwise the key
  /// times if these are valid, otherwise evenly spaced.
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
