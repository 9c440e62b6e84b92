internal import CKernels

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

  /// True if the crossings of a row are such, in order.
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
        ).cover(first..<(first &+ pixels), of: edge, outer: outer, step: step, into: mask)
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
