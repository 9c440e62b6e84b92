/// Closes descriptors that came from other processes, so that no caller waits for it.
///
/// The files may belong to a file system that a process serves (FUSE), or to a distant machine.
/// Closing such a file waits for an answer that may never come, and no signal ends the wait. Small
/// files in memory are closed at once. All others are closed by some threads, which end when
/// nothing is left to close. The descriptors of one owner do not hold up those of another.
final class DescriptorCloser: @unchecked Sendable {
  /// Closes files.
  static let shared = DescriptorCloser()
  /// Closes connections, whose unread messages may carry files. Connections take no places of
  /// files, for which further files would be refused, and wait for no thread that a file holds up.
  static let connections = DescriptorCloser()

  /// Closes a descriptor on a thread.
  private let closing: @Sendable (Int32) -> Void
  private let lock = Lock()
  // The lock guards these.
  private var waiting: [(number: Int32, owner: DescriptorOwner)] = []
  private var waitingShares = DescriptorShares(perOwner: mostWaiting, allOthers: 64)
  private var threadShares = DescriptorShares(perOwner: mostThreads, allOthers: 8)

  /// Threads for one owner: a further one would wait for the same file system.
  static let mostThreads = 2
  /// Waiting descriptors of one owner from which on no more of it are to be taken.
  static let mostWaiting = 24
  /// Bytes of a file in memory that is closed at once. With its last descriptor the kernel frees
  /// it, which takes about 0.15 ms for each megabyte, and a message has up to 16 of them.
  static let largestAtOnce = 512 << 10

  init(closing: @escaping @Sendable (Int32) -> Void = { closeIgnoringErrors($0) }) {
    self.closing = closing
  }

  /// True if so many descriptors of an owner wait that further ones have to be refused. The kernel
  /// drops refused ones without waiting.
  func isFull(for owner: DescriptorOwner) -> Bool {
    lock.hold { !waitingShares.hasRoom(for: owner) }
  }

  /// Takes over a descriptor and closes it soon.
  func close(_ number: Int32, of owner: DescriptorOwner) {
    if Self.isClosedAtOnce(number) { return closeIgnoringErrors(number) }
    closeByThread(number, of: owner)
  }

  /// Takes over a connected socket and closes it soon; at once if too many descriptors of its owner
  /// wait. With the socket, the kernel also closes the files in messages that were not read,
  /// however large these files are.
  ///
  /// No epoll may watch the socket: it would report the socket until that is closed.
  func closeConnection(_ number: Int32, of owner: DescriptorOwner) {
    // Files come with at least a byte.
    let isEmpty = (try? Syscalls.endConnection(number)) == false
    if isEmpty || isFull(for: owner) { return closeIgnoringErrors(number) }
    closeByThread(number, of: owner)
  }

  /// Takes over a descriptor of any file. Unlike `close`, this leaves even a small file to a
  /// thread, since so many files take long.
  func closeByThread(_ number: Int32, of owner: DescriptorOwner) {
    let needsThread = lock.hold {
      waiting.append((number, owner))
      waitingShares.add(owner)
      guard threadShares.hasRoom(for: owner) else { return false }
      threadShares.add(owner)
      return true
    }
    if needsThread, !DetachedThread.start(.small, { self.work(for: owner) }) {
      // Without a thread the next call tries again.
      lock.hold { threadShares.remove(owner) }
    }
  }

  /// True for a small file in memory. The kernel itself knows the size and the seals of such files,
  /// and no other files have seals.
  private static func isClosedAtOnce(_ number: Int32) -> Bool {
    guard (try? Syscalls.seals(number)) != nil, let status = try? Syscalls.status(of: number) else {
      return false
    }
    return status.usedSize <= largestAtOnce
  }

  private func work(for owner: DescriptorOwner) {
    var owner = owner
    while let number = next(&owner) { closing(number) }
  }

  /// The next descriptor of the thread's owner, or else of another one that may have the thread.
  /// - Returns: nil if the thread is to end.
  private func next(_ owner: inout DescriptorOwner) -> Int32? {
    lock.hold {
      let own = owner
      threadShares.remove(own)
      guard
        let index = waiting.firstIndex(where: { $0.owner == own })
          ?? waiting.firstIndex(where: { threadShares.hasRoom(for: $0.owner) })
      else { return nil }
      let next = waiting.remove(at: index)
      waitingShares.remove(next.owner)
      threadShares.add(next.owner)
      owner = next.owner
      return next.number
    }
  }
}
