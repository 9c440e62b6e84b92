/// A stretch of an item's spans in a row, to be blended; or where a group or a mask begins or ends.
struct RowOperation: BitwiseCopyable {
  var item: Int
  /// The spans, all within one interval except the first and last, which are cut to `start..<end`.
  var firstSpan: Int
  var endSpan: Int
  var start: Int
  var end: Int
  /// The one colour of the item in this row, where `isPlain`.
  var color: UInt32
  var isPlain: Bool
  var isOpaque: Bool
  /// True if it, or the group of a mark, is added to what lies below.
  var isAdded: Bool
  /// True if it is one span without a mask.
  var isRun: Bool
  /// The coverage of a run, or a group's opacity.
  var value: UInt8

  /// The front or the back of a group's or a mask's operations. Fields that mean nothing are equal
  /// in all marks, so that those of equal rows are equal; no pixels are at its place.
  static func mark(_ start: Int, of node: GroupTree.Node) -> RowOperation {
    RowOperation(
      item: node.isMask ? mask : group, firstSpan: 0, endSpan: 0, start: start, end: start,
      color: code(of: node), isPlain: true, isOpaque: false,
      isAdded: !node.isMask && node.composition == .added, isRun: true, value: node.opacity)
  }

  static let front = Int.max
  static let back = Int.min
  private static let group = -1
  private static let mask = -2
  private static let firstMode: UInt32 = 1

  /// The code in a mark's colour: the mode of a mask, or how a group is put over the content below.
  private static func code(of node: GroupTree.Node) -> UInt32 {
    if node.isMask { return UInt32(node.maskMode.rawValue) }
    return switch node.composition {
    case .over, .isolated, .added: 0
    case .blended(let mode): firstMode + UInt32(mode.rawValue)
    }
  }

  var isMark: Bool { item < 0 }
  var isMask: Bool { item == RowOperation.mask }
  /// For a group's mark; nil for the usual way.
  var blendMode: BlendMode? {
    color < RowOperation.firstMode
      ? nil : BlendMode(rawValue: UInt8(truncatingIfNeeded: color &- RowOperation.firstMode))
  }
  /// For a mask's mark.
  var maskMode: MaskMode { MaskMode(rawValue: UInt8(truncatingIfNeeded: color)) ?? .alpha }
}
