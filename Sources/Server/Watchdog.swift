import System

/// Signs of life for the service manager, each within half of the time that it allows.
final class Watchdog {
  private let manager: ServiceManager
  private let timer: TimerDescriptor
  private let interval: Int64

  /// Nil for a manager that waits for no signs.
  init?(_ manager: ServiceManager) throws(SystemError) {
    guard let limit = manager.watchdogInterval else { return nil }
    self.manager = manager
    interval = limit / 2
    timer = try TimerDescriptor()
  }

  func watch(with loop: EventLoop) throws(SystemError) {
    try loop.watch(timer.descriptor, for: .readable, as: .watchdog)
    feed()
  }

  /// Gives a sign if it is time for one, for work that keeps the loop waiting.
  func feedIfDue() {
    if let expirations = try? timer.drain(), expirations > 0 { feed() }
  }

  /// Gives a sign and sets the timer for the next one, which also clears it.
  func feed() {
    // A manager that cannot be reached will act by itself.
    try? manager.notify(.watchdog)
    try? timer.arm(after: interval)
  }
}
