import Foundation

/// Waiting for several descriptors.
enum Poll {
  /// Waits until one of the descriptors can be read or has ended.
  /// - Parameter timeout: in seconds; nil for no limit.
  /// - Returns: for each of them, true if it is ready; all false after the timeout or a signal.
  static func wait(reading descriptors: [Int32], timeout: Double?) -> [Bool] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let milliseconds = timeout.map { Int32(min(max(0, $0) * 1000, 86_400_000).rounded(.up)) } ?? -1
    guard unsafe poll(&entries, nfds_t(entries.count), milliseconds) > 0 else {
      return descriptors.map { _ in false }
    }
    return entries.map { $0.revents != 0 }
  }
}

/// The client's clock, which only goes forward.
enum Clock {
  /// Seconds since the machine started.
  static var now: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }
}
