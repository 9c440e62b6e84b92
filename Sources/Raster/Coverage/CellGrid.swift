internal import CKernels

/// Signed area accumulators for the pixels of some rows.
///
/// 1. A cell is the difference between its pixel's coverage and the coverage of the pixel before
///    it, in 1/65536; the running sum is the signed coverage (the winding number, where no edge
///    crosses the pixel).
/// 2. A piece of outline that crosses a pixel adds its area right of it to the pixel's cell, and
///    the rest of its height to the next. Heights telescope: cut anywhere, the parts sum to the
///    same.
/// 3. Where most pixels have an edge, rows are summed up from end to end (`sumUp`). Others have
///    marks: a bit for each pixel that is crossed. Behind a stretch of set bits one more cell may
///    be non-zero, and the sum up to it is the coverage of all pixels as far as the next set bit;
///    those are never walked (`SpanRow.append`). Reading a cell clears it, so a row costs only the
///    cells that its edges touched.
///
/// A dense prefix sum of wide rows was measured at six times the cost (a ring of radius 500:
/// 4.4 ms against 0.7 ms); a bit for eight pixels, converted eight at a time, at 1.5 times.
@safe struct CellGrid: ~Copyable {
  /// The number of crossed pixel borders from which on the AVX-512 kernel is faster for an arc.
  private static let longPiece = 4
  /// The most pixel borders that the kernel takes: its lengths have 32 bits.
  private static let longestPiece = 4096

  private(set) var cells: Scratch<Int32>
  private var marks = Scratch<UInt64>(capacity: 0)
  /// The signed heights of the edges that pass left of each row.
  private var heightsLeft = Scratch<Int>(capacity: 0)
  /// The first pixel's x, of rows with marks.
  private(set) var left = 0
  /// Pixels in a row.
  private(set) var width = 0
  private(set) var height = 0
  /// Cells in a row.
  private(set) var stride = 0

  init(capacity: Int = 0) { cells = Scratch(capacity: capacity) }

  /// All its memory, in bytes.
  var byteCount: Int { cells.byteCount &+ marks.byteCount &+ heightsLeft.byteCount }

  /// Cells in a row of pixels: one more, rounded up to a multiple of four.
  @inline(__always) static func stride(forWidth width: Int) -> Int { (width &+ 4) & ~3 }

  /// Sets the size of a box without marks. All cells are zero before, and have to be after use.
  mutating func begin(width: Int, height: Int) {
    setSize(width, height)
    // With the padding that kernels need behind the cells.
    let count = stride &* (height &+ 6) &+ 32
    if cells.count < count { cells.resize(count, filledWith: 0) }
  }

  /// Sets the place of rows with marks; all cells and marks are zero before and after.
  mutating func begin(left: Int, right: Int, rows: Int = 1) {
    self.left = left
    setSize(max(right - left, 0), rows)
    // With the padding that kernels need behind the cells.
    let count = stride &* rows &+ 16
    let words = markStride &* rows &+ 1
    if cells.count < count { cells.resize(count, filledWith: 0) }
    if marks.count < words { marks.resize(words, filledWith: 0) }
    if heightsLeft.count < rows { heightsLeft.resize(rows, filledWith: 0) }
  }

  private mutating func setSize(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
    stride = CellGrid.stride(forWidth: width)
  }

  /// Clears all cells and marks.
  mutating func clear() {
    unsafe cells.base.update(repeating: 0, count: stride &* height)
    unsafe marks.base.update(repeating: 0, count: marks.count)
    unsafe heightsLeft.base.update(repeating: 0, count: heightsLeft.count)
  }

  /// Words of marks from one row to the next.
  @inline(__always) private var markStride: Int { width &>> 6 &+ 1 }

  @inline(__always) func cells(ofRow row: Int) -> UnsafeMutablePointer<Int32> {
    unsafe cells.base + row &* stride
  }

