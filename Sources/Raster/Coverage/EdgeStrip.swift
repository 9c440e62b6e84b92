internal import CKernels

/// The coverage of an edge in up to sixteen rows that it runs through whole, as long as nothing
/// else shares its pixels.
///
/// A row that only places the bytes computed for many rows at a time takes a third of the time of a
/// row that computes them, and kernels compute four pixels or sixteen at a time.
typealias EdgeStrip = firstlight_edge_strip

/// A row between two pixels for which strips are wanted.
struct StripRow {
  let row: Int
  /// The most rows to fill in a strip of a visible edge.
  let limit: Int
  let minX: Int
  let maxX: Int
  let isEvenOdd: Bool

  /// Fills the strip of an edge that is no tiny arc, unless it holds the row for the winding left
  /// of the edge.
  /// - Returns: the change of the winding by the edge.
  @inline(__always)
  func prepare(
    _ strip: UnsafeMutablePointer<EdgeStrip>, of crossing: UnsafePointer<RowCrossing>,
    _ edges: UnsafePointer<Edge>, outer: Int
  ) -> Int {
    let step = unsafe isEvenOdd ? (outer == 0 ? 1 : -1) : crossing.pointee.winding
    if unsafe !strip.pointee.holds(self, outer: outer) {
      unsafe EdgeStrip.fill(
        strip, edges + crossing.pointee.index, for: self, outer: outer, step: step)
    }
    return step
  }
}

extension EdgeStrip {
  @inline(__always) fileprivate func holds(_ wanted: StripRow, outer: Int) -> Bool {
    UInt(bitPattern: wanted.row &- first_row) < UInt(bitPattern: row_count)
      && Int(self.outer) == outer && Int(shown_left) <= wanted.minX
      && Int(shown_right) >= wanted.maxX
  }

