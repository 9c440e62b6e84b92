import Foundation
import TestSupport
import Testing

@testable import System

@Suite struct UnixSocketTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  /// The error of listening on a path.
  func refusal(_ path: String) -> ListenError? {
    do throws(ListenError) {
      _ = try UnixListener.listen(on: path)
      return nil
    } catch {
      return error
    }
  }

  /// Leaves a socket without a listener.
  func leaveDeadSocket(_ path: String) throws {
    let listener = try UnixListener.listen(on: path)
    // Dropped without `close()`, as when a daemon is killed.
    _ = listener.descriptor.rawValue
  }

  @Test func `a listener takes connections on a fresh path in a fresh directory`() throws {
    let path = directory("run/firstlight/socket")
    let listener = try UnixListener.listen(on: path)
    #expect(try FileStatus.of(path)?.mode == 0o666)
    #expect(try FileStatus.of(directory("run"))?.mode == 0o755)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory("run/firstlight"))
        == ["socket"])
    let noneYet = try listener.accept()
    let isEmpty = noneYet == nil
    #expect(isEmpty)

    let client = try UnixStream.connect(to: path)
    let accepted = try listener.accept()
    guard let server = accepted else {
      Issue.record("no connection")
      return
    }
    let peer = try server.peerCredentials()
    #expect(peer.processIdentifier == getpid())
    #expect(peer.userIdentifier == geteuid())

    var buffer = [UInt8](repeating: 0, count: 4)
    var descriptors = DescriptorQueue()
    #expect(try server.receive(into: &buffer, 0..<4, descriptors: &descriptors) == nil)
    #expect(try client.send([5, 6].span) == 2)
    #expect(try server.receive(into: &buffer, 1..<4, descriptors: &descriptors) == 2)
    #expect(buffer == [0, 5, 6, 0])
    listener.close()
    #expect(try FileStatus.of(path) == nil)
  }

  @Test func `a path with a live daemon is refused, naming the process`() throws {
    let path = directory("socket")
    let listener = try UnixListener.listen(on: path)
    let error = refusal(path)
    #expect(error == .inUse(path: path, processIdentifier: getpid()))
    #expect(error?.description.contains("a live daemon (process \(getpid()))") == true)
    #expect(try directory.names() == ["socket"])
    _ = try UnixStream.connect(to: path)
    listener.close()
  }

  @Test func `a live daemon with a full queue is refused`() throws {
    let path = directory("socket")
    let listener = try UnixListener.listen(on: path, backlog: 0)
    let first = try UnixStream.connect(to: path)
    #expect(refusal(path) == .inUse(path: path, processIdentifier: nil))
    _ = first.descriptor.rawValue
    listener.close()
  }

  @Test func `another process's lock on the directory or its files delays nothing`() throws {
    let other = unsafe open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0)
    defer { close(other) }
    // A lock file that other users can open, in the place of the daemons' own.
    let path = directory("socket")
    let bait = unsafe open(directory(".socket.lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    try #require(bait >= 0 && flock(bait, LOCK_EX | LOCK_NB) == 0)
    defer { close(bait) }
    let use = ThreadUse()
    let listener = try UnixListener.listen(on: path)
    // The listener would wait a hundred times for a lock of this user.
    #expect(use.waitCount < 50)
    _ = try UnixStream.connect(to: path)
    listener.close()
  }

  @Test func `an error names the option that chose the path`() throws {
    let error = ListenError.notASocket(path: "/a", kind: .regular)
    #expect(error.description.hasSuffix("choose another path with --socket"))
    #expect(error.description(option: "--other").hasSuffix("choose another path with --other"))
  }

  @Test func `a send timeout that cannot be set is an error of its own`() {
    #expect(throws: SystemError(.limitSending, code: ENOMEM)) {
      try SystemFault(.limitSending, code: ENOMEM).inject {
        _ = try UnixStream.connect(to: directory("none"), longestWait: 1)
      }
    }
  }

  /// The kernel frees a file with its last descriptor, which is in the message.
  @Test(arguments: [false, true])
  func `closing a connection does not wait for large files that nobody has read`(isUnread: Bool)
    throws
  {
    let (mine, theirs) = try UnixStream.pair()
    let client = UnixStream(owning: FileDescriptor(owning: mine))
    do {
      let file = FileDescriptor(owning: try Syscalls.createMemoryFile(named: "large"))
      try #require(posix_fallocate(file.rawValue, 0, 256 << 20) == 0)
      _ = try client.send([1, 2].span, descriptors: [file.rawValue])
    }
    let use: ThreadUse
    do {
      var stream = UnixStream(owning: FileDescriptor(owning: theirs))
      stream.owner = DescriptorOwner(user: 1000, isKept: false)
      if !isUnread {
        var buffer = [UInt8](repeating: 0, count: 2)
        var descriptors = DescriptorQueue()
        #expect(try stream.receive(into: &buffer, 0..<2, descriptors: &descriptors) == 2)
      }
      use = ThreadUse()
    }
    #expect(use.seconds < 0.005)
    var buffer = [UInt8](repeating: 0, count: 2)
    var descriptors = DescriptorQueue()
    // The other end notices at once, although the socket may be closed later, together with the
    // file.
    let end = try? client.receive(into: &buffer, 0..<2, descriptors: &descriptors)
    #expect(end == nil || end == 0)
  }

  /// As where threads wait for a file system that never answers.
  @Test(arguments: [1, 4])
  func `few connections wait to be closed, however many there are`(users: Int) throws {
    let gate = NSLock()
    let late = LockedCount()
    let closer = DescriptorCloser { number in
      gate.withLock {}
      late.add()
      close(number)
    }
    var ends: [Int32] = []
    defer { for end in ends { close(end) } }
    try gate.withLock {
      for user in 0..<users {
        let owner = DescriptorOwner(user: UInt32(1000 + user), isKept: false)
        for _ in 0..<30 { ends.append(try closeUnread(by: closer, of: owner)) }
      }
    }
    // The end of the stream comes with the close of the last descriptor.
    for end in ends {
      var byte: UInt8 = 0
      var count = -1
      for _ in 0..<5000 where count != 0 {
        count = unsafe read(end, &byte, 1)
        if count != 0 { usleep(1000) }
      }
      #expect(count == 0)
    }
    let most = users == 1 ? DescriptorCloser.mostWaiting : 64
    let count = late.value
    #expect((most...most + users * DescriptorCloser.mostThreads).contains(count), "\(count)")
  }

  /// Closes a connection with a file that nobody has read.
  /// - Returns: the other end of the file, whose stream then ends.
  private func closeUnread(
    by closer: DescriptorCloser, of owner: DescriptorOwner
  ) throws -> Int32 {
    let (first, second) = try UnixStream.pair()
    let (sent, end) = try UnixStream.pair()
    let client = UnixStream(owning: FileDescriptor(owning: first))
    #expect(try client.send([1].span, descriptors: [sent]) == 1)
    close(sent)
    closer.closeConnection(second, of: owner)
    return end
  }

  @Test func `a directory is created below the given ones alone`() throws {
    let path = directory("run/firstlight/socket")
    for others in [[], [directory("ru")], [path]] {
      let error = #expect(throws: ListenError.self) {
        _ = try UnixListener.listen(on: path, creatingBelow: others)
      }
      let missing = directory("run/firstlight")
      #expect(error == .noDirectory(path: path, directory: missing))
      #expect(error?.description.contains("there is no directory '" + missing + "'") == true)
      #expect(try directory.names().isEmpty)
    }
    for parent in [directory("run"), directory("run/"), "/"] {
      let listener = try UnixListener.listen(on: path, creatingBelow: [directory("x"), parent])
      listener.close()
      try FileManager.default.removeItem(atPath: directory("run"))
    }
    // A socket in an existing directory may be anywhere.
    let other = try UnixListener.listen(on: directory("socket"), creatingBelow: [])
    other.close()
  }

  @Test func `a plain file, a directory and a symbolic link are refused and left alone`() throws {
    try writeFileAtomically(path: directory("file"), bytes: [1])
    #expect(refusal(directory("file")) == .notASocket(path: directory("file"), kind: .regular))
    #expect(try readFile(atPath: directory("file"), limit: 9) == [1])
    #expect(refusal(directory.path) == .notASocket(path: directory.path, kind: .directory))

    try FileManager.default.createSymbolicLink(
      atPath: directory("link"), withDestinationPath: directory("elsewhere"))
    #expect(refusal(directory("link")) == .symbolicLink(path: directory("link")))
    #expect(try directory.names() == ["file", "link"])
  }

  @Test func `a symbolic link to a dead socket is refused too`() throws {
    try leaveDeadSocket(directory("socket"))
    try FileManager.default.createSymbolicLink(
      atPath: directory("link"), withDestinationPath: directory("socket"))
    #expect(refusal(directory("link")) == .symbolicLink(path: directory("link")))
  }

  @Test func `a dead socket is replaced`() throws {
    let path = directory("socket")
    try leaveDeadSocket(path)
    #expect(try FileStatus.of(path)?.kind == .socket)
    #expect(throws: SystemError(.connect, path: path, code: ECONNREFUSED)) {
      _ = try UnixStream.connect(to: path)
    }
    let listener = try UnixListener.listen(on: path)
    _ = try UnixStream.connect(to: path)
    #expect(try directory.names() == ["socket"])
    listener.close()
  }

  @Test func `a file system without conditional renames still serves`() throws {
    let listener = try SystemFault(.rename, code: EINVAL).inject { () throws(ListenError) in
      try UnixListener.listen(on: directory("socket"))
    }
    _ = try UnixStream.connect(to: directory("socket"))
    listener.close()
  }

  @Test func `closing leaves a path that another has taken`() throws {
    let path = directory("socket")
    let listener = try UnixListener.listen(on: path)
    try FileManager.default.removeItem(atPath: path)
    let other = try UnixListener.listen(on: path)
    listener.close()
    _ = try UnixStream.connect(to: path)
    other.close()
  }

  @Test(arguments: [
    SystemFault(.bind, code: EACCES), SystemFault(.listen, code: ENOBUFS),
    SystemFault(.changeMode, code: EPERM), SystemFault(.rename, code: EACCES),
  ])
  func `a failure to listen leaves nothing behind`(fault: SystemFault) throws {
    let path = directory("socket")
    let error = fault.inject { refusal(path) }
    #expect(error == .system(SystemError(fault.call, path: path, code: fault.code)))
    #expect(try directory.names() == [])
  }

  @Test func `a path that is too long is refused`() {
    let path = directory(String(repeating: "x", count: 120))
    guard case .pathTooLong(path, let limit) = refusal(path) else {
      Issue.record("not refused")
      return
    }
    #expect((80..<107).contains(limit))
  }

  @Test func `exactly one of many daemons that start over a dead socket wins`() throws {
    for round in 0..<20 {
      let path = directory("socket\(round)")
      try leaveDeadSocket(path)
      let outcome = Outcomes()
      let threads = (0..<6).map { _ in
        Thread {
          do throws(ListenError) {
            let listener = try UnixListener.listen(on: path)
            outcome.add(nil)
            outcome.waitForAll(6)
            _ = listener.descriptor.rawValue
          } catch {
            outcome.add(error)
          }
        }
      }
      for thread in threads { thread.start() }
      outcome.waitForAll(6)
      #expect(outcome.winners == 1)
      #expect(
        outcome.losses.allSatisfy { $0 == .inUse(path: path, processIdentifier: getpid()) },
        "\(outcome.losses)")
      while !threads.allSatisfy(\.isFinished) { usleep(100) }
    }
    #expect(try directory.names().count == 20)
  }

  @Test func `descriptors ride on a message, in order, and are closed when nobody takes them`()
    throws
  {
    let (first, second) = try UnixStream.pair()
    let a = UnixStream(owning: FileDescriptor(owning: first))
    let b = UnixStream(owning: FileDescriptor(owning: second))
    let one = try MemoryFile.sealed(name: "one", bytes: [1].span)
    let two = try MemoryFile.sealed(name: "two", bytes: [2].span)
    #expect(try a.send([9].span, descriptors: [one.rawValue, two.rawValue]) == 1)

    var buffer = [UInt8](repeating: 0, count: 4)
    var queue = DescriptorQueue()
    #expect(try b.receive(into: &buffer, 0..<4, descriptors: &queue) == 1)
    #expect(queue.count == 2)
    guard let taken = queue.takeFirst() else {
      Issue.record("no descriptor")
      return
    }
    let file = FileDescriptor(owning: taken.take())
    #expect(try file.read(into: &buffer, 0..<4) == 1)
    #expect(buffer[0] == 1)
    #expect(fcntl(file.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    queue.removeAll()
    #expect(queue.count == 0)
  }

  @Test func `descriptors that may wait for others are closed soon, all the same`() throws {
    let (first, second) = try UnixStream.pair()
    let a = UnixStream(owning: FileDescriptor(owning: first))
    let b = UnixStream(owning: FileDescriptor(owning: second))
    var buffer = [UInt8](repeating: 0, count: 4)
    for _ in 0..<40 {
      let (other, own) = try UnixStream.pair()
      let peer = UnixStream(owning: FileDescriptor(owning: own))
      #expect(try a.send([9].span, descriptors: [other]) == 1)
      close(other)
      do {
        var queue = DescriptorQueue()
        #expect(try b.receive(into: &buffer, 0..<4, descriptors: &queue) == 1)
        #expect(queue.count == 1)
      }
      // The end of the stream comes with the close of the last descriptor.
      var end: Int?
      var queue = DescriptorQueue()
      for _ in 0..<5000 where end == nil {
        end = try peer.receive(into: &buffer, 0..<4, descriptors: &queue)
        if end == nil { usleep(1000) }
      }
      #expect(end == 0)
    }
  }

  /// The kernel frees a file with its last descriptor. The cases are one large file, the same file
  /// with more descriptors than a message of this program has, and many small files.
  @Test(arguments: [(1, 1), (1, 17), (128, 1)])
  func `large memory is freed by a thread`(files: Int, copies: Int) throws {
    let (first, second) = try UnixStream.pair()
    let a = FileDescriptor(owning: first)
    let b = UnixStream(owning: FileDescriptor(owning: second))
    let size = 128 / files * DescriptorCloser.largestAtOnce
    let freed = try memoryFiles(files, size: size)
    let freeing = try threadTime()
    for number in freed { close(number) }
    let limit = (try threadTime() - freeing) / 2

    let sent = try memoryFiles(files, size: size)
    try sendRaw(sent.flatMap { [Int32](repeating: $0, count: copies) }, over: a)
    for number in sent { close(number) }
    // An owner of its own, whose share no other test takes.
    let owner = DescriptorOwner(user: UInt32(54_400 + files + copies), isKept: true)
    var buffer = [UInt8](repeating: 0, count: 4)
    let start = try threadTime()
    do {
      var queue = DescriptorQueue(of: owner)
      #expect(try b.receive(into: &buffer, 0..<4, descriptors: &queue) == 1)
      #expect(queue.count == min(files * copies, UnixStream.descriptorLimit))
      #expect(queue.hasLost == (files * copies > UnixStream.descriptorLimit))
    }
    let time = try threadTime() - start
    #expect(time < limit, "\(time) of \(limit) µs")
  }

  /// Files in memory that have all their bytes; the caller closes them.
  private func memoryFiles(_ count: Int, size: Int) throws -> [Int32] {
    try (0..<count).map { _ in
      let number = try Syscalls.createMemoryFile(named: "large")
      try #require(posix_fallocate(number, 0, size) == 0)
      return number
    }
  }

  /// Sends a byte with any number of descriptors.
  private func sendRaw(
    _ descriptors: [Int32], over socket: borrowing FileDescriptor
  ) throws {
    let size = descriptors.count * MemoryLayout<Int32>.size
    // A header of 16 bytes in front of them, at a multiple of 8.
    var control = [UInt64](repeating: 0, count: 2 + (size + 7) / 8)
    try unsafe control.withUnsafeMutableBytes { control in
      unsafe control.storeBytes(of: 16 + size, as: Int.self)
      unsafe control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
      unsafe control.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
      unsafe descriptors.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: control[16...]).copyMemory(from: $0)
      }
      var byte: UInt8 = 9
      try unsafe withUnsafeMutablePointer(to: &byte) { byte in
        var vector = unsafe iovec(iov_base: byte, iov_len: 1)
        try unsafe withUnsafeMutablePointer(to: &vector) { vector in
          var message = unsafe msghdr()
          unsafe message.msg_iov = vector
          unsafe message.msg_iovlen = 1
          unsafe message.msg_control = control.baseAddress
          unsafe message.msg_controllen = 16 + size
          let sent = unsafe sendmsg(socket.rawValue, &message, 0)
          try #require(sent == 1)
        }
      }
    }
  }

  @Test func `too many descriptors are an error`() throws {
    let (first, second) = try UnixStream.pair()
    let a = UnixStream(owning: FileDescriptor(owning: first))
    close(second)
    let many = [Int32](repeating: 0, count: UnixStream.descriptorLimit + 1)
    #expect(throws: SystemError(.send, code: ETOOMANYREFS)) {
      _ = try a.send([1].span, descriptors: many)
    }
  }

  @Test func `sending to a peer that is gone is a disconnection and no signal`() throws {
    let (first, second) = try UnixStream.pair()
    let a = UnixStream(owning: FileDescriptor(owning: first))
    close(second)
    do throws(SystemError) {
      _ = try a.send([1].span)
      Issue.record("sent")
    } catch {
      #expect(error.isDisconnection)
    }
  }

  @Test func `sending to a full socket does not wait`() throws {
    let (first, second) = try UnixStream.pair()
    let a = UnixStream(owning: FileDescriptor(owning: first))
    let b = UnixStream(owning: FileDescriptor(owning: second))
    let bytes = [UInt8](repeating: 1, count: 1 << 16)
    var sent = 0
    while let count = try a.send(bytes.span) { sent += count }
    #expect(sent > 0)
    _ = b.descriptor.rawValue
  }

  @Test func `a passed socket must listen`() throws {
    let (first, second) = try UnixStream.pair()
    close(second)
    do throws(ListenError) {
      _ = try UnixListener(activated: FileDescriptor(owning: first))
      Issue.record("accepted")
    } catch {
      #expect(error == .notAListener(number: first))
    }
    let file = try FileDescriptor.open("/dev/null", [.read])
    let other = dup(file.rawValue)
    #expect(throws: ListenError.notAListener(number: other)) {
      _ = try UnixListener(activated: FileDescriptor(owning: other))
    }
    let listener = try UnixListener.listen(on: directory("socket"))
    let copy = FileDescriptor(owning: dup(listener.descriptor.rawValue))
    let activated = try UnixListener(activated: copy)
    let client = try UnixStream.connect(to: directory("socket"))
    let accepted = try activated.accept()
    let isAccepted = accepted != nil
    #expect(isAccepted)
    activated.close()
    #expect(try FileStatus.of(directory("socket"))?.kind == .socket, "it belongs to the manager")
    _ = client.descriptor.rawValue
    listener.close()
  }
}

/// The results of several threads.
private final class Outcomes: @unchecked Sendable {
  private let condition = NSCondition()
  private(set) var winners = 0
  private(set) var losses: [ListenError] = []

  func add(_ error: ListenError?) {
    condition.lock()
    if let error { losses.append(error) } else { winners += 1 }
    condition.broadcast()
    condition.unlock()
  }

  func waitForAll(_ count: Int) {
    condition.lock()
    while winners + losses.count < count { condition.wait() }
    condition.unlock()
  }
}

/// A count of several threads.
private final class LockedCount: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func add() { lock.withLock { count += 1 } }

  var value: Int { lock.withLock { count } }
}
