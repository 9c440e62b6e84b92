internal import CKernels
import Geometry

/// Sums up what a small contour covers.
///
/// The sums of a row are its coverage if the contour winds there at most once. A simple contour
/// does so in every row. Others do if one part of the contour goes down through the row and one
/// goes up, each all the way and thus as a function of y, and if these have at most one x in
/// common. All other rows are called ambiguous; that costs time and not accuracy.
@safe struct ContourCells: ~Copyable {
  typealias Extent = firstlight_extent

  /// The limits of a contour's edges of one direction, row by row.
  private struct Side: ~Copyable {
    /// The lowest and the highest x, in 1/65536 px.
    var low = Scratch<Int32>(capacity: 1)
    var high = Scratch<Int32>(capacity: 1)
    /// The number of parts.
    var parts = Scratch<UInt8>(capacity: 1)

    mutating func begin(height: Int) {
      low.removeAll()
      high.removeAll()
      parts.removeAll()
      // With the padding that kernels need behind the rows.
      low.resize(height &+ 7, filledWith: .max)
      high.resize(height &+ 7, filledWith: .min)
      parts.resize(height, filledWith: 0)
    }

    /// Counts a part of a contour from one height to another.
    mutating func count(from top: Int, to bottom: Int, in contour: SmallContour) {
      let end = min((bottom &+ 65535) &>> 16, contour.maxY) &- contour.minY
      var row = max(top &>> 16, contour.minY) &- contour.minY
      while row < end {
        unsafe parts.base[row] = min(parts.base[row] &+ 1, 2)
        row &+= 1
      }
    }

    /// Widens the limits of a row.
    @inline(__always) func widen(row: Int, left: Int, right: Int) {
      unsafe low.base[row] = min(low.base[row], Int32(truncatingIfNeeded: left))
      unsafe high.base[row] = max(high.base[row], Int32(truncatingIfNeeded: right))
    }
  }

  private var cells = CellGrid()
  private var down = Side()
  private var up = Side()

  /// Makes the bytes of a contour within its box.
  ///
  /// - Parameters:
  ///   - bytes: rows of the contour's stride, with sixteen bytes more behind. Bytes outside a row's
  ///     extent are undefined.
  ///   - extents: one for each row.
  mutating func rasterize(
    _ contour: SmallContour, of list: borrowing EdgeList, to bytes: UnsafeMutablePointer<UInt8>,
    extents: UnsafeMutablePointer<Extent>
  ) {
    cells.begin(width: contour.width, height: contour.height)
    if !contour.isSimple {
      down.begin(height: contour.height)
      up.begin(height: contour.height)
      countParts(of: contour, in: list)
    }
    addEdges(of: contour, in: list)
    if KernelLevel.hasAVX2 {
      var all = unsafe cells.kernelCells(left: contour.minX, rows: contour.rows)
      unsafe firstlight_sum_contour_avx2(&all, bytes, extents)
    } else {
      for row in 0..<contour.height { unsafe extents[row] = sumUp(row, to: bytes) }
    }
    if contour.isSimple { return }
    for row in 0..<contour.height where isAmbiguous(row) {
      unsafe extents[row] = .ambiguous
    }
  }

