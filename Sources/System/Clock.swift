/// Microseconds of the monotonic clock. Only the server reads it and hands times on.
public func monotonicNow() throws(SystemError) -> Int64 {
  try Syscalls.monotonicMicroseconds()
}
