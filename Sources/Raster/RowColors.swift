/// What is drawn in a row, over what.
struct RowColors {
  /// The one colour that is drawn, premultiplied.
  var color: UInt32
  /// What lies under it, opaque or clear.
  var base: UInt32
  /// True if pixels that are not covered hold `base` already, and stay as they are.
  var keepsBase: Bool
}
