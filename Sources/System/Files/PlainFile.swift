import CLinux

/// A plain file that is open for reading.
public struct PlainFile: ~Copyable {
  public let path: String
  /// The size in bytes when it was opened.
  public let count: Int
  let descriptor: FileDescriptor

  /// Opens a file. A FIFO or device is refused without waiting for its other end.
  /// - Parameter limit: the most bytes to accept.
  public init(path: String, limit: Int) throws(ReadFileError) {
    let file = try ReadFileError.wrapping(try FileDescriptor.open(path, [.read, .nonBlocking]))
    let status = try ReadFileError.wrapping(try Syscalls.status(of: file.rawValue, path: path))
    guard status.kind == .regular else { throw .notAFile(path: path, kind: status.kind) }
    guard status.size <= limit else {
      throw .tooLarge(path: path, size: status.size, limit: limit)
    }
    self.path = path
    count = status.size
    descriptor = file
  }

  /// The bytes from an offset on, or as many of them as there are before the end.
  public borrowing func bytes(at offset: Int, count: Int) throws(ReadFileError) -> [UInt8] {
    let wanted = max(min(count, self.count - offset), 0)
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
