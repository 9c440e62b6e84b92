import System

/// A socket that clients connect to.
///
/// When the process runs out of descriptors or memory the listener pauses: the waiting connection
/// would wake the loop again and again, and other programs may have used them up.
final class Listener {
  private var socket: UnixListener?
  /// The loop that watches the socket, and the source of its events.
  private var watcher: (loop: EventLoop, source: EventSource)?
  /// The time until which it pauses; nil while it listens.
  private(set) var pauseEnd: Int64?
  /// The most connections that are accepted in one turn, so that many of them do not delay a frame.
  private static let batch = 16
  /// Microseconds of a pause.
  static let pause: Int64 = 1_000_000

  init(_ socket: consuming UnixListener) { self.socket = consume socket }

  /// Its path; nil for one that the service manager passed.
  var path: String? { socket?.path }

  /// The socket's descriptor; nil once it is closed.
  var number: Int32? { socket?.descriptor.rawValue }

  func watch(with loop: EventLoop, as source: EventSource) throws(SystemError) {
    switch socket {
    case .some(let socket): try loop.watch(socket.descriptor, for: .readable, as: source)
    case .none: return
    }
    watcher = (loop, source)
  }

  /// Accepts the waiting connections. A shortage begins a pause.
  func accept(now: Int64, _ add: (consuming UnixStream) -> Void) throws(SystemError) {
    // An event of this turn may have occurred before the pause began.
    guard pauseEnd == nil else { return }
    do throws(SystemError) {
      try accept(add)
    } catch {
      if error.isShortage { pause(now: now) }
      throw error
    }
  }

  private func accept(_ add: (consuming UnixStream) -> Void) throws(SystemError) {
    for _ in 0..<Self.batch {
      switch socket {
      case .some(let socket):
        guard let stream = try socket.accept() else { return }
        add(stream)
      case .none: return
      }
    }
  }

  private func pause(now: Int64) {
    guard let watcher, let number, (try? watcher.loop.unwatch(number: number)) != nil else {
      return
    }
    pauseEnd = now + Self.pause
  }

  /// Listens again after a pause. This also needs memory of the kernel; without it the pause
  /// continues.
  /// - Parameter isEarly: true to try before the pause's end, since there may be enough by now.
  func resume(now: Int64, isEarly: Bool = false) throws(SystemError) {
    guard let end = pauseEnd, isEarly || now >= end else { return }
    pauseEnd = now + Self.pause
    if let watcher { try watch(with: watcher.loop, as: watcher.source) }
    pauseEnd = nil
  }

  /// True if clients no longer find the socket at its path.
  var isLost: Bool {
    switch socket {
    case .some(let socket): !socket.isInPlace
    case .none: false
    }
  }

  /// Listens at the path again, with another socket.
  /// - Parameter directories: folders below which a missing directory is created.
  func listenAgain(creatingBelow directories: [String]) throws(ListenError) {
    guard let path else { return }
    let next = try UnixListener.listen(on: path, creatingBelow: directories)
    // The loop forgets the former socket when that is closed.
    socket = consume next
    pauseEnd = nil
    if let watcher {
      try ListenError.wrapping(try watch(with: watcher.loop, as: watcher.source))
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
