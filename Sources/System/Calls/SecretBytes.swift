import CLinux

/// A password, while it is typed or passed on: bytes in memory that is neither swapped nor dumped,
/// as far as the process's limits allow, and that are overwritten at the end.
@safe public final class SecretBytes {
  /// The most bytes, unless a caller gives another number.
  public static var capacity: Int { 4096 }

  public private(set) var count = 0
  /// The most bytes.
  private let size: Int
  // Valid for `size` bytes until `deinit`.
  private let address: UnsafeMutableRawPointer

  /// - Parameter capacity: the most bytes, at least one.
  /// - Throws: `map` if there is no memory.
  public init(capacity: Int = SecretBytes.capacity) throws(SystemError) {
    size = max(capacity, 1)
    guard let address = unsafe firstlight_secret_allocate(size) else {
      throw SystemError(.map, code: ENOMEM)
    }
    unsafe self.address = unsafe address
  }

  deinit { unsafe firstlight_secret_free(address, size) }

  /// The byte at an index below the count.
  public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count)
    return unsafe address.load(fromByteOffset: index, as: UInt8.self)
  }

  /// Adds a byte.
  /// - Returns: false if it is full.
  @discardableResult public func append(_ byte: UInt8) -> Bool {
    guard count < size else { return false }
    unsafe address.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
    return true
  }

  /// Removes and overwrites bytes at the end; at most all of them.
  public func removeLast(_ number: Int) {
    let number = min(max(number, 0), count)
    count -= number
    unsafe firstlight_secret_wipe(address + count, number)
  }

  /// Removes and overwrites all bytes.
  public func removeAll() { removeLast(count) }

  /// Lends the bytes, which the borrower must not keep.
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = unsafe UnsafeRawBufferPointer(start: address, count: count)
    return try unsafe body(Span<UInt8>(_unsafeBytes: bytes))
  }

  /// The result of reading.
  public enum ReadResult: Sendable {
    case bytes
    /// Nothing is there yet: it would have had to wait.
    case nothing
    /// The end of the file.
    case ended
  }

  /// Replaces the bytes by those that can be read from a descriptor.
  public func read(from descriptor: borrowing FileDescriptor) throws(SystemError) -> ReadResult {
    removeAll()
    return try append(from: descriptor)
  }

  /// Adds the bytes that can be read from a descriptor, up to the remaining space, which must not
  /// be 0.
  public func append(from descriptor: borrowing FileDescriptor) throws(SystemError) -> ReadResult {
    precondition(count < size)
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: address + count, count: size - count)
    guard let read = try unsafe Syscalls.read(descriptor.rawValue, into: buffer) else {
      return .nothing
    }
    count += read
    return read > 0 ? .bytes : .ended
  }

  /// Removes bytes from the beginning, all of them at most. The memory behind the rest is
  /// overwritten.
  public func removeFirst(_ number: Int) {
    let number = min(max(number, 0), count)
    unsafe address.copyMemory(from: address + number, byteCount: count - number)
    removeLast(number)
  }

  /// True if there is no space for another byte.
  public var isFull: Bool { count == size }
}
