import CLinux

/// The reason why a socket could not be created at a path.
public enum ListenError: WrappingError, Equatable, Sendable {
  case system(SystemError)
  /// A process listens there; its number, if the kernel reports it.
  case inUse(path: String, processIdentifier: Int32?)
  case symbolicLink(path: String)
  /// The file at the path is not a stream socket.
  case notASocket(path: String, kind: FileKind)
  /// The limit is in bytes.
  case pathTooLong(path: String, limit: Int)
  /// The socket's directory is missing where none is created.
  case noDirectory(path: String, directory: String)
  /// A descriptor that the service manager passed does not listen on a Unix stream socket.
  case notAListener(number: Int32)

  public init(_ cause: SystemError) { self = .system(cause) }

  /// One line: the failed action, the path, the reason, and a suggestion.
  public var description: String { description(option: "--socket") }

  /// As `description`, for a path that another option names.
  public func description(option: String) -> String {
    switch self {
    case .system(let error): return error.description
    case .inUse(let path, let process):
      let owner = process.map { " (process \($0))" } ?? ""
      return "cannot listen on '" + path + "': a live daemon" + owner
        + " listens there; stop it, or choose another path with " + option
    case .symbolicLink(let path):
      return "cannot listen on '" + path
        + "': it is a symbolic link, which is not followed; name the socket itself"
    case .notASocket(let path, let kind):
      return "cannot listen on '" + path + "': it is " + kind.description
        + ", which is not replaced; remove it, or choose another path with " + option
    case .pathTooLong(let path, let limit):
      return "cannot listen on '" + path + "': a socket's path may have \(limit) bytes; "
        + "choose a shorter one"
    case .noDirectory(let path, let directory):
      return "cannot listen on '" + path + "': there is no directory '" + directory
        + "'; create it, or choose another path with " + option
    case .notAListener(let number):
      return "the service manager passed descriptor \(number), which does not listen on a Unix "
        + "stream socket; check ListenStream= in the socket unit"
    }
  }
}

/// A listening Unix stream socket, not blocking.
public struct UnixListener: ~Copyable {
  public let descriptor: FileDescriptor
  /// The path that this process has created and will remove; nil for a passed socket.
  public let path: String?
  private let identity: FileStatus?

  /// Takes over a socket that the service manager listens on.
  public init(activated descriptor: consuming FileDescriptor) throws(ListenError) {
    let number = descriptor.rawValue
    guard (try? Syscalls.isStreamListener(number)) == true else {
      throw .notAListener(number: number)
    }
    try ListenError.wrapping(try Syscalls.setNonblocking(number))
    self.descriptor = descriptor
    path = nil
    identity = nil
  }

  private init(descriptor: consuming FileDescriptor, path: String?, identity: FileStatus?) {
    self.descriptor = descriptor
    self.path = path
    self.identity = identity
  }

  /// Listens on a path. With the default mode every user may connect: permissions depend on the
  /// peer's credentials.
  ///
  /// Missing directories are created (0755), below some directories alone if these are given. A
  /// socket without a listener is replaced; any other file at the path is refused. The socket is
  /// bound beside the path and moved there once it listens, so that of several daemons that start
  /// at once one wins and the others are refused, and a client never finds a socket that does not
  /// listen yet.
  public static func listen(
    on path: String, backlog: Int32 = 1024, mode: UInt32 = 0o666,
    creatingBelow directories: [String]? = nil
  ) throws(ListenError) -> UnixListener {
    let temporary = temporaryPath(beside: path)
    let limit = firstlight_socket_path_capacity - 1
    guard temporary.utf8.count <= limit else {
      throw .pathTooLong(path: path, limit: limit - (temporary.utf8.count - path.utf8.count))
    }
    let directory = parentDirectory(of: path)
    if let directories, !directories.contains(where: { isPath(path, below: $0) }),
      try ListenError.wrapping(try FileStatus.of(directory)) == nil
    {
      throw .noDirectory(path: path, directory: directory)
    }
    try ListenError.wrapping(try createDirectory(directory))
    _ = try occupant(of: path)
    let lock = lockFile(for: path)
    do throws(ListenError) {
      let listener = try listen(on: path, temporary: temporary, backlog: backlog, mode: mode)
      unlock(lock, for: path)
      return listener
    } catch {
      unlock(lock, for: path)
      throw error
    }
  }

