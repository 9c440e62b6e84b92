internal import CKernels
import Geometry

/// Writes rows in which items of one colour each lie over one another and over rows of one colour,
/// like a ring on its track upon a gradient, or letters: from coverage caches, from rows that are
/// cached or from the strips of their edges, several rows at a time.
@safe struct BatchedRowWriter: ~Copyable {
  private var shown = unsafe Scratch<firstlight_row_item>(capacity: 4)
  private var backdrops = Scratch<UInt32>(capacity: firstlight_strip_rows)

  /// - Parameters:
  ///   - order: items that may cross the rows, back to front; those up to `first` are hidden, and
  ///     it is the one below, or −1 where the background is.
  ///   - line: memory for a row and sixteen pixels more.
  ///   - surface: upright, and of composed pixels.
  /// - Returns: the number of rows written, the first ones; 0 where there is anything else in the
  ///   first row, or it is not cached and edges share its pixels or begin or end in it.
  @inline(never)
  mutating func write(
    _ rows: Range<Int>, minX: Int, maxX: Int, order: borrowing Scratch<Int>, from first: Int,
    items: inout Slots<DrawItem>, line: UnsafeMutablePointer<UInt32>, to surface: Surface
  ) -> Int {
    let row = rows.lowerBound
    var end = min(rows.upperBound, row &+ firstlight_strip_rows)
    for place in (first &+ 1)..<order.count {
      let item = unsafe items.base + order.base[place]
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
    guard hasBackdrops(of: first, order: order, items: items) else { return 0 }
    unsafe shown.removeAll()
    for place in (first &+ 1)..<order.count {
      let item = unsafe items.base + order.base[place]
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
    findBackdrops(row..<end, of: first, order: order, items: items, on: surface)
    return unsafe RowWriter.write(
      shown.base, count: shown.count, over: backdrops.base, rows: row..<end, minX: minX,
      maxX: maxX, line: line, to: surface)
  }

  /// True if each row has one colour below all items but the hidden ones.
  private func hasBackdrops(
    of first: Int, order: borrowing Scratch<Int>, items: borrowing Slots<DrawItem>
  ) -> Bool {
    if first < 0 { return true }
    return unsafe items.base[order.base[first]].shader.isConstantAcrossRow
  }

  /// Writes the colours that rows have there to `backdrops`.
  private mutating func findBackdrops(
    _ rows: Range<Int>, of first: Int, order: borrowing Scratch<Int>,
    items: borrowing Slots<DrawItem>, on surface: Surface
  ) {
    if first < 0 {
      let background = surface.format.background
      return unsafe Blend.fill(backdrops.base, count: rows.count, with: background)
    }
    unsafe items.base[order.base[first]].shader.fetchColors(ofRows: rows, into: backdrops.base)
  }
}
