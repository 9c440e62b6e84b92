internal import CKernels

/// Sums up what small contours cover, one at a time.
///
/// A contour's sums in a row are its coverage where it winds there once at most: where one part of it
/// goes down through the row and one goes up, each all the way and thus a function of y, and where
/// these have no x in common, but for one. Rows where that is not so are called doubtful; it costs
/// time and not accuracy.
@safe struct ContourCells: ~Copyable {
  /// The pixels of a row that a contour may cover, from its left border.
  struct Reach: BitwiseCopyable {
    var start: UInt8 = 0
    var end: UInt8 = 0

    static let doubtful = Reach(start: 1, end: 0)
    @inline(__always) var isDoubtful: Bool { start > end }
  }

  /// What is known of a contour's edges of one direction, row by row.
  struct Side: ~Copyable {
    /// The lowest and the highest x, from the left border.
    var low = Scratch<Double>(capacity: 1)
    var high = Scratch<Double>(capacity: 1)
    /// The number of parts.
    var parts = Scratch<UInt8>(capacity: 1)

    fileprivate mutating func begin(height: Int) {
      low.removeAll()
      high.removeAll()
      parts.removeAll()
      // With the room that kernels want behind.
      low.resize(height &+ 7, filledWith: .infinity)
      high.resize(height &+ 7, filledWith: -.infinity)
      parts.resize(height, filledWith: 0)
    }

    /// Counts a part of a contour from one height to another.
    fileprivate mutating func count(from top: Int, to bottom: Int, in contour: SmallContour) {
      let end = min((bottom &+ 65535) &>> 16, contour.maxY) &- contour.minY
      var row = max(top &>> 16, contour.minY) &- contour.minY
      while row < end {
        unsafe parts.base[row] = min(parts.base[row] &+ 1, 2)
        row &+= 1
      }
    }
  }

  private var cells = MaskCells(capacity: 1)
  private var down = Side()
  private var up = Side()

  /// Makes the bytes of a contour within its box.
  ///
  /// - Parameters:
  ///   - bytes: rows of the contour's stride, with eight bytes more behind; what is in no row's reach
  ///     is not set.
  ///   - reaches: one for each row.
  mutating func rasterize(
    _ contour: SmallContour, of list: borrowing EdgeList, to bytes: UnsafeMutablePointer<UInt8>,
    reaches: UnsafeMutablePointer<Reach>
  ) {
    cells.begin(width: contour.width, height: contour.height)
    down.begin(height: contour.height)
    up.begin(height: contour.height)
    let edges = unsafe list.edges.base
    // Parts are counted from where one begins.
    var first = contour.firstEdge
    while unsafe first < contour.endEdge
      && edges[first].winding == edges[contour.endEdge &- 1].winding
    {
      first &+= 1
    }
    if first == contour.endEdge { first = contour.firstEdge }
    var index = first
    var winding = 0
    var (top, bottom) = (Int.max, Int.min)
    repeat {
      let edge = unsafe edges + index
      if unsafe edge.pointee.winding != winding {
        count(winding, from: top, to: bottom, in: contour)
        winding = unsafe edge.pointee.winding
        (top, bottom) = (.max, .min)
      }
      top = unsafe min(top, edge.pointee.top)
      bottom = unsafe max(bottom, edge.pointee.bottom)
      if firstlight_has_wide_kernels() > 1, unsafe !edge.pointee.isTinyArc {
        unsafe addWide(edge, of: contour)
      } else {
        unsafe add(edge, of: contour)
      }
      index &+= 1
      if index == contour.endEdge { index = contour.firstEdge }
    } while index != first
    count(winding, from: top, to: bottom, in: contour)
    for row in 0..<contour.height { unsafe reaches[row] = take(row, to: bytes) }
  }

  private mutating func count(
    _ winding: Int, from top: Int, to bottom: Int, in contour: SmallContour
  ) {
    if winding > 0 { down.count(from: top, to: bottom, in: contour) }
    if winding < 0 { up.count(from: top, to: bottom, in: contour) }
  }

  /// Writes what a row's cells sum up to, and empties them.
  private func take(_ row: Int, to bytes: UnsafeMutablePointer<UInt8>) -> Reach {
    let (downLow, downHigh) = unsafe (down.low.base[row], down.high.base[row])
    let (upLow, upHigh) = unsafe (up.low.base[row], up.high.base[row])
    let (low, high) = (min(downLow, upLow), max(downHigh, upHigh))
    if low > high { return Reach() }
    let first = Fixed.roundedInt(low) &>> 16
    let last = Fixed.roundedInt(high) &>> 16
    let place = row &* cells.stride
    unsafe MaskCells.takeCoverage(
      cells.cells.base + place, from: first, through: last, isEvenOdd: false, to: bytes + place)
    guard unsafe down.parts.base[row] == 1 && up.parts.base[row] == 1,
      downHigh <= upLow || upHigh <= downLow
    else { return .doubtful }
    return Reach(
      start: UInt8(truncatingIfNeeded: first), end: UInt8(truncatingIfNeeded: last &+ 1))
  }

  private func addWide(_ edge: UnsafePointer<Edge>, of contour: SmallContour) {
    let isDown = unsafe edge.pointee.winding > 0
    var line = unsafe firstlight_line(edge.pointee)
    var rows = unsafe firstlight_contour(
      values: cells.cells.base, stride: cells.stride, low: isDown ? down.low.base : up.low.base,
      high: isDown ? down.high.base : up.high.base, left: contour.minX, first_row: contour.minY,
      row_count: contour.height)
    unsafe firstlight_widest_add_edge(&rows, &line)
  }

  private func add(_ edge: UnsafePointer<Edge>, of contour: SmallContour) {
    // By value: behind a store all would be read again.
    let edge = unsafe edge.pointee
    let end = min(edge.bottom, contour.maxY &<< 16)
    var y = max(edge.top, contour.minY &<< 16)
    if y >= end { return }
    var row = y &>> 16 &- contour.minY
    let stride = cells.stride
    var place = unsafe cells.cells.base + (row &* stride &- contour.minX)
    let lowest = unsafe edge.winding > 0 ? down.low.base : up.low.base
    let highest = unsafe edge.winding > 0 ? down.high.base : up.high.base
    let negation = edge.winding &>> 63
    let minX = contour.minX &<< 16
    var x = edge.x(at: y)
    while y < end {
      let nextY = min((y | 0xFFFF) &+ 1, end)
      let nextX = edge.x(at: nextY)
      let (left, right) = (min(x, nextX), max(x, nextX))
      unsafe lowest[row] = min(lowest[row], Double(left &- minX))
      unsafe highest[row] = max(highest[row], Double(right &- minX))
      if edge.kind == .line {
        unsafe MaskCells.addLine(
          place, startX: left, endX: right, height: nextY &- y, negation: negation
        ) { edge.inverse }
      } else {
        unsafe MaskCells.addArc(
          edge, place, startX: left, endX: right, startY: x < nextX ? y : nextY,
          height: nextY &- y, negation: negation)
      }
      x = nextX
      y = nextY
      row &+= 1
      unsafe place += stride
    }
  }
}
