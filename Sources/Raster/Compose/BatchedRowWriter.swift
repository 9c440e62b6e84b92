internal import CKernels
import Geometry

/// Writes rows in which items of one colour each lie over one another and over rows of one colour,
/// such as a ring on its track over a gradient, or letters. Several rows are written at a time;
/// their coverage comes from coverage caches, cached rows or edge strips.
@safe struct BatchedRowWriter: ~Copyable {
  private var shown = unsafe Scratch<firstlight_row_item>(capacity: 4)
  private var backdrops = Scratch<UInt32>(capacity: firstlight_strip_rows)

  /// Writes rows from one on.
  ///
  /// - Parameters:
  ///   - band: of a surface that is upright, and of composed pixels.
  ///   - line: memory for a row and sixteen pixels more.
  /// - Returns: the number of rows written. 0 if the first row holds anything else, or if it is not
  ///   cached and edges share its pixels, begin or end in it.
  @inline(never)
  mutating func write(
    from row: Int, of band: Band, line: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let (minX, maxX) = (band.minX, band.maxX)
    var end = min(band.rect.maxY, row &+ firstlight_strip_rows)
    for place in 0..<band.count {
      let item = unsafe band[place]
      let bounds = unsafe item.pointee.bounds
      if row >= bounds.maxY { continue }
      if unsafe item.pointee.isPlainCache { continue }
      if row < bounds.minY {
        end = min(end, bounds.minY)
        continue
      }
      guard unsafe item.pointee.canBatchRows else { return 0 }
      end = min(end, bounds.maxY)
    }
    // Each row has one colour below the items.
    if let backdrop = unsafe band.backdrop, unsafe !backdrop.pointee.shader.isConstantAcrossRow {
      return 0
    }
    unsafe shown.removeAll()
    for place in 0..<band.count {
      let item = unsafe band[place]
      let bounds = unsafe item.pointee.bounds
      if end <= bounds.minY || row >= bounds.maxY { continue }
      let (left, right) = (max(minX, bounds.minX), min(maxX, bounds.maxX))
      if left >= right { continue }
      if unsafe !item.pointee.isPlainCache {
        end = unsafe item.pointee.prepareBatch(row..<end, minX: left, maxX: right)
        if end == row { return 0 }
      }
      unsafe shown.append(item.pointee.batchItem(minX: left, maxX: right))
    }
    if let backdrop = unsafe band.backdrop {
      unsafe backdrop.pointee.shader.fetchColors(ofRows: row..<end, into: backdrops.base)
    } else {
      let background = band.surface.format.background
      unsafe Blend.fill(backdrops.base, count: end &- row, with: background)
    }
    return unsafe RowWriter.write(
      PixelRect(minX: minX, minY: row, maxX: maxX, maxY: end), of: shown, over: backdrops.base,
      line: line, to: band.surface)
  }
}
