/// A crash of the daemon after which no new one has answered yet.
struct DaemonCrash {
  /// Seconds between two attempts to reach the next daemon, and seconds after which none is
  /// expected.
  static let retry = (interval: 0.2, limit: 30.0)

  let error: ClientError
  private let time = Clock.now
  private var nextAttempt = Clock.now
  /// The attempt to reach the next daemon, which lasts until the daemon answers.
  private var attempt: Attempt<FeedOutlet>?

  init(_ error: ClientError) { self.error = error }

  /// Descriptors that are readable when an attempt is over.
  var descriptors: [Int32] { attempt.map { [$0.pollableDescriptor] } ?? [] }

  /// Seconds until the next attempt, or until a present one is given up.
  var delay: Double {
    max(0, (attempt == nil ? nextAttempt : time + Self.retry.limit) - Clock.now)
  }

  /// True if no daemon will follow.
  var isFinal: Bool { Clock.now - time > Self.retry.limit }

  /// Looks for the next daemon, if it is time, without waiting for it.
  /// - Returns: nil while no daemon answers.
  mutating func follow(
    _ reconnect: @escaping () throws(ClientError) -> FeedOutlet
  ) -> FeedOutlet? {
    guard let attempt else {
      if Clock.now >= nextAttempt { self.attempt = Attempt(reconnect) }
      return nil
    }
    guard let result = attempt.result else { return nil }
    self.attempt = nil
    nextAttempt = Clock.now + Self.retry.interval
    return try? result.get()
  }
}
