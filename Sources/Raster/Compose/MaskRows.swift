import Geometry

/// Writes rows in which coverage caches of one colour lie beside one another over another colour, like letters:
/// then nothing has to be composed.
enum MaskRows {
  /// - Parameters:
  ///   - order: the items that cross the rows, back to front; those up to `first` are hidden, and it is
  ///     the one below, or −1 where the background is.
  ///   - spans: memory.
  ///   - surface: upright, and of composed pixels; with AVX2.
  /// - Returns: false, with nothing written, where there is anything else, or the coverage caches do not follow
  ///   each other from left to right.
  @inline(never)
  static func write(
    _ rows: Range<Int>, minX: Int, maxX: Int, order: borrowing Scratch<Int>, from first: Int,
    items: borrowing Slots<DrawItem>, spans: inout SpanRow, to surface: Surface
  ) -> Bool {
    var colors = RowColors(
      color: 0, base: surface.format.background, keepsBase: false)
    if first >= 0 {
      let backdrop = unsafe items.base + order.base[first]
      guard unsafe backdrop.pointee.shader.isSolid else { return false }
      unsafe colors.base = backdrop.pointee.shader.solidPixel
    }
    var end = Int.min
    for place in (first + 1)..<order.count {
      let item = unsafe items.base + order.base[place]
      let color = unsafe item.pointee.shader.solidPixel
      guard unsafe item.pointee.isPlainCache, unsafe item.pointee.bounds.minX >= end,
        end == .min || color == colors.color
      else { return false }
      unsafe end = item.pointee.bounds.maxX
      colors.color = color
    }
    for row in rows {
      spans.removeAll()
      for place in (first + 1)..<order.count {
        unsafe items.base[order.base[place]].appendCache(
          row: row, minX: minX, maxX: maxX, to: &spans)
      }
      Blend.writeSpans(spans, colors, row: row, minX: minX, maxX: maxX, to: surface)
    }
    return true
  }
}
