/// A plain file's bytes, mapped for reading: pages are loaded when they are read. A program that
/// runs from memory has a copy of them instead, which leaves the file's file system free.
///
/// Several owners may share one mapping, which lasts as long as they do. If the file is truncated
/// in place while it is mapped, or a disk fails, the missing pages read as zeros. If the file is
/// replaced, as package managers do, the mapping stays unchanged.
@safe public final class MappedFile {
  public let path: String
  public let count: Int
  // Null for an empty file, and otherwise valid for `start + count` bytes until `deinit`.
  private let address: UnsafeRawPointer?
  /// Bytes of an archive before the file's own, which are mapped with them, but not copied.
  private let start: Int
  /// The open file and the place in it, to recognize the same bytes.
  private let origin: (status: FileStatus, start: Int)

  /// The most bytes of a file that are copied, all of which stay in memory.
  static let longestCopy = 48 << 20

  public convenience init(mapping file: borrowing PlainFile) throws(ReadFileError) {
    try self.init(file, isCopied: ProgramInMemory.isCurrent)
  }

  init(_ file: borrowing PlainFile, isCopied: Bool) throws(ReadFileError) {
    path = file.path
    count = file.count
    start = isCopied ? 0 : file.start
    origin = (file.status, file.start)
    guard !isCopied || count <= Self.longestCopy else {
      throw .tooLarge(path: path, size: count, limit: Self.longestCopy)
    }
    // An empty file cannot be mapped.
    guard file.count > 0 else {
      unsafe address = nil
      return
    }
    let (descriptor, path, count, offset) = (file.descriptor.rawValue, path, count, file.start)
    unsafe address = try ReadFileError.wrapping(
      isCopied
        ? try Syscalls.copy(descriptor, at: offset, size: count, path: path)
        : try Syscalls.map(descriptor, size: offset + count, path: path))
  }

  /// True if these are the bytes of a file that was opened again, and was not changed meanwhile.
  public func isContent(of file: borrowing PlainFile) -> Bool {
    origin.status.isSameContent(as: file.status) && origin.start == file.start
      && count == file.count
  }

  deinit {
    if let address = unsafe address { unsafe Syscalls.unmap(address, size: start + count) }
  }

  /// The bytes; valid as long as this object is.
  @unsafe public var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: address.map { unsafe $0 + start }, count: count)
  }
}
