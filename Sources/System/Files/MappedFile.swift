/// A plain file's bytes, mapped for reading: pages come into memory as they are looked at.
///
/// Several owners may share one mapping, which lasts as long as they do. Of a file that is cut short in
/// its place while it is mapped, or that a disk fails to give, the missing pages are read as zeros; a
/// file that is replaced, as package managers do, stays what it was.
@safe public final class MappedFile {
  public let path: String
  public let count: Int
  // Null for an empty file, and otherwise valid for `count` bytes until `deinit`.
  private let address: UnsafeRawPointer?

  public init(mapping file: borrowing PlainFile) throws(ReadFileError) {
    path = file.path
    count = file.count
    // Nothing can be mapped of an empty file.
    unsafe address =
      file.count == 0
      ? nil
      : try ReadFileError.wrapping(
        try Syscalls.map(file.descriptor.rawValue, size: file.count, path: file.path))
  }

  deinit {
    if let address = unsafe address { unsafe Syscalls.unmap(address, size: count) }
  }

  /// The bytes; valid as long as this object is.
  @unsafe public var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: address, count: count)
  }
}
