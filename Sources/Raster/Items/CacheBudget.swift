/// Counts the memory of a sweep's items, and keeps it within a limit for each worker. The item
/// drawn least recently goes first, and coverage caches that need more are made part by part. Of
/// the items that are drawn in each frame the newest goes first, since it is needed again last: a
/// frame that needs more than the limit only makes the items anew that do not fit in it.
///
/// All that an item keeps is counted: coverage, the edges, strips and rows of outlines, and colours
/// of gradients. Only what a single row of a drawing needs may take more, and the edges and colours
/// of some dozens of rows. `SampledRows` hold as much as whole frames, and are counted apart.
struct CacheBudget {
  /// Bytes of all items. Two megabytes of coverage, as much as second-level caches hold, and the
  /// colours of 190 gradients.
  static let limit = 8 << 20
  /// Bytes of the coverage caches of one rectangle, where it is cut for them: they stay in the
  /// second-level cache from when they are made to when they are drawn.
  static let part = 512 << 10

  /// The fast paths that items may take.
  var paths = FastPaths.all
  /// Counts the pixels that are kept as they were sampled, within a bound of their own.
  let sampledRows = SampledRowsBudget()
  /// The items that hold memory: only these are examined, and not all items of the list.
  private let holders = HoldingItems()
  let limit: Int
  /// Bytes of all items.
  private(set) var byteCount = 0
  /// Counts the rectangles that are drawn.
  private(set) var drawing = 0
  /// Counts the frames.
  private(set) var frame = 0
  /// The first rectangle of this frame.
  private var firstOfFrame = 0
  /// The first rectangle of the frame before that had any.
  private var firstOfLastFrame = 0
  /// The last rectangle for which all unneeded memory was given back, the bytes of coverage that it
  /// needed, and all bytes at that time.
  private var settled = (drawing: -1, coverage: 0, byteCount: 0)

  /// - Parameter limit: bytes of all items; tests have a lower one.
  init(limit: Int = CacheBudget.limit) { self.limit = limit }

  /// Bytes that are left when memory is given back: less than the limit, so that not each
  /// allocation has to examine all items.
  private var wanted: Int { limit / 4 * 3 }

  /// The number of times that an item was examined: a measure of the work to find memory.
  var lookCount: Int { holders.lookCount }

  /// True if so much is held that memory may soon be given back.
  var isNearLimit: Bool { byteCount > wanted }

  /// Starts a frame. If rows have no bytes to spare, items that the last frame did not draw drop
  /// their cached rows.
  mutating func beginFrame(_ items: borrowing Slots<DrawItem>) {
    if spareRowBytes <= 0 {
      unsafe giveBack(of: items, drawnIn: .min..<firstOfFrame) {
        unsafe $0.pointee.dropCachedRows()
      }
    }
    frame &+= 1
    if drawing >= firstOfFrame { firstOfLastFrame = firstOfFrame }
    firstOfFrame = drawing &+ 1
  }

  mutating func beginDrawing() { drawing &+= 1 }

  /// Counts the item in a slot anew; to be called after each change of it.
  ///
  /// - Returns: the bytes that it has grown by.
  @discardableResult
  mutating func count(_ slot: Int, of items: borrowing Slots<DrawItem>) -> Int {
    let item = unsafe items.base + slot
    let growth = unsafe item.pointee.recount()
    byteCount &+= growth
    if growth > 0, unsafe item.pointee.account.list(above: CacheBudget.least) { holders.add(slot) }
    return growth
  }

  /// Bytes that rows may still take: a quarter of the limit is left to what changes every frame.
  var spareRowBytes: Int { wanted &- byteCount }

  /// True if there may be more coverage than the drawing needs: a third is left to rows.
  var hasSpareCoverage: Bool { spareRowBytes > limit / 4 }

  /// Bytes of all kinds beyond which a rectangle of many rows is cut. Edges and colours take no
  /// less memory for fewer rows, but fewer items may be needed.
  var most: Int { limit / 2 * 3 }

  /// If all items take more than the limit, gives back memory that the present rectangle does not
  /// need.
  ///
  /// - Parameter isTall: true for a rectangle of many rows.
  /// - Returns: false if the rectangle needs so much that it has to be cut.
  mutating func settle(_ items: borrowing Slots<DrawItem>, isTall: Bool = false) -> Bool {
    if byteCount <= limit { return true }
    // A second search for the same rectangle would find nothing more.
    if settled.drawing != drawing {
      giveBackUnneeded(items)
      if byteCount <= limit { return true }
    }
    if isTall, byteCount > most { return false }
    // Growth counts as coverage until it is summed anew.
    if settled.drawing != drawing
      || settled.coverage &+ byteCount &- settled.byteCount > limit / 4
    {
      settled = (drawing, coverage(of: items), byteCount)
    }
    return settled.coverage <= limit / 4
  }

