import CLinux

/// The signals that end a process whose loop may be at work for long, and its signs of life.
///
/// SIGTERM and SIGINT ask the loop to end: it hears of that by `isEnding`, and by a descriptor where it
/// waits. Where it has not ended in time, the process ends all the same; what it held of the screen
/// goes back to the kernel then, and the console's guard sees to the terminal. The service manager
/// gets its signs of life by a timer, whatever the loop does, for as long as it waits or beats.
/// A handler does all of that: there is no thread, and at rest there is no call.
@safe public final class LoopSupervisor {
  /// Readable once the loop is asked to end.
  public let wake: FileDescriptor
  private let loop: UnsafeMutablePointer<firstlight_supervision>
  /// Kept open for the handler.
  private let notifier: FileDescriptor?
  /// Microseconds between two signs of life; nil for none.
  private let interval: Int64?
  private var hasSignals = false

  /// Microseconds after which a loop that was asked to end is not waited for any more.
  public static let patience: Int64 = 700_000
  /// Microseconds for which signs of life go on while the loop stands at one step, at least.
  private static let leastStall: Int64 = 10_000_000

  /// A supervisor that knows of no signal yet.
  public init(for manager: ServiceManager) throws(SystemError) {
    wake = FileDescriptor(owning: try Syscalls.createEvent())
    unsafe loop = .allocate(capacity: 1)
    unsafe loop.initialize(to: firstlight_supervision())
    unsafe loop.pointee.wake = wake.rawValue
    unsafe loop.pointee.patience = Int(Self.patience)
    unsafe loop.pointee.notifier = -1
    guard let limit = manager.watchdogInterval, let path = manager.notifySocket else {
      notifier = nil
      interval = nil
      return
    }
    let half = max(limit / 2, 1)
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

  /// Gives a sign of life, unless the loop has stood for too long: what the timer does.
  func giveSign() { unsafe firstlight_give_sign(loop) }

  /// True if the loop is asked to end.
  public var isEnding: Bool { unsafe firstlight_is_ending(loop) != 0 }

  /// Told by the loop, and by its long steps now and then, that it goes on.
  public func beat() { unsafe firstlight_beat(loop) }

  /// Told by the loop before it waits for something to do, and behind that.
  public func setWaiting(_ isWaiting: Bool) {
    unsafe firstlight_set_waiting(loop, isWaiting ? 1 : 0)
  }
}

/// The handlers' memory. Never given back, since a signal may always come.
nonisolated(unsafe) private var supervised: UnsafeMutablePointer<firstlight_supervision>?
