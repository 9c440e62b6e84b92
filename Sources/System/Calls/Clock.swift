import CLinux

/// Microseconds of the monotonic clock. Only the server reads it and hands times on.
public func monotonicNow() throws(SystemError) -> Int64 {
  try Syscalls.monotonicMicroseconds()
}

/// Microseconds of a processor's time that the calling thread has had: what its work costs, however many
/// others share the machine.
public func threadTime() throws(SystemError) -> Int64 { try Syscalls.threadMicroseconds() }

/// Does nothing for a while, or until a signal comes.
public func waitIdly(milliseconds: Int) { firstlight_sleep(milliseconds) }
