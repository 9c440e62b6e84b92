import CLinux

/// A wait that goes on after a signal for what is left of its time. The signals of the watchdog
/// come again and again: if each began the wait anew, a longer one would never end.
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
