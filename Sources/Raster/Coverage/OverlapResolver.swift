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
/// 3. The area that an edge bounds in neighbouring slabs is accumulated in one piece. So an edge
///    that nothing meets gets the values of a row without slabs, and what moves elsewhere in the
///    row does not change them.
/// 4. Of more than `EdgeList.edgeLimit` edges, those that share pixels are put in order separately.
///    Where these alone are so many, all slabs have one height, and ends of edges are moved to the
///    nearest border of a slab. A row takes about as long as one of 8,000 edges that are summed. A
///    row of more than `EdgeList.rowLimit` edges is summed.
@safe struct OverlapResolver: ~Copyable {
  /// 1/64 px, in 1/65536 px.
  private static let smallestSlab = 1024
  /// The most edges in all slabs of one height together.
  private static let slabLimit = 8192

  private var heights = Scratch<Int>(capacity: 64)
  /// The crossings of a slab, in order once they are sorted.
  private var keys = Scratch<SlabKey>(capacity: 32)
  /// Rows of the crossings' x by position. The first is at the top of a slab; the others are at the
  /// bottoms of the nested slabs that begin there, from the largest slab to the slab itself.
  private var columns = Scratch<Int>(capacity: 128)
  /// The number of crossings in a row of `columns`.
  private var columnSize = 0
  /// The bottoms of these slabs.
  private var bottoms = Scratch<Int>(capacity: 8)
  /// For each crossing the part that bounds the inside and is not yet accumulated. The sign is its
  /// winding; 0 stands for no such part.
  private var pieces = Scratch<RowCrossing>(capacity: 32)
  /// The positions of crossings that continue: first the crossings of the last slab in the order of
  /// that slab, then the crossings that begin later.
  private var order = Scratch<Int32>(capacity: 32)
  /// The number of crossings of the last slab in `order`.
  private var listedCount = 0
  /// The height of each slab, if all have one height.
  private var slabHeight = smallestSlab

  /// The rule by which windings are inside, and the winding left of crossings.
  private struct LeftWinding: BitwiseCopyable {
    var winding: Int
    let isEvenOdd: Bool

    /// True if the winding is inside.
    @inline(__always) var isInside: Bool { isEvenOdd ? winding & 1 != 0 : winding != 0 }
  }

  /// A slab of crossings, from its top to its bottom.
  @safe private struct Slab: BitwiseCopyable {
    let top: Int
    let bottom: Int
    /// The crossings that are resolved together.
    let crossings: UnsafePointer<RowCrossing>
    /// True for one of many slabs of one height.
    let isEven: Bool
  }

  /// Accumulates the borders of the inside, as windings 0 and 1.
  ///
  /// - Parameter row: in the order of `RowOrder`.
  mutating func accumulate(
    _ row: borrowing Scratch<RowCrossing>, edges: borrowing EdgeList, isEvenOdd: Bool,
    into cells: inout CellGrid
  ) {
    var left = LeftWinding(winding: 0, isEvenOdd: isEvenOdd)
    if row.count <= EdgeList.edgeLimit {
      return resolve(0..<row.count, of: row, edges, left, into: &cells)
    }
    var start = 0
    while start < row.count {
      let (end, change) = OverlapResolver.group(from: start, of: row)
      resolve(start..<end, of: row, edges, left, into: &cells)
      left.winding += change
      start = end
    }
  }

