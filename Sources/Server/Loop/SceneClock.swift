import Output

/// The time of scenes: the time of the monotonic clock, or a time that only requests advance. All
/// times are in microseconds.
struct SceneClock {
  /// Reads the monotonic clock.
  let monotonic: () -> Int64
  private var steps: StepClock?

  init(isStepped: Bool, monotonic: @escaping () -> Int64) {
    self.monotonic = monotonic
    if isStepped { steps = StepClock() }
  }

  var isStepped: Bool { steps != nil }

  var time: Int64 { steps?.time ?? monotonic() }

  /// Advances the time.
  /// - Returns: the times of the frames on the way; nil if the time passes by itself.
  mutating func step(by duration: Int64) -> SteppedFrames? {
    guard var steps else { return nil }
    let times = steps.step(by: duration)
    self.steps = steps
    return times
  }
}