  /// Bytes of coverage caches that are held for a rectangle before it is made ready.
  var heldCoverage: Int { limit / 4 }

  private mutating func giveBackUnneeded(_ items: borrowing Slots<DrawItem>) {
    var oldest = firstOfLastFrame
    for slot in holders.all() {
      let item = unsafe items.base + slot
      oldest = unsafe min(oldest, item.pointee.account.lastDrawing)
    }
    // Of the items that neither this frame nor the last one drew, the older half each time.
    while isNearLimit, oldest < firstOfLastFrame {
      oldest += (firstOfLastFrame - oldest + 1) / 2
      unsafe giveBack(of: items, drawnIn: .min..<oldest) { unsafe $0.pointee.giveBack() }
    }
    // Of the items that these frames drew, twice as many rectangles each time, the newest first.
    var (newest, count) = (drawing, 1)
    while isNearLimit, newest > firstOfLastFrame {
      newest = max(newest - count, firstOfLastFrame)
      count *= 2
      unsafe giveBack(of: items, drawnIn: newest..<drawing) { unsafe $0.pointee.giveBack() }
    }
    // Each shape that is left is needed to draw, but phases are only of use later, and rows can be
    // scanned again.
    if byteCount > limit {
      unsafe giveBack(of: items, drawnIn: .min..<(.max)) { unsafe $0.pointee.dropPhases() }
    }
    if byteCount > limit {
      unsafe giveBack(of: items, drawnIn: .min..<(.max)) { unsafe $0.pointee.dropCachedRows() }
    }
  }

  /// Bytes of coverage caches that the present rectangle needs.
  private func coverage(of items: borrowing Slots<DrawItem>) -> Int {
    var count = 0
    for slot in holders.all() {
      let item = unsafe items.base + slot
      if unsafe item.pointee.account.lastDrawing == drawing {
        unsafe count &+= item.pointee.coverageByteCount
      }
    }
    return count
  }

  /// Gives back the memory of items whose last rectangle is one of the given ones.
  @inline(never)
  private mutating func giveBack(
    of items: borrowing Slots<DrawItem>, drawnIn drawings: Range<Int>,
    _ body: (UnsafeMutablePointer<DrawItem>) -> Void
  ) {
    var left: [Int] = []
    for slot in holders.all() {
      let item = unsafe items.base + slot
      if unsafe drawings.contains(item.pointee.account.lastDrawing) {
        unsafe body(item)
        unsafe byteCount &+= item.pointee.recount()
      }
      if unsafe !item.pointee.account.unlist(upTo: CacheBudget.least) { left.append(slot) }
    }
    holders.replace(by: left)
  }

  /// Bytes of an item that keeps nothing of use.
  private static let least = 64
}

/// The last use of an item, and its memory as the budget counts it.
struct ItemAccount: BitwiseCopyable {
  /// The last drawing that reached the item.
  var lastDrawing = 0
  /// The frame in which its shape was made ready.
  var frame = 0
  /// The bytes of the item that the budget has counted.
  private(set) var counted = 0
  /// The item's bytes before it gave them back; 0 if the shape has changed since then.
  var former = 0
  /// True if the budget has listed the item as one that holds memory.
  private var isListed = false

  /// Counts the item's bytes.
  ///
  /// - Returns: the bytes by which they have grown since the last count.
  mutating func count(_ byteCount: Int) -> Int {
    let growth = byteCount &- counted
    counted = byteCount
    return growth
  }

  /// True, once, if the item has more than `least` bytes, so that the budget has to list it.
  mutating func list(above least: Int) -> Bool {
    if isListed || counted <= least { return false }
    isListed = true
    return true
  }

  /// True if the item has at most `least` bytes, so that the budget need not list it any more.
  mutating func unlist(upTo least: Int) -> Bool {
    if counted <= least { isListed = false }
    return !isListed
  }
}

/// The slots of items that hold memory. An item is examined as often as it is made and given back,
/// or drawn, however many items there are.
private final class HoldingItems {
  private var slots: [Int] = []
  private(set) var lookCount = 0

  /// The slots, to be examined.
  func all() -> [Int] {
    lookCount &+= slots.count
    return slots
  }

  func add(_ slot: Int) { slots.append(slot) }

  func replace(by slots: [Int]) { self.slots = slots }
}
