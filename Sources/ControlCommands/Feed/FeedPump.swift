import System

/// Moves a tool's output through the parser to the daemon, until the output ends.
struct FeedPump {
  /// A line that is being redrawn counts as complete after this silence, in seconds.
  private static let silence = 0.1
  /// After so many seconds and lines without a recognized one, a message says so.
  private static let complaintThreshold = (seconds: 5.0, lines: 20)

  let input: Int32
  let copiesInput: Bool
  private(set) var feed: DaemonFeed
  private var parser: FeedParser
  private var splitter = LineSplitter()
  private var lineCount = 0
  private var peeked: String?
  /// The time of the first line.
  private var startTime: Double?
  private var hasComplained = false

  init(input: Int32, parser: FeedParser, copiesInput: Bool, feed: DaemonFeed) {
    self.input = input
    self.parser = parser
    self.copiesInput = copiesInput
    self.feed = feed
  }

  var summary: String {
    "read \(lineCount) lines as \(parser.format.rawValue), ignored \(parser.ignoredLineCount), "
      + "dropped \(splitter.oversizedLineCount) overlong, sent \(feed.sentCount) messages"
  }

  mutating func run(completing: Bool) throws(ClientError) {
    let descriptor = FileDescriptor(owning: input)
    let result = readAll(descriptor)
    // The shell owns the descriptor.
    _ = descriptor.take()
    if case .failure(let error) = result { throw error }
    if let line = splitter.finish() { handle(line) }
    if lineCount > 0, !parser.hasUnderstood { complain() }
    if completing { feed.add(.percent(100)) }
    feed.finish()
  }

  private mutating func readAll(
    _ descriptor: borrowing FileDescriptor
  ) -> Result<Void, ClientError> {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let sources = [descriptor.rawValue] + feed.attemptDescriptors
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
      feed.sendDue()
    }
  }

  private mutating func handle(_ line: String) {
    lineCount += 1
    if startTime == nil { startTime = Clock.now }
    peeked = nil
    guard let update = parser.parse(line) else { return }
    if update.isFailure { Console.complain(update.text ?? "the tool reports a failure") }
    feed.add(update)
  }

  /// A meter leaves its newest state in an unfinished line and may then be silent for long.
  private mutating func peekAtUnfinishedLine() {
    guard splitter.isRedrawing, let line = splitter.unfinishedLine, line != peeked else { return }
    peeked = line
    if let update = parser.peek(line) { feed.add(update) }
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
    Console.complain(parser.complaint(ofLines: lineCount))
  }

  /// Seconds until something has to be done if no input comes; nil for no limit.
  private var nextWait: Double? {
    var wait = feed.nextWait
    if splitter.isRedrawing, let line = splitter.unfinishedLine, line != peeked {
      wait = min(wait ?? Self.silence, Self.silence)
    }
    if let delay = complaintDelay { wait = min(wait ?? delay, delay) }
    return wait
  }
}