  private static func isPath(_ path: String, below directory: String) -> Bool {
    var start = Array(directory.utf8)
    if start.last != UInt8(ascii: "/") { start.append(UInt8(ascii: "/")) }
    return path.utf8.starts(with: start)
  }

  /// Listens on an abstract name, which begins with NUL and vanishes with the socket.
  public static func listen(
    onName name: String, backlog: Int32 = 256
  ) throws(SystemError) -> UnixListener {
    let socket = FileDescriptor(owning: try Syscalls.createStreamSocket(isBlocking: false))
    try Syscalls.bind(socket.rawValue, to: name)
    try Syscalls.listen(socket.rawValue, backlog: backlog)
    return UnixListener(descriptor: socket, path: nil, identity: nil)
  }

  private static func listen(
    on path: String, temporary: String, backlog: Int32, mode: UInt32
  ) throws(ListenError) -> UnixListener {
    let socket = try ListenError.wrapping(
      try boundSocket(at: temporary, path: path, backlog: backlog, mode: mode))
    do throws(ListenError) {
      let identity = try publish(temporary, at: path)
      return UnixListener(descriptor: socket, path: path, identity: identity)
    } catch {
      removeIgnoringErrors(temporary)
      throw error
    }
  }

  /// The next connection, not blocking; nil if none waits.
  public borrowing func accept() throws(SystemError) -> UnixStream? {
    while true {
      do throws(SystemError) {
        guard let number = try Syscalls.accept(descriptor.rawValue) else { return nil }
        return UnixStream(owning: FileDescriptor(owning: number))
      } catch {
        // The peer left while it waited.
        if error.code != ECONNABORTED { throw error }
      }
    }
  }

  /// False if the path that this process has created no longer leads to the socket, for example
  /// after its directory was removed.
  public var isInPlace: Bool {
    guard let path, let identity else { return true }
    let current = try? FileStatus.of(path, followingLinks: false)
    return current?.isSameFile(as: identity) ?? false
  }

  /// Makes a user the owner of the socket's path, which this process has created.
  public borrowing func changeOwner(to user: UInt32) throws(SystemError) {
    guard let path else { return }
    try Syscalls.changeOwner(path, to: user)
  }

  /// Stops listening and removes the socket from its path, unless another process has taken the
  /// path.
  public consuming func close() {
    guard let path, isInPlace else { return }
    removeIgnoringErrors(path)
  }

  // MARK: Binding to a path

  /// A file beside the path, locked against other daemons of this user that start, until it is
  /// `unlock`ed. No other user can open it or hold the lock.
  ///
  /// Without a lock file, for example in a directory where this user may not create files or if the
  /// name is taken, the following moves detect a meeting of two daemons, though not of three.
  private static func lockFile(for path: String) -> FileDescriptor? {
    let name = lockPath(for: path)
    for _ in 0..<100 {
      let file: FileDescriptor
      do throws(SystemError) {
        file = try FileDescriptor.open(
          name, [.write, .create, .noLink, .nonBlocking], mode: 0o600)
      } catch {
        return nil
      }
      let number = file.rawValue
      guard let status = try? Syscalls.status(of: number), isOwn(status),
        let isLocked = try? Syscalls.lock(number)
      else { return nil }
      // The former holder of the lock may have removed the file meanwhile.
      if isLocked, stands(status, at: name) { return file }
      if !isLocked { firstlight_sleep(10) }
    }
    return nil
  }

  /// True if only this user can open a file.
  private static func isOwn(_ status: FileStatus) -> Bool {
    status.kind == .regular && status.userIdentifier == ProcessEnvironment.userIdentifier
      && status.mode & 0o077 == 0
  }

