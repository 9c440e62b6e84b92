/// Keeps the masks of a renderer's items within 2 MiB together, for each worker: those that were not
/// drawn for longest go first, and what needs more is drawn part by part.
///
/// Only the masks that a single row of a drawing needs may take more, until the next one. The
/// rasterizer has room for one mask more, the last that it replaced.
struct MaskBudget {
  static let limit = 2 << 20

  /// Bytes of all masks.
  private(set) var byteCount = 0
  /// Counts the rectangles that are drawn.
  private(set) var drawing = 0

  mutating func beginDrawing() { drawing &+= 1 }

  mutating func add(_ bytes: Int) { byteCount &+= bytes }

  /// Gives masks back that the present rectangle does not need, where all take more than the limit.
  ///
  /// - Returns: whether they take no more now.
  mutating func settle(_ items: borrowing Slots<DrawItem>) -> Bool {
    if byteCount <= MaskBudget.limit { return true }
    // Some room, so that not every mask looks through all items.
    let wanted = MaskBudget.limit / 4 * 3
    var oldest = drawing
    for slot in 0..<items.count {
      let item = unsafe items.base + slot
      if unsafe item.pointee.maskByteCount > MaskBudget.least {
        oldest = unsafe min(oldest, item.pointee.lastDrawing)
      }
    }
    // Half of those that are left, by age.
    while byteCount > wanted, oldest < drawing {
      oldest += (drawing - oldest + 1) / 2
      for slot in 0..<items.count {
        let item = unsafe items.base + slot
        let count = unsafe item.pointee.maskByteCount
        guard count > MaskBudget.least, unsafe item.pointee.lastDrawing < oldest else { continue }
        unsafe item.pointee.giveMaskBack()
        byteCount &-= unsafe count &- item.pointee.maskByteCount
      }
    }
    return byteCount <= MaskBudget.limit
  }

  /// What an item has without a mask.
  private static let least = 64
}
