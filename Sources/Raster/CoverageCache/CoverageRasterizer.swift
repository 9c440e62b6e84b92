internal import CKernels
import Geometry

/// Makes the caches of small outlines: straight from their pieces to areas of pixels, without a
/// list of edges.
@safe struct CoverageRasterizer: ~Copyable, OutlineSink {
  /// The most pixels of a cache, and the most to a side. Beyond it, edges row by row are faster.
  static let largestArea = 65_536
  static let largestSide = 1024
  /// The greatest width of a fill whose clusters are made one by one, such as a line of text.
  /// Without a cache each letter is a hundred edges of some 80 bytes, for as long as the line is
  /// shown.
  static let longestLine = 8192
  /// The most pixels of an outline that is not wider than `smallSide`; others may have
  /// `areaPerElement` pixels for each element.
  private static let smallArea = 4096
  static let smallSide = 64
  private static let areaPerElement = 64

  private var cells = CellGrid(capacity: 4096)
  private var footprint = PixelFootprint()
  private var lines = LineBatch()
  private var originX = 0
  private var originY = 0
  /// The rows that are wanted, from the origin.
  private var rows = 0..<0
  private var lastRow = 0
  private var hasArc = false

  private var clusters = Scratch<GlyphCluster>(capacity: 1)

  /// For rows whose sums are not their coverage.
  private var outline = Outline()
  private var spans = SpanRow()
  private var scratch = CoverageScratch()

  /// Makes the cache of an outline that a surface shows in part.
  ///
  /// The clusters of subpaths of a wide outline are made one by one.
  ///
  /// - Parameters:
  ///   - box: the box of the outline's path.
  ///   - wanted: the rows that the cache has to have; nil for all. If these are less than half of
  ///     the rows, the cache gets no others.
  /// - Returns: false, with no cache, if it is too large, or if the outline is one cluster of lines
  ///   whose corners are all on whole pixels: most of these are rectangles.
  mutating func rasterize(
    _ outline: borrowing DeviceOutline, within box: PathBox?, size: PixelSize,
    rows wanted: Range<Int>?, to cache: inout CoverageCache
  ) -> Bool {
    cache.remove()
    guard let box, let box = CoverageRasterizer.pixels(of: outline, within: box),
      box.intersects(PixelRect(size))
    else { return false }
    rows = 0..<box.height
    lastRow = box.height - 1
    if let wanted, wanted.count * 2 < box.height {
      let first = min(max(wanted.lowerBound - box.minY, 0), box.height - 1)
      rows = first..<max(min(wanted.upperBound - box.minY, box.height), first + 1)
    }
    originY = box.minY << 16
    hasArc = false
    let madeRows = (rows.lowerBound + box.minY)..<(rows.upperBound + box.minY)
    if box.width > CoverageRasterizer.smallSide,
      outline.elements.verbs.dropFirst().contains(.move)
    {
      GlyphCluster.list(outline, to: &clusters)
      if clusters.count > 1 {
        return rasterizeClusters(of: outline, in: box, rows: madeRows, size: size, to: &cache)
      }
    }
    if box.width > CoverageRasterizer.largestSide { return false }
    guard accumulate(outline, minX: box.minX, maxX: box.maxX),
      hasArc || lines.fractions & 0xFFFF != 0
    else {
      cells.clear()
      return false
    }
    cache.begin(box, rows: madeRows)
    write(outline, minX: box.minX, maxX: box.maxX, size: size, to: &cache)
    return true
  }

  private mutating func rasterizeClusters(
    of outline: borrowing DeviceOutline, in box: PixelRect, rows: Range<Int>, size: PixelSize,
    to cache: inout CoverageCache
  ) -> Bool {
    for index in 0..<clusters.count where clusters[index].width > CoverageRasterizer.largestSide {
      return false
    }
    cache.begin(box, rows: rows, spare: 8)
    cache.clear()
    var part = copy outline
    for index in 0..<clusters.count {
      let cluster = clusters[index]
      part.part = cluster.elements
      guard accumulate(part, minX: cluster.minX, maxX: cluster.maxX) else {
        cells.clear()
        cache.remove()
        return false
      }
      write(part, minX: cluster.minX, maxX: cluster.maxX, size: size, to: &cache)
    }
    return true
  }

