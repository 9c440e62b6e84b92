internal import CKernels
import Geometry

/// An outline in framebuffer space that is scanned row by row, downwards.
///
/// Preparing it (transforming, stroking, flattening) is the expensive part and lasts until the
/// shape changes; scanning can start at any row and skip rows.
@safe struct Outline: ~Copyable {
  /// The most elements of the clusters that form a part.
  private static let partLimit = 32

  private var list = EdgeList()
  private var edges = ActiveEdges()
  /// The end of the rows that are going to be scanned, as far as it is known.
  var wantedEnd = 0
  private var mayUseStrips = true
  private var denseRows = DenseRows()
  /// True if the outline is known not to overlap itself, so that rows of many edges are summed.
  private var sumsDenseRows = false
  /// Outlines that replace this one, from left to right, if rows are dense and subpaths lie beside
  /// one another, as in a line of text. Each has a few of the subpaths, and most have no dense
  /// rows.
  private var parts = Slots<Outline>()
  private var spanCache = SpanCache()
  private(set) var isEvenOdd = false
  /// The pixels that may be covered, within the size given to `prepare`.
  private(set) var bounds = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
  /// Set when the outline is a rectangle of whole pixels, and so equal to its bounds.
  private(set) var isPixelRect = false

  /// Takes a shape's outline over, clipped to a surface of the given size.
  mutating func prepare(
    _ outline: borrowing DeviceOutline, width: Int, height: Int, paths: FastPaths = .all
  ) {
    mayUseStrips = paths.contains(.edgeStrips)
    isEvenOdd = outline.rule == .evenOdd
    list.begin(width: width, height: height)
    if !EdgeBuilder.build(outline, into: &list) { list.begin(width: width, height: height) }
    list.finish()
    parts.removeAll()
    if list.hasDenseRows {
      makeParts(of: outline, width: width, height: height, paths: paths)
    }
    sumsDenseRows =
      paths.contains(.starRows) && list.hasDenseRows && parts.count == 0
      && StarPolygon.holds(outline)
    edges.begin()
    denseRows.forget()
    spanCache.forget()
    guard list.edges.count > 0 else {
      bounds = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
      isPixelRect = false
      return
    }
    bounds = PixelRect(
      minX: max(Int(max(list.minX, 0).rounded(.down)), 0), minY: list.firstRow,
      maxX: Int(max(min(list.maxX, Double(width)), 0).rounded(.up)), maxY: list.endRow)
    isPixelRect = paths.contains(.pixelRects) && findsPixelRect()
    // The parts have all edges, too.
    if parts.count > 0 { list = EdgeList() }
  }

  /// True if the memory for edges, a megabyte or more, is too much to keep for another shape.
  ///
  /// Mutating for the reason that `Slots` gives.
  var isLarge: Bool {
    mutating get {
      if list.edges.capacity > 8192 || edges.isLarge { return true }
      // Parts have edges of their own.
      var byteCount = 0
      for index in 0..<parts.count { unsafe byteCount &+= parts.base[index].byteCount }
      return parts.count > 64 || byteCount > 1 << 20
    }
  }

  private mutating func makeParts(
    of outline: borrowing DeviceOutline, width: Int, height: Int, paths: FastPaths
  ) {
    var clusters = Scratch<GlyphCluster>(capacity: 16)
    GlyphCluster.list(outline, to: &clusters)
    if clusters.count < 2 { return }
    // A small outline with dense rows all the same is cut into single clusters. Then the choice
    // between resolving and summing a letter does not depend on any other letter.
    let limit = outline.elements.count > Outline.partLimit ? Outline.partLimit : 0
    var part = copy outline
    var first = 0
    for index in 0..<clusters.count {
      let start = clusters[first].firstElement
      let next = min(index + 1, clusters.count - 1)
      if next > index, clusters[next].endElement.verb - start.verb <= limit { continue }
      part.part = start..<clusters[index].endElement
      parts.append(Outline())
      unsafe parts.base[parts.count - 1].prepare(
        part, width: width, height: height, paths: paths)
      unsafe parts.base[parts.count - 1].list.trim()
      first = index + 1
    }
  }

  /// Appends the coverage of a row of the parts.
  private mutating func appendParts(
    row: Int, minX: Int, maxX: Int, to spans: inout SpanRow, scratch: inout CoverageScratch
  ) {
    for index in 0..<parts.count {
      let part = unsafe parts.base + index
      let bounds = unsafe part.pointee.bounds
      let (left, right) = (max(minX, bounds.minX), min(maxX, bounds.maxX))
      guard left < right, row >= bounds.minY, row < bounds.maxY else { continue }
      unsafe part.pointee.wantedEnd = wantedEnd
      unsafe part.pointee.appendCoverage(
        row: row, minX: left, maxX: right, to: &spans, scratch: &scratch)
    }
  }

