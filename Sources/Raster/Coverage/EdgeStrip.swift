internal import CKernels

/// The coverage of an edge in up to sixteen rows that it runs through whole, as long as nothing
/// else shares its pixels.
///
/// Rows that only place what was computed for many at a time take a third of the time of rows that
/// compute it, and kernels compute four pixels or sixteen at a time.
typealias EdgeStrip = firstlight_edge_strip

extension EdgeStrip {
  /// True if it holds a row's pixels from `minX` to `maxX`, for a winding left of the edge.
  @inline(__always) func holds(row: Int, outer: Int, minX: Int, maxX: Int) -> Bool {
    UInt(bitPattern: row &- first_row) < UInt(bitPattern: row_count) && Int(self.outer) == outer
      && Int(shown_left) <= minX && Int(shown_right) >= maxX
  }

  /// Fills a strip of an edge that is no tiny arc from a row on, for a winding left of the edge and
  /// what the edge changes it by.
  ///
  /// - Parameter limit: the most rows of an edge that is seen.
  @inline(never)
  static func fill(
    _ strip: UnsafeMutablePointer<EdgeStrip>, _ edge: UnsafePointer<Edge>, row: Int, limit: Int,
    minX: Int, maxX: Int, outer: Int, step: Int
  ) {
    let rows = unsafe min(firstlight_strip_rows, (edge.pointee.bottom &>> 16) &- row)
    unsafe strip.pointee.first_row = row
    unsafe strip.pointee.shown_left = Int32(truncatingIfNeeded: minX)
    unsafe strip.pointee.shown_right = Int32(truncatingIfNeeded: maxX)
    // Of windings beyond, all pixels are full.
    unsafe strip.pointee.outer = Int32(clamping: outer)
    unsafe strip.pointee.step = Int32(clamping: step)
    if !KernelLevel.hasAVX2 { return unsafe fillRows(of: strip, edge, rows: min(rows, limit)) }
    if unsafe edge.pointee.isArc {
      unsafe firstlight_arc_strip_avx2(strip, rows, limit, edge)
    } else {
      unsafe firstlight_line_strip_avx2(strip, rows, limit, edge)
    }
  }

  private static func fillRows(
    of strip: UnsafeMutablePointer<EdgeStrip>, _ edge: UnsafePointer<Edge>, rows: Int
  ) {
    let low = unsafe firstlight_strip_low(strip)
    let high = unsafe firstlight_strip_high(strip)
    let offset = unsafe firstlight_strip_offset(strip)
    let bytes = unsafe firstlight_strip_bytes(strip)
    unsafe strip.pointee.shown_left = .min
    unsafe strip.pointee.shown_right = .max
    let top = unsafe strip.pointee.first_row << 16
    var total = 0
    var x = unsafe edge.pointee.x(at: top)
    for row in 0..<rows {
      let piece = unsafe EdgePiece(
        startX: x, endX: edge.pointee.x(at: top &+ (row &+ 1) &<< 16), top: top &+ row &<< 16)
      let count = piece.pixels.count
      unsafe low[row] = Int32(truncatingIfNeeded: piece.pixels.lowerBound)
      unsafe high[row] = Int32(truncatingIfNeeded: piece.pixels.upperBound &- 1)
      if total &+ count > firstlight_strip_pixels {
        if row == 0 { unsafe offset[0] = -1 }
        unsafe strip.pointee.row_count = max(row, 1)
        return
      }
      unsafe offset[row] = Int32(truncatingIfNeeded: total)
      unsafe piece.writeCoverage(
        piece.pixels, of: edge, outer: Int(strip.pointee.outer), step: Int(strip.pointee.step),
        into: bytes + total)
      total &+= count
      x = piece.endX
    }
    unsafe strip.pointee.row_count = rows
  }
}

/// An edge in a row that it runs through whole, and whose pixels it shares with no other.
struct EdgePiece {
  let startX: Int
  let endX: Int
  /// The row's upper border, fixed point like x.
  let top: Int

