/// Coverage of rows in which an outline overlaps or crosses itself inside pixels.
///
/// Summed areas cannot tell two half-covered layers from one full one. Here a row is cut into
/// slabs at the ends of edges, and further where edges change places, so that within a slab the
/// edges have an order from left to right. Walking it finds those where the inside begins and
/// ends, and only they are accumulated, exactly.
///
/// 1. All edges of the row take part, those outside the damage too, so that a partial repaint cuts
///    the same slabs as a full one.
/// 2. Slabs end at 1/64 px, where edges are ordered by their middles; and rows with more than
///    `edgeLimit` edges keep their summed values: both bound the time.
/// 3. What an edge bounds in neighbouring slabs is accumulated in one piece. So an edge that
///    nothing meets gets the values of a row without slabs, and what moves elsewhere in the row
///    does not change them.
@safe struct OverlapResolver: ~Copyable {
  /// The most edges of a row that are put in order.
  static let edgeLimit = 96
  private static let smallestSlab = 1024

  private var heights = Scratch<Int>(capacity: 64)
  private var crossings = Scratch<RowCrossing>(capacity: 32)
  /// For each crossing of the row the part that bounds the inside and is not yet accumulated, with
  /// the sign as its winding: 0 where there is none.
  private var pieces = Scratch<RowCrossing>(capacity: 32)

  /// Accumulates the borders of the inside, as windings 0 and 1.
  mutating func accumulate(
    _ row: borrowing Scratch<RowCrossing>, edges: borrowing EdgeList, isEvenOdd: Bool,
    into cells: inout CellRow
  ) {
    heights.removeAll()
    pieces.removeAll()
    for index in 0..<row.count {
      pieces.append(row[index])
      pieces[index].winding = 0
      insert(height: row[index].startY)
      insert(height: row[index].endY)
    }
    for index in 1..<max(heights.count, 1) {
      accumulateSlab(
        from: heights[index - 1], to: heights[index], row, edges, isEvenOdd: isEvenOdd,
        into: &cells)
    }
    for index in 0..<pieces.count { finishPiece(at: index, edges, into: &cells) }
  }

  private mutating func finishPiece(
    at position: Int, _ edges: borrowing EdgeList, into cells: inout CellRow
  ) {
    let piece = pieces[position]
    if piece.winding == 0 { return }
    unsafe cells.add(
      edges.edges.base + piece.index, fromY: piece.startY, x: piece.startX, toY: piece.endY,
      x: piece.endX, sign: piece.winding)
  }

  /// Keeps the heights in order, each once.
  private mutating func insert(height: Int) {
    var place = heights.count
    while place > 0, heights[place - 1] > height { place -= 1 }
    if place > 0, heights[place - 1] == height { return }
    heights.append(height)
    var index = heights.count - 1
    while index > place {
      heights[index] = heights[index - 1]
      index -= 1
    }
    heights[place] = height
  }

  /// A slab that no edge ends in.
  private mutating func accumulateSlab(
    from y0: Int, to y1: Int, _ row: borrowing Scratch<RowCrossing>, _ edges: borrowing EdgeList,
    isEvenOdd: Bool, into cells: inout CellRow
  ) {
    crossings.removeAll()
    for index in 0..<row.count where row[index].startY <= y0 && row[index].endY >= y1 {
      var crossing = row[index]
      let edge = edges.edges[crossing.index]
      if crossing.startY != y0 { crossing.startX = edge.x(at: y0) }
      if crossing.endY != y1 { crossing.endX = edge.x(at: y1) }
      crossing.position = index
      insert(crossing)
    }
    if y1 - y0 > OverlapResolver.smallestSlab, !isOrdered() {
      let middle = y0 + (y1 - y0) / 2
      accumulateSlab(from: y0, to: middle, row, edges, isEvenOdd: isEvenOdd, into: &cells)
      accumulateSlab(from: middle, to: y1, row, edges, isEvenOdd: isEvenOdd, into: &cells)
      return
    }
    var winding = 0
    for index in 0..<crossings.count {
      let crossing = crossings[index]
      let before = isEvenOdd ? winding & 1 != 0 : winding != 0
      winding += crossing.winding
      let after = isEvenOdd ? winding & 1 != 0 : winding != 0
      if before == after { continue }
      let position = crossing.position
      var piece = pieces[position]
      let sign = after ? 1 : -1
      if piece.winding != sign || piece.endY != y0 {
        finishPiece(at: position, edges, into: &cells)
        piece.startX = crossing.startX
        piece.startY = y0
        piece.winding = sign
      }
      piece.endX = crossing.endX
      piece.endY = y1
      pieces[position] = piece
    }
  }

  /// Keeps the crossings ordered by the middle of the slab.
  private mutating func insert(_ crossing: RowCrossing) {
    crossings.append(crossing)
    let middle = crossing.startX + crossing.endX
    var place = crossings.count - 1
    while place > 0 {
      let other = crossings[place - 1]
      if other.startX + other.endX <= middle { break }
      crossings[place] = other
      place -= 1
    }
    crossings[place] = crossing
  }

  /// Whether the order is the same at the top and at the bottom, but for 1/1024 px.
  private func isOrdered() -> Bool {
    let slack = 64
    for index in 1..<max(crossings.count, 1) {
      let left = crossings[index - 1]
      let right = crossings[index]
      if left.startX > right.startX + slack || left.endX > right.endX + slack { return false }
    }
    return true
  }
}
