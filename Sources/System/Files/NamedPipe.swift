import CLinux

/// A FIFO that programs write to, open to be read.
///
/// The FIFO is open for writing, too, so that it does not end while no process writes.
public struct NamedPipe: ~Copyable {
  /// Nil for a FIFO of the service manager, which removes it.
  public let path: String?
  public let descriptor: FileDescriptor

  /// Opens a FIFO. Makes one if there is no file, or only an empty plain file of this process's
  /// user: a shell leaves one if it has written before there was a FIFO.
  /// - Parameter mode: the mode of a new FIFO, whatever the umask is.
  public init(_ path: String, mode: UInt32) throws(SystemError) {
    let former = try FileStatus.of(path, followingLinks: false)
    if let former, former.kind == .regular, former.size == 0,
      former.userIdentifier == ProcessEnvironment.userIdentifier
    {
      try Syscalls.unlink(path)
    }
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
    if isNew { try Syscalls.changeMode(descriptor.rawValue, to: mode) }
    self.path = path
    self.descriptor = consume descriptor
  }

  /// Takes over the open FIFO of a service manager, and leaves it to the next process. A FIFO that
  /// is open only for reading is opened anew: after its first writer has left, it would be at its
  /// end, and readable, for ever.
  public init(activated descriptor: consuming FileDescriptor) throws(SystemError) {
    guard try Syscalls.status(of: descriptor.rawValue).kind == .pipe else {
      throw SystemError(.makePipe, code: EEXIST)
    }
    guard try Syscalls.isWritable(descriptor.rawValue) else {
      let writable = try FileDescriptor.open(
        "/proc/self/fd/\(descriptor.rawValue)", [.read, .write, .nonBlocking])
      path = nil
      self.descriptor = consume writable
      return
    }
    try Syscalls.setNonblocking(descriptor.rawValue)
    path = nil
    self.descriptor = descriptor
  }

  /// Removes the FIFO, whichever program made it, unless another file has its path by now: without
  /// a reader it would block a shell that writes to it.
  deinit {
    guard let path, let own = try? Syscalls.status(of: descriptor.rawValue),
      let present = try? FileStatus.of(path, followingLinks: false), present.isSameFile(as: own)
    else { return }
    removeIgnoringErrors(path)
  }

  /// Closes the FIFO, and removes it as `deinit` does.
  public consuming func close() {}
}
