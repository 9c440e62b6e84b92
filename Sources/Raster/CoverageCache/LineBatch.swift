internal import CKernels

/// Lines of a small outline that follow each other: collected, and then added to the sums of areas
/// in one loop, which keeps in registers what each of them needs.
@safe struct LineBatch: ~Copyable {
  /// In 1/65536 px from the origin of the cells.
  typealias Corner = firstlight_corner

  /// The most corners that are collected: a power of two.
  private static let limit = 64
  /// Ends of chords that are found at a time.
  private static let batch = 8

  private var corners = Scratch<Corner>(capacity: LineBatch.limit + LineBatch.batch)
  private var count = 0
  private var originX = 0
  private var originY = 0
  /// The number that is added to a place so that the low bits of the sum are its distance from the
  /// origin, rounded.
  private var rounding = SIMD2(repeating: Fixed.rounding)
  /// The rows that are wanted, from the origin.
  private var rows = 0..<0
  /// The fractions of all corners that were added.
  private(set) var fractions = 0

  /// Starts an outline whose corners all lie within `CoverageRasterizer.largestSide` of the origin.
  mutating func begin(originX: Int, originY: Int, rows: Range<Int>) {
    (self.originX, self.originY) = (originX, originY)
    rounding = Fixed.rounding - SIMD2(Double(originX), Double(originY))
    self.rows = rows
    count = 0
    fractions = 0
  }

  /// True if the next line needs a start.
  @inline(__always) var needsStart: Bool { count & (LineBatch.limit &- 1) == 0 }

  /// Starts the next line at a corner; all lines collected before have been added.
  @inline(__always) mutating func start(atX x: Int, y: Int) {
    count = 0
    append(toX: x, y: y)
  }

  @inline(__always) mutating func append(toX x: Int, y: Int) {
    unsafe corners.base[count] = corner(x, y)
    count &+= 1
  }

  /// True if chords can be appended.
  @inline(__always) func hasCapacity(for chords: Int) -> Bool {
    count > 0 && count &+ chords <= LineBatch.limit
  }

  /// Appends the ends of all chords except the last, some at a time: the number of chords takes
  /// long to find, and nothing should wait for it.
  @inline(__always) mutating func append(_ chords: ChordEnds) {
    let target = unsafe corners.base + (count &- 1)
    let inner = chords.count &- 1
    var index = 1
    while index <= inner {
      for index in index..<(index &+ LineBatch.batch) {
        unsafe target[index] = corner(chords.place(index))
      }
      index &+= LineBatch.batch
    }
    count &+= inner
  }

  @inline(__always) private func corner(_ x: Int, _ y: Int) -> Corner {
    Corner(x: Int32(truncatingIfNeeded: x &- originX), y: Int32(truncatingIfNeeded: y &- originY))
  }

  /// The corner at a place in 1/65536 px that is not rounded yet.
  @inline(__always) private func corner(_ place: SIMD2<Double>) -> Corner {
    let sum = place + rounding
    return Corner(
      x: Int32(truncatingIfNeeded: sum.x.bitPattern), y: Int32(truncatingIfNeeded: sum.y.bitPattern)
    )
  }

  /// Adds the collected lines; the next line needs a start.
  @inline(never)
  mutating func add(to cells: borrowing CellGrid, footprint: inout PixelFootprint) {
    if count == 0 { return }
    let target = unsafe Target(
      firstRow: cells.cells.base - rows.lowerBound &* cells.stride, stride: cells.stride,
      top: rows.lowerBound &<< 16, bottom: rows.upperBound &<< 16)
    var direction = footprint.direction
    var parts: Int32 = 0
    var corner = unsafe corners.base
    let last = unsafe corner + (count &- 1)
    while unsafe corner < last {
      var next = unsafe corner + 1
      let (x0, y0) = unsafe corner.pointee.place
      let (x1, y1) = unsafe next.pointee.place
      let way = PixelFootprint.direction(dx: x1 &- x0, dy: y1 &- y0)
      if way == PixelFootprint.none {
        unsafe corner = next
        continue
      }
      if way == direction {
        footprint.goOn()
      } else {
        footprint.beginRun(to: way, atX: x0, y: y0)
        direction = way
      }
      let marks = unsafe footprint.marks
      if PixelFootprint.isAlongAxis(way) {
        unsafe target.addAlongAxis(marks, fromX: x0, y: y0, toX: x1, y: y1)
      } else {
        unsafe next =
          KernelLevel.hasAVX512
          ? target.addEights(marks, from: corner, to: last)
          : target.addSloped(marks, to: way, from: corner, to: last)
        if unsafe next > corner + 1 { footprint.goOn() }
      }
      repeat {
        unsafe corner += 1
        unsafe parts |= corner.pointee.x | corner.pointee.y
      } while unsafe corner < next
    }
    let (endX, endY) = unsafe last.pointee.place
    footprint.moveEnd(x: endX, y: endY)
    fractions |= Int(parts)
    count = 0
  }
}

/// The rows of cells that lines are added to.
@unsafe private struct Target {
  /// The cells of the row at the origin, made or not.
  let firstRow: UnsafeMutablePointer<Int32>
  /// Cells in a row.
  let stride: Int
  /// The rows that are wanted, in 1/65536 px.
  let top: Int
  let bottom: Int

