/// A failure that a test injects into the system calls of its own thread.
public struct SystemFault: Sendable {
  /// The call that fails.
  public var call: SystemCall
  /// The errno value that it fails with. `EINTR` is retried like a real one.
  public var code: Int32
  /// The number of such calls that succeed before.
  public var after: Int
  /// The number of such calls that fail.
  public var count: Int

  public init(_ call: SystemCall, code: Int32, after: Int = 0, count: Int = 1) {
    self.call = call
    self.code = code
    self.after = after
    self.count = count
  }

  /// Runs `body` with the fault in force on this thread.
  public func inject<Result: ~Copyable, Failure: Error>(
    into body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    Syscalls.setFault(self)
    defer { Syscalls.setFault(nil) }
    return try body()
  }
}
