import System

/// A socket that clients connect to.
final class Listener {
  private var socket: UnixListener?
  /// The most connections that are accepted in one turn, so that many of them do not delay a frame.
  private static let batch = 16

  init(_ socket: consuming UnixListener) { self.socket = consume socket }

  /// Its path; nil for one that the service manager passed.
  var path: String? { socket?.path }

  /// The socket's descriptor; nil once it is closed.
  var number: Int32? { socket?.descriptor.rawValue }

  func watch(with loop: EventLoop, as source: EventSource) throws(SystemError) {
    switch socket {
    case .some(let socket): try loop.watch(socket.descriptor, for: .readable, as: source)
    case .none: break
    }
  }

  func unwatch(with loop: EventLoop) throws(SystemError) {
    switch socket {
    case .some(let socket): try loop.unwatch(socket.descriptor)
    case .none: break
    }
  }

  /// Accepts the waiting connections.
  func accept(_ add: (consuming UnixStream) -> Void) throws(SystemError) {
    for _ in 0..<Self.batch {
      switch socket {
      case .some(let socket):
        guard let stream = try socket.accept() else { return }
        add(stream)
      case .none: return
      }
    }
  }

  /// Allows a user to connect to a path that is closed to others.
  func changeOwner(to user: UInt32) throws(SystemError) {
    switch socket {
    case .some(let socket): try socket.changeOwner(to: user)
    case .none: break
    }
  }

  /// Stops listening and removes the socket from its path, if it is still ours.
  func close() {
    if let socket = socket.take() { socket.close() }
  }
}
