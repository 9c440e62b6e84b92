/// Coverage of rows in which an outline overlaps or crosses itself inside pixels.
///
/// Summed areas cannot tell two half-covered layers from one full one. Here a row is cut into
/// bands at the ends of edges, and further where edges change places, so that within a band the
/// edges have an order from left to right. Walking it finds those where the inside begins and
/// ends, and only they are accumulated, exactly.
///
/// 1. Only pixels that show an overlap, themselves or in a neighbour, get resolved values; the rule
///    looks at nothing else, so a partial repaint resolves the same pixels as a full one.
/// 2. All edges of the row take part in the ordering, those outside the damage too, for the same
///    reason.
/// 3. Bands end at 1/64 px, where edges are ordered by their middles; and rows with more than
///    `edgeLimit` edges keep their summed values: both bound the time.
@safe struct OverlapResolver: ~Copyable {
  /// The most edges of a row that are put in order.
  static let edgeLimit = 96
  private static let smallestBand = 1024

  struct Crossing: BitwiseCopyable {
    var index: Int
    var startX: Int
    var endX: Int
  }

  private var edges = Scratch<Edge>(capacity: 32)
  private var heights = Scratch<Int>(capacity: 64)
  private var crossings = Scratch<Crossing>(capacity: 32)
  private var summed = Scratch<Int32>(capacity: 64)
  private var row = 0
  private var isEvenOdd = false

  mutating func begin(isEvenOdd: Bool, row: Int) {
    edges.removeAll()
    self.isEvenOdd = isEvenOdd
    self.row = row
  }

  /// Adds an edge that crosses the row.
  mutating func append(_ edge: Edge) {
    if edges.count <= OverlapResolver.edgeLimit { edges.append(edge) }
  }

  var canResolve: Bool { edges.count <= OverlapResolver.edgeLimit }

  /// Appends the row's coverage between `minX` and `maxX`; `left` and `right` are the cells' range,
  /// a neighbour more at each end.
  mutating func appendCoverage(
    left: Int, right: Int, minX: Int, maxX: Int, to spans: inout SpanRow, cells: inout CellRow
  ) {
    let rowTop = row << 16
    cells.setRange(left, right)
    for index in 0..<edges.count {
      accumulate(
        edges[index], fromY: max(edges[index].top, rowTop),
        toY: min(edges[index].bottom, rowTop + 65536), sign: edges[index].winding, to: &cells)
    }
    summed.removeAll()
    summed.resize(right - left, filledWith: 0)
    cells.takeSums { summed[$0] = $1 }
    accumulateResolved(to: &cells)
    let offset = spans.mask.count
    spans.mask.resize(offset + (right - left) + 16, filledWith: 0)
    cells.takeSums { index, area in
      let value =
        isDoubtful(index)
        ? SpanRow.coverage(area, isEvenOdd: false)
        : SpanRow.coverage(summed[index], isEvenOdd: isEvenOdd)
      spans.mask[offset + index] = value
    }
    spans.mask.count = offset + (right - left)
    let firstSpan = spans.spans.count
    spans.appendSpans(ofMaskAt: offset, from: left, to: right, since: firstSpan)
    spans.trim(since: firstSpan, minX: minX, maxX: maxX)
  }

  /// Whether a pixel's sum, or a neighbour's, shows an overlap.
  private func isDoubtful(_ index: Int) -> Bool {
    var lowest: Int32 = 0
    var highest: Int32 = 0
    for neighbour in max(index - 1, 0)...min(index + 1, summed.count - 1) {
      lowest = min(lowest, summed[neighbour])
      highest = max(highest, summed[neighbour])
    }
    let slack: Int32 = 64
    return highest > 65536 + slack || lowest < -65536 - slack
      || (highest > slack && lowest < -slack)
  }

  private func accumulate(
    _ edge: Edge, fromY y0: Int, toY y1: Int, sign: Int, to cells: inout CellRow
  ) {
    guard y0 < y1 else { return }
    cells.add(edge, fromY: y0, x: edge.x(at: y0), toY: y1, x: edge.x(at: y1), sign: sign)
  }

  /// Accumulates the borders of the inside, as windings 0 and 1.
  private mutating func accumulateResolved(to cells: inout CellRow) {
    let rowTop = row << 16
    heights.removeAll()
    heights.append(rowTop)
    heights.append(rowTop + 65536)
    for index in 0..<edges.count {
      if edges[index].top > rowTop { heights.append(edges[index].top) }
      if edges[index].bottom < rowTop + 65536 { heights.append(edges[index].bottom) }
    }
    sortHeights()
    for index in 1..<heights.count where heights[index] > heights[index - 1] {
      accumulateBand(from: heights[index - 1], to: heights[index], cells: &cells)
    }
  }

  private mutating func sortHeights() {
    for index in 1..<heights.count {
      let value = heights[index]
      var place = index
      while place > 0, heights[place - 1] > value {
        heights[place] = heights[place - 1]
        place -= 1
      }
      heights[place] = value
    }
  }

  /// A band that no edge ends in.
  private mutating func accumulateBand(from y0: Int, to y1: Int, cells: inout CellRow) {
    crossings.removeAll()
    for index in 0..<edges.count {
      let edge = edges[index]
      guard edge.top <= y0, edge.bottom >= y1 else { continue }
      insert(Crossing(index: index, startX: edge.x(at: y0), endX: edge.x(at: y1)))
    }
    if y1 - y0 > OverlapResolver.smallestBand, !isOrdered() {
      let middle = y0 + (y1 - y0) / 2
      accumulateBand(from: y0, to: middle, cells: &cells)
      accumulateBand(from: middle, to: y1, cells: &cells)
      return
    }
    var winding = 0
    for index in 0..<crossings.count {
      let crossing = crossings[index]
      let edge = edges[crossing.index]
      let before = isEvenOdd ? winding & 1 != 0 : winding != 0
      winding += edge.winding
      let after = isEvenOdd ? winding & 1 != 0 : winding != 0
      if before == after { continue }
      cells.add(
        edge, fromY: y0, x: crossing.startX, toY: y1, x: crossing.endX, sign: after ? 1 : -1)
    }
  }

  /// Keeps the crossings ordered by the middle of the band.
  private mutating func insert(_ crossing: Crossing) {
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
