import CLinux

/// A wait that continues after a signal for the rest of its time. The watchdog's signals come again
/// and again: if each of them restarted the wait, a long wait would never end.
struct LimitedWait {
  private let limit: Int32
  private let start: Int

  /// - Parameter limit: in milliseconds; negative for none.
  init(_ limit: Int32) {
    self.limit = limit
    start = limit > 0 ? firstlight_monotonic_microseconds() : 0
  }

  /// The time that is left.
  var milliseconds: Int32 {
    guard limit > 0 else { return limit }
    let passed = max(firstlight_monotonic_microseconds() - start, 0) / 1000
    return Int32(max(Int(limit) - passed, 0))
  }
}
