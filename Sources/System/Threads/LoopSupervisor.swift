import CLinux

/// The signals that end a process whose loop may be busy for long, and its signs of life.
///
/// SIGTERM and SIGINT ask the loop to end: it sees that in `isEnding`, and through a descriptor
/// while it waits. If it has not ended in time, the process ends all the same; the kernel then
/// takes back the screen, and the console's guard restores the terminal. A timer gives the service
/// manager its signs of life, independent of the loop, as long as the loop waits or beats. All of
/// this is done in a signal handler: there is no thread, and at rest there is no call.
@safe public final class LoopSupervisor {
  /// Readable once the loop is asked to end.
  public let wake: FileDescriptor
  private let loop: UnsafeMutablePointer<firstlight_supervision>
  /// Kept open for the handler.
  private let notifier: FileDescriptor?
  /// Microseconds between two signs of life; nil for none.
  private let interval: Int64?
  private var hasSignals = false

  /// Microseconds after which the process ends even if the loop has not ended.
  public static let timeout: Int64 = 700_000
  /// The least time, in microseconds, for which signs of life continue while the loop is busy with
  /// one step.
  private static let leastStall: Int64 = 10_000_000
  /// The least time between two signs of life, in microseconds: the signals for more of them would
  /// leave the loop no time.
  private static let leastInterval: Int64 = 10_000

  /// A supervisor that does not handle signals yet.
  public init(for manager: ServiceManager) throws(SystemError) {
    wake = FileDescriptor(owning: try Syscalls.createEvent())
    unsafe loop = .allocate(capacity: 1)
    unsafe loop.initialize(to: firstlight_supervision())
    unsafe loop.pointee.wake = wake.rawValue
    unsafe loop.pointee.timeout = Int(Self.timeout)
    unsafe loop.pointee.notifier = -1
    guard let limit = manager.watchdogInterval, let path = manager.notifySocket else {
      notifier = nil
      interval = nil
      return
    }
    let half = max(limit / 2, Self.leastInterval)
    interval = half
    let socket = FileDescriptor(owning: try Syscalls.createDatagramSocket())
    unsafe loop.pointee.notifier = socket.rawValue
    unsafe loop.pointee.mostStalls = Int(max(Self.leastStall, limit) / half)
    notifier = consume socket
    unsafe try Syscalls.setManager(path, of: loop)
  }

  deinit { if !hasSignals { unsafe loop.deallocate() } }

  /// Takes over the signals of this process: once, before threads are started, and for good.
  public func takeSignals() throws(SystemError) {
    unsafe precondition(supervised == nil, "a process has one loop")
    unsafe supervised = unsafe loop
    hasSignals = true
    try Syscalls.handleSignals { number in
      if let loop = unsafe supervised { unsafe firstlight_supervise(loop, number) }
    }
    guard let interval else { return }
    giveSign()
    try Syscalls.setAlarm(every: interval)
  }

  /// Gives a sign of life, unless the loop has been busy for too long: the action of the timer.
  func giveSign() { unsafe firstlight_give_sign(loop) }

  /// True if the loop is asked to end.
  public var isEnding: Bool { unsafe firstlight_is_ending(loop) != 0 }

  /// Called by the loop, and now and then by its long steps, to show that it is running.
  public func beat() { unsafe firstlight_beat(loop) }

  /// Called by the loop before and after it waits.
  public func setWaiting(_ isWaiting: Bool) {
    unsafe firstlight_set_waiting(loop, isWaiting ? 1 : 0)
  }
}

/// The handlers' memory. Never freed, since a signal may come at any time.
nonisolated(unsafe) private var supervised: UnsafeMutablePointer<firstlight_supervision>?
