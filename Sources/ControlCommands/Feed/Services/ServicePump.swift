import System

/// Moves the progress of a service to the daemon, for ever: connects again whenever the service has gone.
struct ServicePump {
  /// Seconds after which received bytes count as whole.
  private static let silence = 0.05
  /// Seconds between two attempts to connect.
  private static let shortestPause = 0.1
  private static let longestPause = 5.0

  private var service: any FeedService
  private let outlet: FeedOutlet
  private var limiter = UpdateLimiter()
  private var pause = ServicePump.shortestPause
  private var hasComplained = false

  init(_ service: any FeedService, to outlet: FeedOutlet) {
    self.service = service
    self.outlet = outlet
  }

  /// - Throws: when the daemon is gone.
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
      let isReadable = Poll.wait(
        reading: [stream.descriptor.rawValue, outlet.pollableDescriptor], timeout: wait)
      if isReadable[1] { try outlet.checkDaemon() }
      if isReadable[0] {
        guard let count = receive(stream, into: &chunk, &descriptors), count > 0 else { return }
        bytes = chunk[..<count]
        pause = Self.shortestPause
      }
      var reply: [UInt8] = []
      var updates: [FeedUpdate] = []
      let makesSense = service.take(
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
    if update.outcome != nil, let waiting = limiter.takeAll() { try outlet.send(waiting) }
    limiter.add(update)
  }

  private mutating func deliverDue() throws(ClientError) {
    try outlet.push()
    if outlet.isReady, let update = limiter.take(at: Clock.now) { try outlet.send(update) }
  }

  /// Seconds until something has to be sent; nil for no limit.
  private var nextWait: Double? {
    outlet.isReady ? limiter.delay(at: Clock.now) : limiter.interval
  }

  /// Waits between two connections, and sends what is left meanwhile.
  private mutating func wait(_ seconds: Double) throws(ClientError) {
    let end = Clock.now + seconds
    while true {
      try deliverDue()
      let left = end - Clock.now
      guard left > 0 else { return }
      let wait = min(left, nextWait ?? left)
      if Poll.wait(reading: [outlet.pollableDescriptor], timeout: wait)[0] {
        try outlet.checkDaemon()
      }
    }
  }
}
