import System

/// Moves a tool's output through the parser to the daemon, until the output ends.
struct FeedPump {
  /// A line that is being redrawn counts as complete after this silence, in seconds.
  private static let silence = 0.1
  /// After so many seconds and lines without a recognized one, a message says so.
  private static let complaintThreshold = (seconds: 5.0, lines: 20)

  let input: Int32
  let copiesInput: Bool
  var outlet: FeedOutlet?
  /// The reason why updates are no longer sent.
  private(set) var failure: ClientError?
  /// Finds the controls of a daemon that was started anew.
  private let reconnect: () throws(ClientError) -> FeedOutlet
  /// The crash of the daemon that no other one has followed yet.
  private var crash: DaemonCrash?
  /// The updates sent so far in one, with the newest of each kind.
  private var sent: FeedUpdate?
  private var parser: FeedParser
  private var splitter = LineSplitter()
  private var limiter = UpdateLimiter()
  private var lineCount = 0
  private var sentCount = 0
  /// The number of messages to daemons that have crashed.
  private var formerSentCount = 0
  private var peeked: String?
  /// The time of the first line.
  private var startTime: Double?
  private var hasComplained = false

  init(
    input: Int32, parser: FeedParser, copiesInput: Bool,
    reconnect: @escaping () throws(ClientError) -> FeedOutlet
  ) {
    self.input = input
    self.reconnect = reconnect
    self.parser = parser
    self.copiesInput = copiesInput
  }

  var summary: String {
    "read \(lineCount) lines as \(parser.format.rawValue), ignored \(parser.ignoredLineCount), "
      + "dropped \(splitter.oversizedLineCount) overlong, sent \(sentCount) messages"
  }

  /// Stops sending, and reports the reason once; the input is still read. After a crash of the daemon the next one is
  /// waited for.
  mutating func fail(_ error: ClientError) {
    Console.complain(error)
    if error.status == .unavailable, outlet?.hasCrashed ?? false {
      crash = DaemonCrash(error)
      formerSentCount = sentCount
    } else {
      failure = error
    }
    outlet = nil
  }

  /// Goes on with the next daemon if it is there, and with what it may not have got.
  private mutating func followCrash() {
    guard var crash else { return }
    outlet = crash.follow(reconnect)
    self.crash = outlet == nil ? crash : nil
    if outlet != nil {
      limiter.restore(sent)
    } else if crash.isFinal {
      self.crash = nil
      failure = crash.error
    }
  }

  /// Waits a few seconds more for the next daemon at the end of the input.
  private mutating func awaitDaemon(timeout: Double) {
    let end = Clock.now + timeout
    while let crash {
      guard Clock.now < end else {
        self.crash = nil
        failure = crash.error
        return
      }
      _ = Poll.wait(reading: crash.descriptors, timeout: DaemonCrash.retry.interval)
      followCrash()
    }
  }

  mutating func run(completing: Bool) throws(ClientError) {
    let descriptor = FileDescriptor(owning: input)
    let result = readAll(descriptor)
    // The shell owns the descriptor.
    _ = descriptor.take()
    if case .failure(let error) = result { throw error }
    if let line = splitter.finish() { handle(line) }
    if lineCount > 0, !parser.hasUnderstood { complain() }
    if completing { limiter.add(.percent(100)) }
    finish()
    // A crash may be noticed only now.
    if crash != nil { finish() }
    failure = failure ?? crash?.error
  }

  private mutating func finish() {
    awaitDaemon(timeout: 5)
    if let update = limiter.takeAll() { deliver(update) }
    guard let outlet else { return }
    do throws(ClientError) {
      try outlet.drain(timeout: 5)
    } catch {
      fail(error)
    }
  }

  private mutating func readAll(
    _ descriptor: borrowing FileDescriptor
  ) -> Result<Void, ClientError> {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let sources = [descriptor.rawValue] + (crash?.descriptors ?? [])
      let isReadable = Poll.wait(reading: sources, timeout: nextWait)
      if isReadable[0] {
        do throws(SystemError) {
          let count = try descriptor.read(into: &chunk, 0..<chunk.count)
          if count == 0 { return .success(()) }
          let bytes = chunk[..<(count ?? 0)]
          do throws(ClientError) {
            if copiesInput { try Console.write(Array(bytes)) }
          } catch {
            return .failure(error)
          }
          for line in splitter.append(bytes) { handle(line) }
        } catch {
          return .failure(ClientError(.inputOutput, "cannot read the input: \(error.reason)"))
        }
      } else if !isReadable.contains(true) {
        peekAtUnfinishedLine()
      }
      complainIfLost()
      deliverDue()
    }
  }

  private mutating func handle(_ line: String) {
    lineCount += 1
    if startTime == nil { startTime = Clock.now }
    peeked = nil
    guard let update = parser.parse(line) else { return }
    if update.isFailure { Console.complain(update.text ?? "the tool reports a failure") }
    limiter.add(update)
  }

  /// A meter leaves its newest state in an unfinished line and may then be silent for long.
  private mutating func peekAtUnfinishedLine() {
    guard splitter.isRedrawing, let line = splitter.unfinishedLine, line != peeked else { return }
    peeked = line
    if let update = parser.peek(line) { limiter.add(update) }
  }

  /// Seconds until the message that nothing was recognized; nil if it is not needed.
  private var complaintDelay: Double? {
    guard let startTime, !hasComplained, !parser.hasUnderstood,
      lineCount >= Self.complaintThreshold.lines
    else { return nil }
    return max(0, startTime + Self.complaintThreshold.seconds - Clock.now)
  }

  private mutating func complainIfLost() {
    if complaintDelay == 0 { complain() }
  }

  private mutating func complain() {
    if hasComplained { return }
    hasComplained = true
    Console.complain(
      "none of \(lineCount) lines is understood as \(parser.format.rawValue); "
        + "--format is one of \(FeedFormat.names)")
  }

  private mutating func deliverDue() {
    followCrash()
    guard let outlet else { return }
    do throws(ClientError) {
      try outlet.push()
    } catch {
      return fail(error)
    }
    if outlet.isReady, let update = limiter.take(at: Clock.now) { deliver(update) }
  }

  private mutating func deliver(_ update: FeedUpdate) {
    guard let outlet else { return }
    do throws(ClientError) {
      try outlet.send(update)
      sent = sent?.followed(by: update) ?? update
      sentCount = formerSentCount + outlet.sentCount
    } catch {
      limiter.add(update)
      fail(error)
    }
  }

  /// Seconds until something has to be done if no input comes; nil for no limit.
  private var nextWait: Double? {
    var wait: Double?
    if let outlet {
      wait = outlet.isReady ? limiter.delay(at: Clock.now) : UpdateLimiter().interval
    } else if let crash {
      wait = crash.delay
    }
    if splitter.isRedrawing, let line = splitter.unfinishedLine, line != peeked {
      wait = min(wait ?? Self.silence, Self.silence)
    }
    if let delay = complaintDelay { wait = min(wait ?? delay, delay) }
    return wait
  }
}
