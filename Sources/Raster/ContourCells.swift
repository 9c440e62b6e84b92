internal import CKernels

/// Sums up what small contours cover, one at a time.
///
/// A contour's sums in a row are its coverage where it winds there once at most. Of a simple one that
/// is known; of others it is seen where one part goes down through the row and one goes up, each all
/// the way and thus a function of y, and where these have no x in common, but for one. Rows where that
/// is not so are called doubtful; it costs time and not accuracy.
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
    if !contour.isSimple {
      up.begin(height: contour.height)
      countParts(of: contour, in: list)
    }
    // Of what is simple all edges count among those that go down.
    var downRows = unsafe rows(of: contour, down)
    var upRows = unsafe contour.isSimple ? downRows : rows(of: contour, up)
    for index in contour.firstEdge..<contour.endEdge {
      let edge = unsafe list.edges.base + index
      let isDown = unsafe edge.pointee.winding > 0
      if firstlight_has_wide_kernels() > 1, unsafe !edge.pointee.isTinyArc {
        var line = unsafe firstlight_line(edge.pointee)
        if isDown {
          unsafe firstlight_widest_add_edge(&downRows, &line)
        } else {
          unsafe firstlight_widest_add_edge(&upRows, &line)
        }
      } else {
        unsafe ContourCells.add(edge, to: isDown ? downRows : upRows)
      }
    }
    for row in 0..<contour.height {
      unsafe reaches[row] = take(row, isSimple: contour.isSimple, to: bytes)
    }
  }

  /// Counts how often the contour goes down through each row, and how often up.
  private mutating func countParts(of contour: SmallContour, in list: borrowing EdgeList) {
    let edges = unsafe list.edges.base
    // From where a part begins.
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
      index &+= 1
      if index == contour.endEdge { index = contour.firstEdge }
    } while index != first
    count(winding, from: top, to: bottom, in: contour)
  }

  private mutating func count(
    _ winding: Int, from top: Int, to bottom: Int, in contour: SmallContour
  ) {
    if winding > 0 { down.count(from: top, to: bottom, in: contour) }
    if winding < 0 { up.count(from: top, to: bottom, in: contour) }
  }

  /// Writes what a row's cells sum up to, and empties them.
  private func take(
    _ row: Int, isSimple: Bool, to bytes: UnsafeMutablePointer<UInt8>
  ) -> Reach {
    let (downLow, downHigh) = unsafe (down.low.base[row], down.high.base[row])
    var (low, high) = (downLow, downHigh)
    var isSure = true
    if !isSimple {
      let (upLow, upHigh) = unsafe (up.low.base[row], up.high.base[row])
      (low, high) = (min(low, upLow), max(high, upHigh))
      isSure =
        unsafe down.parts.base[row] == 1 && up.parts.base[row] == 1
        && (downHigh <= upLow || upHigh <= downLow)
    }
    if low > high { return Reach() }
    let first = Fixed.roundedInt(low) &>> 16
    let last = Fixed.roundedInt(high) &>> 16
    let place = row &* cells.stride
    unsafe MaskCells.takeCoverage(
      cells.cells.base + place, from: first, through: last, isEvenOdd: false, to: bytes + place)
    if !isSure { return .doubtful }
    return Reach(
      start: UInt8(truncatingIfNeeded: first), end: UInt8(truncatingIfNeeded: last &+ 1))
  }

  private func rows(of contour: SmallContour, _ side: borrowing Side) -> firstlight_contour {
    unsafe firstlight_contour(
      values: cells.cells.base, stride: cells.stride, low: side.low.base, high: side.high.base,
      left: contour.minX, first_row: contour.minY, row_count: contour.height)
  }

  private static func add(_ edge: UnsafePointer<Edge>, to contour: firstlight_contour) {
    // By value: behind a store all would be read again.
    let edge = unsafe edge.pointee
    let firstRow = unsafe contour.first_row
    let end = unsafe min(edge.bottom, (firstRow &+ contour.row_count) &<< 16)
    var y = max(edge.top, firstRow &<< 16)
    if y >= end { return }
    var row = y &>> 16 &- firstRow
    let stride = unsafe contour.stride
    var place = unsafe contour.values + (row &* stride &- contour.left)
    let lowest = unsafe contour.low
    let highest = unsafe contour.high
    let negation = edge.winding &>> 63
    let minX = unsafe contour.left &<< 16
    var x = edge.x(at: y)
    while y < end {
      let nextY = min((y | 0xFFFF) &+ 1, end)
      let nextX = edge.x(at: nextY)
      let (left, right) = (min(x, nextX), max(x, nextX))
      unsafe lowest[row] = min(lowest[row], Double(left &- minX))
      unsafe highest[row] = max(highest[row], Double(right &- minX))
      if edge.kind == .line {
        unsafe MaskCells.addLine(
          place, startX: left, endX: right, height: nextY &- y, negation: negation,
          inverse: edge.inverse)
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