  /// Sums up the areas of an outline between two columns; nothing of it lies beyond them.
  ///
  /// - Returns: false where a coordinate is not a number.
  private mutating func accumulate(
    _ outline: borrowing DeviceOutline, minX: Int, maxX: Int
  ) -> Bool {
    cells.begin(width: maxX - minX, height: rows.count)
    footprint.begin(width: maxX - minX, rows: rows)
    originX = minX << 16
    lines.begin(originX: originX, originY: originY, rows: rows)
    return EdgeBuilder.build(outline, into: &self)
  }

  /// Writes the columns that were summed up.
  private mutating func write(
    _ outline: borrowing DeviceOutline, minX: Int, maxX: Int, size: PixelSize,
    to cache: inout CoverageCache
  ) {
    sumUp(minX: minX, isEvenOdd: outline.rule == .evenOdd, to: &cache)
    guard footprint.isAmbiguous, !CoverageRasterizer.isConvex(outline) else { return }
    // Below the last ambiguous row no edge is needed.
    let end = footprint.ambiguousEnd &+ cache.bounds.minY
    self.outline.prepare(outline, width: size.width, height: min(size.height, max(end, 1)))
    self.outline.wantedEnd = 0
    for row in rows where footprint.isAmbiguous(row: row) {
      writeAmbiguous(row &+ cache.bounds.minY, minX: minX, maxX: maxX, to: &cache)
    }
  }

  /// True if an outline is an ellipse, or an arc and its chord: there is one winding inside, so
  /// that sums are the coverage however thin it is.
  private static func isConvex(_ outline: borrowing DeviceOutline) -> Bool {
    let verbs = outline.elements.verbs
    guard verbs == [.move, .arc] || verbs == [.move, .arc, .close] else { return false }
    var start: Point?
    for element in outline.elements {
      if case .move(let point) = element { start = point }
      guard case .arc(let arc) = element, let start else { continue }
      return abs(arc.sweep) <= 2 * .pi
        && (arc.start - start).length <= 1e-9 * (arc.xAxis.length + arc.yAxis.length)
    }
    return false
  }

  /// True if an outline in a box of this size may have a cache.
  static func canHold(_ box: PathBox) -> Bool {
    guard box.isWithin(Double(largestSide)) else { return false }
    let size = box.high - box.low
    return size.x * size.y <= Double(largestArea)
  }

  /// The pixels around an outline's points, with some to spare; nil where these are too many.
  private static func pixels(
    of outline: borrowing DeviceOutline, within box: PathBox
  ) -> PixelRect? {
    var longest = longestLine
    if case .stroke = outline.shape { longest = largestSide }
    guard box.isWithin(Double(longest)), let box = box.pixels(), box.height <= largestSide else {
      return nil
    }
    // Wide shapes have long stretches without an edge, which suit spans better. Lines of text have
    // none.
    let dense = min(outline.path.verbs.count &* areaPerElement, largestArea)
    return box.area <= (box.width <= smallSide ? max(smallArea, dense) : dense) ? box : nil
  }

  @inline(__always)
  mutating func addLine(fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    if lines.needsStart {
      lines.add(to: cells, footprint: &footprint)
      lines.start(atX: x0, y: y0)
    }
    lines.append(toX: x1, y: y1)
  }

  @inline(__always)
  mutating func add(_ chords: ChordEnds, fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    if !lines.hasCapacity(for: chords.count) {
      lines.add(to: cells, footprint: &footprint)
      lines.start(atX: x0, y: y0)
      if !lines.hasCapacity(for: chords.count) {
        return addEach(chords, fromX: x0, y: y0, toX: x1, y: y1)
      }
    }
    lines.append(chords)
    lines.append(toX: x1, y: y1)
  }