  /// Counts how often the contour goes down through each row, and how often up.
  private mutating func countParts(of contour: SmallContour, in list: borrowing EdgeList) {
    let edges = unsafe list.edges.base
    // The counting starts at an edge where a part begins.
    var first = 0
    while unsafe first < contour.edgeCount
      && edges[first].winding == edges[contour.edgeCount &- 1].winding
    {
      first &+= 1
    }
    if first == contour.edgeCount { first = 0 }
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
      if index == contour.edgeCount { index = 0 }
    } while index != first
    count(winding, from: top, to: bottom, in: contour)
  }

  private mutating func count(
    _ winding: Int, from top: Int, to bottom: Int, in contour: SmallContour
  ) {
    if winding > 0 { down.count(from: top, to: bottom, in: contour) }
    if winding < 0 { up.count(from: top, to: bottom, in: contour) }
  }

  /// True if a row of a contour that may cross itself may be covered more than once.
  private func isAmbiguous(_ row: Int) -> Bool {
    if unsafe down.parts.base[row] != 1 || up.parts.base[row] != 1 { return true }
    return unsafe down.high.base[row] > up.low.base[row] && up.high.base[row] > down.low.base[row]
  }

  private mutating func addEdges(of contour: SmallContour, in list: borrowing EdgeList) {
    let edges = unsafe list.edges.base
    guard KernelLevel.hasAVX512 else {
      for index in 0..<contour.edgeCount { unsafe add(edges + index, of: contour) }
      return
    }
    var all = unsafe cells.kernelCells(left: contour.minX, rows: contour.rows)
    var sides = unsafe firstlight_sides(
      down: firstlight_side(low: down.low.base, high: down.high.base),
      up: firstlight_side(low: up.low.base, high: up.high.base))
    var first = 0
    while first < contour.edgeCount {
      var end = first
      while unsafe end < contour.edgeCount && !edges[end].isTinyArc { end &+= 1 }
      if contour.isSimple {
        unsafe firstlight_add_edges_avx512(&all, edges + first, end &- first, nil)
      } else {
        unsafe firstlight_add_edges_avx512(&all, edges + first, end &- first, &sides)
      }
      if end < contour.edgeCount { unsafe add(edges + end, of: contour) }
      first = end &+ 1
    }
  }

  /// Writes what a row's cells sum up to, and empties them.
  private func sumUp(_ row: Int, to bytes: UnsafeMutablePointer<UInt8>) -> Extent {
    let place = row &* cells.stride
    let cells = unsafe cells.cells.base + place
    var start = 0
    // The last cell that is not 0 brings the sum back to zero.
    var end = self.cells.stride &- 1
    while unsafe start < end && cells[start] == 0 { start &+= 1 }
    while unsafe end > start && cells[end] == 0 { end &-= 1 }
    if start == end { return .none }
    unsafe CellGrid.sumUp(
      cells, from: start, through: end &- 1, isEvenOdd: false, to: bytes + place)
    return Extent(start: UInt8(truncatingIfNeeded: start), end: UInt8(truncatingIfNeeded: end))
  }

  // Mutating for the reason that `Slots` gives.
  private mutating func add(_ edge: UnsafePointer<Edge>, of contour: SmallContour) {
    // A copy, since fields behind the pointer would be read again after each store.
    let edge = unsafe edge.pointee
    let negation = edge.winding &>> 63
    let first = unsafe cells.cells.base - contour.minX
    let stride = cells.stride
    edge.forEachPiece(from: contour.minY &<< 16, to: contour.maxY &<< 16) { y, piece in
      let row = y &- contour.minY
      if !contour.isSimple {
        if negation == 0 {
          down.widen(row: row, left: piece.startX, right: piece.endX)
        } else {
          up.widen(row: row, left: piece.startX, right: piece.endX)
        }
      }
      let place = unsafe first + row &* stride
      if !edge.isArc {
        unsafe CellGrid.addLine(piece, of: edge, place, negation: negation)
      } else {
        unsafe CellGrid.addArc(piece, of: edge, place, negation: negation)
      }
    }
  }
}

extension firstlight_extent {
  /// Stands for a row whose coverage is not known.
  static var ambiguous: firstlight_extent { firstlight_extent(start: 1, end: 0) }
  static var none: firstlight_extent { firstlight_extent(start: 0, end: 0) }
  @inline(__always) var isAmbiguous: Bool { start > end }
}

/// The only contour of a list of edges: the number of these, and its box in pixels.
struct SmallContour: BitwiseCopyable {
  let edgeCount: Int
  /// True if it is known to wind once at most everywhere.
  let isSimple: Bool
  let minX: Int
  let minY: Int
  let maxX: Int
  let maxY: Int

  /// Coordinates up to this, and those of some rows more, fit 32 bits in 1/65536 px.
  private static let farthest = 0x7F00

  /// Nil where it lies too far off for kernels.
  init?(of list: borrowing EdgeList, isSimple: Bool) {
    let contour = list.contours[0]
    edgeCount = contour.endEdge
    self.isSimple = isSimple
    minX = Int(contour.minX.rounded(.down))
    maxX = Int(contour.maxX.rounded(.down)) + 1
    minY = max(contour.top, 0) >> 16
    maxY = min((contour.bottom + 65535) >> 16, list.endRow)
    guard min(minX, minY) > -SmallContour.farthest, max(maxX, maxY) < SmallContour.farthest else {
      return nil
    }
  }

  var width: Int { maxX &- minX }
  var height: Int { maxY &- minY }
  var rows: Range<Int> { minY..<maxY }
  /// Bytes from one row to the next.
  var stride: Int { CellGrid.stride(forWidth: width) }
}
