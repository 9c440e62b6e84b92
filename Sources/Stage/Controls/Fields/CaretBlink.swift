/// The blinking of a caret: it is seen for a while after each key, then goes and comes, and stays
/// in the end, so that a screen without a person at it rests.
struct CaretBlink {
  private(set) var isVisible = true
  private var start = 0.0
  /// The stage's time at which it goes or comes; nil if it stays.
  private(set) var nextChange: Double?

  /// Seconds, as on most desktops.
  private static var half: Double { 0.55 }
  private static var longest: Double { 11 }

  mutating func restart() { (isVisible, nextChange) = (true, nil) }

  mutating func begin(at time: Double, isBlinking: Bool) {
    isVisible = true
    start = time
    nextChange = isBlinking ? time + Self.half : nil
  }

  /// - Returns: true if it went or came.
  mutating func advance(to time: Double) -> Bool {
    guard let moment = nextChange, moment <= time else { return false }
    let count = ((time - start) / Self.half).rounded(.down)
    let isOver = time - start >= Self.longest
    nextChange = isOver ? nil : start + (count + 1) * Self.half
    let isVisible = isOver || count.truncatingRemainder(dividingBy: 2) == 0
    defer { self.isVisible = isVisible }
    return isVisible != self.isVisible
  }
}
