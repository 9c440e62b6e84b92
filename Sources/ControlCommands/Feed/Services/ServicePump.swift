import System

/// Moves the progress of a service to the daemon, for ever: connects again whenever the service has gone, and goes on
/// with the next daemon after a crash.
struct ServicePump {
  /// Seconds after which received bytes count as whole.
  private static let silence = 0.05
  /// Seconds between two attempts to connect.
  private static let shortestPause = 0.1
  private static let longestPause = 5.0

  private var service: any FeedService
  /// Nil while the next daemon is waited for.
  private var outlet: FeedOutlet?
  /// Finds the controls of a daemon that was started anew.
  private let reconnect: () throws(ClientError) -> FeedOutlet
  private var crash: DaemonCrash?
  /// The updates of the present job sent so far in one, with the newest of each kind.
  private var sent: FeedUpdate?
  private var limiter = UpdateLimiter()
  private var pause = ServicePump.shortestPause
  private var hasComplained = false

  init(
    _ service: any FeedService, reconnect: @escaping () throws(ClientError) -> FeedOutlet
  ) throws(ClientError) {
    self.service = service
    self.reconnect = reconnect
    outlet = try reconnect()
  }

  /// - Throws: when the daemon is gone for good.
  mutating func run() throws(ClientError) -> Never {
    while true {
      if let stream = connect() { try read(stream) }
      try wait(pause)
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private mutating func connect() -> UnixStream? {
    for path in service.paths {
      if let stream = try? UnixStream.connect(to: path) { return stream }
    }
    if !hasComplained {
      Console.complain(
        "\(service.name) is not there yet: no socket at " + service.paths.joined(separator: " or "))
    }
    hasComplained = true
    return nil
  }

  /// Reads to the end of a connection.
  private mutating func read(_ stream: consuming UnixStream) throws(ClientError) {
    guard send(service.connected(), on: stream) else { return }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var descriptors = DescriptorQueue()
    var isSettled = true
    while true {
      let wait = isSettled ? nextWait : min(nextWait ?? Self.silence, Self.silence)
      var bytes: ArraySlice<UInt8> = []
      if try hears(stream.descriptor.rawValue, timeout: wait) {
        guard let count = receive(stream, into: &chunk, &descriptors), count > 0 else { return }
        bytes = chunk[..<count]
        pause = Self.shortestPause
      }
      var reply: [UInt8] = []
      var updates: [FeedUpdate] = []
      let makesSense = service.receive(
        bytes, isQuiet: bytes.isEmpty, reply: &reply, updates: &updates)
      isSettled = bytes.isEmpty
      for update in updates { try add(update) }
      try deliverDue()
      guard makesSense else {
        return Console.complain("what \(service.name) sends makes no sense")
      }
      guard send(reply, on: stream) else { return }
    }
  }

  private func receive(
    _ stream: borrowing UnixStream, into chunk: inout [UInt8], _ descriptors: inout DescriptorQueue
  ) -> Int? {
    do throws(SystemError) {
      return try stream.receive(into: &chunk, 0..<chunk.count, descriptors: &descriptors) ?? 0
    } catch {
      return nil
    }
  }

  private func send(_ bytes: [UInt8], on stream: borrowing UnixStream) -> Bool {
    guard !bytes.isEmpty else { return true }
    // A few hundred bytes fit into any socket's buffer.
    return (try? stream.send(bytes.span)) == bytes.count
  }

  /// Adds an update. One that begins or ends a job does not merge with those of another.
  private mutating func add(_ update: FeedUpdate) throws(ClientError) {
    if update.isFailure { Console.complain(update.text ?? "\(service.name) reports a failure") }
    if update.outcome != nil, outlet != nil, let waiting = limiter.takeAll() {
      try deliver(waiting)
    }
    // Without a daemon nothing is left to say of the job before.
    if update.outcome == .working, outlet == nil {
      sent = nil
      _ = limiter.takeAll()
    }
    limiter.add(update)
  }

  private mutating func deliverDue() throws(ClientError) {
    try followCrash()
    guard let outlet else { return }
    do throws(ClientError) {
      try outlet.push()
    } catch {
      return try lose(error)
    }
    if outlet.isReady, let update = limiter.take(at: Clock.now) { try deliver(update) }
  }

  private mutating func deliver(_ update: FeedUpdate) throws(ClientError) {
    guard let outlet else { return limiter.add(update) }
    sent = update.outcome == .working ? update : sent?.followed(by: update) ?? update
    do throws(ClientError) {
      try outlet.send(update)
    } catch {
      try lose(error)
    }
  }

  /// Waits for a service, or any other reason to go on.
  /// - Parameter descriptor: that of the service; nil for none.
  /// - Returns: true if the service has sent something, or is gone.
  private mutating func hears(_ descriptor: Int32?, timeout: Double?) throws(ClientError) -> Bool {
    var descriptors: [Int32] = []
    if let descriptor { descriptors.append(descriptor) }
    if let outlet { descriptors.append(outlet.pollableDescriptor) }
    descriptors += crash?.descriptors ?? []
    let isReadable = Poll.wait(reading: descriptors, timeout: timeout)
    if let outlet, isReadable.last ?? false {
      do throws(ClientError) {
        try outlet.checkDaemon()
      } catch {
        try lose(error)
      }
    }
    return descriptor != nil && isReadable[0]
  }

  // MARK: Crashes

  /// Waits for the next daemon after a crash of this one.
  /// - Throws: the error, if the daemon has ended in order.
  private mutating func lose(_ error: ClientError) throws(ClientError) {
    guard error.status == .unavailable, outlet?.hasCrashed ?? false else { throw error }
    Console.complain(error)
    crash = DaemonCrash(error)
    outlet = nil
  }

  /// Goes on with the next daemon if it is there, and with what it may not have got.
  private mutating func followCrash() throws(ClientError) {
    guard var crash else { return }
    outlet = crash.follow(reconnect)
    self.crash = outlet == nil ? crash : nil
    if outlet != nil {
      limiter.restore(sent)
    } else if crash.isFinal {
      throw crash.error
    }
  }

  /// Seconds until something has to be sent, or the next daemon looked for; nil for no limit.
  private var nextWait: Double? {
    guard let outlet else { return crash?.delay }
    return outlet.isReady ? limiter.delay(at: Clock.now) : limiter.interval
  }

  /// Waits between two connections, and sends what is left meanwhile.
  private mutating func wait(_ seconds: Double) throws(ClientError) {
    let end = Clock.now + seconds
    while true {
      try deliverDue()
      let left = end - Clock.now
      guard left > 0 else { return }
      let wait = min(left, nextWait ?? left)
      _ = try hears(nil, timeout: wait)
    }
  }
}
