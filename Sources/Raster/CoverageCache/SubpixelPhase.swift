import Geometry

/// The place of a fill at quarters of a pixel: whole pixels, and its transform without them. Fills
/// that differ in whole pixels alone have the same coverage, since it is made without these.
struct SubpixelPhase {
  /// The transform under which the coverage is made: it depends on the path and on the parts of a
  /// pixel alone.
  let transform: AffineTransform
  /// The way from there, in pixels.
  let x: Int
  let y: Int

  /// Pixels between the places from which coverage is made. A fill's first pixel is none of them: a
  /// text that counts may get another first pixel, and its other letters are to keep their places.
  private static let grid = 64
  /// A surface that holds the coverage whole where it is made, so that it serves wherever the fill
  /// goes.
  static let surface = PixelSize(
    width: CoverageRasterizer.longestLine + 2 * grid,
    height: CoverageRasterizer.largestSide + 2 * grid)

  /// Nil where the transform moves by other parts of a pixel.
  ///
  /// - Parameter box: the box of the path under the transform.
  init?(_ transform: AffineTransform, box: PathBox?) {
    guard let left = SubpixelPhase.quarters(transform.tx),
      let top = SubpixelPhase.quarters(transform.ty), let box = box?.pixels()
    else { return nil }
    x = SubpixelPhase.way(left >> 2, box.minX)
    y = SubpixelPhase.way(top >> 2, box.minY)
    var made = transform
    made.tx -= Double(x)
    made.ty -= Double(y)
    self.transform = made
  }

  private static func way(_ whole: Int, _ first: Int) -> Int {
    whole + (first - whole) & ~(grid - 1)
  }

  private static func quarters(_ place: Double) -> Int? {
    let quarters = Fixed.roundedInt(place * 4)
    // False for what is not a number, too.
    return abs(place) < 0x1p20 && Double(quarters) == place * 4 ? quarters : nil
  }

  func made(_ rows: Range<Int>) -> Range<Int> { (rows.lowerBound - y)..<(rows.upperBound - y) }
}

/// The coverage of a fill at the other parts of a pixel that it has been at: there are sixteen
/// quarters, and four of them for what moves along an axis.
@safe struct CoveragePhases: ~Copyable {
  /// Whole ones, or none; all of one fill, under transforms that differ in the place alone.
  private var caches = Slots<CoverageCache>()

  /// Brings the coverage of a fill to its place, if it is there.
  ///
  /// - Parameters:
  ///   - cache: the present one. Coverage of the fill elsewhere goes from it to the others.
  ///   - mayGrow: true if there may be more of these.
  /// - Returns: false if the present cache is to be made.
  mutating func find(
    _ fill: Shape, at phase: SubpixelPhase, in cache: inout CoverageCache, mayGrow: Bool
  ) -> Bool {
    guard let source = cache.source, source.isMoved(to: phase, of: fill) else {
      giveBack()
      return false
    }
    if source.transform == phase.transform {
      guard cache.isWhole else { return false }
      cache.move(x: phase.x, y: phase.y)
      return true
    }
    var free = -1
    for index in 0..<caches.count {
      let other = unsafe caches.base + index
      if unsafe other.pointee.source?.transform == phase.transform {
        unsafe swap(&other.pointee, &cache)
        if unsafe !other.pointee.isWhole { unsafe other.pointee.giveBack() }
        cache.move(x: phase.x, y: phase.y)
        return true
      }
      if unsafe !other.pointee.isSet { free = index }
    }
    guard mayGrow, cache.isWhole else { return false }
    if free < 0 {
      free = caches.count
      caches.append(CoverageCache())
    }
    unsafe swap(&caches.base[free], &cache)
    return false
  }

  /// Empties them, and keeps their memory, which a budget counts.
  mutating func removeAll() {
    for index in 0..<caches.count { unsafe caches.base[index].remove() }
  }

  /// Gives their memory back.
  mutating func giveBack() {
    if caches.count > 0 { caches = Slots() }
  }

  var byteCount: Int {
    var count = caches.byteCount
    for index in 0..<caches.count { unsafe count &+= caches.base[index].byteCount }
    return count
  }
}

extension CoverageCache.Source {
  /// True if it is a fill's at a phase, except for its place.
  fileprivate func isMoved(to phase: SubpixelPhase, of fill: Shape) -> Bool {
    transform.hasSameDirections(as: phase.transform) && shape == fill
  }
}
