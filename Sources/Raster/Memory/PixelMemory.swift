/// Memory for the pixels of an image, zero at first.
///
/// The memory begins where a line of the cache does. On an AMD processor copies of rows that begin
/// elsewhere took a quarter longer.
@safe public final class PixelMemory {
  let base: UnsafeMutablePointer<UInt32>
  public let count: Int

  /// The caller has checked the count against its limits.
  public init(count: Int) {
    let byteCount = count * MemoryLayout<UInt32>.stride
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 1), alignment: 64)
    unsafe base = bytes.initializeMemory(as: UInt32.self, repeating: 0, count: count)
    self.count = count
  }

  /// Memory for pixels that are all going to be written, and for some behind them, which are zero.
  init(unsetCount count: Int, spare: Int) {
    let byteCount = (count + spare) * MemoryLayout<UInt32>.stride
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    unsafe base = bytes.bindMemory(to: UInt32.self, capacity: count + spare)
    unsafe (base + count).initialize(repeating: 0, count: spare)
    self.count = count
  }

  /// A copy.
  public convenience init(_ pixels: [UInt32]) {
    self.init(count: pixels.count)
    unsafe pixels.withUnsafeBufferPointer { from in
      if let first = from.baseAddress { unsafe base.copy(from: first, count: count) }
    }
  }

  deinit { unsafe base.deallocate() }

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
