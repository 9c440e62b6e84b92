import Foundation

/// The monotonic clock, and the least of many measurements.
enum Stopwatch {
  static var nanoseconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  @inline(never) static func measure(_ body: () -> Void) -> Int {
    let start = nanoseconds
    body()
    return nanoseconds - start
  }
}
