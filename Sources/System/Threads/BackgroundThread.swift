/// A thread that does one piece of work at a time, beside the thread that gives it. An epoll can
/// wait for the end of a piece.
///
/// It starts with the first piece, sleeps between pieces, and ends with its owner, or with the
/// piece at which it then works.
public final class BackgroundThread {
  private let desk: SharedDesk
  private var isStarted = false
  /// True from the start of a piece until `takeCompletion` has reported its end.
  public private(set) var isBusy = false

  public init() throws(SystemError) { desk = try SharedDesk() }

  deinit { if isStarted { desk.end() } }

  /// Lends the descriptor that is readable when a piece is done.
  public func withDescriptor(
    _ body: (borrowing FileDescriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    try body(desk.descriptor)
  }

  /// Starts a piece of work on the thread, or does it at once if the system gives no thread. The
  /// data that the work uses belongs to the thread alone until `takeCompletion` reports the end.
  public func start(_ work: @escaping () -> Void) {
    precondition(!isBusy, "one piece of work at a time")
    isBusy = true
    if !isStarted { isStarted = desk.startThread() }
    desk.work = work
    if isStarted { desk.wake() } else { desk.perform() }
  }

  /// Reads the end of a piece.
  /// - Returns: false if there is none yet.
  public func takeCompletion() -> Bool {
    guard isBusy, desk.takeSign() else { return false }
    isBusy = false
    return true
  }
}

/// The state that the two threads share. The semaphore and the descriptor order its accesses.
private final class SharedDesk: @unchecked Sendable {
  let descriptor: FileDescriptor
  var work: (() -> Void)?
  private let beginning = Semaphore()
  private var isOver = false

  init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try Syscalls.createEvent())
  }

  /// - Returns: false if the system gives no more threads.
  func startThread() -> Bool { DetachedThread.start(.large) { self.run() } }

  private func run() {
    while true {
      beginning.wait()
      if isOver { return }
      perform()
    }
  }

  func wake() { beginning.post() }

  func end() {
    isOver = true
    wake()
  }

  /// Does the work and reports its end.
  func perform() {
    work?()
    work = nil
    var sign: UInt64 = 1
    unsafe withUnsafeBytes(of: &sign) { bytes in
      // There is always space for one sign.
      _ = try? unsafe Syscalls.write(descriptor.rawValue, bytes)
    }
  }

  func takeSign() -> Bool {
    var sign: UInt64 = 0
    return unsafe withUnsafeMutableBytes(of: &sign) { bytes in
      ((try? unsafe Syscalls.read(descriptor.rawValue, into: bytes)) ?? nil) != nil
    }
  }
}