  /// Fills a strip of an edge that is no tiny arc from a row on, for a winding left of the edge and
  /// what the edge changes it by.
  @inline(never)
  static func fill(
    _ strip: UnsafeMutablePointer<EdgeStrip>, _ edge: UnsafePointer<Edge>, for wanted: StripRow,
    outer: Int, step: Int
  ) {
    let rows = unsafe min(firstlight_strip_rows, (edge.pointee.bottom &>> 16) &- wanted.row)
    unsafe strip.pointee.first_row = wanted.row
    unsafe strip.pointee.shown_left = Int32(truncatingIfNeeded: wanted.minX)
    unsafe strip.pointee.shown_right = Int32(truncatingIfNeeded: wanted.maxX)
    // With windings beyond 32 bits all pixels are full.
    unsafe strip.pointee.outer = Int32(clamping: outer)
    unsafe strip.pointee.step = Int32(clamping: step)
    if !KernelLevel.hasAVX2 {
      return unsafe fillRows(of: strip, edge, rows: min(rows, wanted.limit))
    }
    if unsafe edge.pointee.isArc {
      unsafe firstlight_arc_strip_avx2(strip, rows, wanted.limit, edge)
    } else {
      unsafe firstlight_line_strip_avx2(strip, rows, wanted.limit, edge)
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

  /// Writes the coverage of pixels among them, given the winding left of the edge and its change by
  /// the edge.
  func writeCoverage(
    _ visible: Range<Int>, of edge: UnsafePointer<Edge>, outer: Int, step: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    let (left, right) = (min(startX, endX), max(startX, endX))
    let isRightward = startX < endX
    // A copy, since fields behind the pointer would be read again after each store.
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
/// Spans are written from left to right, edge by edge, without cells: the bytes come from the
/// strips of the edges. The areas equal the sums of cells.
enum DisjointEdges {
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

  /// Appends the coverage of a row.
  ///
  /// - Parameter crossings: edges that run through the row, whose `strip` is a place in `strips`.
  /// - Returns: true if the crossings are disjoint and in order; if not, nothing was appended.
  @inline(__always)
  static func appendSpans(
    of wanted: StripRow, _ crossings: borrowing Scratch<RowCrossing>, _ edges: UnsafePointer<Edge>,
    _ strips: UnsafeMutablePointer<EdgeStrip>, to spans: inout SpanRow
  ) -> Bool {
    let (minX, maxX) = (wanted.minX, wanted.maxX)
    var line = SpanLine(behind: &spans, from: minX, to: maxX, edgeCount: crossings.count)
    var winding = 0
    /// The winding of the pixels behind the last visible edge.
    var lastSeen = 0
    var lastPixel = Int.min
    var crossing = unsafe UnsafePointer(crossings.base)
    let end = unsafe crossing + crossings.count
    while unsafe crossing < end {
      let strip = unsafe strips + crossing.pointee.strip
      let outer = winding
      let step = unsafe wanted.prepare(strip, of: crossing, edges, outer: outer)
      let index = unsafe wanted.row &- strip.pointee.first_row
      let low = unsafe Int(firstlight_strip_low(strip)[index])
      let high = unsafe Int(firstlight_strip_high(strip)[index])
      if low <= lastPixel { return false }
      lastPixel = high
      winding &+= step
      if low < maxX { lastSeen = winding }
      unsafe crossing += 1
      let first = max(low, minX)
      let pixels = min(high &+ 1, maxX) &- first
      if pixels <= 0 { continue }
      line.skip(to: first, isFull: outer != 0)
      let offset = unsafe Int(firstlight_strip_offset(strip)[index])
      if offset < 0 {
        let edge = unsafe edges + (crossing - 1).pointee.index
        let top = wanted.row &<< 16
        unsafe EdgePiece(
          startX: edge.pointee.x(at: top), endX: edge.pointee.x(at: top &+ Fixed.one), top: top
        ).writeCoverage(
          first..<(first &+ pixels), of: edge, outer: outer, step: step, into: line.mask)
      } else {
        let source =
          unsafe UnsafeRawPointer(firstlight_strip_bytes(strip)) + (offset &+ first &- low)
        let target = unsafe UnsafeMutableRawPointer(line.mask)
        unsafe target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
        if pixels > 8 { unsafe (target + 8).copyMemory(from: source + 8, byteCount: pixels &- 8) }
      }
      line.appendMask(pixels)
    }
    line.finish(&spans, to: maxX, isFull: lastSeen != 0)
    return true
  }
}

/// The spans of a row while they are written from left to right.
@safe private struct SpanLine {
  /// Shorter stretches of full coverage between two edges become a part of their mask, since a span
  /// costs more than the pixels of such a stretch.
  private static let shortestRun = 16

  private let masks: UnsafeMutablePointer<UInt8>
  /// The place of the next byte.
  private(set) var mask: UnsafeMutablePointer<UInt8>
  private var output: UnsafeMutablePointer<CoverageSpan>
  /// The first pixel that is in no span yet.
  private var position: Int
  /// The length of the mask that ends there.
  private var open = 0

  /// Begins behind the spans of a row.
  @inline(__always)
  init(behind spans: inout SpanRow, from minX: Int, to maxX: Int, edgeCount: Int) {
    spans.masks.reserve(spans.masks.count &+ maxX &- minX &+ 32)
    spans.spans.reserve(spans.spans.count &+ 2 &* edgeCount &+ 1)
    unsafe masks = spans.masks.base
    unsafe mask = spans.masks.base + spans.masks.count
    unsafe output = spans.spans.base + spans.spans.count
    position = minX
  }

  /// Appends pixels whose bytes have been written to `mask`.
  @inline(__always) mutating func appendMask(_ count: Int) {
    unsafe mask += count
    open &+= count
    position &+= count
  }

  /// Continues at a pixel, over some of full coverage or of none.
  @inline(__always) mutating func skip(to x: Int, isFull: Bool) {
    let length = x &- position
    if length <= 0 { return }
    if open > 0, isFull, length < Self.shortestRun {
      let full = unsafe UnsafeMutableRawPointer(mask)
      unsafe full.storeBytes(of: .max, as: UInt64.self)
      unsafe (full + 8).storeBytes(of: .max, as: UInt64.self)
      return appendMask(length)
    }
    appendSpans(to: x, isFull: isFull)
  }

  /// Appends the last pixels.
  @inline(__always) mutating func finish(_ spans: inout SpanRow, to maxX: Int, isFull: Bool) {
    appendSpans(to: maxX, isFull: isFull && position < maxX)
    spans.masks.count = unsafe mask - masks
    spans.spans.count = unsafe output - spans.spans.base
  }

  /// Appends the mask, and the pixels up to one if they are full.
  @inline(__always) private mutating func appendSpans(to x: Int, isFull: Bool) {
    if open > 0 {
      unsafe output.pointee = CoverageSpan(
        x: position &- open, length: open, mask: mask - masks - open, value: 0)
      unsafe output += 1
      open = 0
    }
    if isFull {
      unsafe output.pointee = CoverageSpan(
        x: position, length: x &- position, mask: -1, value: 255)
      unsafe output += 1
    }
    position = x
  }
}
