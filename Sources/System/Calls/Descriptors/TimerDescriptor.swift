/// A timer of the monotonic clock that an epoll can wait for. Times are in microseconds.
public struct TimerDescriptor: ~Copyable {
  /// Readable once the timer has expired, until `drain()`.
  public let descriptor: FileDescriptor

  public init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try Syscalls.createTimer())
  }

  /// Expires once when the monotonic clock reaches `time`; at once if that is past.
  public borrowing func arm(at time: Int64) throws(SystemError) {
    // Zero would disarm.
    try Syscalls.setTimer(descriptor.rawValue, microseconds: max(time, 1), isAbsolute: true)
  }

  /// Expires once after `interval`.
  public borrowing func arm(after interval: Int64) throws(SystemError) {
    try Syscalls.setTimer(descriptor.rawValue, microseconds: max(interval, 1), isAbsolute: false)
  }

  /// Cancels an expiration that is to come.
  public borrowing func disarm() throws(SystemError) {
    try Syscalls.setTimer(descriptor.rawValue, microseconds: 0, isAbsolute: false)
  }

  /// Reads the expirations, so that the descriptor is no longer readable.
  /// - Returns: the number of expirations since the last call.
  public borrowing func drain() throws(SystemError) -> UInt64 {
    try Syscalls.readExpirations(descriptor.rawValue) ?? 0
  }
}
