/// Coverage of rows in which an outline overlaps or crosses itself inside pixels.
///
/// Summed areas cannot tell two half-covered layers from one full one. Here a row is cut into
/// slabs at the ends of edges, and further where edges change places, so that within a slab the
/// edges have an order from left to right. Walking it finds those where the inside begins and
/// ends, and only they are accumulated, exactly.
///
/// 1. All edges of the row take part, those outside the damage too, so that a partial repaint cuts
///    the same slabs as a full one.
/// 2. Slabs end at 1/64 px, where edges are ordered by their middles.
/// 3. The area that an edge bounds in neighbouring slabs is accumulated in one piece. So an edge that
///    nothing meets gets the values of a row without slabs, and what moves elsewhere in the row
///    does not change them.
/// 4. Of more than `EdgeList.edgeLimit` edges, those that share pixels are put in order by themselves, and where
///    these alone are so many, in slabs of one height at whose borders their ends are taken to be. A row
///    takes about as long as one of 8,000 edges that are summed; of more than `EdgeList.rowLimit` all are.
@safe struct OverlapResolver: ~Copyable {
  private static let smallestSlab = 1024
  /// The most edges in all slabs of one height together.
  private static let slabLimit = 8192

  private var heights = Scratch<Int>(capacity: 64)
  private var crossings = Scratch<RowCrossing>(capacity: 32)
  /// For each crossing the part that bounds the inside and is not yet accumulated, with
  /// the sign as its winding: 0 where there is none.
  private var pieces = Scratch<RowCrossing>(capacity: 32)
  /// The crossings that go on below a slab of one height, as that has ordered them.
  private var order = Scratch<Int32>(capacity: 1)
  /// The height of slabs of one height.
  private var slab = smallestSlab

  /// Accumulates the borders of the inside, as windings 0 and 1.
  ///
  /// - Parameter row: in the order of `RowOrder`.
  mutating func accumulate(
    _ row: borrowing Scratch<RowCrossing>, edges: borrowing EdgeList, isEvenOdd: Bool,
    into cells: inout CellRow
  ) {
    if row.count <= EdgeList.edgeLimit {
      let all = 0..<row.count
      return resolve(all, of: row, edges, winding: 0, isEvenOdd: isEvenOdd, into: &cells)
    }
    var winding = 0
    var start = 0
    while start < row.count {
      let (end, change) = OverlapResolver.group(from: start, of: row)
      resolve(start..<end, of: row, edges, winding: winding, isEvenOdd: isEvenOdd, into: &cells)
      winding += change
      start = end
    }
  }

  /// The end of crossings that share pixels, or that together leave a winding that is not the same at
  /// all heights; and what they change it by.
  private static func group(
    from start: Int, of row: borrowing Scratch<RowCrossing>
  ) -> (end: Int, change: Int) {
    let top = row[start].startY & ~0xFFFF
    var end = start
    var extent = Int.min
    // The windings that begin and end at each height below the top, each times a number that is the
    // height's alone: zero where they make each other up.
    var open = 0
    var change = 0
    repeat {
      let crossing = row[end]
      extent = max(extent, crossing.maxX >> 16)
      if crossing.startY == top {
        change += crossing.winding
      } else {
        open &+= crossing.winding &* number(of: crossing.startY)
      }
      if crossing.endY != top + Fixed.one {
        open &-= crossing.winding &* number(of: crossing.endY)
      }
      end += 1
    } while end < row.count && (open != 0 || row[end].minX >> 16 <= extent)
    return (end, change)
  }