  /// The pixels that it crosses.
  @inline(__always) var pixels: Range<Int> {
    let (a, b) = (startX &>> 16, endX &>> 16)
    return unsafe Range(uncheckedBounds: (min(a, b), max(a, b) &+ 1))
  }

  /// Writes the coverage of pixels among them, from the winding left of the edge and what it
  /// changes it by.
  func writeCoverage(
    _ visible: Range<Int>, of edge: UnsafePointer<Edge>, outer: Int, step: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    let (left, right) = (min(startX, endX), max(startX, endX))
    let isRightward = startX < endX
    // By value: behind a store all would be read again.
    let edge = unsafe edge.pointee
    /// The height gained at a pixel's left border.
    @inline(__always) func gained(at pixel: Int) -> Int {
      if edge.isArc {
        let distance = edge.arcY(at: Double(pixel)) &- top
        return min(max(isRightward ? distance : Fixed.one &- distance, 0), Fixed.one)
      }
      return Fixed.roundedInt(min(Double(pixel &<< 16 &- left) * edge.inverse, 65536))
    }
    var before = visible.lowerBound > left &>> 16 ? gained(at: visible.lowerBound) : 0
    let first = unsafe target - visible.lowerBound
    for pixel in visible {
      let isLast = pixel == right &>> 16
      let after = isLast ? Fixed.one : gained(at: pixel &+ 1)
      let from = pixel == left &>> 16 ? left & 0xFFFF : 0
      let to = isLast ? right & 0xFFFF : Fixed.one
      let part = EdgePiece.part(of: edge, from: from, to: to, height: after &- before)
      unsafe first[pixel] = EdgePiece.coverage(outer &* Fixed.one &+ step &* (before &+ part))
      before = after
    }
  }

  /// The area of a pixel right of a piece of an edge inside it.
  @inline(__always)
  private static func part(of edge: Edge, from: Int, to: Int, height: Int) -> Int {
    let area = (height &* (131072 &- from &- to) &+ 65536) &>> 17
    return edge.isBulging ? area &- edge.bulge(dx: to &- from, dy: height) : area
  }

  /// The coverage byte of an area in 1/65536.
  @inline(__always) private static func coverage(_ area: Int) -> UInt8 {
    let amount = min(max(area, 0 &- area), Fixed.one)
    return UInt8(truncatingIfNeeded: (amount &* 255 &+ 32768) &>> 16)
  }
}

/// Coverage of rows in which every edge runs from top to bottom and no two share a pixel: most rows
/// of most shapes.
///
/// The spans are written from left to right as the edges come, without cells between them, from
/// what was computed for a strip of rows of each edge; the areas are the ones that cells would sum
/// to.
enum DisjointEdges {
  /// Stretches of full coverage below this length between two edges become a part of their mask: a
  /// span costs more than its pixels.
  private static let shortestRun = 16

  /// True if no two crossings share a pixel and they are in order from left to right.
  static func holds(_ crossings: UnsafePointer<RowCrossing>, count: Int) -> Bool {
    var last = Int.min
    for index in 0..<count {
      let crossing = unsafe crossings + index
      guard unsafe crossing.pointee.minX &>> 16 > last else { return false }
      last = unsafe crossing.pointee.maxX &>> 16
    }
    return true
  }

