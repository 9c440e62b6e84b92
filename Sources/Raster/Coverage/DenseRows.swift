internal import CKernels

/// Coverage of rows with many edges, by sums of areas in any case: rows of an outline that is known
/// not to overlap itself, and rows with more edges than can be put in order.
///
/// Edges are accumulated one after the other, each for several rows at once. So the values of an
/// edge are loaded once and stay in registers, and no row has to keep a list of its crossings.
@safe struct DenseRows: ~Copyable {
  /// Few enough for their cells to stay in the first-level cache.
  private static let height = 8

  private var cells = CellGrid()
  /// The accumulated rows that were not requested yet, and the first of all accumulated rows.
  private var rows = 0..<0
  private var firstRow = 0
  private var minX = 0
  private var maxX = 0
  /// The edges that start above `listedEnd` and may reach below it.
  private var activeEdges = Scratch<Int32>(capacity: 0)
  private var listedEnd = Int.min

  /// The memory of cells and active edges, in bytes.
  var byteCount: Int { cells.byteCount &+ activeEdges.byteCount }

  /// Drops the accumulated rows, for another outline.
  mutating func forget() {
    if !rows.isEmpty { cells.clear() }
    rows = 0..<0
    listedEnd = .min
  }

  /// Appends the coverage of a row between two pixels.
  ///
  /// - Parameter end: the end of the rows that are going to be requested. After the last of them
  ///   the cells, 32 bytes for each pixel of the width, are given back.
  mutating func appendCoverage(
    row: Int, before end: Int, minX: Int, maxX: Int, of list: borrowing EdgeList, isEvenOdd: Bool,
    to spans: inout SpanRow
  ) {
    if rows.lowerBound != row || rows.isEmpty || minX != self.minX || maxX != self.maxX {
      if !rows.isEmpty { cells.clear() }
      var last = row
      while last + 1 < min(row + DenseRows.height, end), list.isDense(row: last + 1) {
        last += 1
      }
      accumulate(row..<(last + 1), minX: minX, maxX: maxX, of: list)
    }
    rows = (row + 1)..<rows.upperBound
    spans.append(from: &cells, row: row &- firstRow, isEvenOdd: isEvenOdd)
    if rows.isEmpty, row + 1 >= end || !list.isDense(row: row + 1) { cells = CellGrid() }
  }

  private mutating func accumulate(
    _ rows: Range<Int>, minX: Int, maxX: Int, of list: borrowing EdgeList
  ) {
    self.rows = rows
    self.minX = minX
    self.maxX = maxX
    firstRow = rows.lowerBound
    cells.begin(left: minX, right: maxX, rows: DenseRows.height)
    listActiveEdges(rows, of: list)
    for place in 0..<activeEdges.count {
      unsafe cells.add(list.edges.base + Int(activeEdges.base[place]), in: rows)
    }
  }

  /// Lists the edges that are in any of the rows.
  private mutating func listActiveEdges(_ rows: Range<Int>, of list: borrowing EdgeList) {
    let top = rows.lowerBound << 16
    if rows.lowerBound == listedEnd {
      var count = 0
      for place in 0..<activeEdges.count {
        let index = unsafe activeEdges.base[place]
        if unsafe list.edges.base[Int(index)].bottom <= top { continue }
        unsafe activeEdges.base[count] = index
        count &+= 1
      }
      activeEdges.count = count
      list.forEachStarting(in: rows) { index in activeEdges.append(Int32(truncatingIfNeeded: index))
      }
    } else {
      activeEdges.removeAll()
      for index in 0..<list.edges.count {
        let edge = unsafe list.edges.base + index
        if unsafe edge.pointee.bottom > top, unsafe edge.pointee.top < rows.upperBound << 16,
          unsafe list.isSeen(edge)
        {
          activeEdges.append(Int32(truncatingIfNeeded: index))
        }
      }
    }
    listedEnd = rows.upperBound
  }
}