  /// True if the outline is one rectangle on pixel borders.
  ///
  /// Mutating for the reason that `Slots` gives.
  private mutating func findsPixelRect() -> Bool {
    func isVertical(_ edge: Edge) -> Bool {
      !edge.isArc && edge.minX == edge.maxX && edge.top & 0xFFFF == 0
        && edge.bottom & 0xFFFF == 0 && edge.minX == edge.minX.rounded(.down)
    }
    guard list.edges.count == 2 else { return false }
    let first = list.edges[0]
    let second = list.edges[1]
    return isVertical(first) && isVertical(second) && first.top == second.top
      && first.bottom == second.bottom && first.winding == -second.winding
      && first.minX != second.minX
  }

  /// All its memory, in bytes: edges, strips, dense rows, parts and the rows that it caches.
  ///
  /// Mutating for the reason that `Slots` gives.
  var byteCount: Int {
    mutating get {
      var count = list.byteCount &+ edges.byteCount &+ denseRows.byteCount
      count &+= spanCache.byteCount &+ parts.byteCount
      for index in 0..<parts.count { unsafe count &+= parts.base[index].byteCount }
      return count
    }
  }

  /// Sets the rows that are going to be scanned.
  ///
  /// - Parameter cachesRows: true if rows that are scanned from now on are cached.
  mutating func prepare(for rows: Range<Int>, cachesRows: Bool) {
    wantedEnd = rows.upperBound
    if cachesRows && !isPixelRect { spanCache.begin(bounds.minY..<bounds.maxY) }
  }

  /// Drops the rows that it caches, and caches no more.
  mutating func dropCachedRows() {
    spanCache.end()
    for index in 0..<parts.count { unsafe parts.base[index].dropCachedRows() }
  }

  /// Appends the coverage of a row between two pixels, which lie within `bounds`.
  @inline(never)
  mutating func appendCoverage(
    row: Int, minX: Int, maxX: Int, to spans: inout SpanRow, scratch: inout CoverageScratch
  ) {
    if isPixelRect {
      return spans.spans.append(
        CoverageSpan(x: minX, length: maxX - minX, mask: -1, value: 255))
    }
    if spanCache.isOn && !spanCache.holds(row) && scratch.spareRowBytes > 0 {
      store(row: row, by: &spans, scratch: &scratch)
    }
    if spanCache.isOn && spanCache.holds(row) {
      spanCache.append(row, minX: minX, maxX: maxX, to: &spans)
    } else {
      scan(row: row, minX: minX, maxX: maxX, to: &spans, scratch: &scratch)
    }
  }

  /// Scans a row to cache it.
  private mutating func store(
    row: Int, by spans: inout SpanRow, scratch: inout CoverageScratch
  ) {
    let (spanCount, byteCount) = (spans.spans.count, spans.masks.count)
    let before = spanCache.byteCount
    scan(row: row, minX: bounds.minX, maxX: bounds.maxX, to: &spans, scratch: &scratch)
    spanCache.store(row, of: spans, since: spanCount, firstByte: byteCount)
    scratch.spareRowBytes &-= spanCache.byteCount &- before
    spans.spans.count = spanCount
    spans.masks.count = byteCount
  }

  private mutating func scan(
    row: Int, minX: Int, maxX: Int, to spans: inout SpanRow, scratch: inout CoverageScratch
  ) {
    if parts.count > 0 {
      return appendParts(row: row, minX: minX, maxX: maxX, to: &spans, scratch: &scratch)
    }
    let isDense = list.isDense(row: row)
    if isDense, sumsDenseRows || list.isTooDense(row: row) {
      return denseRows.appendCoverage(
        row: row, before: wantedEnd, minX: minX, maxX: maxX, of: list, isEvenOdd: isEvenOdd,
        to: &spans)
    }
    edges.advance(to: row, of: list)
    // Strips of so many edges would take more memory than they save time.
    if edges.mayHaveStrips && !isDense && mayUseStrips {
      let wanted = stripRow(row, minX: minX, maxX: maxX)
      if edges.appendStrips(wanted, of: list, to: &spans) { return }
    } else {
      edges.locate(in: row, of: list)
    }
    sum(minX: minX, maxX: maxX, to: &spans, scratch: &scratch)
  }

