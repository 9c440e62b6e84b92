import System

/// Moves the progress of a service to the daemon, for ever: connects again whenever the service has
/// ended, and goes on with the next daemon after a crash.
struct ServicePump {
  /// Seconds after which received bytes count as whole.
  private static let silence = 0.05
  /// Seconds between two attempts to connect.
  private static let shortestPause = 0.1
  private static let longestPause = 5.0
  /// Microseconds of waiting for a place at a service that accepts no connection: meanwhile nothing
  /// is sent to the daemon.
  private static let longestWait: Int64 = 500_000

  private var service: any FeedService
  private var feed: DaemonFeed
  private var pause = ServicePump.shortestPause
  private var hasComplained = false
  private var nonsense = ServiceComplaint()

  init(_ service: any FeedService, feed: DaemonFeed) {
    self.service = service
    self.feed = feed
  }

  /// - Returns: the reason why updates are no longer sent.
  mutating func run() -> ClientError {
    while true {
      if let stream = connect() { read(stream) }
      if let failure = feed.failure { return failure }
      wait(pause)
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private mutating func connect() -> UnixStream? {
    for path in service.paths {
      if let stream = try? UnixStream.connect(to: path, longestWait: Self.longestWait) {
        return stream
      }
    }
    if !hasComplained {
      Console.complain(
        "\(service.name) is not there yet: no socket at " + service.paths.joined(separator: " or "))
    }
    hasComplained = true
    return nil
  }

  /// Reads to the end of a connection, or until the daemon is gone.
  private mutating func read(_ stream: consuming UnixStream) {
    guard send(service.connected(), on: stream) else { return }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var descriptors = DescriptorQueue()
    var isSettled = true
    while true {
      let wait = isSettled ? feed.nextWait : min(feed.nextWait ?? Self.silence, Self.silence)
      var bytes: ArraySlice<UInt8> = []
      if hears(stream.descriptor.rawValue, timeout: wait) {
        guard let count = receive(stream, into: &chunk, &descriptors), count > 0 else { return }
        // Services send no descriptors; received ones would stay open.
        descriptors.removeAll()
        bytes = chunk[..<count]
      }
      var reply: [UInt8] = []
      var updates: [FeedUpdate] = []
      let makesSense = service.receive(
        bytes, isQuiet: bytes.isEmpty, reply: &reply, updates: &updates)
      isSettled = bytes.isEmpty
      for update in updates { add(update) }
      feed.sendDue()
      if feed.failure != nil { return }
      guard makesSense else {
        if nonsense.isDue(at: Clock.now) {
          Console.complain("\(service.name) sends invalid messages")
        }
        return
      }
      if !bytes.isEmpty { pause = Self.shortestPause }
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

  private mutating func add(_ update: FeedUpdate) {
    if update.isFailure { Console.complain(update.text ?? "\(service.name) reports a failure") }
    feed.add(update)
  }

  /// Waits for a service, or any other reason to go on.
  /// - Parameter descriptor: the service's descriptor; nil for none.
  /// - Returns: true if the service has sent something, or is gone.
  private mutating func hears(_ descriptor: Int32?, timeout: Double?) -> Bool {
    var descriptors: [Int32] = []
    if let descriptor { descriptors.append(descriptor) }
    let daemon = feed.daemonDescriptor
    if let daemon { descriptors.append(daemon) }
    descriptors += feed.attemptDescriptors
    let isReadable = Poll.wait(reading: descriptors, timeout: timeout)
    if daemon != nil, isReadable.last ?? false { feed.checkDaemon() }
    return descriptor != nil && isReadable[0]
  }

  /// Waits between two connections, and sends the remaining updates meanwhile.
  private mutating func wait(_ seconds: Double) {
    let end = Clock.now + seconds
    while feed.failure == nil {
      feed.sendDue()
      let left = end - Clock.now
      guard left > 0 else { return }
      _ = hears(nil, timeout: min(left, feed.nextWait ?? left))
    }
  }
}

/// Limits a complaint that each attempt to connect may repeat.
struct ServiceComplaint {
  /// Seconds between two of them.
  static let interval = 60.0
  private var last: Double?

  /// - Parameter time: in seconds, of a clock that runs on.
  mutating func isDue(at time: Double) -> Bool {
    if let last, time - last < Self.interval { return false }
    last = time
    return true
  }
}
