/// Rows of numbers that a blur passes through, each with eight spare places behind.
@safe struct FloatRows: ~Copyable {
  typealias Lanes = SIMD8<Float>

  let base: UnsafeMutablePointer<Float>
  let width: Int
  let height: Int
  let stride: Int

  /// Rows of zeroes.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    stride = width + 8
    unsafe base = UnsafeMutablePointer<Float>.allocate(capacity: max(stride * height, 1))
    unsafe base.initialize(repeating: 0, count: stride * height)
  }

  deinit { unsafe base.deallocate() }

  @inline(__always) func row(_ y: Int) -> UnsafeMutablePointer<Float> { unsafe base + y &* stride }

  @inline(__always) static func load(_ pointer: UnsafePointer<Float>) -> Lanes {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Lanes.self)
  }

  @inline(__always) static func store(_ lanes: Lanes, to pointer: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: lanes, as: Lanes.self)
  }

  /// Eight bytes as numbers: put below the binary point of 2²³, whose last bit is 1.
  @inline(__always) static func widened(_ bytes: SIMD8<UInt8>) -> Lanes {
    let bits = SIMD8<UInt32>(truncatingIfNeeded: bytes) | SIMD8<UInt32>(repeating: 0x4B00_0000)
    return unsafe unsafeBitCast(bits, to: Lanes.self) - Lanes(repeating: 8_388_608)
  }

  /// Numbers of 0…255 rounded to bytes, by the same way back.
  @inline(__always) static func rounded(_ lanes: Lanes) -> SIMD8<UInt8> {
    let bits = unsafe unsafeBitCast(lanes + Lanes(repeating: 8_388_608), to: SIMD8<UInt32>.self)
    return SIMD8<UInt8>(truncatingIfNeeded: bits)
  }
}
