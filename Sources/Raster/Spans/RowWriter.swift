internal import CKernels
import Geometry

/// Writes rows of composed pixels from left to right without reading them: items of one colour over
/// one colour a row.
///
/// On processors without kernels, loops here give the same bits. All surfaces are upright.
enum RowWriter {
  /// One colour over another, as vectors.
  private struct Vectors {
    let source: Blend.Pixels
    let under: Blend.Pixels

    init(_ color: UInt32, over base: UInt32) {
      source = Blend.Pixels(repeating: color)
      under = Blend.Pixels(repeating: base)
    }
  }

  /// Writes the rows of a rectangle in one colour over another, as long as they are cached.
  ///
  /// - Returns: the number of rows written.
  static func write(
    _ rect: PixelRect, of cached: firstlight_cached_rows, _ colors: RowColors, to surface: Surface
  ) -> Int {
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_write_rows_avx2(
        surface.base, surface.stride, rect.minY, rect.height, rect.minX, rect.maxX, cached,
        colors.color, colors.base, colors.keepsBase ? 1 : 0)
    }
    let count = unsafe rowsCached(cached, from: rect.minY, rect.height)
    for y in rect.minY..<(rect.minY &+ count) {
      unsafe write(cached, colors, y: y, minX: rect.minX, maxX: rect.maxX, to: surface.line(y))
    }
    return count
  }

  private static func write(
    _ cached: firstlight_cached_rows, _ colors: RowColors, y: Int, minX: Int, maxX: Int,
    to target: UnsafeMutablePointer<UInt32>
  ) {
    let place = unsafe cached.rows.unsafelyUnwrapped[y &- cached.first_row]
    let spans = unsafe cached.spans.unsafelyUnwrapped + Int(place.firstSpan)
    let vectors = Vectors(colors.color, over: colors.base)
    var x = minX
    for index in 0..<Int(place.spanCount) {
      let span = unsafe spans[index]
      if !colors.keepsBase {
        unsafe Blend.fill(target + x, count: span.x &- x, with: colors.base)
      }
      if span.mask >= 0 {
        unsafe put(
          vectors, from: span.x, to: span.end, before: maxX,
          through: cached.masks.unsafelyUnwrapped + span.mask, to: target)
      } else {
        unsafe Blend.fill(
          target + span.x, count: span.length,
          with: mixed(Blend.scaled(colors.color, by: span.value), over: colors.base))
      }
      x = span.end
    }
    if !colors.keepsBase { unsafe Blend.fill(target + x, count: maxX &- x, with: colors.base) }
  }

  /// Writes the rows of a rectangle in one colour over another with the coverage of strips, as long
  /// as edges are disjoint and in order.
  ///
  /// - Parameter strips: strips from left to right that hold the rows.
  /// - Returns: the number of rows written.
  static func write(
    _ rect: PixelRect, of strips: UnsafePointer<UnsafePointer<firstlight_edge_strip>>, count: Int,
    _ colors: RowColors, to surface: Surface
  ) -> Int {
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_write_strips_avx2(
        surface.base, surface.stride, rect.minY, rect.height, rect.minX, rect.maxX, strips, count,
        colors.color, colors.base, colors.keepsBase ? 1 : 0)
    }
    let rowCount = unsafe rowsDisjoint(strips, count: count, from: rect.minY, rect.height)
    let vectors = Vectors(colors.color, over: colors.base)
    let full = mixed(colors.color, over: colors.base)
    for y in rect.minY..<(rect.minY &+ rowCount) {
      let target = unsafe surface.line(y)
      unsafe forEachPart(of: strips, count: count, y: y, minX: rect.minX, maxX: rect.maxX) {
        start, end, mask, isFull in
        if let mask = unsafe mask {
          unsafe put(vectors, from: start, to: end, before: rect.maxX, through: mask, to: target)
        } else if isFull || !colors.keepsBase {
          unsafe Blend.fill(
            target + start, count: end &- start, with: isFull ? full : colors.base)
        }
      }
    }
    return rowCount
  }

  /// Writes the rows of a rectangle in one colour each, and items over them from back to front, as
  /// long as the rows of each item are in a box or cached, or its edges are disjoint and in order.
  ///
  /// - Parameters:
  ///   - backdrops: a colour for each row.
  ///   - line: memory for a row and eight pixels more.
  /// - Returns: the number of rows written.
  static func write(
    _ rect: PixelRect, of items: borrowing Scratch<firstlight_row_item>,
    over backdrops: UnsafePointer<UInt32>, line: UnsafeMutablePointer<UInt32>, to surface: Surface
  ) -> Int {
    let (row, minX, maxX) = (rect.minY, rect.minX, rect.maxX)
    let (count, items) = unsafe (items.count, items.base)
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_write_items_avx2(
        surface.base, surface.stride, row, rect.height, minX, maxX, backdrops, items, count, line)
    }
    // Outside of all items there is only the backdrop.
    var (low, high) = (maxX, minX)
    var rowCount = rect.height
    for index in 0..<count {
      let item = unsafe items + index
      if unsafe item.pointee.box.extents == nil {
        if unsafe item.pointee.cached.rows != nil {
          rowCount = unsafe rowsCached(item.pointee.cached, from: row, rowCount)
        } else if let strips = unsafe item.pointee.strips {
          rowCount = unsafe rowsDisjoint(
            strips, count: item.pointee.count, from: row, rowCount)
        }
      }
      low = unsafe min(low, item.pointee.x)
      high = unsafe max(high, item.pointee.end)
    }
    if low > high { high = low }
    let pixels = unsafe line - minX
    for y in row..<(row &+ rowCount) {
      let target = unsafe surface.line(y)
      let backdrop = unsafe backdrops[y &- row]
      unsafe Blend.fill(target + minX, count: low &- minX, with: backdrop)
      unsafe Blend.fill(pixels + low, count: high &- low, with: backdrop)
      for index in 0..<count { unsafe draw(items + index, y: y, to: pixels) }
      unsafe (target + low).copy(from: pixels + low, count: high &- low)
      unsafe Blend.fill(target + high, count: maxX &- high, with: backdrop)
    }
    return rowCount
  }

  /// Draws a row of an item over the pixels of a line.
  private static func draw(
    _ item: UnsafePointer<firstlight_row_item>, y: Int, to target: UnsafeMutablePointer<UInt32>
  ) {
    let (minX, maxX, pixel) = unsafe (item.pointee.x, item.pointee.end, item.pointee.pixel)
    if let extents = unsafe item.pointee.box.extents {
      guard unsafe y >= item.pointee.top, unsafe y < item.pointee.bottom else { return }
      let box = unsafe item.pointee.box
      let line = unsafe y &- box.first_row
      let start = unsafe max(box.left &+ Int(extents[line].start), minX)
      let end = unsafe min(box.left &+ Int(extents[line].end), maxX)
      if start >= end { return }
      return unsafe Blend.blend(
        target + start, count: end &- start, with: pixel,
        mask: box.bytes.unsafelyUnwrapped + (line &* box.stride &+ start &- box.left))
    }
    if let rows = unsafe item.pointee.cached.rows {
      let cached = unsafe item.pointee.cached
      let place = unsafe rows[y &- cached.first_row]
      let spans = unsafe cached.spans.unsafelyUnwrapped + Int(place.firstSpan)
      for index in 0..<Int(place.spanCount) {
        let span = unsafe spans[index]
        let (start, end) = (max(span.x, minX), min(span.end, maxX))
        if start >= end { continue }
        if span.mask >= 0 {
          unsafe Blend.blend(
            target + start, count: end &- start, with: pixel,
            mask: cached.masks.unsafelyUnwrapped + (span.mask &+ start &- span.x))
        } else {
          unsafe draw(Blend.scaled(pixel, by: span.value), from: start, to: end, target)
        }
      }
      return
    }
    guard let strips = unsafe item.pointee.strips else { return }
    unsafe forEachPart(of: strips, count: item.pointee.count, y: y, minX: minX, maxX: maxX) {
      start, end, mask, isFull in
      if let mask = unsafe mask {
        unsafe Blend.blend(target + start, count: end &- start, with: pixel, mask: mask)
      } else if isFull {
        unsafe draw(pixel, from: start, to: end, target)
      }
    }
  }

  private static func draw(
    _ pixel: UInt32, from start: Int, to end: Int, _ target: UnsafeMutablePointer<UInt32>
  ) {
    if pixel >= 0xFF00_0000 {
      unsafe Blend.fill(target + start, count: end &- start, with: pixel)
    } else {
      unsafe Blend.blend(target + start, count: end &- start, with: pixel)
    }
  }

  /// Writes a colour over another through a mask. Vectors may overwrite the pixels behind the mask,
  /// up to `limit`.
  @inline(__always)
  private static func put(
    _ colors: Vectors, from start: Int, to end: Int, before limit: Int,
    through mask: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt32>
  ) {
    var x = start
    while x < end {
      let factors = unsafe Blend.factors(mask + (x &- start), count: end &- x)
      let pixels = Blend.over(Blend.scaled(colors.source, by: factors), colors.under)
      if x &+ 8 <= limit {
        unsafe Blend.store(pixels, to: target + x)
      } else {
        for lane in 0..<(limit &- x) { unsafe target[x &+ lane] = pixels[lane] }
      }
      x &+= 8
    }
  }

  /// Calls `body` with the parts of a row from left to right: parts that edges cross with their
  /// bytes, and parts between edges with true if they are full.
  @inline(__always)
  private static func forEachPart(
    of strips: UnsafePointer<UnsafePointer<firstlight_edge_strip>>, count: Int, y: Int, minX: Int,
    maxX: Int,
    _ body: (_ start: Int, _ end: Int, _ mask: UnsafePointer<UInt8>?, _ isFull: Bool) -> Void
  ) {
    var x = minX
    // The winding behind the last visible edge.
    var winding: Int32 = 0
    for place in 0..<count {
      let strip = unsafe UnsafeMutablePointer(mutating: strips[place])
      let index = unsafe y &- strip.pointee.first_row
      let low = unsafe Int(firstlight_strip_low(strip)[index])
      let high = unsafe Int(firstlight_strip_high(strip)[index])
      if low >= maxX { break }
      let outer = unsafe strip.pointee.outer
      winding = unsafe outer &+ strip.pointee.step
      if high < x { continue }
      let first = max(low, x)
      if x < first { body(x, first, nil, outer != 0) }
      x = min(high &+ 1, maxX)
      let offset = unsafe Int(firstlight_strip_offset(strip)[index])
      unsafe body(
        first, x, UnsafePointer(firstlight_strip_bytes(strip)) + (offset &+ first &- low), false)
    }
    if x < maxX { body(x, maxX, nil, winding != 0) }
  }

  /// The number of rows, `count` at most, that are cached.
  private static func rowsCached(
    _ cached: firstlight_cached_rows, from row: Int, _ count: Int
  ) -> Int {
    let places = unsafe cached.rows.unsafelyUnwrapped + (row &- cached.first_row)
    var found = 0
    while found < count, unsafe places[found].spanCount >= 0 { found &+= 1 }
    return found
  }

  /// The number of rows, `count` at most, in which edges share no pixels.
  private static func rowsDisjoint(
    _ strips: UnsafePointer<UnsafePointer<firstlight_edge_strip>>, count: Int, from row: Int,
    _ rowCount: Int
  ) -> Int {
    var rowCount = rowCount
    for place in stride(from: 1, to: count, by: 1) {
      let left = unsafe UnsafeMutablePointer(mutating: strips[place &- 1])
      let right = unsafe UnsafeMutablePointer(mutating: strips[place])
      let high = unsafe firstlight_strip_high(left) + (row &- left.pointee.first_row)
      let low = unsafe firstlight_strip_low(right) + (row &- right.pointee.first_row)
      var index = 0
      while index < rowCount, unsafe low[index] > high[index] { index &+= 1 }
      rowCount = index
    }
    return rowCount
  }

  /// One pixel over another.
  private static func mixed(_ source: UInt32, over base: UInt32) -> UInt32 {
    source &+ Blend.scaled(base, by: UInt8(truncatingIfNeeded: ~source &>> 24))
  }
}

/// The colour that is drawn in a row, and the one below it.
struct RowColors {
  /// The one colour that is drawn, premultiplied.
  var color: UInt32
  /// The one colour under it, opaque or clear.
  var base: UInt32
  /// True if pixels that are not covered hold `base` already, and stay as they are.
  var keepsBase: Bool
}

extension Blend {
  /// Spans of one colour over another, to a row that is written and not read.
  static func writeSpans(
    _ spans: borrowing SpanRow, _ colors: RowColors, row: Int, minX: Int, maxX: Int,
    to surface: Surface
  ) {
    let place = firstlight_cached_row(
      firstSpan: 0, spanCount: Int32(truncatingIfNeeded: spans.spans.count))
    unsafe withUnsafePointer(to: place) { place in
      let rows = unsafe firstlight_cached_rows(
        rows: place, spans: spans.spans.base, masks: spans.masks.base, first_row: row)
      _ = unsafe RowWriter.write(
        PixelRect(minX: minX, minY: row, maxX: maxX, maxY: row &+ 1), of: rows, colors, to: surface)
    }
  }
}
