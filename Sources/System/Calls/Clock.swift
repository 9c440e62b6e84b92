import CLinux

/// Microseconds of the monotonic clock. Only the server reads it and passes times on.
public func monotonicNow() throws(SystemError) -> Int64 {
  try Syscalls.monotonicMicroseconds()
}

/// Microseconds of processor time of the calling thread: the cost of its work, independent of other
/// load on the machine.
public func threadTime() throws(SystemError) -> Int64 { try Syscalls.threadMicroseconds() }

/// Does nothing for a while, or until a signal comes.
public func waitIdly(milliseconds: Int) { firstlight_sleep(milliseconds) }
