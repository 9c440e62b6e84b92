internal import CKernels

/// What an edge covers in up to sixteen rows that it runs through whole, as long as nothing else
/// shares its pixels.
///
/// Rows that only place what was computed for many at a time take a third of the time of rows that
/// compute it, and the wide kernels compute four pixels or sixteen at a time.
typealias EdgeBand = firstlight_edge_band

extension EdgeBand {
  /// True if it holds a row's pixels from `minX` to `maxX`, for a winding left of the edge.
  @inline(__always) func holds(row: Int, outer: Int, minX: Int, maxX: Int) -> Bool {
    UInt(bitPattern: row &- first_row) < UInt(bitPattern: row_count) && Int(self.outer) == outer
      && Int(shown_left) <= minX && Int(shown_right) >= maxX
  }

  /// Fills a band of an edge that is no tiny arc from a row on, for a winding left of the edge and what
  /// the edge changes it by.
  ///
  /// - Parameter limit: the most rows of an edge that is seen.
  @inline(never)
  static func fill(
    _ band: UnsafeMutablePointer<EdgeBand>, _ edge: UnsafePointer<Edge>, row: Int, limit: Int,
    minX: Int, maxX: Int, outer: Int, step: Int
  ) {
    let rows = unsafe min(firstlight_band_rows, (edge.pointee.bottom &>> 16) &- row)
    unsafe band.pointee.first_row = row
    unsafe band.pointee.shown_left = Int32(truncatingIfNeeded: minX)
    unsafe band.pointee.shown_right = Int32(truncatingIfNeeded: maxX)
    // Of windings beyond, all pixels are full.
    unsafe band.pointee.outer = Int32(clamping: outer)
    unsafe band.pointee.step = Int32(clamping: step)
    if !Blend.isWide { return unsafe fillRows(of: band, edge, rows: min(rows, limit)) }
    if unsafe edge.pointee.isArc {
      unsafe firstlight_wide_arc_band(band, rows, limit, edge)
    } else {
      unsafe firstlight_wide_line_band(band, rows, limit, edge)
    }
  }

  private static func fillRows(
    of band: UnsafeMutablePointer<EdgeBand>, _ edge: UnsafePointer<Edge>, rows: Int
  ) {
    let low = unsafe firstlight_band_low(band)
    let high = unsafe firstlight_band_high(band)
    let offset = unsafe firstlight_band_offset(band)
    let bytes = unsafe firstlight_band_bytes(band)
    unsafe band.pointee.shown_left = .min
    unsafe band.pointee.shown_right = .max
    let top = unsafe band.pointee.first_row << 16
    var total = 0
    var x = unsafe edge.pointee.x(at: top)
    for row in 0..<rows {
      let piece = unsafe EdgePiece(
        startX: x, endX: edge.pointee.x(at: top &+ (row &+ 1) &<< 16), top: top &+ row &<< 16)
      let count = piece.pixels.count
      unsafe low[row] = Int32(truncatingIfNeeded: piece.pixels.lowerBound)
      unsafe high[row] = Int32(truncatingIfNeeded: piece.pixels.upperBound &- 1)
      if total &+ count > firstlight_band_pixels {
        if row == 0 { unsafe offset[0] = -1 }
        unsafe band.pointee.row_count = max(row, 1)
        return
      }
      unsafe offset[row] = Int32(truncatingIfNeeded: total)
      unsafe piece.cover(
        piece.pixels, of: edge, outer: Int(band.pointee.outer), step: Int(band.pointee.step),
        into: bytes + total)
      total &+= count
      x = piece.endX
    }
    unsafe band.pointee.row_count = rows
  }
}
