import System

/// The number of frames that are drawn of a sequence, on one line of the terminal at standard error.
struct FrameProgress {
  /// Ten numbers a second can be read.
  private static let interval = Duration.milliseconds(100)

  private let total: Int
  private var count = 0
  private var next = ContinuousClock.now

  init(total: Int) { self.total = total }

  /// Counts a frame that is drawn next.
  mutating func advance() {
    count += 1
    guard Terminal.isThere, ContinuousClock.now >= next else { return }
    next = .now + Self.interval
    StandardStream.error.write("\rframe \(count) of \(total)" + Terminal.Sequence.erase)
  }

  /// Clears the line for what comes next.
  func end() {
    guard Terminal.isThere, count > 0 else { return }
    StandardStream.error.write("\r" + Terminal.Sequence.erase)
  }
}
