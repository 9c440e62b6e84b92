/// Closes descriptors that came from other processes, so that no caller waits for it.
///
/// Their files may be of a file system that a process serves (FUSE), or a distant machine: closing
/// one waits for an answer, which may never come, and no signal ends that. Files in memory are
/// closed at once, and others by some threads, which end when nothing is left to close.
final class DescriptorCloser: @unchecked Sendable {
  static let shared = DescriptorCloser()

  private let lock = Lock()
  // The lock guards these.
  private var waiting: [Int32] = []
  private var threadCount = 0

  /// More threads than these wait for nobody.
  static let mostThreads = 8
  /// Waiting descriptors from which on no more are to be taken.
  static let mostWaiting = 64

  /// True if so many descriptors wait that further ones are to be refused: the kernel drops those
  /// without waiting.
  var isFull: Bool { lock.hold { waiting.count >= Self.mostWaiting } }

  /// Takes over a descriptor and closes it soon.
  func close(_ number: Int32) {
    // Only files in memory have seals. The kernel knows by itself.
    if (try? Syscalls.seals(number)) != nil { return closeIgnoringErrors(number) }
    let needsThread = lock.hold {
      waiting.append(number)
      guard threadCount < Self.mostThreads else { return false }
      threadCount += 1
      return true
    }
    if needsThread, !DetachedThread.start(.small, { self.work() }) {
      // The next call tries again.
      lock.hold { threadCount -= 1 }
    }
  }

  private func work() {
    while let number = next() { closeIgnoringErrors(number) }
  }

  /// - Returns: nil if the thread is to end.
  private func next() -> Int32? {
    lock.hold {
      guard waiting.isEmpty else { return waiting.removeFirst() }
      threadCount -= 1
      return nil
    }
  }
}

extension FileDescriptor {
  /// Closes a descriptor that came from another process, without waiting for its file system.
  public consuming func closeElsewhere() { DescriptorCloser.shared.close(take()) }
}