  mutating func add(_ arc: QuadrantArc, fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    let (x0, y0, x1, y1) = (x0 &- originX, y0 &- originY, x1 &- originX, y1 &- originY)
    lines.add(to: cells, footprint: &footprint)
    var arc = arc
    arc.centerX -= Double(originX >> 16)
    arc.centerY -= Double(originY >> 16)
    hasArc = true
    footprint.goOn(alongArcFromX: x0, y: y0, toX: x1, y: y1)
    let marks = unsafe footprint.marks
    guard let edge = Edge(arc, fromY: y0, toY: y1) else {
      // A piece on the lower border counts for the last row, since there is no row behind it.
      let row = min(y0 &>> 16, lastRow)
      if row < rows.lowerBound || row >= rows.upperBound { return }
      return unsafe marks.mark(
        marks.row(row), from: min(x0, x1) &>> 16, through: max(x0, x1) &>> 16)
    }
    let stride = cells.stride
    let origin = unsafe cells.cells.base - rows.lowerBound &* stride
    let (top, bottom) = (rows.lowerBound &<< 16, rows.upperBound &<< 16)
    if KernelLevel.hasAVX512, !edge.isTinyArc {
      var edge = edge
      var outline = unsafe firstlight_outline_cells(
        cells: origin, words: marks.words, stride: stride, word_stride: marks.stride,
        top: Int32(truncatingIfNeeded: top), bottom: Int32(truncatingIfNeeded: bottom))
      return unsafe firstlight_add_arc_avx512(&outline, &edge)
    }
    let negation = edge.winding &>> 63
    edge.forEachPiece(from: top, to: bottom) { row, piece in
      unsafe marks.mark(
        marks.row(row), from: piece.startX &>> 16, through: piece.endX &>> 16)
      unsafe CellGrid.addArc(piece, of: edge, origin + row &* stride, negation: negation)
    }
  }

  mutating func endSubpath() {
    lines.add(to: cells, footprint: &footprint)
    footprint.endSubpath()
  }

  /// Sums the cells up to coverage, and empties them.
  private mutating func sumUp(
    minX: Int, isEvenOdd: Bool, to cache: inout CoverageCache
  ) {
    let (top, left) = (cache.bounds.minY, minX &- cache.bounds.minX)
    for row in rows {
      if let (first, last) = footprint.extent(ofRow: row) {
        cache.widenExtent(ofRow: row &+ top, left &+ first, left &+ last &+ 1)
        unsafe CellGrid.sumUp(
          cells.cells(ofRow: row &- rows.lowerBound), from: first, through: last,
          isEvenOdd: isEvenOdd, to: cache.row(row &+ top) + left)
      }
    }
  }

  /// Writes a row's coverage, as far as the surface shows it, as outlines of any size have it.
  private mutating func writeAmbiguous(
    _ row: Int, minX: Int, maxX: Int, to cache: inout CoverageCache
  ) {
    if row >= outline.wantedEnd {
      var end = row &- cache.bounds.minY &+ 1
      while end < rows.upperBound, footprint.isAmbiguous(row: end) { end += 1 }
      outline.wantedEnd = end &+ cache.bounds.minY
    }
    let shown = outline.bounds.intersection(
      PixelRect(minX: minX, minY: cache.bounds.minY, maxX: maxX, maxY: cache.bounds.maxY))
    let left = minX
    let target = unsafe cache.row(row) + (minX &- cache.bounds.minX)
    unsafe target.update(repeating: 0, count: maxX &- minX)
    if shown.isEmpty || row < shown.minY || row >= shown.maxY { return }
    spans.removeAll()
    outline.appendCoverage(
      row: row, minX: shown.minX, maxX: shown.maxX, to: &spans, scratch: &scratch)
    for index in 0..<spans.spans.count {
      let span = spans.spans[index]
      let pixels = unsafe target + (span.x - left)
      if span.mask < 0 {
        unsafe pixels.update(repeating: span.value, count: span.length)
      } else {
        unsafe pixels.copy(from: spans.masks.base + span.mask, count: span.length)
      }
    }
  }
}
