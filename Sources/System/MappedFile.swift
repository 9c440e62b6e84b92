import CLinux

/// A plain file's bytes, mapped for reading: pages come into memory as they are looked at.
///
/// Several owners may share one mapping, which lasts as long as they do. A file that is cut short
/// in its place while it is mapped ends the process when a missing page is read; a file that is
/// replaced, as package managers do, stays what it was.
@safe public final class MappedFile {
  public let path: String
  public let count: Int
  // Null for an empty file, and otherwise valid for `count` bytes until `deinit`.
  private let address: UnsafeRawPointer?

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
    // Nothing can be mapped of an empty file.
    unsafe address =
      status.size == 0
      ? nil
      : try ReadFileError.wrapping(
        try Syscalls.map(file.rawValue, size: status.size, path: path))
  }

  deinit {
    if let address = unsafe address { unsafe firstlight_unmap(address, count) }
  }

  /// The bytes; valid as long as this object is.
  @unsafe public var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: address, count: count)
  }
}
