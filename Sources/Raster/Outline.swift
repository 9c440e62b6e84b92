import Geometry

/// An outline in framebuffer space that is scanned row by row, downwards.
///
/// Preparing it (transforming, stroking, flattening) is the expensive part and lasts until the
/// shape changes; scanning can start at any row and skip rows.
@safe struct Outline: ~Copyable {
  private var list = EdgeList()
  /// The edges of the row that was scanned last, as far as they lie in it.
  private var active = Scratch<RowCrossing>(capacity: 16)
  /// The row below that.
  private var nextRow = 0
  /// The first row behind the last one entered in which an edge begins or ends.
  private var quietEnd = 0
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
    row: Int, minX: Int, maxX: Int, to spans: inout SpanRow, scratch: inout CoverageScratch
  ) {
    if isPixelRect {
      return spans.spans.append(
        CoverageSpan(x: minX, length: maxX - minX, mask: -1, value: 255))
    }
    let rowTop = row << 16
    let edges = unsafe list.edges.base
    let areApart: Bool
    if row == nextRow && row < quietEnd {
      areApart = unsafe ApartCrossings.advance(
        active.base, count: active.count, edges: edges, rowTop: rowTop, minX: minX, maxX: maxX)
    } else {
      enter(row: row)
      areApart = unsafe ApartCrossings.holds(
        active.base, count: active.count, edges: edges, minX: minX, maxX: maxX)
    }
    nextRow = row &+ 1
    let crossings = unsafe active.base
    let count = active.count
    if areApart {
      return unsafe ApartCrossings.appendSpans(
        crossings, count: count, edges: edges, minX: minX, maxX: maxX, isEvenOdd: isEvenOdd,
        to: &spans)
    }
    scratch.cells.setRange(minX, maxX)
    let isResolved =
      count <= OverlapResolver.edgeLimit
      && RowOrder.isDoubtful(&active, clip: list.clipRight)
    if isResolved {
      scratch.resolver.accumulate(
        active, edges: list, isEvenOdd: isEvenOdd, into: &scratch.cells)
    } else {
      for position in 0..<count {
        let crossing = unsafe crossings + position
        unsafe scratch.cells.add(
          edges + crossing.pointee.index, fromY: crossing.pointee.startY,
          x: crossing.pointee.startX, toY: crossing.pointee.endY, x: crossing.pointee.endX,
          sign: crossing.pointee.winding)
      }
    }
    spans.append(from: &scratch.cells, isEvenOdd: isEvenOdd && !isResolved)
  }

  /// Makes the crossings of a row.
  private mutating func enter(row: Int) {
    let rowTop = row << 16
    let isNext = row == nextRow
    quietEnd = list.nextStart(after: row)
    if row < nextRow || nextRow == .min {
      active.removeAll()
      for index in 0..<list.edges.count {
        let edge = unsafe list.edges.base + index
        if unsafe (max(edge.pointee.top, 0) >> 16) < row, unsafe edge.pointee.bottom > rowTop {
          append(index, rowTop: rowTop)
        }
      }
    } else {
      let edges = unsafe list.edges.base
      let crossings = unsafe active.base
      var write = 0
      for read in 0..<active.count {
        let crossing = unsafe crossings + read
        let edge = unsafe edges + crossing.pointee.index
        if unsafe edge.pointee.bottom <= rowTop { continue }
        let next = unsafe crossings + write
        unsafe next.pointee.startX = isNext ? crossing.pointee.endX : edge.pointee.x(at: rowTop)
        unsafe next.pointee.startY = rowTop
        if write != read {
          unsafe next.pointee.index = crossing.pointee.index
          unsafe next.pointee.winding = crossing.pointee.winding
        }
        unsafe setEnd(of: next, edge, rowTop: rowTop)
        write &+= 1
      }
      active.count = write
      if !isNext {
        for skipped in nextRow..<row { appendStarting(in: skipped, rowTop: rowTop) }
      }
    }
    appendStarting(in: row, rowTop: rowTop)
  }

  @inline(__always)
  private mutating func setEnd(
    of crossing: UnsafeMutablePointer<RowCrossing>, _ edge: UnsafePointer<Edge>, rowTop: Int
  ) {
    let bottom = unsafe edge.pointee.bottom
    let endY = min(bottom, rowTop &+ Fixed.one)
    unsafe crossing.pointee.endY = endY
    unsafe crossing.pointee.endX = edge.pointee.x(at: endY)
    quietEnd = min(quietEnd, bottom &>> 16)
  }

  private mutating func append(_ index: Int, rowTop: Int) {
    let edge = unsafe list.edges.base + index
    // Edges on the right border of the clip show nothing.
    guard unsafe edge.pointee.minX < Double(list.clipRight >> 16) else { return }
    active.reserve(active.count + 1)
    let crossing = unsafe active.base + active.count
    active.count &+= 1
    let startY = unsafe max(edge.pointee.top, rowTop)
    unsafe crossing.pointee.index = index
    unsafe crossing.pointee.startX = edge.pointee.x(at: startY)
    unsafe crossing.pointee.startY = startY
    unsafe crossing.pointee.winding = edge.pointee.winding
    unsafe crossing.pointee.position = 0
    unsafe setEnd(of: crossing, edge, rowTop: rowTop)
  }

  private mutating func appendStarting(in row: Int, rowTop: Int) {
    guard row >= list.firstRow, row < list.endRow else { return }
    var index = unsafe Int(list.heads.base[row - list.firstRow])
    while index >= 0 {
      if unsafe list.edges.base[index].bottom > rowTop { append(index, rowTop: rowTop) }
      index = unsafe Int(list.links.base[index])
    }
  }
}
