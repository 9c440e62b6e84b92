import CLinux

/// Ends the process without the exit handlers of libraries, which might free memory that other
/// threads are using.
public func endProcessAtOnce(status: Int32) -> Never { firstlight_exit_at_once(status) }
