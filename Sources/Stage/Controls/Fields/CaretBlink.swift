/// The blinking of a caret. The caret is visible for a while after each key, then blinks, and in
/// the end stays visible, so that a screen without a person in front of it rests.
struct CaretBlink {
  private(set) var isVisible = true
  private var start = 0.0
  /// The stage's time at which the caret appears or vanishes next; nil if it stays.
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

  /// - Returns: true if the caret appeared or vanished.
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
