import System

/// Notices that a display may have come: by the kernel's events of devices, and by a timer for the
/// next attempt at a display whose availability is not announced. Udev gives access to a device's
/// node only after the kernel has reported the device, and a program that has the device leaves it
/// without an event.
final class HotplugWatch {
  /// The changes of some events.
  struct Changes {
    /// True if a device with screens may have come, changed or gone.
    var concernsScreens = false
    /// True if a device has got a console.
    var addsConsole = false
  }

  private let loop: EventLoop
  private let log: Log
  private var listener: UeventListener?
  private var timer: TimerDescriptor?
  /// Microseconds until the next attempt.
  private(set) var retryInterval = HotplugWatch.shortestRetry
  private static let shortestRetry: Int64 = 50_000

  init(loop: EventLoop, log: Log) {
    self.loop = loop
    self.log = log
  }

  /// Begins to listen.
  func begin() throws(SystemError) {
    // In a container the kernel may not report devices.
    do throws(SystemError) {
      let listener = try UeventListener()
      try loop.watch(listener.descriptor, for: .readable, as: .devices)
      self.listener = consume listener
    } catch {
      log.note("changes of displays are not noticed: " + error.description)
    }
    let timer = try TimerDescriptor()
    try loop.watch(timer.descriptor, for: .readable, as: .retry)
    self.timer = consume timer
  }

  /// Reads the waiting events. A device that fails may come and go all the time: some events stay
  /// for the next turn.
  func takeChanges() -> Changes {
    var changes = Changes()
    for _ in 0..<UeventListener.batch {
      guard let item = try? listener?.next() else { break }
      switch item {
      case .lost: changes.concernsScreens = true
      case .event(let event):
        if event.subsystem == "drm" || event.subsystem == "graphics" {
          changes.concernsScreens = true
        }
        if event.subsystem == "graphics", event.action == "add" { changes.addsConsole = true }
      }
    }
    return changes
  }

  // MARK: The next attempt

  /// Sets the timer for the next attempt.
  func armRetry() throws(SystemError) { try timer?.arm(after: retryInterval) }

  /// Makes the next attempt come soon.
  func hasten() { retryInterval = Self.shortestRetry }

  /// Notes that the time for an attempt has come. If it fails, the next one comes after twice the
  /// time.
  /// - Parameter longest: the most microseconds between two attempts.
  func takeRetry(longest: Int64) {
    _ = try? timer?.drain()
    retryInterval = min(retryInterval * 2, longest)
  }
}
