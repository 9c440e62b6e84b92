internal import CKernels

/// A stretch of one row with coverage above 0.
typealias CoverageSpan = firstlight_span

extension CoverageSpan {
  @inline(__always) init(x: Int, length: Int, mask: Int, value: UInt8) {
    self.init(
      x32: Int32(truncatingIfNeeded: x), length32: Int32(truncatingIfNeeded: length),
      mask32: Int32(truncatingIfNeeded: mask), value8: value)
  }

  /// The coverage of all its pixels, where `mask` is −1.
  @inline(__always) var value: UInt8 {
    get { value8 }
    set { value8 = newValue }
  }

  /// The first pixel.
  @inline(__always) var x: Int { Int(x32) }
  @inline(__always) var length: Int { Int(length32) }
  /// Where its coverage bytes start in the row's mask store, or −1 for one coverage throughout.
  @inline(__always) var mask: Int { Int(mask32) }
  @inline(__always) var end: Int { x &+ length }
  /// True if all its pixels are covered whole.
  @inline(__always) var isFull: Bool { mask32 < 0 && value == 255 }
}
