/// Reading a file that another process has opened, whose file system may never answer.
public enum UntrustedFile {
  /// The outcome of a reading.
  public enum Content: Sendable {
    case bytes([UInt8])
    /// Reading any other kind of file might never end.
    case notRegular
    case tooLarge
    case failed(SystemError)
    /// The file system has not answered in time.
    case silent
  }

  /// Milliseconds of waiting.
  static let longestWait = 5_000
  /// The most readings at a time, of one owner and of all owners except the kept ones. A further
  /// reading counts as silent.
  static let mostReadings = (perOwner: 4, allOthers: 8)

  /// Reads a regular or memory file from its beginning, and closes it. A file that is not in memory
  /// is read by a thread, for which the caller waits only up to a limit.
  /// - Parameter limit: the most bytes.
  public static func content(of descriptor: consuming ForeignDescriptor, limit: Int) -> Content {
    if (try? Syscalls.seals(descriptor.rawValue)) != nil {
      return content(closing: descriptor, limit: limit)
    }
    let owner = descriptor.owner
    guard ReadingCount.shared.take(for: owner) else { return .silent }
    let reading = Reading(descriptor.take(), of: owner, limit: limit)
    guard DetachedThread.start(.small, { reading.run() }) else {
      ReadingCount.shared.giveBack(for: owner)
      return content(closing: ForeignDescriptor(owning: reading.number, of: owner), limit: limit)
    }
    for _ in 0..<longestWait {
      if reading.done.take() { return reading.content }
      waitIdly(milliseconds: 1)
    }
    return .silent
  }

  private static func content(
    closing descriptor: consuming ForeignDescriptor, limit: Int
  ) -> Content {
    read(descriptor.rawValue, limit: limit)
  }

  fileprivate static func read(_ number: Int32, limit: Int) -> Content {
    do throws(SystemError) {
      let status = try Syscalls.status(of: number)
      guard status.kind == .regular else { return .notRegular }
      guard status.size <= limit else { return .tooLarge }
      return .bytes(try bytes(of: number, count: status.size))
    } catch {
      return .failed(error)
    }
  }

  /// The first bytes, or all if the file has become shorter.
  private static func bytes(of number: Int32, count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let place = filled
      var span = bytes.mutableSpan
      let read = try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) -> Int in
        try unsafe Syscalls.read(
          number, at: place, into: .init(rebasing: buffer[place...]), path: nil)
      }
      guard read > 0 else { break }
      filled += read
    }
    bytes.removeLast(count - filled)
    return bytes
  }
}

/// One reading on a thread. The semaphore orders the accesses to the content.
private final class Reading: @unchecked Sendable {
  let number: Int32
  private let owner: DescriptorOwner
  private let limit: Int
  private(set) var content = UntrustedFile.Content.silent
  let done = Semaphore()

  init(_ number: Int32, of owner: DescriptorOwner, limit: Int) {
    (self.number, self.owner, self.limit) = (number, owner, limit)
  }

  func run() {
    content = UntrustedFile.read(number, limit: limit)
    done.post()
    // This may wait, too.
    closeIgnoringErrors(number)
    ReadingCount.shared.giveBack(for: owner)
  }
}

/// The number of readings that run.
private final class ReadingCount: @unchecked Sendable {
  static let shared = ReadingCount()
  private let lock = Lock()
  private var shares = DescriptorShares(
    perOwner: UntrustedFile.mostReadings.perOwner, allOthers: UntrustedFile.mostReadings.allOthers)

  /// - Returns: false if there are as many as there may be.
  func take(for owner: DescriptorOwner) -> Bool {
    lock.hold {
      guard shares.hasRoom(for: owner) else { return false }
      shares.add(owner)
      return true
    }
  }

  func giveBack(for owner: DescriptorOwner) { lock.hold { shares.remove(owner) } }
}
