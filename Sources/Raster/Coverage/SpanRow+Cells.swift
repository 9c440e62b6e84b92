extension SpanRow {
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
    if isEvenOdd {
      append(from: &cells) { SpanRow.coverage($0, isEvenOdd: true) }
    } else {
      append(from: &cells) { SpanRow.coverage($0, isEvenOdd: false) }
    }
  }

  @inline(__always)
  private mutating func append(from cells: inout CellRow, coverage: (Int32) -> UInt8) {
    let left = cells.left
    let width = cells.width
    mask.reserve(mask.count + width + 16)
    // No more spans than pixels.
    spans.reserve(spans.count + width + 1)
    let bytes = unsafe mask.base
    let values = unsafe cells.cells
    let touched = unsafe cells.touched
    let output = unsafe spans.base
    var offset = mask.count
    var count = spans.count
    var area = cells.takeLeftCover()
    /// The first pixel that is not in a span yet, from `left`.
    var position = 0
    for word in 0..<cells.wordCount {
      var bits = unsafe touched[word]
      if bits == 0 { continue }
      unsafe touched[word] = 0
      repeat {
        let shift = UInt64(truncatingIfNeeded: bits.trailingZeroBitCount)
        let length = (~(bits &>> shift)).trailingZeroBitCount
        let start = word &* 64 &+ Int(truncatingIfNeeded: shift)
        let end = start &+ length
        // Adding the lowest bit carries through the stretch; what it sets above is not wanted.
        bits &= bits &+ (bits & (0 &- bits))
        if start > position {
          // The rest of the last stretch lies here, and then nothing changes until `start`.
          area &+= unsafe values[position]
          unsafe values[position] = 0
          let value = coverage(area)
          if value > 0 {
            unsafe output[count] = CoverageSpan(
              x: left &+ position, length: start &- position, mask: -1, value: value)
            count &+= 1
          }
        }
        let target = unsafe bytes + (offset &- start)
        for index in start..<end {
          area &+= unsafe values[index]
          unsafe values[index] = 0
          unsafe target[index] = coverage(area)
        }
        unsafe output[count] = CoverageSpan(
          x: left &+ start, length: length, mask: offset, value: 0)
        count &+= 1
        offset &+= length
        position = end
      } while bits != 0
    }
    area &+= unsafe values[position]
    unsafe values[position] = 0
    if position < width {
      let value = coverage(area)
      if value > 0 {
        unsafe output[count] = CoverageSpan(
          x: left &+ position, length: width &- position, mask: -1, value: value)
        count &+= 1
      }
    }
    mask.count = offset
    spans.count = count
  }
}
