/// Holds updates back to a rate that a display can use, and keeps the newest of each kind, so
/// that the last value always goes out.
struct UpdateLimiter {
  /// The least time between two updates, in seconds.
  let interval: Double
  private var lastTime: Double?
  private(set) var pending: FeedUpdate?

  init(interval: Double = 1.0 / 60) {
    self.interval = interval
  }

  /// Puts an update over what waits: the newest progress and the newest text win.
  mutating func add(_ update: FeedUpdate) {
    guard var merged = pending else {
      pending = update
      return
    }
    merged.progress = update.progress ?? merged.progress
    merged.text = update.text ?? merged.text
    merged.isFailure = merged.isFailure || update.isFailure
    pending = merged
  }

  /// Seconds until the next update may go out, 0 when it may now, nil when none waits.
  func delay(at time: Double) -> Double? {
    guard pending != nil else { return nil }
    guard let lastTime else { return 0 }
    return max(0, lastTime + interval - time)
  }

  /// Takes what waits if it is due.
  mutating func take(at time: Double) -> FeedUpdate? {
    guard delay(at: time) == 0 else { return nil }
    lastTime = time
    return takeAll()
  }

  /// Takes what waits, due or not: the stream has ended.
  mutating func takeAll() -> FeedUpdate? {
    defer { pending = nil }
    return pending
  }
}
