/// Limits updates to a rate that a display can use, and keeps the newest of each kind, so that the
/// last value is always sent.
struct UpdateLimiter {
  /// The least time between two updates, in seconds.
  let interval: Double
  private var lastTime: Double?
  private(set) var pending: FeedUpdate?

  init(interval: Double = 1.0 / 60) {
    self.interval = interval
  }

  /// Adds an update to the waiting one: the newest progress and the newest text win.
  mutating func add(_ update: FeedUpdate) {
    pending = pending?.followed(by: update) ?? update
  }

  /// Adds an update that may have been lost to the waiting one, whose values win where both have
  /// some.
  mutating func restore(_ sent: FeedUpdate?) {
    guard let sent else { return }
    pending = pending.map { sent.followed(by: $0) } ?? sent
  }

  /// Seconds until the next update may be sent, 0 for now, nil if none waits.
  func delay(at time: Double) -> Double? {
    guard pending != nil else { return nil }
    guard let lastTime else { return 0 }
    return max(0, lastTime + interval - time)
  }

  /// Takes the waiting update if it is due.
  mutating func take(at time: Double) -> FeedUpdate? {
    guard delay(at: time) == 0 else { return nil }
    lastTime = time
    return takeAll()
  }

  /// Takes the waiting update, due or not, at the end of the stream.
  mutating func takeAll() -> FeedUpdate? {
    defer { pending = nil }
    return pending
  }
}