  @inline(__always) func marks(ofRow row: Int) -> UnsafeMutablePointer<UInt64> {
    unsafe marks.base + row &* markStride
  }

  /// Reads and clears the signed height of the edges that pass left of a row.
  mutating func removeHeightLeft(ofRow row: Int) -> Int {
    let height = unsafe heightsLeft.base[row]
    unsafe heightsLeft.base[row] = 0
    return height
  }

  /// The cells as kernels take them, of a box or rows that begin at a pixel.
  ///
  /// Mutating for the reason that `Slots` gives.
  mutating func kernelCells(left: Int, rows: Range<Int>) -> firstlight_cells {
    unsafe firstlight_cells(
      values: cells.base, marks: marks.base, stride: stride, mark_stride: markStride, left: left,
      width: width, first_row: rows.lowerBound, row_count: rows.count)
  }

  /// Adds the part of an edge in some rows to the grid, whose first row with marks is the first of
  /// them.
  mutating func add(_ edge: UnsafePointer<Edge>, in rows: Range<Int>) {
    let firstRow = rows.lowerBound
    guard KernelLevel.hasAVX2, unsafe !edge.pointee.isArc else {
      return unsafe addPieces(of: edge, in: rows, firstRow: firstRow)
    }
    var cells = unsafe kernelCells(left: left, rows: rows)
    var left = unsafe firstlight_add_line_avx2(&cells, edge)
    while left != 0 {
      let row = firstRow &+ left.trailingZeroBitCount
      unsafe addPieces(of: edge, in: row..<(row &+ 1), firstRow: firstRow)
      left &= left &- 1
    }
  }

  private mutating func addPieces(
    of edge: UnsafePointer<Edge>, in rows: Range<Int>, firstRow: Int
  ) {
    // A copy, since fields behind the pointer would be read again after each store.
    let edge = unsafe edge.pointee
    edge.forEachPiece(from: rows.lowerBound &<< 16, to: rows.upperBound &<< 16) { row, piece in
      add(piece, of: edge, row: row &- firstRow, winding: edge.winding)
    }
  }

  /// Adds a piece of an edge to a row with marks.
  @inline(__always)
  mutating func add(_ piece: RowPiece, of edge: borrowing Edge, row: Int = 0, winding: Int) {
    let first = (piece.startX &>> 16) &- left
    if first == (piece.endX &>> 16) &- left, first >= 0, first < width {
      unsafe marks(ofRow: row)[first &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: first & 63)
      unsafe CellGrid.addPart(
        of: edge, cells(ofRow: row) + first, from: piece.startX & 0xFFFF, to: piece.endX & 0xFFFF,
        height: piece.height, negation: winding &>> 63)
    } else {
      addAcross(piece, of: edge, row: row, negation: winding &>> 63)
    }
  }

  /// Adds a piece that crosses borders of pixels, or lies beside the row.
  @inline(never)
  private mutating func addAcross(
    _ piece: RowPiece, of edge: borrowing Edge, row: Int, negation: Int
  ) {
    let columns = unsafe Range(uncheckedBounds: (left, left &+ width))
    let first = piece.startX &>> 16
    let last = piece.endX &>> 16
    if first >= columns.upperBound { return }
    if last < columns.lowerBound {
      return unsafe heightsLeft.base[row] &+= (piece.height ^ negation) &- negation
    }
    unsafe CellGrid.mark(
      marks(ofRow: row), from: max(first, left) &- left,
      through: min(last, columns.upperBound &- 1) &- left)
    let cells = unsafe cells(ofRow: row) - left
    var hidden = 0
    if !edge.isArc {
      unsafe hidden = CellGrid.addAcross(
        cells, startX: piece.startX, endX: piece.endX, height: piece.height, inverse: edge.inverse,
        negation: negation, within: columns)
    } else if last &- first >= CellGrid.longPiece, last &- first < CellGrid.longestPiece,
      first >= columns.lowerBound, last < columns.upperBound, KernelLevel.hasAVX512,
      (piece.startX | piece.endX | piece.startY) &>> 31 == 0, !edge.isTinyArc
    {
      var arc = copy edge
      arc.winding = negation | 1
      unsafe firstlight_add_arc_piece_avx512(
        cells + first, &arc, piece.startX, piece.endX, piece.startY, piece.height)
    } else {
      unsafe hidden = CellGrid.addArc(
        piece, of: edge, cells, negation: negation, within: columns)
    }
    unsafe heightsLeft.base[row] &+= (hidden ^ negation) &- negation
  }

