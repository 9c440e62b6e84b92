import CLinux

/// An open file, which is closed at the end of the value's life.
@frozen public struct FileDescriptor: ~Copyable, Sendable {
  /// The number, for a call that borrows it.
  public let rawValue: Int32

  /// Takes over an open descriptor.
  @inlinable public init(owning rawValue: Int32) {
    precondition(rawValue >= 0)
    self.rawValue = rawValue
  }

  @inlinable deinit { closeIgnoringErrors(rawValue) }

  /// Gives up the descriptor, open; the caller has to close it.
  @inlinable public consuming func take() -> Int32 {
    let rawValue = rawValue
    discard self
    return rawValue
  }

  /// Closes and reports errors that a network file system or a full disk reports only then.
  public consuming func close() throws(SystemError) {
    try Syscalls.close(take())
  }

  /// Options for opening a file. Every file is opened close-on-exec.
  public struct OpenOptions: OptionSet, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static var read: OpenOptions { OpenOptions(rawValue: 1) }
    public static var write: OpenOptions { OpenOptions(rawValue: 2) }
    /// Creates the file, and fails if it exists.
    public static var createNew: OpenOptions { OpenOptions(rawValue: 4) }
    /// Creates the file if it does not exist.
    public static var create: OpenOptions { OpenOptions(rawValue: 32) }
    /// Fails if the path is a symbolic link.
    public static var noLink: OpenOptions { OpenOptions(rawValue: 64) }
    /// Fails if the path is not a directory.
    public static var directory: OpenOptions { OpenOptions(rawValue: 16) }
    /// Neither opening nor the calls on the descriptor wait.
    public static var nonBlocking: OpenOptions { OpenOptions(rawValue: 8) }

    var flags: Int32 {
      var flags = firstlight_O_CLOEXEC | firstlight_O_NOCTTY
      if contains(.write) {
        flags |= contains(.read) ? firstlight_O_RDWR : firstlight_O_WRONLY
      }
      if contains(.createNew) { flags |= firstlight_O_CREAT | firstlight_O_EXCL }
      if contains(.create) { flags |= firstlight_O_CREAT }
      if contains(.noLink) { flags |= firstlight_O_NOFOLLOW }
      if contains(.directory) { flags |= firstlight_O_DIRECTORY }
      if contains(.nonBlocking) { flags |= firstlight_O_NONBLOCK }
      return flags
    }
  }

  /// Opens a file. `mode` applies to a new file, less the umask.
  public static func open(
    _ path: String, _ options: OpenOptions, mode: UInt32 = 0o644
  ) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try Syscalls.open(path, flags: options.flags, mode: mode))
  }

  /// Reads into a range of an array.
  /// - Returns: the number of bytes, 0 at the end of the file, nil when the call would block.
  public borrowing func read(
    into bytes: inout [UInt8], _ range: Range<Int>
  ) throws(SystemError) -> Int? {
    let descriptor = rawValue
    var span = bytes.mutableSpan
    return try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) -> Int? in
      try unsafe Syscalls.read(descriptor, into: .init(rebasing: buffer[range]))
    }
  }

  /// Writes as much as the kernel accepts at once.
  /// - Returns: the number of bytes, nil when the call would block.
  public borrowing func write(_ bytes: Span<UInt8>) throws(SystemError) -> Int? {
    let descriptor = rawValue
    return try unsafe bytes.withUnsafeBytes { buffer throws(SystemError) -> Int? in
      try unsafe Syscalls.write(descriptor, buffer)
    }
  }

  /// Writes all bytes to a descriptor that blocks.
  public borrowing func writeAll(_ bytes: Span<UInt8>) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      guard let count = try write(bytes.extracting(written..<bytes.count)), count > 0 else {
        throw SystemError(.write, code: EAGAIN)
      }
      written += count
    }
  }

  /// Waits until something can be read, up to a limit.
  /// - Returns: false after the limit.
  public borrowing func waitForInput(milliseconds: Int32) throws(SystemError) -> Bool {
    try Syscalls.waitForInput(rawValue, milliseconds: milliseconds)
  }

  /// Sets the position of the next read or write, in bytes from the beginning.
  public borrowing func seek(to offset: Int) throws(SystemError) {
    try Syscalls.seek(rawValue, to: offset)
  }

  /// Sets the size of the file, in bytes.
  public borrowing func resize(to size: Int) throws(SystemError) {
    try Syscalls.truncate(rawValue, to: size)
  }

  /// The kind, size, mode, owner and identity of the open file.
  public borrowing func status() throws(SystemError) -> FileStatus {
    try Syscalls.status(of: rawValue)
  }
}

/// Closes when nothing can be done about a failure.
@usableFromInline func closeIgnoringErrors(_ descriptor: Int32) {
  _ = firstlight_close(descriptor)
}
