import CLinux

/// Ends the process without the exit handlers of libraries, which might free memory that other
/// threads are using.
public func endProcessAtOnce(status: Int32) -> Never { firstlight_exit_at_once(status) }

/// Kills another process.
/// - Throws: `EPERM` where this process has no right to do so, `ESRCH` where there is no such
///   process.
public func killProcess(_ identifier: Int32) throws(SystemError) {
  try Syscalls.kill(identifier)
}
