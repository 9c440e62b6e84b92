import JSON

/// Durations of motion, which other formats count in milliseconds.
extension SceneReader {
  /// The usual steps of milliseconds.
  private static let millisecondStep = 50
  /// A motion rarely takes fewer milliseconds, or more.
  private static let likelyMilliseconds = 100.0...10_000
  /// Half an hour in seconds. Clocks move in whole multiples of it.
  private static let halfHour = 1800

  /// The seconds of a motion or of the wait before it, with a warning for a likely number of
  /// milliseconds.
  func duration(_ node: JSONNode, _ key: String, in range: ClosedRange<Double>) -> Double? {
    let seconds = number(node, key, in: range, unit: .seconds)
    if let seconds { warnOfMilliseconds(seconds, key, at: node) }
    return seconds
  }

  /// The seconds of a time limit, which may well be some minutes.
  func timeLimit(_ node: JSONNode, _ key: String, in range: ClosedRange<Double>) -> Double? {
    let seconds = number(node, key, in: range, unit: .seconds)
    if let seconds, seconds.rounded() != seconds || Int(seconds) % 60 != 0 {
      warnOfMilliseconds(seconds, key, at: node)
    }
    return seconds
  }

  private func warnOfMilliseconds(_ seconds: Double, _ key: String, at node: JSONNode) {
    guard Self.likelyMilliseconds.contains(seconds), seconds.rounded() == seconds,
      Int(seconds) % Self.millisecondStep == 0, Int(seconds) % Self.halfHour != 0
    else { return }
    warn(
      .unlikelyValue, at: node.offset, "`" + key + "` is " + plain(seconds) + " seconds",
      hint: "durations are in seconds: " + plain(seconds) + " milliseconds are "
        + plain(seconds / 1000))
  }
}

extension ObjectReader {
  /// The seconds of a motion or of the wait before it.
  mutating func duration(_ key: String, in range: ClosedRange<Double>) -> Double? {
    take(key).flatMap { scene.duration($0, key, in: range) }
  }
}
