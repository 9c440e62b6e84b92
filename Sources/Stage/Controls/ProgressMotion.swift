/// How what is shown of a progress moves between two reports: up to the value that was reported, and
/// ahead of it for a bounded way. Both slow down evenly and end.
struct ProgressMotion: Equatable, Sendable {
  private let start: Double
  /// The value that was reported.
  private let value: Double
  /// What was shown at the start, less that value.
  private let excess: Double
  private let catchUp: Double
  private let lead: Double
  private let reach: Double

  /// Rest at a value.
  init(_ value: Double) {
    self.init(
      from: value, to: value, start: 0, catchUp: 0, lead: 0, reach: 0, mayFall: false)
  }

  /// - Parameters:
  ///   - shown: what is shown at the start, in seconds.
  ///   - catchUp: seconds in which the difference to the value goes away.
  ///   - lead: how far it runs ahead of the value, in `reach` seconds.
  ///   - mayFall: whether it goes back to a value that is lower; otherwise it waits for it.
  init(
    from shown: Double, to value: Double, start: Double, catchUp: Double, lead: Double,
    reach: Double, mayFall: Bool
  ) {
    self.start = start
    let excess = shown - value
    if excess > 0 && !mayFall {
      // Ahead of the report, by a part of the lead or by more than it.
      let isWithin = excess < lead
      self.value = isWithin ? value : shown
      self.excess = isWithin ? excess : 0
      self.lead = isWithin ? lead : 0
      self.catchUp = reach
    } else {
      self.value = value
      self.excess = excess
      self.lead = lead
      self.catchUp = catchUp
    }
    self.reach = reach
  }

  func value(at time: Double) -> Double {
    let elapsed = max(time - start, 0)
    return value + lead * (1 - rest(elapsed, of: reach)) + excess * rest(elapsed, of: catchUp)
  }

  /// When the motion ends.
  var end: Double {
    start + max(excess == 0 ? 0 : catchUp, lead == 0 ? 0 : reach)
  }

  /// What is left of a way that is covered in `duration` seconds: 1…0.
  private func rest(_ elapsed: Double, of duration: Double) -> Double {
    guard elapsed < duration else { return 0 }
    let left = 1 - elapsed / duration
    return left * left
  }
}
