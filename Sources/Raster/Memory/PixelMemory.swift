internal import CKernels

/// Memory for pixels, zero at first.
///
/// Zeros cost no time where the C library takes new pages: in the daemon for a megabyte or more,
/// since `FreeMemory.giveBack` sets that threshold. In the client, and for less, the library may
/// clear memory that was in use before.
///
/// The memory begins at a cache line. On an AMD processor copies of rows that begin elsewhere took
/// a quarter longer.
@safe public final class PixelMemory {
  /// The bytes of a line of the cache.
  private static let alignment = 64
  /// Bytes behind the pixels, since vectors reach over the last one.
  private static let spare = 32

  let base: UnsafeMutablePointer<UInt32>
  public let count: Int
  /// The block that it lies in.
  private let block: UnsafeMutableRawPointer

  /// The caller has checked the count against its limits.
  public init(count: Int) {
    let byteCount = count * MemoryLayout<UInt32>.stride
    guard
      let block = unsafe firstlight_allocate_zeros(byteCount + Self.spare + Self.alignment)
    else { fatalError("there is no memory for \(byteCount) bytes of pixels") }
    unsafe self.block = block
    unsafe base = block.alignedUp(toMultipleOf: Self.alignment).bindMemory(
      to: UInt32.self, capacity: count)
    self.count = count
  }

  /// A copy.
  public convenience init(_ pixels: [UInt32]) {
    self.init(count: pixels.count)
    unsafe pixels.withUnsafeBufferPointer { from in
      if let first = from.baseAddress { unsafe base.copy(from: first, count: count) }
    }
  }

  deinit { unsafe firstlight_free(block) }

  /// Lends the pixels, to be written before an image is made of them.
  public func withPixels<Result, Failure>(
    _ body: (inout MutableSpan<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var span = unsafe MutableSpan(_unsafeStart: base, count: count)
    return try body(&span)
  }

  subscript(index: Int) -> UInt32 {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }
}
