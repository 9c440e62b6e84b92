internal import Animation

/// The last motion of a control's layers from one fraction of their drives to another.
struct DrivenMotion {
  let start: Double
  let end: Double
  private let duration: Double
  private let timingFunction: MediaTimingFunction
  private var beginTime: Double
  /// The seconds of the motion that have passed, while the time of the scene stands still.
  private var elapsed: Double?

  init(
    from start: Double, to end: Double, at beginTime: Double, duration: Double,
    timingFunction: MediaTimingFunction
  ) {
    (self.start, self.end, self.beginTime) = (start, end, beginTime)
    (self.duration, self.timingFunction) = (duration, timingFunction)
  }

  /// The fraction at a time of the stage. Layers whose own time runs at another pace show another
  /// fraction.
  func fraction(at time: Double) -> Double {
    guard duration > 0 else { return end }
    let part = (elapsed ?? time - beginTime) / duration
    return start + (end - start) * timingFunction.value(at: part)
  }

  /// The time stands still.
  mutating func hold(at time: Double) { elapsed = elapsed ?? time - beginTime }

  /// The time goes on, if it has stood still.
  mutating func resume(at time: Double) {
    guard let elapsed else { return }
    beginTime = time - elapsed
    self.elapsed = nil
  }
}
