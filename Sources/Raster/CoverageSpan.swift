/// A stretch of one row with coverage above 0.
struct CoverageSpan: BitwiseCopyable {
  /// The first pixel.
  var x: Int
  var length: Int
  /// Where its coverage bytes start in the row's mask store, or −1 for one coverage throughout.
  var mask: Int
  /// The coverage of all pixels, when `mask` is −1.
  var value: UInt8

  var end: Int { x &+ length }
}
