/// Counts the memory of a sweep's items, and keeps it within a limit, for each worker: what was not drawn for
/// longest goes first, and caches of coverage that need more are made part by part.
///
/// All that an item keeps is counted: coverage, the edges, strips and rows of outlines, and colours of gradients.
/// Only what a single row of a drawing needs may take more, and what does not get less by drawing fewer rows:
/// edges and colours. `SampledRows` hold as much as whole frames, and are counted apart.
struct CacheBudget {
  /// Bytes of all items. Two megabytes of coverage, as much as second-level caches hold, and the colours
  /// of 190 gradients.
  static let limit = 8 << 20
  /// Bytes of the coverage caches of one rectangle, where it is cut for them: they stay in the second-level cache
  /// from when they are made to when they are drawn.
  static let part = 512 << 10

  /// The fast paths that items may take.
  var paths = FastPaths.all
  /// Counts the pixels that are kept as they were sampled, within a bound of their own.
  let sampledRows = SampledRowsBudget()
  let limit: Int
  /// Bytes of all items.
  private(set) var byteCount = 0
  /// Counts the rectangles that are drawn.
  private(set) var drawing = 0
  /// Counts the frames.
  private(set) var frame = 0
  /// The first rectangle of this frame.
  private var firstOfFrame = 0
  /// The last rectangle for which all was given back that it does not need, the bytes of coverage that it needed then,
  /// and all bytes then.
  private var settled = (drawing: -1, coverage: 0, byteCount: 0)

  /// - Parameter limit: bytes of all items; tests have a lower one.
  init(limit: Int = CacheBudget.limit) { self.limit = limit }

  /// Bytes that are left when memory is given back: less than the limit, so that not everything that is made
  /// looks through all items.
  private var wanted: Int { limit / 4 * 3 }

  /// True if so much is held that memory may soon be given back.
  var isNearLimit: Bool { byteCount > wanted }

  /// Starts a frame. If there is none to spare for rows, what the last frame did not draw keeps none.
  mutating func beginFrame(_ items: borrowing Slots<DrawItem>) {
    if spareRowBytes <= 0 {
      unsafe giveBack(of: items, before: firstOfFrame) { unsafe $0.pointee.dropCachedRows() }
    }
    frame &+= 1
    firstOfFrame = drawing &+ 1
  }

  mutating func beginDrawing() { drawing &+= 1 }

  /// Counts an item anew, after each change of it.
  ///
  /// - Returns: the bytes that it has grown by.
  @discardableResult
  mutating func count(_ item: UnsafeMutablePointer<DrawItem>) -> Int {
    let growth = unsafe item.pointee.recount()
    byteCount &+= growth
    return growth
  }

  /// Bytes that rows may still take: what changes from frame to frame has a quarter for itself.
  var spareRowBytes: Int { wanted &- byteCount }

  /// True if there may be more coverage than what is drawn needs: a third is left to rows.
  var hasSpareCoverage: Bool { spareRowBytes > limit / 4 }

  /// Gives back what the present rectangle does not need, where all take more than the limit.
  ///
  /// - Returns: false where the rectangle's coverage takes so much that it has to be cut.
  mutating func settle(_ items: borrowing Slots<DrawItem>) -> Bool {
    if byteCount <= limit { return true }
    // A second look at all items in a rectangle finds nothing more.
    if settled.drawing != drawing {
      giveBackUnneeded(items)
      if byteCount <= limit { return true }
    }
    // Growth counts as coverage until it is summed anew.
    if settled.drawing != drawing
      || settled.coverage &+ byteCount &- settled.byteCount > limit / 4
    {
      settled = (drawing, coverage(of: items), byteCount)
    }
    return settled.coverage <= limit / 4
  }

  private mutating func giveBackUnneeded(_ items: borrowing Slots<DrawItem>) {
    var oldest = drawing
    for slot in 0..<items.count {
      let item = unsafe items.base + slot
      if unsafe item.pointee.countedBytes > CacheBudget.least {
        oldest = unsafe min(oldest, item.pointee.lastDrawing)
      }
    }
    // Half of those that are left, by age.
    while isNearLimit, oldest < drawing {
      oldest += (drawing - oldest + 1) / 2
      unsafe giveBack(of: items, before: oldest) { item in
        if unsafe item.pointee.countedBytes > CacheBudget.least { unsafe item.pointee.giveBack() }
      }
    }
    // Nothing is drawn without its shape, but phases are only of use later, and rows can be scanned again.
    if byteCount > limit {
      unsafe giveBack(of: items, before: .max) { unsafe $0.pointee.dropPhases() }
    }
    if byteCount > limit {
      unsafe giveBack(of: items, before: .max) { unsafe $0.pointee.dropCachedRows() }
    }
  }

  /// Bytes of coverage caches that the present rectangle needs.
  private func coverage(of items: borrowing Slots<DrawItem>) -> Int {
    var count = 0
    for slot in 0..<items.count {
      let item = unsafe items.base + slot
      if unsafe item.pointee.lastDrawing == drawing {
        unsafe count &+= item.pointee.coverageByteCount
      }
    }
    return count
  }

  /// Has items give memory back that were last drawn before a drawing.
  @inline(never)
  private mutating func giveBack(
    of items: borrowing Slots<DrawItem>, before drawing: Int,
    _ body: (UnsafeMutablePointer<DrawItem>) -> Void
  ) {
    for slot in 0..<items.count {
      let item = unsafe items.base + slot
      guard unsafe item.pointee.lastDrawing < drawing else { continue }
      unsafe body(item)
      unsafe count(item)
    }
  }

  /// Bytes of an item that keeps nothing of use.
  private static let least = 64
}
