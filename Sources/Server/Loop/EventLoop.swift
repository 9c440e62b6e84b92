import System

/// Waits for all descriptors of the daemon: in one thread, level-triggered, without polling.
final class EventLoop {
  private var epoll: Epoll
  private var events: [EpollEvent] = []

  init() throws(SystemError) { epoll = try Epoll() }

  func watch(
    _ descriptor: borrowing FileDescriptor, for readiness: Readiness, as source: EventSource
  ) throws(SystemError) {
    try epoll.add(descriptor, for: readiness, token: source.token)
  }

  /// Watches a descriptor by its number, which the caller keeps open.
  func watch(
    number: Int32, for readiness: Readiness, as source: EventSource
  ) throws(SystemError) {
    try epoll.add(number: number, for: readiness, token: source.token)
  }

  func unwatch(number: Int32) throws(SystemError) { try epoll.remove(number: number) }

  func rewatch(
    _ descriptor: borrowing FileDescriptor, for readiness: Readiness, as source: EventSource
  ) throws(SystemError) {
    try epoll.modify(descriptor, for: readiness, token: source.token)
  }

  func unwatch(_ descriptor: borrowing FileDescriptor) throws(SystemError) {
    try epoll.remove(descriptor)
  }

  /// Waits until something is ready, up to a limit; nil for no limit.
  func wait(milliseconds: Int32?) throws(SystemError) -> [EpollEvent] {
    try epoll.wait(into: &events, milliseconds: milliseconds)
    return events
  }
}
