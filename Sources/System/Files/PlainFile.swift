import CLinux

/// A plain file that is open for reading.
public struct PlainFile: ~Copyable {
  public let path: String
  /// The size in bytes when it was opened.
  public let count: Int
  let descriptor: FileDescriptor
  /// The status of the open file, when it was opened.
  let status: FileStatus
  /// The offset of the first byte in the open file; not 0 for a member of an archive.
  let start: Int

  /// Opens a file, which may be in an archive. A FIFO or device is refused without waiting for its
  /// other end.
  /// - Parameter limit: the most bytes to accept.
  public init(path: String, limit: Int) throws(ReadFileError) {
    let opened: FileDescriptor
    do throws(SystemError) {
      opened = try FileDescriptor.open(path, [.read, .nonBlocking])
    } catch {
      guard error.code == ENOTDIR, let place = Archive.split(path) else { throw .system(error) }
      try self.init(path: path, member: place.name, of: place.archive, limit: limit)
      return
    }
    let status = try Self.status(of: opened, path: path)
    try self.init(opened, status, path: path, start: 0, count: status.size, limit: limit)
  }

  /// A file in memory that nothing changes, for bytes that another file carries.
  /// - Parameters:
  ///   - name: stands for the path in messages.
  ///   - limit: the most bytes to accept.
  public init(bytes: [UInt8], name: String, limit: Int) throws(ReadFileError) {
    guard bytes.count <= limit else {
      throw .tooLarge(path: name, size: bytes.count, limit: limit)
    }
    let file = try ReadFileError.wrapping(
      try MemoryFile.sealed(name: "firstlight", bytes: bytes.span))
    let status = try Self.status(of: file, path: name)
    try self.init(file, status, path: name, start: 0, count: bytes.count, limit: limit)
  }

  /// Opens a file in an archive.
  private init(
    path: String, member name: String, of archive: String, limit: Int
  ) throws(ReadFileError) {
    let file = try ReadFileError.wrapping(try FileDescriptor.open(archive, [.read, .nonBlocking]))
    let status = try Self.status(of: file, path: archive)
    let number = file.rawValue
    let list = try ReadFileError.wrapping(
      try LastArchive.shared.list(of: number, status, path: archive))
    guard let member = list?.member(named: name) else {
      throw .system(SystemError(.open, path: path, code: ENOENT))
    }
    try self.init(
      file, status, path: path, start: member.start, count: member.count, limit: limit)
  }

  private init(
    _ descriptor: consuming FileDescriptor, _ status: FileStatus, path: String, start: Int,
    count: Int, limit: Int
  ) throws(ReadFileError) {
    guard count <= limit else { throw .tooLarge(path: path, size: count, limit: limit) }
    self.path = path
    self.count = count
    self.start = start
    self.status = status
    self.descriptor = descriptor
  }

  private static func status(
    of file: borrowing FileDescriptor, path: String
  ) throws(ReadFileError) -> FileStatus {
    let number = file.rawValue
    let status = try ReadFileError.wrapping(try Syscalls.status(of: number, path: path))
    guard status.kind == .regular else { throw .notAFile(path: path, kind: status.kind) }
    return status
  }

  /// The bytes from an offset on, or as many of them as there are before the end.
  public borrowing func bytes(at offset: Int, count: Int) throws(ReadFileError) -> [UInt8] {
    let wanted = max(min(count, self.count - offset), 0)
    let offset = start + offset
    var bytes = [UInt8](repeating: 0, count: wanted)
    var read = 0
    while read < wanted {
      let (file, path, place) = (descriptor.rawValue, path, read)
      var span = bytes.mutableSpan
      let count = try unsafe span.withUnsafeMutableBytes { buffer throws(ReadFileError) -> Int in
        try unsafe ReadFileError.wrapping(
          try Syscalls.read(
            file, at: offset + place, into: .init(rebasing: buffer[place...]), path: path))
      }
      if count == 0 { break }
      read += count
    }
    bytes.removeLast(wanted - read)
    return bytes
  }
}
