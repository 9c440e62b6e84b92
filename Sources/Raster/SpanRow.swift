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

  /// Reads and clears a row of cells, and appends its spans.
  mutating func append(from cells: inout CellRow, isEvenOdd: Bool) {
    mask.reserve(mask.count + cells.width + 16)
    let bytes = unsafe mask.base
    let values = unsafe cells.cells.base
    let touched = unsafe cells.touched.base
    let left = cells.left
    let firstSpan = spans.count
    var area = cells.takeLeftCover()
    /// The first pixel that is not in a span yet, from `left`.
    var position = 0
    for word in 0..<cells.wordCount {
      var bits = unsafe touched[word]
      if bits == 0 { continue }
      unsafe touched[word] = 0
      while bits != 0 {
        let shift = UInt64(truncatingIfNeeded: bits.trailingZeroBitCount)
        let length = (~(bits &>> shift)).trailingZeroBitCount
        let start = word &* 64 &+ Int(truncatingIfNeeded: shift)
        let end = start &+ length
        // Adding the lowest bit carries through the stretch; what it sets above is not wanted.
        bits &= bits &+ (bits & (0 &- bits))
        if start > position {
          // What is left of the last stretch lies here, and then nothing changes until `start`.
          area &+= unsafe values[position]
          unsafe values[position] = 0
          let value = SpanRow.coverage(area, isEvenOdd: isEvenOdd)
          appendRun(from: left &+ position, to: left &+ start, value: value, since: firstSpan)
        }
        let offset = mask.count
        let target = unsafe bytes + (offset &- start)
        for index in start..<end {
          area &+= unsafe values[index]
          unsafe values[index] = 0
          unsafe target[index] = SpanRow.coverage(area, isEvenOdd: isEvenOdd)
        }
        mask.count = offset &+ length
        appendMask(from: left &+ start, to: left &+ end, at: offset, since: firstSpan)
        position = end
      }
    }
    area &+= unsafe values[position]
    unsafe values[position] = 0
    if position < cells.width {
      let value = SpanRow.coverage(area, isEvenOdd: isEvenOdd)
      appendRun(from: left &+ position, to: left &+ cells.width, value: value, since: firstSpan)
    }
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
}
