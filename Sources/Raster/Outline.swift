import Geometry

/// An outline in framebuffer space that is scanned row by row, downwards.
///
/// Preparing it (transforming, stroking, flattening) is the expensive part and lasts until the
/// shape changes; scanning can start at any row and skip rows.
@safe struct Outline: ~Copyable {
  struct ActiveEdge: BitwiseCopyable {
    var index: Int
    /// x where the edge enters the next row, fixed point.
    var x: Int
  }

  private var list = EdgeList()
  private var active = Scratch<ActiveEdge>(capacity: 16)
  /// The row that the active edges' x belong to.
  private var nextRow = 0
  private(set) var isEvenOdd = false
  /// The pixels that may be covered, within the size given to `prepare`.
  private(set) var bounds = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
  /// Set when the outline is a rectangle of whole pixels, and so equal to its bounds.
  private(set) var isPixelRect = false

  /// Takes a shape over, clipped to a surface of the given size.
  mutating func prepare(
    _ shape: borrowing Shape, transform: AffineTransform, width: Int, height: Int
  ) {
    let outline = DeviceOutline(shape, transform: transform)
    isEvenOdd = outline.rule == .evenOdd
    EdgeBuilder.build(
      outline.path, transform: outline.transform, width: width, height: height, into: &list)
    active.removeAll()
    nextRow = .min
    guard list.edges.count > 0 else {
      bounds = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
      isPixelRect = false
      return
    }
    bounds = PixelRect(
      minX: max(Int(max(list.minX, 0).rounded(.down)), 0), minY: list.firstRow,
      maxX: Int(max(min(list.maxX, Double(width)), 0).rounded(.up)), maxY: list.endRow)
    isPixelRect = findsPixelRect()
  }

  /// Whether the outline is one rectangle on pixel borders.
  private func findsPixelRect() -> Bool {
    func isVertical(_ edge: Edge) -> Bool {
      edge.kind == .line && edge.minX == edge.maxX && edge.top & 0xFFFF == 0
        && edge.bottom & 0xFFFF == 0 && edge.minX == edge.minX.rounded(.down)
    }
    guard list.edges.count == 2 else { return false }
    let first = list.edges[0]
    let second = list.edges[1]
    return isVertical(first) && isVertical(second) && first.top == second.top
      && first.bottom == second.bottom && first.winding == -second.winding
      && first.minX != second.minX
  }

  /// Appends the coverage of a row between two pixels, which lie within `bounds`.
  mutating func appendCoverage(
    row: Int, minX: Int, maxX: Int, to spans: inout SpanRow, cells: inout CellRow,
    resolver: inout OverlapResolver
  ) {
    if isPixelRect {
      spans.appendRun(from: minX, to: maxX, value: 255, since: spans.spans.count)
      return
    }
    // A pixel's neighbours decide whether it needs the resolver.
    let left = max(minX - 1, bounds.minX)
    let right = min(maxX + 1, bounds.maxX)
    cells.setRange(left, right)
    accumulate(row: row, into: &cells)
    let firstSpan = spans.spans.count
    let firstMask = spans.mask.count
    let overlaps = spans.append(
      from: &cells, minX: minX, maxX: maxX, isEvenOdd: isEvenOdd)
    guard overlaps else { return }
    resolver.begin(isEvenOdd: isEvenOdd, row: row)
    for position in 0..<active.count { resolver.append(list.edges[active[position].index]) }
    guard resolver.canResolve else { return }
    spans.spans.count = firstSpan
    spans.mask.count = firstMask
    resolver.appendCoverage(
      left: left, right: right, minX: minX, maxX: maxX, to: &spans, cells: &cells)
  }

  /// Accumulates a row into cells that are set to the range wanted.
  mutating func accumulate(row: Int, into cells: inout CellRow) {
    let rowTop = row << 16
    let rowBottom = rowTop + 65536
    bringIn(row: row)
    let edges = unsafe list.edges.base
    let entries = unsafe active.base
    for position in 0..<active.count {
      let entry = unsafe entries + position
      let edge = unsafe edges + entry.pointee.index
      let y0 = unsafe max(edge.pointee.top, rowTop)
      let y1 = unsafe min(edge.pointee.bottom, rowBottom)
      let x0 = unsafe entry.pointee.x
      let x1 = unsafe edge.pointee.x(at: y1)
      unsafe entry.pointee.x = x1
      unsafe cells.add(
        edge.pointee, fromY: y0, x: x0, toY: y1, x: x1, sign: edge.pointee.winding)
    }
    nextRow = row + 1
  }

  /// Drops the edges that ended above the row and adds those that start in it.
  private mutating func bringIn(row: Int) {
    let rowTop = row << 16
    let isNext = row == nextRow
    if !isNext, row < nextRow || active.count == 0 || nextRow == .min {
      enter(row: row)
    } else {
      var write = 0
      for read in 0..<active.count {
        var entry = active[read]
        let edge = list.edges[entry.index]
        if edge.bottom <= rowTop { continue }
        if !isNext { entry.x = edge.x(at: rowTop) }
        active[write] = entry
        write += 1
      }
      active.count = write
      if !isNext {
        for skipped in nextRow..<row { addStarting(in: skipped, at: rowTop) }
      }
    }
    addStarting(in: row, at: rowTop)
  }

  /// Starts anew with the edges that cross the top of a row.
  private mutating func enter(row: Int) {
    active.removeAll()
    let rowTop = row << 16
    for index in 0..<list.edges.count {
      let edge = list.edges[index]
      if (max(edge.top, 0) >> 16) < row, edge.bottom > rowTop {
        active.append(ActiveEdge(index: index, x: edge.x(at: rowTop)))
      }
    }
  }

  private mutating func addStarting(in row: Int, at rowTop: Int) {
    guard row >= list.firstRow, row < list.endRow else { return }
    var index = list.heads[row - list.firstRow]
    while index >= 0 {
      let edge = list.edges[Int(index)]
      if edge.bottom > rowTop {
        active.append(ActiveEdge(index: Int(index), x: edge.x(at: max(edge.top, rowTop))))
      }
      index = list.links[Int(index)]
    }
  }
}
