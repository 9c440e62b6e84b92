import CLinux

/// A FIFO that programs write to, open to be read.
///
/// It is open for writing, too: so it does not end while no process writes.
public struct NamedPipe: ~Copyable {
  /// Nil for one that another program made, and removes.
  public let path: String?
  public let descriptor: FileDescriptor

  /// Opens a FIFO, and makes it where there is nothing, or in the place of an empty plain file of
  /// this process's user, which a shell leaves that had written before there was a FIFO.
  /// - Parameter mode: of a new one, whatever the umask is.
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

  /// Takes over the open FIFO of a service manager, for whose next process it stays. One that is
  /// open for reading alone is opened anew: after its first writer has left it would be at its end,
  /// and readable, for ever.
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

  /// Removes it, whichever program made it, unless another file is there by now: without a reader
  /// it would keep a shell that writes to it waiting.
  deinit {
    guard let path, let own = try? Syscalls.status(of: descriptor.rawValue),
      let present = try? FileStatus.of(path, followingLinks: false), present.isSameFile(as: own)
    else { return }
    removeIgnoringErrors(path)
  }

  public consuming func close() {}
}
