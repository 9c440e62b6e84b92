import CLinux

/// A FIFO that programs write to, open to be read.
///
/// It is open for writing, too: so there is no end of it while nobody writes.
public struct NamedPipe: ~Copyable {
  public let path: String
  public let descriptor: FileDescriptor
  /// True if it was not there before.
  private let isNew: Bool

  /// Opens a FIFO, and makes it where there is nothing.
  /// - Parameter mode: of a new one, less the umask.
  public init(_ path: String, mode: UInt32) throws(SystemError) {
    var isNew = true
    do throws(SystemError) {
      try Syscalls.makePipe(path, mode: mode)
    } catch {
      guard error.code == EEXIST else { throw error }
      isNew = false
    }
    guard try FileStatus.of(path, followingLinks: false)?.kind == .pipe else {
      throw SystemError(.makePipe, path: path, code: EEXIST)
    }
    let descriptor = try FileDescriptor.open(path, [.read, .write, .nonBlocking, .noLink])
    self.path = path
    self.descriptor = consume descriptor
    self.isNew = isNew
  }

  /// Closes it, and removes it where it was made by this one.
  public consuming func close() {
    if isNew { _ = try? Syscalls.unlink(path) }
  }
}
