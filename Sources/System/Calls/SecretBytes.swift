import CLinux

/// A password in the making, or one that is on its way: bytes in memory that is neither swapped nor
/// dumped, as far as the process's limits allow, and that are overwritten when they go.
@safe public final class SecretBytes {
  /// How many bytes there is room for.
  public static var capacity: Int { 4096 }

  public private(set) var count = 0
  // Valid for `capacity` bytes until `deinit`.
  private let address: UnsafeMutableRawPointer

  /// - Throws: `map` where there is no memory.
  public init() throws(SystemError) {
    guard let address = unsafe firstlight_secret_allocate(Self.capacity) else {
      throw SystemError(.map, code: ENOMEM)
    }
    unsafe self.address = unsafe address
  }

  deinit { unsafe firstlight_secret_free(address, Self.capacity) }

  /// The byte at a place below the count.
  public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count)
    return unsafe address.load(fromByteOffset: index, as: UInt8.self)
  }

  /// Adds a byte.
  /// - Returns: false where there is no room for it.
  @discardableResult public func append(_ byte: UInt8) -> Bool {
    guard count < Self.capacity else { return false }
    unsafe address.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
    return true
  }

  /// Takes bytes off the end.
  public func removeLast(_ number: Int) {
    let number = min(max(number, 0), count)
    count -= number
    unsafe firstlight_secret_wipe(address + count, number)
  }

  public func removeAll() { removeLast(count) }

  /// Lends the bytes, which the borrower is not to keep.
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = unsafe UnsafeRawBufferPointer(start: address, count: count)
    return try unsafe body(Span<UInt8>(_unsafeBytes: bytes))
  }

  /// How reading went.
  public enum ReadResult: Sendable {
    case bytes
    /// It would have had to wait.
    case nothing
    /// Nothing will come any more.
    case ended
  }

  /// Takes in what a descriptor has, in place of what was there.
  public func read(from descriptor: borrowing FileDescriptor) throws(SystemError) -> ReadResult {
    removeAll()
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: address, count: Self.capacity)
    guard let count = try unsafe Syscalls.read(descriptor.rawValue, into: buffer) else {
      return .nothing
    }
    self.count = count
    return count > 0 ? .bytes : .ended
  }
}
