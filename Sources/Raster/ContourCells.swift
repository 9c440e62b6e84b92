internal import CKernels

/// Sums up what small contours cover, one at a time.
///
/// A contour's sums in a row are its coverage as long as it winds there once at most: where two parts
/// of it go through the row, each up or down all the way and thus a function of y, and these have
/// - no x in common, but for one, or
/// - both one edge only, from one height to one other, and keep their order.
/// Rows where that is not so are called doubtful; it costs time and not accuracy.
@safe struct ContourCells: ~Copyable {
  /// The pixels of a row that a contour may cover, from its left border.
  struct Reach: BitwiseCopyable {
    var start: UInt8 = 0
    var end: UInt8 = 0

    static let doubtful = Reach(start: 1, end: 0)
    @inline(__always) var isDoubtful: Bool { start > end }
  }

  /// What is known of the edges of a row that run in one direction.
  struct Side: BitwiseCopyable {
    var low = Int.max
    var high = Int.min
    /// The part that they belong to, −1 for none.
    var part = -1
    var edgeCount = 0
    /// Of the last edge.
    var (startX, endX, startY, endY) = (0, 0, 0, 0)
  }

  /// Both directions of a row: down, up.
  struct Sides: BitwiseCopyable {
    var down = Side()
    var up = Side()
    var isDoubtful = false

    @inline(__always) var isSure: Bool {
      if isDoubtful { return false }
      if down.high <= up.low || up.high <= down.low { return true }
      return down.edgeCount == 1 && up.edgeCount == 1 && down.startY == up.startY
        && down.endY == up.endY
        && ((down.startX <= up.startX && down.endX <= up.endX)
          || (down.startX >= up.startX && down.endX >= up.endX))
    }
  }

  private var cells = MaskCells(capacity: 1)
  private var sides = Scratch<Sides>(capacity: 1)

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
    sides.removeAll()
    sides.resize(contour.height, filledWith: Sides())
    let minX = contour.minX
    // Begins where a part does.
    let all = unsafe list.edges.base
    var first = contour.firstEdge
    while unsafe first < contour.endEdge
      && all[first].winding == all[contour.endEdge &- 1].winding
    {
      first &+= 1
    }
    if first == contour.endEdge { first = contour.firstEdge }
    var index = first
    var part = 0
    var winding = 0
    for _ in contour.firstEdge..<contour.endEdge {
      let edge = unsafe all + index
      if unsafe edge.pointee.winding != winding {
        winding = unsafe edge.pointee.winding
        part &+= 1
      }
      unsafe add(edge, part: part, of: contour)
      index &+= 1
      if index == contour.endEdge { index = contour.firstEdge }
    }
    let stride = cells.stride
    for row in 0..<contour.height {
      let side = unsafe sides.base + row
      let low = unsafe min(side.pointee.down.low, side.pointee.up.low)
      let high = unsafe max(side.pointee.down.high, side.pointee.up.high)
      if low > high {
        unsafe reaches[row] = Reach()
        continue
      }
      let (start, last) = (low &>> 16 &- minX, high &>> 16 &- minX)
      unsafe MaskCells.takeCoverage(
        cells.cells.base + row &* stride, from: start, through: last, isEvenOdd: false,
        to: bytes + row &* stride)
      unsafe reaches[row] =
        side.pointee.isSure
        ? Reach(
          start: UInt8(truncatingIfNeeded: start), end: UInt8(truncatingIfNeeded: last &+ 1))
        : .doubtful
    }
  }

  private func add(_ edge: UnsafePointer<Edge>, part: Int, of contour: SmallContour) {
    // By value: behind a store all would be read again.
    let edge = unsafe edge.pointee
    let end = min(edge.bottom, contour.maxY &<< 16)
    var y = max(edge.top, contour.minY &<< 16)
    if y >= end { return }
    var row = y &>> 16 &- contour.minY
    let stride = cells.stride
    var place = unsafe cells.cells.base + (row &* stride &- contour.minX)
    let negation = edge.winding &>> 63
    var x = edge.x(at: y)
    while y < end {
      let nextY = min((y | 0xFFFF) &+ 1, end)
      let nextX = edge.x(at: nextY)
      let (left, right) = (min(x, nextX), max(x, nextX))
      let both = unsafe sides.base + row
      if negation == 0 {
        unsafe ContourCells.note(
          &both.pointee.down, &both.pointee.isDoubtful, part: part, x: x, nextX, y: y, nextY)
      } else {
        unsafe ContourCells.note(
          &both.pointee.up, &both.pointee.isDoubtful, part: part, x: x, nextX, y: y, nextY)
      }
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

  @inline(__always)
  private static func note(
    _ side: inout Side, _ isDoubtful: inout Bool, part: Int, x: Int, _ nextX: Int, y: Int,
    _ nextY: Int
  ) {
    if side.part >= 0 && side.part != part { isDoubtful = true }
    side.part = part
    side.low = min(side.low, min(x, nextX))
    side.high = max(side.high, max(x, nextX))
    side.edgeCount &+= 1
    (side.startX, side.endX, side.startY, side.endY) = (x, nextX, y, nextY)
  }
}
