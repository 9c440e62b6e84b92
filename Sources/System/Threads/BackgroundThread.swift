import CLinux

/// A thread that does one piece of work at a time, beside the thread that brings it. An epoll can wait for
/// the end of a piece.
///
/// It starts with the first piece, sleeps between pieces, and ends with its owner, or with the piece that
/// it is then at.
public final class BackgroundThread {
  private let desk: SharedDesk
  private var isStarted = false
  /// True from the beginning of a piece until its end was taken note of.
  public private(set) var isBusy = false

  public init() throws(SystemError) { desk = try SharedDesk() }

  deinit { if isStarted { desk.end() } }

  /// Lends the descriptor that is readable when a piece is done.
  public func withDescriptor(
    _ body: (borrowing FileDescriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    try body(desk.descriptor)
  }

  /// Has the thread do something, or does it at once where the system gives no thread. What the work
  /// touches is the thread's alone until `takeCompletion` says that it is done.
  public func start(_ work: @escaping () -> Void) {
    precondition(!isBusy, "one piece of work at a time")
    isBusy = true
    if !isStarted { isStarted = desk.startThread() }
    desk.work = work
    if isStarted { desk.wake() } else { desk.perform() }
  }

  /// Takes note of the end of a piece.
  /// - Returns: false while there is none.
  public func takeCompletion() -> Bool {
    guard isBusy, desk.takeSign() else { return false }
    isBusy = false
    return true
  }
}

/// What the two threads have in common. It changes hands with the semaphore and the descriptor, which
/// order what is done before and after.
@safe private final class SharedDesk: @unchecked Sendable {
  let descriptor: FileDescriptor
  var work: (() -> Void)?
  private let beginning: UnsafeMutablePointer<sem_t>
  private var isOver = false

  /// As large as the main thread's: what is read may be nested deeply.
  private static let stackBytes = 8 << 20

  init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try Syscalls.createEvent())
    unsafe beginning = .allocate(capacity: 1)
    unsafe sem_init(beginning, 0, 0)
  }

  deinit {
    unsafe sem_destroy(beginning)
    unsafe beginning.deallocate()
  }

  /// - Returns: false where the system gives no more threads.
  func startThread() -> Bool {
    let context = unsafe Unmanaged.passRetained(self)
    let result = unsafe firstlight_thread_start(
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<SharedDesk>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque(), Self.stackBytes)
    if result < 0 { unsafe context.release() }
    return result == 0
  }

  private func run() {
    while true {
      unsafe firstlight_semaphore_wait(beginning)
      if isOver { return }
      perform()
    }
  }

  func wake() { unsafe sem_post(beginning) }

  func end() {
    isOver = true
    wake()
  }

  /// Does the work and says so.
  func perform() {
    work?()
    work = nil
    var sign: UInt64 = 1
    unsafe withUnsafeBytes(of: &sign) { bytes in
      // Room for one sign is always there.
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