  /// Appends the coverage of a row between two pixels.
  ///
  /// - Parameters:
  ///   - crossings: edges that run through the row, whose `strip` is a place in `strips`.
  ///   - limit: the most rows that a strip is filled for.
  /// - Returns: true if the crossings are disjoint and in order; if not, nothing was appended.
  static func appendSpans(
    _ crossings: UnsafePointer<RowCrossing>, count: Int, edges: UnsafePointer<Edge>,
    strips: UnsafeMutablePointer<EdgeStrip>, row: Int, limit: Int, minX: Int, maxX: Int,
    isEvenOdd: Bool, to spans: inout SpanRow
  ) -> Bool {
    spans.mask.reserve(spans.mask.count &+ maxX &- minX &+ 32)
    spans.spans.reserve(spans.spans.count &+ 2 &* count &+ 1)
    let masks = unsafe spans.mask.base
    var mask = unsafe masks + spans.mask.count
    var output = unsafe spans.spans.base + spans.spans.count
    var winding = 0
    /// The winding of the pixels behind the last edge that is seen.
    var lastSeen = 0
    var lastPixel = Int.min
    /// The first pixel that is in no span yet, and the length of the mask that ends there.
    var position = minX
    var open = 0
    var crossing = unsafe crossings
    let end = unsafe crossings + count
    while unsafe crossing < end {
      let strip = unsafe strips + crossing.pointee.strip
      let step = unsafe isEvenOdd ? (winding == 0 ? 1 : -1) : crossing.pointee.winding
      if unsafe !strip.pointee.holds(row: row, outer: winding, minX: minX, maxX: maxX) {
        unsafe EdgeStrip.fill(
          strip, edges + crossing.pointee.index, row: row, limit: limit, minX: minX, maxX: maxX,
          outer: winding, step: step)
      }
      let index = unsafe row &- strip.pointee.first_row
      let low = unsafe Int(firstlight_strip_low(strip)[index])
      let high = unsafe Int(firstlight_strip_high(strip)[index])
      if low <= lastPixel { return false }
      lastPixel = high
      let outer = winding
      winding &+= step
      if low < maxX { lastSeen = winding }
      unsafe crossing += 1
      let first = max(low, minX)
      let pixels = min(high &+ 1, maxX) &- first
      if pixels <= 0 { continue }
      let length = first &- position
      if length > 0 {
        if open > 0, outer != 0, length < shortestRun {
          let full = UnsafeMutableRawPointer(mask)
          unsafe full.storeBytes(of: .max, as: UInt64.self)
          unsafe (full + 8).storeBytes(of: .max, as: UInt64.self)
          unsafe mask += length
          open &+= length
        } else {
          if open > 0 {
            unsafe output.pointee = CoverageSpan(
              x: position &- open, length: open, mask: mask - masks - open, value: 0)
            unsafe output += 1
            open = 0
          }
          if outer != 0 {
            unsafe output.pointee = CoverageSpan(
              x: position, length: length, mask: -1, value: 255)
            unsafe output += 1
          }
        }
      }
      let offset = unsafe Int(firstlight_strip_offset(strip)[index])
      if offset < 0 {
        let edge = unsafe edges + (crossing - 1).pointee.index
        let top = row &<< 16
        unsafe EdgePiece(
          startX: edge.pointee.x(at: top), endX: edge.pointee.x(at: top &+ Fixed.one), top: top
        ).writeCoverage(first..<(first &+ pixels), of: edge, outer: outer, step: step, into: mask)
      } else {
        let source =
          unsafe UnsafeRawPointer(firstlight_strip_bytes(strip)) + (offset &+ first &- low)
        let target = UnsafeMutableRawPointer(mask)
        unsafe target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
        if pixels > 8 { unsafe (target + 8).copyMemory(from: source + 8, byteCount: pixels &- 8) }
      }
      unsafe mask += pixels
      open &+= pixels
      position = first &+ pixels
    }
    if open > 0 {
      unsafe output.pointee = CoverageSpan(
        x: position &- open, length: open, mask: mask - masks - open, value: 0)
      unsafe output += 1
    }
    if lastSeen != 0, position < maxX {
      unsafe output.pointee = CoverageSpan(
        x: position, length: maxX &- position, mask: -1, value: 255)
      unsafe output += 1
    }
    spans.mask.count = unsafe mask - masks
    spans.spans.count = unsafe output - spans.spans.base
    return true
  }
}
