import CLinux

/// Ends the process without what libraries do at its end: to free what other threads are still at work with.
public func endProcessAtOnce(status: Int32) -> Never { firstlight_exit_at_once(status) }