  private static func stands(_ status: FileStatus, at path: String) -> Bool {
    guard let current = try? FileStatus.of(path, followingLinks: false) else { return false }
    return current.isSameFile(as: status)
  }

  private static func lockPath(for path: String) -> String {
    let (directory, name) = splitPath(path)
    return directory + "." + name + ".lock"
  }

  private static func unlock(_ lock: consuming FileDescriptor?, for path: String) {
    guard let lock else { return }
    removeIgnoringErrors(lockPath(for: path))
    // From now on another process may lock the path.
    closeIgnoringErrors(lock.take())
  }

  /// The dead socket at a path, or nil for nothing; any other file is refused.
  private static func occupant(of path: String) throws(ListenError) -> FileStatus? {
    guard
      let status = try ListenError.wrapping(try FileStatus.of(path, followingLinks: false))
    else { return nil }
    switch status.kind {
    case .socket: break
    case .symbolicLink: throw .symbolicLink(path: path)
    default: throw .notASocket(path: path, kind: status.kind)
    }
    let probe = FileDescriptor(
      owning: try ListenError.wrapping(try Syscalls.createStreamSocket(isBlocking: false)))
    do throws(SystemError) {
      try Syscalls.connect(probe.rawValue, to: path)
    } catch {
      switch error.code {
      case ECONNREFUSED: return status
      case ENOENT: return nil
      // EAGAIN: its queue is full. EPROTOTYPE: it is a datagram socket.
      case EAGAIN, EPROTOTYPE: throw .inUse(path: path, processIdentifier: nil)
      default: throw .system(error)
      }
    }
    let peer = try? Syscalls.peerCredentials(probe.rawValue)
    throw .inUse(path: path, processIdentifier: peer?.processIdentifier)
  }

  private static func boundSocket(
    at temporary: String, path: String, backlog: Int32, mode: UInt32
  ) throws(SystemError) -> FileDescriptor {
    let socket = FileDescriptor(owning: try Syscalls.createStreamSocket(isBlocking: false))
    // A leftover of a killed process with the same number.
    removeIgnoringErrors(temporary)
    do throws(SystemError) {
      try Syscalls.bind(socket.rawValue, to: temporary)
      try Syscalls.changeMode(temporary, to: mode)
      try Syscalls.listen(socket.rawValue, backlog: backlog)
    } catch {
      removeIgnoringErrors(temporary)
      throw SystemError(error.operation, path: path, code: error.code)
    }
    return socket
  }

  /// Moves the listening socket to its path.
  private static func publish(
    _ temporary: String, at path: String
  ) throws(ListenError) -> FileStatus {
    let identity = try ListenError.wrapping(
      try Syscalls.status(atPath: temporary, followingLinks: false))
    while true {
      let dead = try occupant(of: path)
      do throws(SystemError) {
        if let dead {
          try exchange(temporary, with: path, expecting: dead)
        } else {
          try Syscalls.rename(temporary, to: path, .onlyIfNew)
        }
      } catch {
        switch error.code {
        // Another process was faster: look again.
        case EEXIST, ENOENT: continue
        // The file system cannot move conditionally.
        case EINVAL: try ListenError.wrapping(try Syscalls.rename(temporary, to: path))
        default: throw .system(error)
        }
      }
      return identity
    }
  }

  /// Replaces a dead socket by the new one, and removes it.
  /// - Throws: `EEXIST` if there was something other than the dead socket; it is moved back.
  private static func exchange(
    _ temporary: String, with path: String, expecting dead: FileStatus
  ) throws(SystemError) {
    try Syscalls.rename(temporary, to: path, .exchanging)
    let displaced = try Syscalls.status(atPath: temporary, followingLinks: false)
    guard displaced.isSameFile(as: dead) else {
      try Syscalls.rename(temporary, to: path, .exchanging)
      throw SystemError(.rename, path: path, code: EEXIST)
    }
    removeIgnoringErrors(temporary)
  }
}
