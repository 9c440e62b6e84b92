import System

/// The number of started pieces of a long task, on one line of the terminal at standard error.
struct WorkProgress {
  /// Ten numbers a second can be read.
  private static let interval = Duration.milliseconds(100)

  private let noun: String
  private let total: Int
  private var count = 0
  private var next = ContinuousClock.now

  /// - Parameter noun: the word for a piece.
  init(_ noun: String, total: Int) { (self.noun, self.total) = (noun, total) }

  /// Counts a piece that comes next.
  mutating func advance() {
    count += 1
    guard Terminal.isThere, ContinuousClock.now >= next else { return }
    next = .now + Self.interval
    StandardStream.error.write("\r\(noun) \(count) of \(total)" + Terminal.Sequence.erase)
  }

  /// Clears the line for further output.
  func end() {
    guard Terminal.isThere, count > 0 else { return }
    StandardStream.error.write("\r" + Terminal.Sequence.erase)
  }
}
