import Geometry

/// The way in which a band's pixels are made, chosen before any of them is written. The conditions
/// and thresholds of that choice stand here.
///
/// One choice is left to single rows: in a band of `.rows`, a row in which edges begin, end, or
/// share pixels is painted like a row of `.painter`. Only scanning the row tells.
enum BandPlan {
  /// No coverage is needed.
  case direct(DirectRect)
  /// Rows of items over one colour are written, by one item or several (`areBatched`), without a
  /// line; the band's backdrop is the last item that covers it.
  case rows(Band, areBatched: Bool)
  /// All items are painted one over the other in a line.
  case painter(Band)
  /// The line is composed of the parts of items that nothing hides.
  case frontToBack

  // Times are ratios on an AMD EPYC of the fourth generation at 1920×1080.

  /// Rows for which the items in them are looked up together. 1000 circles take 1.03 times the
  /// instructions of bands of 64 rows, the other cases as many.
  static let height = 16

  /// Opaque items of up to this width are painted over others without a search for the pixels that
  /// they hide: the search costs as much as those pixels.
  private static let largestHiding = 192

  /// The least length of rows for a gradient on a scanout that is rotated by a quarter turn, where
  /// the gradient has to be started anew in each row. Shorter rows are composed: those of 64 pixels
  /// take .46 of the time of a gradient's, those of 128 take 1.1 times.
  private static let leastGradientLength = 128

  /// The least rows of a dithered scanout that are filled by a pattern, which has to be made first
  /// and is as long as a row. Fewer rows are composed: 8 rows of 1000 pixels take .76 of the time
  /// of those with a pattern, 16 take 1.14 times.
  private static let leastPatternRows = 16

  /// Chooses for rows of an upright surface, or of a band that is rotated later.
  ///
  /// - Parameters:
  ///   - band: without groups.
  ///   - isAlike: true if each item crosses all rows of the band or none.
  ///   - hasDamageShapes: true if pixels beside the shapes of some items are not written.
  static func choose(
    _ band: Band, isAlike: Bool, hasDamageShapes: Bool, paths: FastPaths,
    through rotated: inout RotatedBand
  ) -> BandPlan {
    if isAlike, paths.contains(.directRects), let direct = direct(band, through: &rotated) {
      return .direct(direct)
    }
    guard paths.contains(.paintedBands), let painted = painted(band) else { return .frontToBack }
    guard band.surface.format.isNative, band.surface.rotation == .upright,
      paths.contains(.writtenRows), !isAdded(painted)
    else { return .painter(painted) }
    return .rows(painted, areBatched: !hasDamageShapes)
  }

  // MARK: Without coverage

  /// Chooses a way to write a rectangle that needs no coverage: one colour, one paint, or an image
  /// over one colour.
  ///
  /// - Parameter band: without groups.
  /// - Returns: nil if the rectangle holds anything else, or if composed rows are as fast.
  @inline(never)
  static func direct(_ band: Band, through rotated: inout RotatedBand) -> DirectRect? {
    guard band.count > 0 else { return nil }
    let (rect, surface) = (band.rect, band.surface)
    if surface.rotation != .upright,
      let picture = RotatedPicture.find(in: band, through: &rotated)
    {
      return .rotatedPicture(picture)
    }
    let top = unsafe UnsafePointer(band[band.count - 1])
    guard unsafe covers(top, rect), unsafe !top.pointee.shader.isAdded else { return nil }
    if let color = unsafe opaqueColor(of: top) {
      let rows = surface.rotation.swapsSides ? rect.width : rect.height
      return surface.format.isNative || rows >= leastPatternRows ? .color(color) : nil
    }
    // Rows that are packed before they are rotated are as fast if they are composed.
    let isPacked =
      surface.rotation.swapsSides && !PixelRotator.sourceFormat(for: surface).isNative
    if unsafe top.pointee.shader.isOpaque {
      if surface.rotation != .upright, unsafe top.pointee.shader.isAxial,
        unsafe !surface.rotation.swapsSides || top.pointee.shader.isConstantAcrossRow
          || rect.height >= leastGradientLength
      {
        return unsafe .rotatedGradient(top)
      }
      if surface.rotation == .upright && surface.format.isNative { return unsafe .paint(top) }
      if isPacked { return nil }
      guard let pixels = unsafe top.pointee.shader.pixels(of: rect) else { return nil }
      return .copy(pixels)
    }
    if isPacked { return nil }
    var base = surface.format.background
    if band.count > 1 {
      let below = unsafe UnsafePointer(band[band.count - 2])
      guard unsafe covers(below, rect), let color = unsafe opaqueColor(of: below) else {
        return nil
      }
      base = color
    }
    guard let pixels = unsafe top.pointee.shader.pixels(of: rect) else { return nil }
    return unsafe .blend(
      pixels, isOpaque: top.pointee.shader.isOpaqueSource,
      coverage: top.pointee.shader.coverageScale, over: base)
  }

  private static func covers(_ item: UnsafePointer<DrawItem>, _ rect: PixelRect) -> Bool {
    unsafe item.pointee.isRect && item.pointee.bounds.intersection(rect) == rect
  }

  private static func opaqueColor(of item: UnsafePointer<DrawItem>) -> UInt32? {
    guard unsafe item.pointee.shader.isSolid, unsafe item.pointee.shader.isOpaque else {
      return nil
    }
    return unsafe item.pointee.shader.color(ofRow: 0)
  }

  // MARK: With coverage

  /// The band above the last item that covers it, if painting its items over one another is faster
  /// than a search for hidden pixels. Nil if items may hide pixels that take time, or if all are
  /// rectangles, except for a single picture on a backdrop.
  private static func painted(_ band: Band) -> Band? {
    let rect = band.rect
    var first = -1
    var hasShape = false
    var isCostly = false
    for place in 0..<band.count {
      let item = unsafe band[place]
      let bounds = unsafe item.pointee.bounds
      let isOpaque = unsafe item.pointee.shader.isOpaque
      let width = min(bounds.maxX, rect.maxX) - max(bounds.minX, rect.minX)
      if unsafe item.pointee.isRect {
        if isOpaque, width == rect.width, bounds.minY <= rect.minY, bounds.maxY >= rect.maxY {
          first = place
          hasShape = false
          isCostly = unsafe !item.pointee.shader.isSolid
          continue
        }
      } else {
        hasShape = true
      }
      if isOpaque && isCostly && width > largestHiding { return nil }
      if unsafe !item.pointee.shader.isSolid && width > largestHiding { isCostly = true }
    }
    let painted = band.above(first)
    return hasShape || isLoneImage(painted) ? painted : nil
  }

  /// True if some items are added to the content below them.
  private static func isAdded(_ band: Band) -> Bool {
    for place in 0..<band.count where unsafe band[place].pointee.shader.isAdded { return true }
    return false
  }

  /// True if a band holds a single picture without known clear parts, on a backdrop of one colour a
  /// row.
  private static func isLoneImage(_ band: Band) -> Bool {
    guard let backdrop = unsafe band.backdrop, band.count == 1 else { return false }
    let picture = unsafe band[0]
    guard unsafe picture.pointee.shader.isImage, unsafe !picture.pointee.shader.isAdded,
      unsafe picture.pointee.shader.seenBounds == nil
    else { return false }
    return unsafe backdrop.pointee.shader.isConstantAcrossRow
  }
}
