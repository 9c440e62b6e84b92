extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Takes over elements from elsewhere, which may be among them, as bytes.
  ///
  /// `update(from:count:)` calls a function for each element in Embedded Swift 6.3: a picture that is
  /// copied to a frame took twelve times as long.
  @inline(__always)
  func copy(from source: UnsafePointer<Pointee>, count: Int) {
    unsafe UnsafeMutableRawPointer(self).copyMemory(
      from: source, byteCount: count &* MemoryLayout<Pointee>.stride)
  }
}
