import CLinux

/// Threads that do the parts of a piece of work together with the calling thread.
///
/// They start with the first piece, sleep between pieces, and end with the pool. The caller does
/// parts like the others, and in the end waits only for parts that were begun: if the processors
/// are busy with something else it does the work alone.
public final class ThreadPool {
  /// The most threads that work on a piece at the same time, including the caller.
  public let memberCount: Int
  private let work = SharedWork()
  /// Threads that were started; nil before the first piece.
  private var threadCount: Int?
  /// Threads that were woken for the present piece.
  private var wokenCount = 0
  private var hasPiece = false

  /// - Parameter memberCount: 1 or more.
  public init(memberCount: Int) { self.memberCount = max(memberCount, 1) }

  deinit {
    work.isOver = true
    for _ in 0..<(threadCount ?? 0) { work.wake() }
  }

  /// The processors that this process may run on.
  public static var processorCount: Int { firstlight_processor_count() }

  /// Calls `body` once for each part, and returns after all calls.
  public func perform(_ partCount: Int, _ body: (_ part: Int, _ member: Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      begin(partCount, body)
      while takePart() != nil {}
      end()
    }
  }

  /// Begins a piece of work, which other threads then do. The piece before must have ended.
  ///
  /// - Parameter body: called with a part, from 0 on, and with the member that does it. Members are
  ///   numbered below `memberCount`, and the same number is never used by two threads at a time. 0
  ///   is the caller.
  public func begin(_ partCount: Int, _ body: @escaping (_ part: Int, _ member: Int) -> Void) {
    precondition(!hasPiece, "the last piece is not ended")
    hasPiece = true
    wokenCount = max(0, min(started(), partCount - 1))
    work.begin(partCount, body)
    for _ in 0..<wokenCount { work.wake() }
  }

  /// Does the next part on the calling thread.
  /// - Returns: the part; nil if none is left.
  public func takePart() -> Int? { work.takePart(as: 0) }

  /// Ends the piece that was begun: leaves out the parts that are not begun, and waits for the
  /// others.
  public func end() {
    precondition(hasPiece, "no piece was begun")
    hasPiece = false
    work.cancel()
    work.finish(wokenCount)
    wokenCount = 0
  }

  private func started() -> Int {
    if let threadCount { return threadCount }
    var count = 0
    while count < memberCount - 1, work.startThread() { count += 1 }
    threadCount = count
    return count
  }
}

/// The state that the threads of a pool share. Apart from the atomic counters it changes only while
/// all of them sleep; the semaphores order the accesses.
@safe private final class SharedWork: @unchecked Sendable {
  private let beginning = Semaphore()
  private let end = Semaphore()
  /// The next part, and the next thread's number.
  private let counters: UnsafeMutablePointer<Int>
  private var partCount = 0
  private var body: ((Int, Int) -> Void)?
  var isOver = false

  init() {
    unsafe counters = .allocate(capacity: 2)
    unsafe counters.initialize(repeating: 0, count: 2)
  }

  deinit { unsafe counters.deallocate() }

  /// - Returns: false if the system gives no more threads.
  func startThread() -> Bool { DetachedThread.start(.small) { self.run() } }

  private func run() {
    let member = unsafe firstlight_count_up(counters + 1) + 1
    while true {
      beginning.wait()
      if isOver { return }
      while takePart(as: member) != nil {}
      end.post()
    }
  }

  func begin(_ partCount: Int, _ body: @escaping (Int, Int) -> Void) {
    unsafe counters[0] = 0
    self.partCount = partCount
    self.body = body
  }

  func cancel() { unsafe firstlight_set_count(counters, Int.max / 2) }

  func wake() { beginning.post() }

  /// - Returns: the part that was done; nil if none is left.
  func takePart(as member: Int) -> Int? {
    guard let body else { return nil }
    let part = unsafe firstlight_count_up(counters)
    guard part < partCount else { return nil }
    body(part, member)
    return part
  }

  /// Waits for the threads that have begun, given the number of woken ones.
  func finish(_ wokenCount: Int) {
    var begun = wokenCount
    while begun > 0, beginning.take() { begun -= 1 }
    for _ in 0..<begun { end.wait() }
    body = nil
  }
}