  /// Notes that pixels from one to another are crossed.
  @inline(__always)
  private static func mark(
    _ marks: UnsafeMutablePointer<UInt64>, from first: Int, through last: Int
  ) {
    var index = first
    while index <= last {
      let count = min(last &- index &+ 1, 64 &- (index & 63))
      let ones: UInt64 = ~0 &>> UInt64(truncatingIfNeeded: 64 &- count)
      unsafe marks[index &>> 6] |= ones &<< UInt64(truncatingIfNeeded: index & 63)
      index &+= count
    }
  }

  /// Adds a piece inside a pixel; `area` is the part of the pixel right of the piece. Area and
  /// height are negated if `negation` is −1, and not if it is 0.
  @inline(__always)
  static func add(
    _ cell: UnsafeMutablePointer<Int32>, height: Int, area: Int, negation: Int
  ) {
    let area = (area ^ negation) &- negation
    let height = (height ^ negation) &- negation
    unsafe cell[0] &+= Int32(truncatingIfNeeded: area)
    unsafe cell[1] &+= Int32(truncatingIfNeeded: height &- area)
  }

  /// Adds a piece of an edge inside a pixel, between two places in it.
  @inline(__always)
  private static func addPart(
    of edge: borrowing Edge, _ cell: UnsafeMutablePointer<Int32>, from: Int, to: Int, height: Int,
    negation: Int
  ) {
    var area = (height &* (131072 &- from &- to) &+ 65536) &>> 17
    if edge.isBulging { area = area &- edge.bulge(dx: to &- from, dy: height) }
    unsafe add(cell, height: height, area: area, negation: negation)
  }

  /// Adds a piece of a line inside a row, from its left end to its right one.
  @inline(__always)
  static func addLine(
    _ piece: RowPiece, of edge: borrowing Edge, _ row: UnsafeMutablePointer<Int32>, negation: Int
  ) {
    let (startX, endX, height) = (piece.startX, piece.endX, piece.height)
    if (startX ^ endX) &>> 16 == 0 {
      unsafe addInside(row, fromX: startX, toX: endX, height: height, negation: negation)
    } else {
      unsafe addAcross(
        row, startX: startX, endX: endX, height: height, inverse: edge.inverse, negation: negation)
    }
  }

  /// Adds a piece of a line inside a pixel.
  @inline(__always)
  static func addInside(
    _ row: UnsafeMutablePointer<Int32>, fromX x0: Int, toX x1: Int, height: Int, negation: Int
  ) {
    let cell = unsafe row + x0 &>> 16
    let height = (height ^ negation) &- negation
    // A half is rounded as if the height had no sign: away from zero.
    let area =
      (height &* (131072 &- (x0 & 0xFFFF) &- (x1 & 0xFFFF)) &+ (65536 &+ negation)) &>> 17
    unsafe cell[0] &+= Int32(truncatingIfNeeded: area)
    unsafe cell[1] &+= Int32(truncatingIfNeeded: height &- area)
  }

