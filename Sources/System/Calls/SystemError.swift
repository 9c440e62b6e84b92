import CLinux

/// A system call that failed: the operation, the file, and the kernel's error.
public struct SystemError: Error, Equatable, Sendable {
  public var operation: SystemCall
  /// The file or socket, if the operation has one.
  public var path: String?
  /// The errno value.
  public var code: Int32

  public init(_ operation: SystemCall, path: String? = nil, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// One line: the operation, the file, the reason, and a suggestion if there is one.
  public var description: String {
    var text = "cannot " + operation.verb
    if let path { text += " '" + path + "'" }
    text += ": " + reason
    if let hint { text += "; " + hint }
    return text
  }

  /// The C library's text for the code, with its name: "No such file or directory (ENOENT)".
  public var reason: String {
    let text = unsafe String(cString: firstlight_error_text(code))
    guard let name = unsafe firstlight_error_name(code) else { return text + " (\(code))" }
    return unsafe text + " (" + String(cString: name) + ")"
  }

  /// A suggestion, if the code allows one.
  public var hint: String? {
    switch code {
    case ENOENT: path.map { Self.missing(at: $0) }
    case EACCES, EPERM: "check the owner and mode of the file and of its directories"
    case ENOSPC, EDQUOT: "free some space on the file system"
    case EROFS: "the file system is mounted read-only; choose another place"
    case EMFILE, ENFILE: "raise the limit of open files (ulimit -n, LimitNOFILE=)"
    case ENAMETOOLONG: "choose a shorter path"
    case ENOTDIR: "a part of the path is not a directory"
    case EISDIR: "name a file and not a directory"
    case EEXIST: "it is not this program's: remove it, or choose another path"
    case ELOOP: "the path leads through a symbolic link that may not be followed"
    case ENOMEM: "free some memory"
    case ECONNREFUSED: "no program listens there; start the daemon"
    case EFBIG: "raise the limit of file size (ulimit -f, LimitFSIZE=)"
    default: nil
    }
  }

  /// The part of a path that is not there.
  private static func missing(at path: String) -> String {
    var missing: String?
    var directory = parentDirectory(of: path)
    while (try? FileStatus.of(directory)) == nil {
      missing = directory
      let parent = parentDirectory(of: directory)
      if parent.utf8.count >= directory.utf8.count { break }
      directory = parent
    }
    guard let missing else { return "check the path: its directory is there, the file is not" }
    return "check the path: there is no directory '" + missing + "'"
  }
}

extension SystemError {
  /// True if the file or a directory on the way to it does not exist.
  public var isNotFound: Bool { code == ENOENT }
  /// True if the process or the system has no free descriptor or memory at present.
  public var isShortage: Bool {
    code == EMFILE || code == ENFILE || code == ENOMEM || code == ENOBUFS
  }
  /// True if permission is missing.
  public var isDenied: Bool { code == EACCES || code == EPERM }
  /// True if another program uses it.
  public var isBusy: Bool { code == EBUSY }
  /// True if the device is gone.
  public var isNoDevice: Bool { code == ENODEV || code == ENXIO }
  /// True if the kernel or its driver does not support the operation.
  public var isNotSupported: Bool {
    code == ENOSYS || code == EINVAL || code == EOPNOTSUPP || code == ENOTTY
  }
  /// True if the other end of a connection is gone.
  public var isDisconnection: Bool { code == EPIPE || code == ECONNRESET || code == ENOTCONN }
}
