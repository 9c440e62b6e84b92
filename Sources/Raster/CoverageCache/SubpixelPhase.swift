import Geometry

/// The place of a fill at quarters of a pixel: a distance in whole pixels, and the transform
/// without it. Fills that differ in whole pixels alone have the same coverage, since coverage is
/// made without that distance.
struct SubpixelPhase {
  /// The transform under which the coverage is made. It depends on the path and on the fraction of
  /// a pixel alone.
  let transform: AffineTransform
  /// The distance from the place where the coverage is made, in pixels.
  let x: Int
  let y: Int

  /// Pixels between the places at which coverage is made. The fill's first pixel is not used, since
  /// a counting text may get another first pixel while its other letters keep their places.
  private static let grid = 64
  /// A surface that holds the whole coverage where it is made, so that the coverage can be used
  /// wherever the fill moves.
  static let surface = PixelSize(
    width: CoverageRasterizer.longestLine + 2 * grid,
    height: CoverageRasterizer.largestSide + 2 * grid)

  /// Nil if the transform moves by other fractions of a pixel.
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
    // False for NaN, too.
    return abs(place) < 0x1p20 && Double(quarters) == place * 4 ? quarters : nil
  }

  func made(_ rows: Range<Int>) -> Range<Int> { (rows.lowerBound - y)..<(rows.upperBound - y) }
}

/// The coverage of a fill at the other fractions of a pixel where it was drawn. There are sixteen
/// of them, and four for a shape that moves along an axis.
@safe struct CoveragePhases: ~Copyable {
  /// Each is whole or empty. All are of one fill, under transforms that differ in the place alone.
  private var caches = Slots<CoverageCache>()

  /// Moves the coverage of a fill to its present place, if the coverage exists.
  ///
  /// - Parameters:
  ///   - cache: the present one. If it is of the fill at another fraction, it goes to the others.
  ///   - mayGrow: true if more of these may be kept.
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

  /// Empties the caches, and keeps their memory, which a budget counts.
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
  /// True if this is the coverage of a fill at a phase, except for the place.
  fileprivate func isMoved(to phase: SubpixelPhase, of fill: Shape) -> Bool {
    transform.hasSameDirections(as: phase.transform) && shape == fill
  }
}
