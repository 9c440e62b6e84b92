/// The motion of the shown progress between two reports: up to the reported value, and ahead of it
/// for a bounded distance. Both parts slow down evenly and end.
struct ProgressMotion: Equatable, Sendable {
  private let start: Double
  /// The reported value.
  private let value: Double
  /// The shown value at the start, less the reported one.
  private let excess: Double
  private let catchUp: Double
  private let lead: Double
  private let horizon: Double

  /// Rest at a value.
  init(_ value: Double) {
    self.init(
      from: value, to: value, start: 0, catchUp: 0, lead: 0, horizon: 0, mayFall: false)
  }

  /// - Parameters:
  ///   - shown: the shown value at `start`, which is in seconds.
  ///   - catchUp: seconds in which the difference to the value vanishes.
  ///   - lead: the distance by which it runs ahead of the value, in `horizon` seconds.
  ///   - mayFall: true to go back to a lower value; false to wait for it.
  init(
    from shown: Double, to value: Double, start: Double, catchUp: Double, lead: Double,
    horizon: Double, mayFall: Bool
  ) {
    self.start = start
    let excess = shown - value
    if excess > 0 && !mayFall {
      // Ahead of the report, by a part of the lead or by more than the lead.
      let isWithin = excess < lead
      self.value = isWithin ? value : shown
      self.excess = isWithin ? excess : 0
      self.lead = isWithin ? lead : 0
      self.catchUp = horizon
    } else {
      self.value = value
      self.excess = excess
      self.lead = lead
      self.catchUp = catchUp
    }
    self.horizon = horizon
  }

  func value(at time: Double) -> Double {
    let elapsed = max(time - start, 0)
    return value + lead * (1 - rest(elapsed, of: horizon)) + excess * rest(elapsed, of: catchUp)
  }

  /// The time at which the motion ends.
  var end: Double {
    start + max(excess == 0 ? 0 : catchUp, lead == 0 ? 0 : horizon)
  }

  /// The remaining part, 1…0, of a distance that is covered in `duration` seconds.
  private func rest(_ elapsed: Double, of duration: Double) -> Double {
    guard elapsed < duration else { return 0 }
    let left = 1 - elapsed / duration
    return left * left
  }
}
