import CLinux

/// The events to watch a descriptor for, and the events that occurred.
public struct Readiness: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Bytes, a connection or the end can be read without waiting.
  public static var readable: Readiness { Readiness(rawValue: firstlight_EPOLLIN) }
  /// Bytes can be written without waiting.
  public static var writable: Readiness { Readiness(rawValue: firstlight_EPOLLOUT) }
  /// The peer has closed its sending half.
  public static var peerClosed: Readiness { Readiness(rawValue: firstlight_EPOLLRDHUP) }
  /// Both halves are closed. Reported without being requested.
  public static var hungUp: Readiness { Readiness(rawValue: firstlight_EPOLLHUP) }
  /// Reported without being requested.
  public static var failed: Readiness { Readiness(rawValue: firstlight_EPOLLERR) }
}

/// A descriptor that is ready.
public struct EpollEvent: Sendable, Equatable {
  /// The token with which the descriptor was added.
  public let token: UInt64
  public let readiness: Readiness

  public init(token: UInt64, readiness: Readiness) {
    self.token = token
    self.readiness = readiness
  }
}

/// Waits for many descriptors at once, level-triggered.
public struct Epoll: ~Copyable {
  /// Readable while a watched descriptor is ready.
  public let descriptor: FileDescriptor
  private var ready: [firstlight_ready]

  public init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try Syscalls.createEpoll())
    ready = Array(
      repeating: firstlight_ready(), count: firstlight_ready_capacity)
  }

  /// Watches a descriptor. It leaves by itself when its last copy is closed.
  /// - Parameter token: returned with the descriptor's events.
  public borrowing func add(
    _ watched: borrowing FileDescriptor, for readiness: Readiness, token: UInt64
  ) throws(SystemError) {
    try change(firstlight_EPOLL_CTL_ADD, watched.rawValue, readiness, token)
  }

  /// Watches a descriptor by its number, which the caller keeps open.
  public borrowing func add(
    number: Int32, for readiness: Readiness, token: UInt64
  ) throws(SystemError) {
    try change(firstlight_EPOLL_CTL_ADD, number, readiness, token)
  }

  /// Stops watching a descriptor that was added by its number.
  public borrowing func remove(number: Int32) throws(SystemError) {
    try change(firstlight_EPOLL_CTL_DEL, number, [], 0)
  }

  /// Watches a descriptor that was added for other events, or with another token.
  public borrowing func modify(
    _ watched: borrowing FileDescriptor, for readiness: Readiness, token: UInt64
  ) throws(SystemError) {
    try change(firstlight_EPOLL_CTL_MOD, watched.rawValue, readiness, token)
  }

  /// Stops watching a descriptor that stays open.
  public borrowing func remove(_ watched: borrowing FileDescriptor) throws(SystemError) {
    try change(firstlight_EPOLL_CTL_DEL, watched.rawValue, [], 0)
  }

  /// Waits until something is ready and replaces `events` by up to 64 events.
  /// - Parameter milliseconds: the longest time to wait; nil for no limit.
  public mutating func wait(
    into events: inout [EpollEvent], milliseconds: Int32? = nil
  ) throws(SystemError) {
    events.removeAll(keepingCapacity: true)
    let count = try Syscalls.waitForEvents(
      descriptor.rawValue, into: &ready, milliseconds: milliseconds ?? -1)
    for index in 0..<count {
      events.append(
        EpollEvent(token: ready[index].token, readiness: Readiness(rawValue: ready[index].events)))
    }
  }

  private borrowing func change(
    _ operation: Int32, _ watched: Int32, _ readiness: Readiness, _ token: UInt64
  ) throws(SystemError) {
    try Syscalls.changeEpoll(
      descriptor.rawValue, operation: operation, descriptor: watched,
      events: readiness.rawValue, token: token)
  }
}