  /// Adds the lines from a corner on, as long as they go one way to a side and up or down.
  ///
  /// - Returns: the corner where the last of them ends.
  @inline(never)
  func addSloped(
    _ marks: PixelFootprint.Marks, to direction: Int,
    from corner: UnsafeMutablePointer<LineBatch.Corner>,
    to last: UnsafeMutablePointer<LineBatch.Corner>
  ) -> UnsafeMutablePointer<LineBatch.Corner> {
    var corner = unsafe corner
    var (x0, y0) = unsafe corner.pointee.place
    while unsafe corner < last {
      let (x1, y1) = unsafe corner[1].place
      if PixelFootprint.direction(dx: x1 &- x0, dy: y1 &- y0) != direction { break }
      unsafe addSloped(marks, fromX: x0, y: y0, toX: x1, y: y1)
      (x0, y0) = (x1, y1)
      unsafe corner += 1
    }
    return unsafe corner
  }

  /// Adds eight pieces at a time, by the AVX-512 kernel.
  @inline(__always)
  func addEights(
    _ marks: PixelFootprint.Marks, from corner: UnsafeMutablePointer<LineBatch.Corner>,
    to last: UnsafeMutablePointer<LineBatch.Corner>
  ) -> UnsafeMutablePointer<LineBatch.Corner> {
    var outline = unsafe firstlight_outline_cells(
      cells: firstRow, words: marks.words, stride: stride, word_stride: marks.stride,
      top: Int32(truncatingIfNeeded: top), bottom: Int32(truncatingIfNeeded: bottom))
    return unsafe corner
      + firstlight_add_lines_avx512(&outline, corner, last - corner)
  }

  /// Adds a line that is neither level nor upright.
  @inline(__always)
  func addSloped(_ marks: PixelFootprint.Marks, fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    let (dx, dy) = (x1 &- x0, y1 &- y0)
    let negation = dy &>> 63
    let (topX, bottomX) = negation == 0 ? (x0, x1) : (x1, x0)
    let (lineTop, lineBottom) = negation == 0 ? (y0, y1) : (y1, y0)
    // One division of vectors gives both ratios; neither number is 0.
    let way = SIMD2(Double(dx), Double(dy))
    let ratios = way / SIMD2(way.y, way.x)
    let (slope, inverse) = (ratios.x, abs(ratios.y))
    var (x, y, end) = (topX, lineTop, lineBottom)
    var border = (y | 0xFFFF) &+ 1
    // Whole numbers, so that adding to them is exact.
    var distance = Double(border &- lineTop)
    if unsafe lineTop < top || lineBottom > bottom {
      if unsafe lineBottom <= top || lineTop >= bottom { return }
      unsafe end = min(end, bottom)
      if unsafe lineTop < top {
        unsafe y = top
        x = topX &+ Fixed.roundedInt(Double(y &- lineTop) * slope)
        border = y &+ 65536
        distance = Double(border &- lineTop)
      }
    }
    var row = unsafe firstRow + y &>> 16 &* stride
    var words = unsafe marks.row(y &>> 16)
    while true {
      var (nextX, nextY) = (bottomX, lineBottom)
      if border < lineBottom {
        nextX = topX &+ Fixed.roundedInt(distance * slope)
        nextY = border
      }
      if (x ^ nextX) &>> 16 == 0 {
        unsafe marks.mark(words, at: x &>> 16)
        unsafe CellGrid.addInside(
          row, fromX: x, toX: nextX, height: nextY &- y, negation: negation)
      } else {
        let (left, right) = (min(x, nextX), max(x, nextX))
        unsafe marks.mark(words, from: left &>> 16, through: right &>> 16)
        unsafe CellGrid.addAcross(
          row, startX: left, endX: right, height: nextY &- y, inverse: inverse,
          negation: negation)
      }
      if border >= end { return }
      x = nextX
      y = border
      border &+= 65536
      distance += 65536
      unsafe row += stride
      unsafe words += 1
    }
  }

  /// Adds an upright line, or marks the pixels of a level one.
  @inline(never)
  func addAlongAxis(
    _ marks: PixelFootprint.Marks, fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int
  ) {
    let left = min(x0, x1) &>> 16
    if y0 == y1 {
      // On the border between two rows a line goes through neither.
      if unsafe y0 < top || y0 >= bottom || y0 & 0xFFFF == 0 { return }
      return unsafe marks.mark(
        marks.row(y0 &>> 16), from: left, through: max(x0, x1) &>> 16)
    }
    let negation = (y1 &- y0) &>> 63
    let part = 65536 &- (x0 & 0xFFFF)
    var y = unsafe max(min(y0, y1), top)
    let end = unsafe min(max(y0, y1), bottom)
    var cell = unsafe firstRow + (y &>> 16 &* stride &+ left)
    while y < end {
      let nextY = min((y | 0xFFFF) &+ 1, end)
      let height = nextY &- y
      unsafe marks.mark(marks.row(y &>> 16), at: left)
      unsafe CellGrid.add(
        cell, height: height, area: (height &* part &+ 32768) &>> 16, negation: negation)
      y = nextY
      unsafe cell += stride
    }
  }
}

extension LineBatch.Corner {
  @inline(__always) fileprivate var place: (x: Int, y: Int) { (Int(x), Int(y)) }
}
