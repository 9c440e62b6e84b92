/// Crossings of one row, all of one direction, that take over from one another: at each height
/// between its ends there is one.
struct RowChain {
  /// The most pieces that are looked at: their heights are compared one by one.
  private static let limit = 16

  let winding: Int
  private(set) var startY = Int.max
  private(set) var endY = Int.min
  private(set) var minX = Int.max
  private(set) var maxX = Int.min

  var isUpright: Bool { endY &- startY == Fixed.one }

  /// Fails where crossings of the given direction are no chain, or those of the other one are among
  /// them and do not count for nothing.
  init?(
    _ pieces: UnsafePointer<RowCrossing>, count: Int, winding: Int, ignoringOthers: Bool = false
  ) {
    self.winding = winding
    if count > RowChain.limit { return nil }
    var height = 0
    for index in 0..<count {
      let piece = unsafe pieces + index
      if unsafe piece.pointee.winding != winding {
        if ignoringOthers { continue }
        return nil
      }
      let (top, bottom) = unsafe (piece.pointee.startY, piece.pointee.endY)
      startY = min(startY, top)
      endY = max(endY, bottom)
      height &+= bottom &- top
      minX = unsafe min(minX, piece.pointee.minX)
      maxX = unsafe max(maxX, piece.pointee.maxX)
      for place in 0..<index {
        let other = unsafe pieces[place]
        if other.winding == winding, other.startY < bottom, other.endY > top { return nil }
      }
    }
    // Apart from one another, they leave no gap.
    if height != endY &- startY { return nil }
  }

  /// True if crossings are two chains over the same heights that run there and back, apart from
  /// each other.
  static func isPair(_ pieces: UnsafePointer<RowCrossing>, count: Int) -> Bool {
    guard let a = unsafe RowChain(pieces, count: count, winding: 1, ignoringOthers: true),
      let b = unsafe RowChain(pieces, count: count, winding: -1, ignoringOthers: true)
    else { return false }
    return a.startY == b.startY && a.endY == b.endY && (a.maxX <= b.minX || b.maxX <= a.minX)
  }
}
