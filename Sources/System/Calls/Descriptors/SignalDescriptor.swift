import CLinux

/// A signal that the daemon knows.
public enum Signal: Sendable, Equatable, CaseIterable {
  case terminate, interrupt, hangUp, user1, user2, child

  public var number: Int32 {
    switch self {
    case .terminate: firstlight_SIGTERM
    case .interrupt: firstlight_SIGINT
    case .hangUp: firstlight_SIGHUP
    case .user1: firstlight_SIGUSR1
    case .user2: firstlight_SIGUSR2
    case .child: firstlight_SIGCHLD
    }
  }
}

/// Signals through a descriptor for an epoll, instead of handlers that interrupt.
public struct SignalDescriptor: ~Copyable {
  public let descriptor: FileDescriptor

  /// Blocks the signals' usual effect on this thread and receives them here.
  public init(_ signals: [Signal]) throws(SystemError) {
    var mask: UInt64 = 0
    for signal in signals { mask |= 1 << UInt64(signal.number) }
    descriptor = FileDescriptor(owning: try Syscalls.createSignalDescriptor(mask: mask))
  }

  /// The next signal that came, or nil.
  public borrowing func next() throws(SystemError) -> Signal? {
    guard let number = try Syscalls.readSignal(descriptor.rawValue) else { return nil }
    for signal in Signal.allCases where signal.number == Int32(number) { return signal }
    return nil
  }

  /// Makes writing to a closed pipe an error and not the end of the process.
  public static func ignoreBrokenPipes() throws(SystemError) {
    try Syscalls.ignoreSignal(SIGPIPE)
  }

  /// Makes calls on a terminal of another process group fail, instead of stopping the process.
  public static func ignoreTerminalStops() throws(SystemError) {
    try Syscalls.ignoreSignal(SIGTTIN)
    try Syscalls.ignoreSignal(SIGTTOU)
  }
}