  /// True if a row that is not cached has so many edges that its coverage is computed together with
  /// other rows.
  func isDense(row: Int) -> Bool {
    !spanCache.isOn && (parts.count > 0 || list.isDense(row: row))
  }

  /// Writes the outline's rows of a rectangle in one colour over another, as long as its edges stay
  /// disjoint and their strips hold the rows.
  ///
  /// - Returns: the number of rows written.
  @inline(never)
  mutating func write(_ rect: PixelRect, _ colors: RowColors, to surface: Surface) -> Int {
    if spanCache.isOn {
      guard rect.minX <= bounds.minX, rect.maxX >= bounds.maxX else { return 0 }
      return spanCache.write(rect, colors, to: surface)
    }
    let row = rect.minY
    var held = rect
    held.maxY = fillStrips(of: row..<rect.maxY, minX: rect.minX, maxX: rect.maxX)
    if held.maxY == row { return 0 }
    let count = unsafe RowWriter.write(
      held, of: edges.order.base, count: edges.order.count, colors, to: surface)
    edges.pass(to: max(row, row + count - 1))
    return count
  }

  /// True if kernels can draw its rows, from cached rows or from strips of its edges.
  var canBatchRows: Bool { spanCache.isOn || hasStrips }

  private var hasStrips: Bool {
    !spanCache.isOn && parts.count == 0 && !isPixelRect && mayUseStrips
  }

  /// Finds out whether kernels can draw some rows, and fills strips that do not hold the first row.
  ///
  /// - Returns: the end of the rows that strips hold; the first row if kernels cannot draw it. If
  ///   rows are cached, all of them count, since kernels stop at a row that is missing.
  mutating func prepareBatch(_ rows: Range<Int>, minX: Int, maxX: Int) -> Int {
    guard spanCache.isOn else { return fillStrips(of: rows, minX: minX, maxX: maxX) }
    return spanCache.holds(rows.lowerBound) ? rows.upperBound : rows.lowerBound
  }

  /// Lists the strips of a row's edges.
  ///
  /// - Returns: the end of the given rows that strips hold; the first row if strips cannot be used.
  private mutating func fillStrips(of rows: Range<Int>, minX: Int, maxX: Int) -> Int {
    let row = rows.lowerBound
    if !hasStrips || list.isDense(row: row) { return row }
    return edges.listStrips(
      stripRow(row, minX: minX, maxX: maxX), before: rows.upperBound, of: list)
  }

  /// Points a kernel's item at the rows that were prepared last.
  func fill(_ item: inout firstlight_row_item) {
    if spanCache.isOn { unsafe item.cached = spanCache.kernelRows }
    unsafe item.strips = UnsafePointer(edges.order.base)
    unsafe item.count = edges.order.count
  }

  /// Appends the coverage of the row whose crossings were located, by sums, or resolved if it is
  /// ambiguous.
  private mutating func sum(
    minX: Int, maxX: Int, to spans: inout SpanRow, scratch: inout CoverageScratch
  ) {
    scratch.cells.begin(left: minX, right: maxX)
    let isResolved = RowOrder.isAmbiguous(&edges.crossings, clip: list.clipRight)
    if isResolved {
      scratch.resolver.accumulate(
        edges.crossings, edges: list, isEvenOdd: isEvenOdd, into: &scratch.cells)
    } else {
      let crossings = unsafe edges.crossings.base
      for position in 0..<edges.crossings.count {
        let crossing = unsafe crossings + position
        let piece = unsafe RowPiece(
          topX: crossing.pointee.startX, bottomX: crossing.pointee.endX,
          top: crossing.pointee.startY, bottom: crossing.pointee.endY)
        unsafe scratch.cells.add(
          piece, of: list.edges.base[crossing.pointee.index], winding: crossing.pointee.winding)
      }
    }
    spans.append(from: &scratch.cells, isEvenOdd: isEvenOdd && !isResolved)
  }

  private func stripRow(_ row: Int, minX: Int, maxX: Int) -> StripRow {
    StripRow(
      row: row, limit: min(max(wantedEnd &- row, 1), firstlight_strip_rows), minX: minX,
      maxX: maxX, isEvenOdd: isEvenOdd)
  }
}

/// Memory for computing coverage, besides the outlines', kept from row to row.
struct CoverageScratch: ~Copyable {
  var cells = CellGrid()
  var resolver = OverlapResolver()
  /// Spare bytes for rows that outlines cache. The last row that is stored may take more.
  var spareRowBytes = 0
}