  /// Adds a piece of a line over the borders of pixels, from its left end to its right one.
  ///
  /// - Parameter columns: pixels that it is cut to; the piece is in one of them.
  /// - Returns: the height that it has left of them.
  @inline(__always) @discardableResult
  static func addAcross(
    _ row: UnsafeMutablePointer<Int32>, startX: Int, endX: Int, height: Int, inverse: Double,
    negation: Int, within columns: Range<Int>? = nil
  ) -> Int {
    let half = 65536 &+ negation
    let limit = Double(height)
    let last = endX &>> 16
    var (pixel, end) = (startX &>> 16, last)
    /// The width of the pixel right of where the piece begins in it.
    var part = 65536 &- (startX & 0xFFFF)
    // Whole numbers, so that adding to them is exact.
    var distance = Double(part)
    var before = 0
    if let columns {
      end = min(last, columns.upperBound &- 1)
      if pixel < columns.lowerBound {
        pixel = columns.lowerBound
        part = 65536
        distance = Double(pixel &<< 16 &- startX)
        before = Fixed.roundedInt(min(distance * inverse, limit))
        distance += 65536
      }
    }
    let hidden = before
    var cell = unsafe row + pixel
    /// The height that the last pixel leaves to the next.
    var rest = 0
    while pixel < last && pixel <= end {
      let after = Fixed.roundedInt(min(distance * inverse, limit))
      let gained = ((after &- before) ^ negation) &- negation
      let area = (gained &* part &+ half) &>> 17
      unsafe cell[0] &+= Int32(truncatingIfNeeded: area &+ rest)
      rest = gained &- area
      before = after
      part = 65536
      distance += 65536
      pixel &+= 1
      unsafe cell += 1
    }
    if end == last {
      let gained = ((height &- before) ^ negation) &- negation
      let area = (gained &* (part &+ 65536 &- (endX & 0xFFFF)) &+ half) &>> 17
      unsafe cell[0] &+= Int32(truncatingIfNeeded: area &+ rest)
      rest = gained &- area
      unsafe cell += 1
    }
    unsafe cell[0] &+= Int32(truncatingIfNeeded: rest)
    return hidden
  }

  /// Adds a piece of an arc inside a row, from its left end to its right one.
  ///
  /// - Parameter columns: pixels that it is cut to; the piece is in one of them.
  /// - Returns: the height that it has left of them.
  @inline(__always) @discardableResult
  static func addArc(
    _ piece: RowPiece, of edge: borrowing Edge, _ row: UnsafeMutablePointer<Int32>,
    negation: Int, within columns: Range<Int>? = nil
  ) -> Int {
    let (startX, endX, height) = (piece.startX, piece.endX, piece.height)
    /// The height that the piece has gained at a pixel border.
    @inline(__always) func gained(at border: Int) -> Int {
      let distance = edge.arcY(at: Double(border)) &- piece.startY
      return min(max(distance, 0 &- distance), height)
    }
    let last = endX &>> 16
    var (pixel, end) = (startX &>> 16, last)
    var from = startX & 0xFFFF
    var before = 0
    if let columns {
      end = min(last, columns.upperBound &- 1)
      if pixel < columns.lowerBound {
        pixel = columns.lowerBound
        from = 0
        before = gained(at: pixel)
      }
    }
    let hidden = before
    var cell = unsafe row + pixel
    while pixel < last && pixel <= end {
      pixel &+= 1
      let after = max(gained(at: pixel), before)
      unsafe addPart(
        of: edge, cell, from: from, to: 65536, height: after &- before, negation: negation)
      before = after
      from = 0
      unsafe cell += 1
    }
    if end == last {
      unsafe addPart(
        of: edge, cell, from: from, to: endX & 0xFFFF, height: height &- before,
        negation: negation)
    }
    return hidden
  }

