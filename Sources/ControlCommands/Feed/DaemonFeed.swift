import System

/// Brings updates to the daemon, and after a crash to the next one.
struct DaemonFeed {
  private enum State {
    /// The daemon has not answered yet.
    case connecting(Attempt<FeedOutlet>)
    case connected(FeedOutlet)
    /// The daemon has crashed, and the next one may follow.
    case crashed(DaemonCrash)
    /// The daemon has quit, or no other one has followed its crash.
    case failed(ClientError)
  }

  private(set) var sentCount = 0
  private var state: State
  /// Finds the controls of a daemon that was started anew.
  private let reconnect: () throws(ClientError) -> FeedOutlet
  /// The updates of the present job sent so far in one, with the newest of each kind.
  private var sent: FeedUpdate?
  private var limiter = UpdateLimiter()
  /// The number of messages to daemons that have crashed.
  private var formerSentCount = 0

  /// Seconds for which the start waits for the daemon, so that most failures are known at once.
  private static let patience = 1.0

  /// Connects to the daemon. A failure to connect is not reported, unless it comes late: a tool is
  /// not kept waiting by a daemon that accepts and does not answer.
  init(_ connect: @escaping () throws(ClientError) -> FeedOutlet) {
    reconnect = connect
    let attempt = Attempt(connect)
    _ = Poll.wait(reading: [attempt.pollableDescriptor], timeout: Self.patience)
    state = attempt.result.map(Self.state(after:)) ?? .connecting(attempt)
  }

  private static func state(after result: Result<FeedOutlet, ClientError>) -> State {
    switch result {
    case .success(let outlet): .connected(outlet)
    case .failure(let error): .failed(error)
    }
  }

  /// The reason why updates are no longer sent.
  var failure: ClientError? {
    if case .failed(let error) = state { error } else { nil }
  }

  private var outlet: FeedOutlet? {
    if case .connected(let outlet) = state { outlet } else { nil }
  }

  /// Readable when the daemon has ended; nil without a daemon.
  var daemonDescriptor: Int32? { outlet?.pollableDescriptor }

  /// Readable when an attempt to reach a daemon is over.
  var attemptDescriptors: [Int32] {
    switch state {
    case .connecting(let attempt): [attempt.pollableDescriptor]
    case .crashed(let crash): crash.descriptors
    case .connected, .failed: []
    }
  }

  /// Seconds until something has to be sent, or the next daemon looked for; nil for no limit.
  var nextWait: Double? {
    switch state {
    case .connected(let outlet):
      outlet.isReady ? limiter.delay(at: Clock.now) : limiter.interval
    case .crashed(let crash): crash.delay
    case .connecting, .failed: nil
    }
  }

  /// Adds an update. Updates of different jobs are not merged, unless many wait for a daemon that
  /// does not take them.
  mutating func add(_ update: FeedUpdate) {
    if update.outcome != nil, let outlet, outlet.hasRoom {
      do throws(ClientError) {
        try sendAll(to: outlet)
      } catch {
        lose(outlet, error)
      }
    }
    // Without a daemon the updates of the job before have no use any more.
    if update.outcome == .working, outlet == nil {
      sent = nil
      _ = limiter.takeAll()
    }
    limiter.add(update)
  }

  /// Sends the update that is due, as far as the daemon accepts it.
  mutating func sendDue() {
    followAttempt()
    guard let outlet else { return }
    do throws(ClientError) {
      try outlet.push()
      if outlet.isReady, let update = limiter.take(at: Clock.now) { try send(update, to: outlet) }
    } catch {
      lose(outlet, error)
    }
  }

  /// Sends the rest at the end of the input, and waits a few seconds for a daemon.
  mutating func finish() {
    sendRest()
    // A crash may be noticed only now.
    if case .crashed = state { sendRest() }
    if case .crashed(let crash) = state { state = .failed(crash.error) }
  }

  private mutating func sendRest() {
    awaitDaemon(timeout: 5)
    guard let outlet else { return }
    do throws(ClientError) {
      try sendAll(to: outlet)
      try outlet.drain(timeout: 5)
    } catch {
      lose(outlet, error)
    }
  }

  private mutating func sendAll(to outlet: FeedOutlet) throws(ClientError) {
    if let update = limiter.takeAll() { try send(update, to: outlet) }
  }

  private mutating func send(_ update: FeedUpdate, to outlet: FeedOutlet) throws(ClientError) {
    sent = update.outcome == .working ? update : sent?.followed(by: update) ?? update
    try outlet.send(update)
    sentCount = formerSentCount + outlet.sentCount
  }

  // MARK: Crashes

  /// Looks whether the daemon is still there.
  mutating func checkDaemon() {
    guard let outlet else { return }
    do throws(ClientError) {
      try outlet.checkDaemon()
    } catch {
      lose(outlet, error)
    }
  }

  /// Notes that the daemon has ended. After a crash the feed waits for the next one.
  private mutating func lose(_ outlet: FeedOutlet, _ error: ClientError) {
    Console.complain(error)
    if error.status == .unavailable, outlet.hasCrashed {
      state = .crashed(DaemonCrash(error))
      formerSentCount = sentCount
    } else {
      state = .failed(error)
    }
  }

  /// Takes the first connection, or one to the restarted daemon, to which that is sent again which
  /// the former one may not have received.
  private mutating func followAttempt() {
    if case .connecting(let attempt) = state, let result = attempt.result {
      state = Self.state(after: result)
      if let failure { Console.complain(failure) }
    }
    guard case .crashed(var crash) = state else { return }
    if let outlet = crash.follow(reconnect) {
      state = .connected(outlet)
      limiter.restore(sent)
    } else {
      state = crash.isFinal ? .failed(crash.error) : .crashed(crash)
    }
  }

  /// The failure if no daemon comes; nil unless one is waited for.
  private var awaited: ClientError? {
    switch state {
    case .connecting:
      ClientError(
        .timedOut, "the daemon did not answer before the input ended",
        hint: "restart the daemon, or see its log")
    case .crashed(let crash): crash.error
    case .connected, .failed: nil
    }
  }

  private mutating func awaitDaemon(timeout: Double) {
    let end = Clock.now + timeout
    while let reason = awaited {
      guard Clock.now < end else {
        // A crash has been reported.
        if case .connecting = state { Console.complain(reason) }
        return state = .failed(reason)
      }
      _ = Poll.wait(reading: attemptDescriptors, timeout: DaemonCrash.retry.interval)
      followAttempt()
    }
  }
}
