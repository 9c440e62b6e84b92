import CLinux

/// Writes lines to a stream that other processes may share and whose reader may be slow, without
/// ever waiting for it: a full pipe, a stopped console, a journal that hangs.
///
/// The stream's description belongs to others, too, so its flags stay unchanged. A plain file is
/// written at once, and a socket with a flag of the call; the rest, and everything for other kinds
/// of files, is queued up to a limit for a thread of its own. The thread starts with the first
/// queued line and sleeps between lines. A line that does not fit into the queue is lost and
/// counted.
public final class BackgroundWriter {
  private let lines: WaitingLines
  private let kind: FileKind

  /// - Parameters:
  ///   - byteLimit: the most bytes in the queue.
  ///   - lossNotice: makes the line that reports a number of lost lines in their place; nil for
  ///     none.
  public init(
    _ stream: StandardStream, byteLimit: Int = 64 << 10,
    lossNotice: (@Sendable (_ count: Int) -> String)? = nil
  ) {
    lines = WaitingLines(stream.rawValue, byteLimit, lossNotice)
    kind = (try? Syscalls.status(of: stream.rawValue))?.kind ?? .other
  }

  /// Writes to a descriptor that the caller keeps open as long as something is queued.
  package init(
    borrowing number: Int32, byteLimit: Int,
    lossNotice: (@Sendable (_ count: Int) -> String)? = nil
  ) {
    lines = WaitingLines(number, byteLimit, lossNotice)
    kind = (try? Syscalls.status(of: number))?.kind ?? .other
  }

  deinit { lines.end() }

  /// Writes a text, or queues it.
  /// - Returns: false if it is lost.
  @discardableResult public func write(_ text: String) -> Bool {
    let bytes = [UInt8](text.utf8)
    var written = 0
    if lines.isEmpty {
      switch kind {
      case .regular: written = lines.writeAtOnce(bytes, isSocket: false)
      case .socket: written = lines.writeAtOnce(bytes, isSocket: true)
      default: break
      }
    }
    return written == bytes.count || lines.append(bytes, from: written)
  }

  /// Waits until the queue is empty, up to a limit.
  /// - Returns: false after the limit.
  @discardableResult public func finish(milliseconds: Int) -> Bool {
    var waited = 0
    while !lines.isEmpty {
      guard waited < milliseconds else { return false }
      lines.startThread()
      firstlight_sleep(2)
      waited += 2
    }
    return true
  }
}

/// The queue, and the thread that writes it. All of it changes under the lock.
private final class WaitingLines: @unchecked Sendable {
  private let descriptor: Int32
  private let byteLimit: Int
  private let lossNotice: (@Sendable (Int) -> String)?
  private let lock = Lock()
  private var waiting: [UInt8] = []
  /// Bytes that the thread has taken and not written yet, and the lost lines that it reports.
  private var takenCount = 0
  private var lost = 0
  private var hasThread = false
  private var isOver = false
  /// Posted for the thread when something is queued.
  private let work = Semaphore()

  init(_ descriptor: Int32, _ byteLimit: Int, _ lossNotice: (@Sendable (Int) -> String)?) {
    self.descriptor = descriptor
    self.byteLimit = byteLimit
    self.lossNotice = lossNotice
  }

  var isEmpty: Bool { lock.hold { takenCount == 0 && waiting.isEmpty && lost == 0 } }

  /// Ends the thread after it has written the queue.
  func end() {
    lock.hold { isOver = true }
    work.post()
  }

  /// Writes as much as the descriptor accepts now, while nothing is queued.
  /// - Returns: the number of bytes that need not be written again.
  func writeAtOnce(_ bytes: [UInt8], isSocket: Bool) -> Int {
    var written = 0
    while written < bytes.count {
      switch attempt(bytes, from: written, isSocket: isSocket) {
      case .written(let count): written += count
      case .full: return written
      case .failed: return bytes.count
      }
    }
    return written
  }

  private enum Attempt {
    case written(Int)
    case full
    /// The reader is gone, or the disk is full: nothing more will be accepted.
    case failed
  }

  private func attempt(_ bytes: [UInt8], from start: Int, isSocket: Bool) -> Attempt {
    let rest = bytes.span.extracting(start..<bytes.count)
    do throws(SystemError) {
      let count = try unsafe rest.withUnsafeBytes { buffer throws(SystemError) -> Int? in
        if isSocket { return try unsafe Syscalls.sendAtOnce(descriptor, buffer) }
        return try unsafe Syscalls.write(descriptor, buffer)
      }
      guard let count else { return .full }
      return count > 0 ? .written(count) : .failed
    } catch {
      return .failed
    }
  }

  /// - Returns: false if the queue is full.
  func append(_ bytes: [UInt8], from start: Int) -> Bool {
    let fits = lock.hold {
      // The rest of a line whose beginning was written has to follow it.
      guard start > 0 || waiting.count + takenCount + bytes.count <= byteLimit else {
        lost += 1
        return false
      }
      waiting += bytes[start...]
      return true
    }
    guard fits else { return false }
    startThread()
    work.post()
    return true
  }

  /// Starts the thread if it does not run. If the system gives none, the queue stays for the next
  /// attempt.
  func startThread() {
    lock.hold {
      if !hasThread { hasThread = DetachedThread.start(.small) { self.run() } }
    }
  }

  private func run() {
    while true {
      work.wait()
      while let (bytes, lost) = take() {
        writeAll(bytes)
        if lost > 0, let lossNotice { writeAll([UInt8](lossNotice(lost).utf8)) }
      }
      if hasEnded { return }
    }
  }

  private var hasEnded: Bool { lock.hold { isOver } }

  /// The next piece; nil if the queue is empty.
  private func take() -> (bytes: [UInt8], lost: Int)? {
    lock.hold {
      takenCount = waiting.count + lost
      guard !waiting.isEmpty || lost > 0 else { return nil }
      let taken = (bytes: waiting, lost: lost)
      waiting = []
      // Lines are lost only after the queued ones.
      lost = 0
      return taken
    }
  }

  /// Writes everything, waiting for the reader. A closed one is ignored.
  private func writeAll(_ bytes: [UInt8]) {
    var written = 0
    while written < bytes.count {
      switch attempt(bytes, from: written, isSocket: false) {
      case .written(let count): written += count
      // Another user of the description has set it not to block.
      case .full:
        guard (try? Syscalls.waitForRoom(descriptor)) != nil else { return }
      case .failed: return
      }
    }
  }
}
