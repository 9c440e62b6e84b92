/// A stretch of one row with coverage above 0.
struct CoverageSpan: BitwiseCopyable {
  private var x32: Int32
  private var length32: Int32
  private var mask32: Int32
  /// The coverage of all pixels, when `mask` is −1.
  var value: UInt8

  @inline(__always) init(x: Int, length: Int, mask: Int, value: UInt8) {
    x32 = Int32(truncatingIfNeeded: x)
    length32 = Int32(truncatingIfNeeded: length)
    mask32 = Int32(truncatingIfNeeded: mask)
    self.value = value
  }

  /// The first pixel.
  @inline(__always) var x: Int { Int(x32) }
  @inline(__always) var length: Int { Int(length32) }
  /// Where its coverage bytes start in the row's mask store, or −1 for one coverage throughout.
  @inline(__always) var mask: Int { Int(mask32) }
  @inline(__always) var end: Int { x &+ length }
  /// Whether all its pixels are covered whole.
  @inline(__always) var isFull: Bool { mask32 < 0 && value == 255 }
}