  /// The finalizer of SplitMix64.
  private static func number(of height: Int) -> Int {
    var z = UInt64(truncatingIfNeeded: height) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: z ^ (z >> 31))
  }

  /// Accumulates some neighbouring crossings.
  ///
  /// - Parameter winding: left of them.
  private mutating func resolve(
    _ range: Range<Int>, of row: borrowing Scratch<RowCrossing>, _ edges: borrowing EdgeList,
    winding: Int, isEvenOdd: Bool, into cells: inout CellRow
  ) {
    let isEven = range.count > EdgeList.edgeLimit
    heights.removeAll()
    pieces.removeAll()
    order.removeAll()
    for index in range {
      if isEven {
        order.append(Int32(truncatingIfNeeded: index))
      } else {
        insert(height: row[index].startY)
        insert(height: row[index].endY)
      }
      pieces.append(row[index])
      pieces[pieces.count - 1].winding = 0
    }
    if isEven { setEvenHeights(for: range, of: row) }
    for index in 1..<max(heights.count, 1) {
      let (top, bottom) = (heights[index - 1], heights[index])
      if isEven {
        list(from: top, to: bottom, first: range.lowerBound, row, edges)
        walk(from: top, to: bottom, edges, winding: winding, isEvenOdd: isEvenOdd, into: &cells)
      } else {
        accumulateSlab(
          from: top, to: bottom, range, row, edges, winding: winding, isEvenOdd: isEvenOdd,
          into: &cells)
      }
    }
    for index in 0..<pieces.count { finishPiece(at: index, edges, into: &cells) }
  }

  private mutating func setEvenHeights(
    for range: Range<Int>, of row: borrowing Scratch<RowCrossing>
  ) {
    slab = OverlapResolver.smallestSlab
    while slab < Fixed.one, range.count * Fixed.one > OverlapResolver.slabLimit * slab {
      slab *= 2
    }
    let top = row[range.lowerBound].startY & ~0xFFFF
    for height in stride(from: top, through: top + Fixed.one, by: slab) {
      heights.append(height)
    }
  }

  /// The border of a slab of one height that is nearest.
  private func border(near height: Int) -> Int { (height &+ slab / 2) & ~(slab &- 1) }

  /// Lists the crossings of a slab of one height in order, and with them those of the slabs below.
  private mutating func list(
    from y0: Int, to y1: Int, first: Int, _ row: borrowing Scratch<RowCrossing>,
    _ edges: borrowing EdgeList
  ) {
    crossings.removeAll()
    var waiting = 0
    for place in 0..<order.count {
      let index = Int(order[place])
      var crossing = row[index]
      let (start, end) = (border(near: crossing.startY), border(near: crossing.endY))
      if end <= y0 { continue }
      if start > y0 {
        order[waiting] = order[place]
        waiting += 1
        continue
      }
      let edge = edges.edges[crossing.index]
      if crossing.startY < y0 { crossing.startX = edge.x(at: y0) }
      if crossing.endY > y1 { crossing.endX = edge.x(at: y1) }
      crossing.position = index - first
      insert(crossing)
    }
    // The crossings that come are behind the ones that are there, in an order that is nearly that of the
    // next slab.
    let count = crossings.count
    order.reserve(waiting + count)
    order.count = waiting + count
    for place in stride(from: waiting - 1, through: 0, by: -1) {
      order[place + count] = order[place]
    }
    for place in 0..<count {
      order[place] = Int32(truncatingIfNeeded: crossings[place].position + first)
    }
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
    from y0: Int, to y1: Int, _ range: Range<Int>, _ row: borrowing Scratch<RowCrossing>,
    _ edges: borrowing EdgeList, winding: Int, isEvenOdd: Bool, into cells: inout CellRow
  ) {
    crossings.removeAll()
    for index in range where row[index].startY <= y0 && row[index].endY >= y1 {
      var crossing = row[index]
      let edge = edges.edges[crossing.index]
      if crossing.startY != y0 { crossing.startX = edge.x(at: y0) }
      if crossing.endY != y1 { crossing.endX = edge.x(at: y1) }
      crossing.position = index - range.lowerBound
      insert(crossing)
    }
    if y1 - y0 > OverlapResolver.smallestSlab, !isOrdered() {
      let middle = y0 + (y1 - y0) / 2
      accumulateSlab(
        from: y0, to: middle, range, row, edges, winding: winding, isEvenOdd: isEvenOdd,
        into: &cells)
      accumulateSlab(
        from: middle, to: y1, range, row, edges, winding: winding, isEvenOdd: isEvenOdd,
        into: &cells)
      return
    }
    walk(from: y0, to: y1, edges, winding: winding, isEvenOdd: isEvenOdd, into: &cells)
  }

  /// Walks a slab's crossings from left to right and takes those that bound the inside.
  private mutating func walk(
    from y0: Int, to y1: Int, _ edges: borrowing EdgeList, winding: Int, isEvenOdd: Bool,
    into cells: inout CellRow
  ) {
    var winding = winding
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

  /// True if the order is the same at the top and at the bottom, except for 1/1024 px.
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