  /// Sums the cells of a row up to coverage, and empties them.
  ///
  /// Edges lie only in the pixels `first` through `last`. Up to three pixels before these and four
  /// behind them may be written too, with coverage 0, since their cells are empty.
  static func sumUp(
    _ row: UnsafeMutablePointer<Int32>, from first: Int, through last: Int, isEvenOdd: Bool,
    to target: UnsafeMutablePointer<UInt8>
  ) {
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_sum_cells_avx2(row, first, last, isEvenOdd ? 1 : 0, target)
    }
    typealias Four = SIMD4<Int32>
    var area = Four(repeating: 0)
    var index = first & ~3
    // The cell behind the last pixel brings the sum back to zero.
    while index <= last &+ 1 {
      let cells = unsafe UnsafeMutableRawPointer(row + index)
      var sums = unsafe cells.loadUnaligned(as: Four.self)
      unsafe cells.storeBytes(of: Four(repeating: 0), as: Four.self)
      sums = sums &+ Four(0, sums[0], sums[1], sums[2])
      sums = sums &+ Four(0, 0, sums[0], sums[1])
      sums = sums &+ area
      area = Four(repeating: sums[3])
      let sign = sums &>> 31
      var amount = (sums ^ sign) &- sign
      let one = Four(repeating: 65536)
      if isEvenOdd {
        amount = amount & Four(repeating: 131071)
        amount = amount.replacing(
          with: Four(repeating: 131072) &- amount, where: amount .> one)
      } else {
        amount = amount.replacing(with: one, where: amount .> one)
      }
      let levels = ((amount &<< 8) &- amount &+ Four(repeating: 32768)) &>> 16
      unsafe UnsafeMutableRawPointer(target + index).storeBytes(
        of: SIMD4<UInt8>(truncatingIfNeeded: levels), as: SIMD4<UInt8>.self)
      index &+= 4
    }
  }
}

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
  ///
  /// - Parameter row: a row of the grid, which has marks.
  mutating func append(from cells: inout CellGrid, row: Int = 0, isEvenOdd: Bool) {
    if isEvenOdd {
      append(from: &cells, row: row) { SpanRow.coverage($0, isEvenOdd: true) }
    } else {
      append(from: &cells, row: row) { SpanRow.coverage($0, isEvenOdd: false) }
    }
  }

  @inline(__always)
  private mutating func append(
    from cells: inout CellGrid, row: Int, coverage: (Int32) -> UInt8
  ) {
    let left = cells.left
    let width = cells.width
    masks.reserve(masks.count + width + 16)
    // There are no more spans than pixels.
    spans.reserve(spans.count + width + 1)
    let bytes = unsafe masks.base
    let values = unsafe cells.cells(ofRow: row)
    let marks = unsafe cells.marks(ofRow: row)
    let output = unsafe spans.base
    var offset = masks.count
    var count = spans.count
    var area = Int32(truncatingIfNeeded: cells.removeHeightLeft(ofRow: row))
    /// The first pixel that is not in a span yet, from `left`.
    var position = 0
    /// Appends the pixels up to the next edge. The first of them gets the rest of the last stretch;
    /// behind it the sum stays the same.
    @inline(__always) func appendLevel(to end: Int) {
      area &+= unsafe values[position]
      unsafe values[position] = 0
      let value = coverage(area)
      if value == 0 || position == end { return }
      unsafe output[count] = CoverageSpan(
        x: left &+ position, length: end &- position, mask: -1, value: value)
      count &+= 1
    }
    for word in 0..<(width &+ 63) &>> 6 {
      var bits = unsafe marks[word]
      if bits == 0 { continue }
      unsafe marks[word] = 0
      repeat {
        let shift = UInt64(truncatingIfNeeded: bits.trailingZeroBitCount)
        let length = (~(bits &>> shift)).trailingZeroBitCount
        let start = word &* 64 &+ Int(truncatingIfNeeded: shift)
        let end = start &+ length
        // Adding the lowest bit carries through the stretch; the bit that it sets above is masked
        // out.
        bits &= bits &+ (bits & (0 &- bits))
        if start > position { appendLevel(to: start) }
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
    appendLevel(to: width)
    masks.count = offset
    spans.count = count
  }
}
