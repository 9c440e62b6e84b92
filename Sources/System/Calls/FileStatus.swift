import CLinux

/// The kind of a file at a path.
public enum FileKind: Sendable, Equatable {
  case regular, directory, symbolicLink, socket, pipe, characterDevice, blockDevice, other

  /// As in "it is a directory".
  public var description: String {
    switch self {
    case .regular: "a plain file"
    case .directory: "a directory"
    case .symbolicLink: "a symbolic link"
    case .socket: "a socket"
    case .pipe: "a FIFO"
    case .characterDevice: "a character device"
    case .blockDevice: "a block device"
    case .other: "of an unknown kind"
    }
  }
}

/// The kernel's information about a file.
public struct FileStatus: Sendable, Equatable {
  public let kind: FileKind
  /// Bytes.
  public let size: Int
  /// Bytes of memory or of a disk that it takes.
  let usedSize: Int
  /// The permission bits.
  public let mode: UInt32
  /// The owner.
  public let userIdentifier: UInt32
  /// With `inode`, the file's identity.
  public let device: UInt64
  public let inode: UInt64
  /// The time of the last change of content or attributes, by the file system's clock; nanoseconds.
  let changeTime: Int64

  init(_ status: firstlight_status) {
    kind =
      switch Int32(bitPattern: status.mode) & firstlight_S_IFMT {
      case firstlight_S_IFREG: .regular
      case firstlight_S_IFDIR: .directory
      case firstlight_S_IFLNK: .symbolicLink
      case firstlight_S_IFSOCK: .socket
      case firstlight_S_IFIFO: .pipe
      case firstlight_S_IFCHR: .characterDevice
      case firstlight_S_IFBLK: .blockDevice
      default: .other
      }
    size = Int(status.size)
    usedSize = Int(status.blocks) &* 512
    mode = status.mode & 0o7777
    userIdentifier = status.user
    device = status.device
    inode = status.inode
    changeTime = status.changed
  }

  /// The status of the file at a path.
  /// - Parameter followingLinks: false for the symbolic link itself.
  /// - Returns: nil if there is no file at the path.
  public static func of(
    _ path: String, followingLinks: Bool = true
  ) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try Syscalls.status(atPath: path, followingLinks: followingLinks)
    } catch {
      if error.isNotFound { return nil }
      throw error
    }
  }

  /// True if both describe the same file.
  public func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  /// True if both describe the same file, unchanged.
  func isSameContent(as other: FileStatus) -> Bool {
    isSameFile(as: other) && size == other.size && changeTime == other.changeTime
  }
}
