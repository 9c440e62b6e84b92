import Geometry

/// The coverage of one row: spans from left to right, and the bytes of those with a mask.
///
/// Masks start at any byte and are followed by at least eight readable ones, so that kernels may
/// load eight at a time.
@safe struct SpanRow: ~Copyable {
  var spans = Scratch<CoverageSpan>(capacity: 64)
  var mask = Scratch<UInt8>(capacity: 4096)

  mutating func removeAll() {
    spans.removeAll()
    mask.removeAll()
  }

  /// The coverage byte of a signed area in 1/65536.
  @inline(__always) static func coverage(_ area: Int32, isEvenOdd: Bool) -> UInt8 {
    var amount = area < 0 ? 0 &- area : area
    if isEvenOdd {
      amount &= 131071
      if amount > 65536 { amount = 131072 &- amount }
    } else if amount > 65536 || amount < 0 {
      amount = 65536
    }
    return UInt8(truncatingIfNeeded: (amount &* 255 &+ 32768) &>> 16)
  }

  /// Reads and clears a row of cells, and appends the spans between two pixels.
  ///
  /// Returns whether areas showed that the outline overlaps itself in the row: a winding above 1,
  /// or windings of both signs. Coverage of pixels on the border of such places is then not exact.
  mutating func append(
    from cells: inout CellRow, minX: Int, maxX: Int, isEvenOdd: Bool
  ) -> Bool {
    mask.reserve(mask.count + cells.width + 4 * CellRow.group)
    let bytes = unsafe mask.base
    let values = unsafe cells.cells.base
    let touched = unsafe cells.touched.base
    let left = cells.left
    let firstSpan = spans.count
    var area: Int32 = 0
    var lowest: Int32 = 0
    var highest: Int32 = 0
    /// The first pixel that is not in a span yet, from `left`.
    var position = 0
    let wordCount = cells.width / (CellRow.group * 64) + 1
    for word in 0..<wordCount {
      var bits = unsafe touched[word]
      if bits == 0 { continue }
      unsafe touched[word] = 0
      while bits != 0 {
        let start = (word &* 64 &+ bits.trailingZeroBitCount) &* CellRow.group
        bits &= bits &- 1
        if start > position {
          let value = SpanRow.coverage(area, isEvenOdd: isEvenOdd)
          appendRun(from: left &+ position, to: left &+ start, value: value, since: firstSpan)
        }
        let group = unsafe values + start
        var packed: UInt64 = 0
        for lane in 0..<CellRow.group {
          area &+= unsafe group[lane]
          lowest = min(lowest, area)
          highest = max(highest, area)
          let value = SpanRow.coverage(area, isEvenOdd: isEvenOdd)
          packed |= UInt64(truncatingIfNeeded: value) &<< UInt64(truncatingIfNeeded: lane &* 8)
        }
        unsafe UnsafeMutableRawPointer(group).storeBytes(
          of: SIMD8<Int32>(repeating: 0), as: SIMD8<Int32>.self)
        position = start &+ CellRow.group
        if packed == 0 { continue }
        if packed == .max {
          appendRun(from: left &+ start, to: left &+ position, value: 255, since: firstSpan)
          continue
        }
        let offset = mask.count
        unsafe UnsafeMutableRawPointer(bytes + offset).storeBytes(of: packed, as: UInt64.self)
        mask.count = offset &+ CellRow.group
        appendMask(from: left &+ start, to: left &+ position, at: offset, since: firstSpan)
      }
    }
    if position < cells.width {
      let value = SpanRow.coverage(area, isEvenOdd: isEvenOdd)
      appendRun(from: left &+ position, to: left &+ cells.width, value: value, since: firstSpan)
    }
    trim(since: firstSpan, minX: minX, maxX: maxX)
    let slack: Int32 = 64
    return highest > 65536 &+ slack || lowest < -65536 &- slack
      || (highest > slack && lowest < -slack)
  }

  @inline(__always)
  mutating func appendRun(from start: Int, to end: Int, value: UInt8, since firstSpan: Int) {
    if value == 0 { return }
    if spans.count > firstSpan {
      let last = unsafe spans.base + (spans.count &- 1)
      if unsafe last.pointee.mask < 0 && last.pointee.value == value && last.pointee.end == start {
        unsafe last.pointee.length = end &- last.pointee.x
        return
      }
    }
    spans.append(CoverageSpan(x: start, length: end &- start, mask: -1, value: value))
  }

  /// Appends a span for mask bytes that were just stored at `offset`.
  @inline(__always)
  mutating func appendMask(from start: Int, to end: Int, at offset: Int, since firstSpan: Int) {
    if spans.count > firstSpan {
      let last = unsafe spans.base + (spans.count &- 1)
      if unsafe last.pointee.mask >= 0 && last.pointee.end == start
        && last.pointee.mask &+ last.pointee.length == offset
      {
        unsafe last.pointee.length = end &- last.pointee.x
        return
      }
    }
    spans.append(CoverageSpan(x: start, length: end &- start, mask: offset, value: 0))
  }

  /// Appends spans for the coverage bytes of `start..<end`, stored at `offset`, in groups of eight
  /// from `start`.
  mutating func appendSpans(
    ofMaskAt offset: Int, from start: Int, to end: Int, since firstSpan: Int
  ) {
    for group in stride(from: start, to: end, by: CellRow.group) {
      let groupEnd = min(group + CellRow.group, end)
      let place = offset + group - start
      let value = mask[place]
      let isRun = (group..<groupEnd).allSatisfy { mask[offset + $0 - start] == value }
      if isRun {
        appendRun(from: group, to: groupEnd, value: value, since: firstSpan)
      } else {
        appendMask(from: group, to: groupEnd, at: place, since: firstSpan)
      }
    }
  }

  /// Cuts the spans from `firstSpan` on to a range of pixels.
  mutating func trim(since firstSpan: Int, minX: Int, maxX: Int) {
    while spans.count > firstSpan, spans[spans.count - 1].x >= maxX { spans.count -= 1 }
    if spans.count > firstSpan {
      let last = spans[spans.count - 1]
      if last.end > maxX { spans[spans.count - 1].length = maxX - last.x }
    }
    var write = firstSpan
    for index in firstSpan..<spans.count {
      var span = spans[index]
      if span.x < minX {
        let cut = minX - span.x
        if cut >= span.length { continue }
        span.x = minX
        span.length -= cut
        if span.mask >= 0 { span.mask += cut }
      } else if write == index {
        return
      }
      spans[write] = span
      write += 1
    }
    spans.count = write
  }
}
