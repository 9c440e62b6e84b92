/// A thread that works in place of its owner's thread while that is in a long step.
///
/// The owner lends its state to the thread for the time of each step, and has it alone otherwise. A
/// timer wakes the thread only if a step lasts, so that short steps cost two passes of a lock. The
/// thread starts with the first steps, sleeps otherwise, and ends with its owner.
public final class LongStepThread {
  private let loan: Loan
  /// Nil before the first steps; false if the system gave no thread, which is not tried again.
  private var isStarted: Bool?
  private var isExpecting = false

  /// - Parameter interval: the microseconds after each piece of work until the next one of the same
  ///   step.
  public init(interval: Int64) throws(SystemError) { loan = try Loan(interval: interval) }

  deinit { if isStarted == true { loan.end() } }

  /// The work that is repeated while a step lasts. It has to be short, since the owner waits for
  /// its end, and must not touch anything that the step uses. To be set before the first step.
  public var work: () -> Void {
    get { loan.work }
    set { loan.work = newValue }
  }

  /// From a number of microseconds after now, does the work in steps that still last. If the system
  /// gives no thread or no timer, the work is not done.
  public func expect(after delay: Int64) {
    let isStarted = isStarted ?? loan.startThread()
    self.isStarted = isStarted
    guard isStarted else { return }
    loan.arm(after: delay)
    isExpecting = true
  }

  /// To be called after the last step, so that the thread stays asleep.
  public func rest() {
    if isExpecting { loan.disarm() }
    isExpecting = false
  }

  /// Does a step on the calling thread, and lends the owner's state meanwhile.
  @discardableResult public func lend<Result: ~Copyable>(during step: () -> Result) -> Result {
    loan.begin()
    let result = step()
    loan.takeBack()
    return result
  }
}

/// The state that the two threads share. It changes only under the lock.
private final class Loan: @unchecked Sendable {
  var work: () -> Void = {}
  private let interval: Int64
  private let timer: TimerDescriptor
  private let lock = Lock()
  private var isLent = false
  private var isOver = false

  init(interval: Int64) throws(SystemError) {
    self.interval = interval
    timer = try TimerDescriptor()
  }

  /// - Returns: false if the system gives no more threads.
  func startThread() -> Bool { DetachedThread.start(.large) { self.run() } }

  private func run() {
    while (try? timer.descriptor.waitForInput(milliseconds: -1)) != nil {
      _ = try? timer.drain()
      if !workWhileLent() { return }
    }
  }

  /// - Returns: false at the end of the thread.
  private func workWhileLent() -> Bool {
    lock.hold {
      if isOver { return false }
      if isLent {
        work()
        arm(after: interval)
      }
      return true
    }
  }

  func begin() { lock.hold { isLent = true } }

  /// Waits for the end of a piece of work.
  func takeBack() { lock.hold { isLent = false } }

  func arm(after delay: Int64) { try? timer.arm(after: delay) }

  func disarm() { try? timer.disarm() }

  func end() {
    lock.hold {
      isOver = true
      work = {}
    }
    arm(after: 1)
  }
}
