/// The rates at which an animation or a display link changes, in frames a second, as Core
/// Animation's `CAFrameRateRange`: a slow motion needs fewer frames than the display shows.
@frozen public struct FrameRateRange: Equatable, Sendable {
  public var minimum: Float
  public var maximum: Float
  /// 0 for the maximum.
  public var preferred: Float

  @inlinable public init(minimum: Float, maximum: Float, preferred: Float = 0) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }

  /// The rate on a display: among the rates in the range that divide the display's refresh rate
  /// evenly, the nearest to the preferred one, or else the preferred rate itself. Nil if the rate
  /// is not below the display's.
  ///
  /// - Parameter refreshRate: frames a second of the display.
  public func rate(on refreshRate: Double) -> Double? {
    let (low, high) = (Double(minimum), Double(maximum))
    let wanted = min(max(Double(preferred > 0 ? preferred : maximum), low), high)
    guard wanted > 0, wanted < refreshRate, refreshRate.isFinite else { return nil }
    let divisor = refreshRate / wanted
    var best: Double?
    for divisor in [divisor.rounded(.down), divisor.rounded(.up)] {
      let rate = refreshRate / divisor
      // Refresh rates such as 59.94 Hz are a little lower than the numbers that people write.
      guard rate >= low * 0.998, rate <= high * 1.002 else { continue }
      if best.map({ abs(rate - wanted) < abs($0 - wanted) }) ?? true { best = rate }
    }
    let rate = best ?? wanted
    return rate < refreshRate * 0.999 ? rate : nil
  }
}

extension MediaTiming {
  /// The moment that an animation shows at a time: the last of its own frames, counted from its
  /// begin.
  ///
  /// - Parameters:
  ///   - time: the parent's time.
  ///   - rate: frames in a second of the parent's time.
  ///   - rounding: the tolerance of a frame's time, in seconds.
  public func frameTime(at time: Double, rate: Double, rounding: Double) -> Double {
    let count = ((time - beginTime + rounding) * rate).rounded(.down)
    let moment = beginTime + count / rate
    return moment.isFinite ? min(moment, time) : time
  }

  /// The moment of the next of its frames after a time.
  public func nextFrameTime(after time: Double, rate: Double, rounding: Double) -> Double {
    let count = ((time - beginTime + rounding) * rate).rounded(.down) + 1
    return beginTime + count / rate
  }
}