  /// The end of a group of crossings, and the change of the winding by the group. Crossings of a
  /// group share pixels, or together leave a winding that differs from height to height.
  private static func group(
    from start: Int, of row: borrowing Scratch<RowCrossing>
  ) -> (end: Int, change: Int) {
    let top = row[start].startY & ~0xFFFF
    var end = start
    var extent = Int.min
    // The windings that begin and end at each height below the top, each times a number that stands
    // for the height: zero if they cancel out.
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
  private mutating func resolve(
    _ range: Range<Int>, of row: borrowing Scratch<RowCrossing>, _ edges: borrowing EdgeList,
    _ left: LeftWinding, into cells: inout CellGrid
  ) {
    let isEven = range.count > EdgeList.edgeLimit
    heights.removeAll()
    pieces.removeAll()
    order.removeAll()
    listedCount = 0
    columnSize = range.count
    for index in range {
      order.append(Int32(truncatingIfNeeded: index - range.lowerBound))
      if !isEven {
        insert(height: row[index].startY)
        insert(height: row[index].endY)
      }
      pieces.append(row[index])
      pieces[pieces.count - 1].winding = 0
    }
    if isEven { setEvenHeights(for: range, of: row) }
    let crossings = unsafe UnsafePointer(row.base + range.lowerBound)
    for index in 1..<max(heights.count, 1) {
      let slab = unsafe Slab(
        top: heights[index - 1], bottom: heights[index], crossings: crossings, isEven: isEven)
      list(slab, edges)
      accumulate(slab, edges, left, into: &cells)
      keepOrder()
    }
    for index in 0..<pieces.count { finishPiece(at: index, edges, into: &cells) }
  }

  private mutating func setEvenHeights(
    for range: Range<Int>, of row: borrowing Scratch<RowCrossing>
  ) {
    slabHeight = OverlapResolver.smallestSlab
    while slabHeight < Fixed.one, range.count * Fixed.one > OverlapResolver.slabLimit * slabHeight {
      slabHeight *= 2
    }
    let top = row[range.lowerBound].startY & ~0xFFFF
    for height in stride(from: top, through: top + Fixed.one, by: slabHeight) {
      heights.append(height)
    }
  }

  /// The nearest border of a slab, if all slabs have one height.
  private func border(near height: Int) -> Int { (height &+ slabHeight / 2) & ~(slabHeight &- 1) }

  /// Lists the crossings of a slab with their x at its top and bottom, and leaves in `order` the
  /// crossings that begin below it.
  ///
  /// If all slabs have one height, crossings begin and end at borders. In any other slab no
  /// crossing ends.
  private mutating func list(_ slab: Slab, _ edges: borrowing EdgeList) {
    let (y0, y1, isEven) = (slab.top, slab.bottom, slab.isEven)
    let crossings = unsafe slab.crossings
    keys.removeAll()
    reserveColumns(2)
    let all = unsafe edges.edges.base
    let (tops, ends) = unsafe (columns.base, columns.base + columnSize)
    var waiting = 0
    for place in 0..<order.count {
      let position = order[place]
      let index = Int(position)
      let crossing = unsafe crossings + index
      var (start, end) = unsafe (crossing.pointee.startY, crossing.pointee.endY)
      if isEven { (start, end) = (border(near: start), border(near: end)) }
      if end <= y0 { continue }
      if start > y0 {
        order[waiting] = position
        waiting += 1
        continue
      }
      let edge = unsafe all + crossing.pointee.index
      // A crossing of the last slab begins where it ended there.
      if place < listedCount {
        unsafe tops[index] = ends[index]
      } else {
        unsafe tops[index] =
          crossing.pointee.startY < y0 ? edge.pointee.x(at: y0) : crossing.pointee.startX
      }
      unsafe ends[index] =
        crossing.pointee.endY > y1 ? edge.pointee.x(at: y1) : crossing.pointee.endX
      let rank = isEven ? Int32(truncatingIfNeeded: keys.count) : position
      keys.append(SlabKey(middle: 0, rank: rank, position: position))
    }
    order.count = waiting
    bottoms.removeAll()
    bottoms.append(y1)
  }

  /// Reserves memory for rows of `columns`.
  private mutating func reserveColumns(_ count: Int) {
    columns.reserve(count * columnSize)
    columns.count = max(columns.count, count * columnSize)
  }

  /// Puts the crossings of the last slab before the crossings that begin later, nearly in the order
  /// of the next slab.
  private mutating func keepOrder() {
    let (waiting, count) = (order.count, keys.count)
    order.reserve(waiting + count)
    order.count = waiting + count
    for place in stride(from: waiting - 1, through: 0, by: -1) {
      order[place + count] = order[place]
    }
    for place in 0..<count { order[place] = keys[place].position }
    listedCount = count
  }

  private mutating func finishPiece(
    at position: Int, _ edges: borrowing EdgeList, into cells: inout CellGrid
  ) {
    let piece = pieces[position]
    if piece.winding == 0 { return }
    unsafe cells.add(
      RowPiece(
        topX: piece.startX, bottomX: piece.endX, top: piece.startY, bottom: piece.endY),
      of: edges.edges.base[piece.index], winding: piece.winding)
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

  /// Accumulates the listed slab. Unless all slabs have one height, it is cut in parts if its
  /// crossings change places.
  private mutating func accumulate(
    _ slab: Slab, _ edges: borrowing EdgeList, _ left: LeftWinding, into cells: inout CellGrid
  ) {
    let crossings = unsafe slab.crossings
    var top = slab.top
    while bottoms.count > 0 {
      let depth = bottoms.count
      let bottom = bottoms[depth - 1]
      sort(depth: depth)
      if !slab.isEven, bottom - top > OverlapResolver.smallestSlab, !isOrdered(depth: depth) {
        let middle = top + (bottom - top) / 2
        reserveColumns(depth + 2)
        let column = unsafe columns.base + (depth + 1) * columnSize
        for place in 0..<keys.count {
          let index = Int(keys[place].position)
          unsafe column[index] = edges.edges[crossings[index].index].x(at: middle)
        }
        bottoms.append(middle)
        continue
      }
      let part = unsafe Slab(
        top: top, bottom: bottom, crossings: crossings, isEven: slab.isEven)
      walk(part, edges, depth: depth, left, into: &cells)
      top = bottom
      bottoms.count -= 1
      if depth > 1 {
        unsafe columns.base.copy(from: columns.base + depth * columnSize, count: columnSize)
      }
    }
  }

  /// Walks a slab's crossings from left to right, and keeps those that bound the inside.
  private mutating func walk(
    _ slab: Slab, _ edges: borrowing EdgeList, depth: Int, _ left: LeftWinding,
    into cells: inout CellGrid
  ) {
    let (tops, ends) = unsafe (columns.base, columns.base + depth * columnSize)
    let keys = unsafe self.keys.base
    let pieces = unsafe self.pieces.base
    var left = left
    for place in 0..<self.keys.count {
      let position = unsafe Int(keys[place].position)
      let before = left.isInside
      unsafe left.winding += slab.crossings[position].winding
      let after = left.isInside
      if before == after { continue }
      let piece = unsafe pieces + position
      let sign = after ? 1 : -1
      if unsafe piece.pointee.winding != sign || piece.pointee.endY != slab.top {
        finishPiece(at: position, edges, into: &cells)
        unsafe piece.pointee.startX = tops[position]
        unsafe piece.pointee.startY = slab.top
        unsafe piece.pointee.winding = sign
      }
      unsafe piece.pointee.endX = ends[position]
      unsafe piece.pointee.endY = slab.bottom
    }
  }

  /// Puts the crossings in the order of the slab's middle.
  ///
  /// Many take time in proportion to n log n; a few are nearly in order, as the slab before left
  /// them.
  private mutating func sort(depth: Int) {
    let (tops, ends) = unsafe (columns.base, columns.base + depth * columnSize)
    let keys = unsafe self.keys.base
    let count = self.keys.count
    let isLong = count > EdgeList.edgeLimit
    var isSorted = true
    for index in 0..<count {
      var key = unsafe keys[index]
      let position = Int(key.position)
      unsafe key.middle = tops[position] &+ ends[position]
      if isLong {
        unsafe keys[index] = key
        if index > 0, unsafe OverlapResolver.isBefore(key, keys[index &- 1]) { isSorted = false }
        continue
      }
      var place = index
      while place > 0, unsafe OverlapResolver.isBefore(key, keys[place &- 1]) {
        unsafe keys[place] = keys[place &- 1]
        place &-= 1
      }
      unsafe keys[place] = key
    }
    if isSorted { return }
    var all = unsafe UnsafeMutableBufferPointer(start: keys, count: count)
    unsafe all.sort { OverlapResolver.isBefore($0, $1) }
  }

  @inline(__always) private static func isBefore(_ a: SlabKey, _ b: SlabKey) -> Bool {
    a.middle != b.middle ? a.middle < b.middle : a.rank < b.rank
  }

  /// True if the order is the same at the top and at the bottom, except for 1/1024 px.
  private func isOrdered(depth: Int) -> Bool {
    let slack = 64
    let (tops, ends) = unsafe (columns.base, columns.base + depth * columnSize)
    let keys = unsafe self.keys.base
    for index in 1..<max(self.keys.count, 1) {
      let left = unsafe Int(keys[index &- 1].position)
      let right = unsafe Int(keys[index].position)
      if unsafe tops[left] > tops[right] &+ slack || ends[left] > ends[right] &+ slack {
        return false
      }
    }
    return true
  }
}

/// A crossing of a slab, by which the slab is put in order.
struct SlabKey: BitwiseCopyable {
  /// Twice the place of its middle.
  var middle: Int
  /// The order of crossings of one middle.
  var rank: Int32
  /// The crossing's place among the crossings that are resolved together.
  var position: Int32
}
