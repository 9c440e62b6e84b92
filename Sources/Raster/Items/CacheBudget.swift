/// Keeps the caches and rows of a renderer's items within 2 MiB together, for each worker: those that
/// were not drawn for longest go first, and what needs more is drawn part by part.
///
/// Only the caches that a single row of a drawing needs may take more, until the next one. The
/// rasterizer has room for one cache more, the last that it replaced.
struct CacheBudget {
  static let limit = 2 << 20
  /// Bytes of the caches of one rectangle, where it is cut for them: they stay in the second-level cache
  /// from when they are made to when they are drawn.
  static let part = limit / 4
  /// Bytes that are left when caches are given back: less than the limit, so that not every cache looks
  /// through all items.
  static let wanted = limit / 4 * 3

  /// The fast paths that items may take.
  var paths = FastPaths.all
  /// The room of pictures that are kept as they were sampled, which has a bound of its own.
  let sampledRoom = SampledRoom()
  /// Bytes of all caches and rows.
  private(set) var byteCount = 0
  /// Counts the rectangles that are drawn.
  private(set) var drawing = 0
  /// Counts the frames.
  private(set) var frame = 0
  /// The first rectangle of this frame.
  private var firstOfFrame = 0

  /// Starts a frame. If there is no room left for rows, what the last frame did not draw keeps none.
  mutating func beginFrame(_ items: borrowing Slots<DrawItem>) {
    if spareRowBytes <= 0 { dropCachedRows(of: items, before: firstOfFrame) }
    frame &+= 1
    firstOfFrame = drawing &+ 1
  }

  mutating func beginDrawing() { drawing &+= 1 }

  mutating func add(_ bytes: Int) { byteCount &+= bytes }

  /// Bytes that rows may still take: what changes from frame to frame has a quarter for itself.
  var spareRowBytes: Int { CacheBudget.wanted &- byteCount }

  /// Adds what rows took of the room for them.
  mutating func addRows(leaving room: Int) { byteCount &+= spareRowBytes &- room }

  /// Gives back what the present rectangle does not need, where all take more than the limit.
  ///
  /// - Returns: true if they take no more now.
  mutating func settle(_ items: borrowing Slots<DrawItem>) -> Bool {
    if byteCount <= CacheBudget.limit { return true }
    var oldest = drawing
    for slot in 0..<items.count {
      let item = unsafe items.base + slot
      if unsafe item.pointee.cacheByteCount > CacheBudget.least {
        oldest = unsafe min(oldest, item.pointee.lastDrawing)
      }
    }
    // Half of those that are left, by age.
    while byteCount > CacheBudget.wanted, oldest < drawing {
      oldest += (drawing - oldest + 1) / 2
      for slot in 0..<items.count {
        let item = unsafe items.base + slot
        let count = unsafe item.pointee.cacheByteCount
        guard count > CacheBudget.least, unsafe item.pointee.lastDrawing < oldest else { continue }
        unsafe item.pointee.giveBack()
        byteCount &-= unsafe count &- item.pointee.cacheByteCount
      }
    }
    // Nothing is drawn without its cache, but phases are only of use later, and rows can be scanned again.
    if byteCount > CacheBudget.limit { dropPhases(of: items) }
    if byteCount > CacheBudget.limit { dropCachedRows(of: items, before: .max) }
    return byteCount <= CacheBudget.limit
  }

  /// Gives back what items keep of their coverage at other parts of a pixel.
  private mutating func dropPhases(of items: borrowing Slots<DrawItem>) {
    for slot in 0..<items.count {
      let item = unsafe items.base + slot
      let count = unsafe item.pointee.cacheByteCount
      unsafe item.pointee.dropPhases()
      byteCount &-= unsafe count &- item.pointee.cacheByteCount
    }
  }

  /// Gives the rows back that items keep which were last drawn before a drawing.
  private mutating func dropCachedRows(of items: borrowing Slots<DrawItem>, before drawing: Int) {
    for slot in 0..<items.count {
      let item = unsafe items.base + slot
      guard unsafe item.pointee.lastDrawing < drawing else { continue }
      let count = unsafe item.pointee.cacheByteCount
      unsafe item.pointee.dropCachedRows()
      byteCount &-= unsafe count &- item.pointee.cacheByteCount
    }
  }

  /// Bytes of an item without a cache or rows.
  private static let least = 64
}
