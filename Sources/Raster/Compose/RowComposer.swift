import Geometry

/// Composes rows of a damage rectangle: hidden pixels are found from front to back, and the visible
/// ones are blended from back to front in a line buffer that stays in the first-level cache.
///
/// The line's pixels, except for those outside of damage shapes, are all written for every row: by
/// the background where intervals remain, else by the opaque operation that closed the interval.
@safe struct RowComposer: ~Copyable {
  var paths = FastPaths.all
  private var list = RowCollector()
  private var groupCollector = GroupCollector()
  private var blender = RowBlender()
  private var groupBlender = GroupBlender()
  private var batchedRows = BatchedRowWriter()
  /// The parts of rows that are drawn; only on upright surfaces of composed pixels, and without
  /// groups.
  var damageShapes = DamageShapes()
  /// A composed row, from the rectangle's left border, and eight spare pixels.
  private var ownLine = Scratch<UInt32>(capacity: 2048)
  /// The row that is composed: `ownLine`, or one in the surface.
  private var line: UnsafeMutablePointer<UInt32>
  /// True if rows are composed at their destination, in cached memory with eight spare pixels
  /// behind each row, and are not copied afterwards.
  private var isInPlace = false

  init() { unsafe line = ownLine.base }

  /// Bytes that items may still take for rows that they cache.
  var spareRowBytes: Int {
    get { list.spareRowBytes }
    set { list.spareRowBytes = newValue }
  }

  /// Starts a rectangle of the given width.
  mutating func begin(width: Int, isInPlace: Bool) {
    ownLine.resize(max(width + 16, ownLine.count), filledWith: 0)
    unsafe line = ownLine.base
    blender.begin(width: width)
    self.isInPlace = isInPlace
  }

  /// The buffer of the row being composed.
  @inline(__always)
  private func line(of row: Int, minX: Int, on surface: Surface) -> UnsafeMutablePointer<UInt32> {
    guard isInPlace else { return unsafe line }
    return unsafe surface.line(row) + minX
  }

  /// Writes the line that was composed.
  @inline(__always)
  private func write(_ row: Int, of band: Band, through rotated: inout RotatedBand) {
    if isInPlace { return }
    let surface = band.surface
    if surface.format.isNative, surface.rotation == .upright {
      return unsafe (surface.line(row) + band.minX).copy(from: line, count: band.width)
    }
    let part = PixelRect(minX: band.minX, minY: row, maxX: band.maxX, maxY: row &+ 1)
    unsafe rotated.write(line, step: 0, part, to: surface)
  }

  /// Composes the visible parts of a row, and writes it.
  mutating func drawRow(
    _ row: Int, of band: Band, groups: borrowing GroupTree, through rotated: inout RotatedBand
  ) {
    if groups.isEmpty {
      list.collect(row, of: band, damageShapes: &damageShapes)
    } else {
      groupCollector.collect(row, of: band, groups: groups, into: &list)
    }
    let isFlat = groups.isEmpty || !list.hasGroups
    let minX = band.minX
    unsafe line = line(of: row, minX: minX, on: band.surface)
    let background = band.surface.format.background
    for index in 0..<list.visible.count {
      let interval = list.visible[index]
      unsafe Blend.fill(
        line + (interval.start - minX), count: interval.end - interval.start, with: background)
    }
    if isFlat {
      for index in stride(from: list.operations.count - 1, through: 0, by: -1) {
        let operation = list.operations[index]
        unsafe blender.blend(
          operation, of: band.item(operation.item), through: list.coverage.pointers, row: row,
          into: line - minX)
      }
    } else {
      unsafe groupBlender.blend(list, row: row, of: band, with: blender, into: line)
    }
    if damageShapes.isSet { return copy(damageShapes.stretches, row, of: band) }
    write(row, of: band, through: &rotated)
  }

  /// Writes the rows of a `BandPlan.rows`, of few items over one colour: without a line, except for
  /// rows in which edges begin, end, or share pixels.
  ///
  /// - Parameter areBatched: true if rows of several items are written together.
  mutating func writeRows(
    of band: Band, areBatched: Bool, through rotated: inout RotatedBand
  ) {
    var row = band.rect.minY
    while row < band.rect.maxY {
      var written = paintDirectly(from: row, of: band)
      if written == 0, areBatched {
        written = unsafe batchedRows.write(from: row, of: band, line: ownLine.base)
      }
      if written == 0 {
        paintRow(row, of: band, through: &rotated)
        written = 1
      }
      row &+= written
    }
  }

  /// Paints rows from back to front, and writes them. Hidden items are drawn all the same.
  mutating func paintRows(of band: Band, through rotated: inout RotatedBand) {
    for row in band.rect.minY..<band.rect.maxY { paintRow(row, of: band, through: &rotated) }
  }

  private mutating func paintRow(
    _ row: Int, of band: Band, through rotated: inout RotatedBand
  ) {
    if damageShapes.isSet {
      list.find(&damageShapes, row, of: band)
      if damageShapes.stretches.count == 0 { return }
    }
    unsafe line = line(of: row, minX: band.minX, on: band.surface)
    paintBackdrop(row, of: band)
    for place in 0..<band.count {
      let item = unsafe band[place]
      let bounds = unsafe item.pointee.bounds
      guard row >= bounds.minY, row < bounds.maxY else { continue }
      if unsafe item.pointee.isPlainCache {
        unsafe item.pointee.paintCache(
          row: row, minX: band.minX, maxX: band.maxX, into: line - band.minX)
      } else {
        unsafe paint(item, in: band.slot(place), row: row, of: band)
      }
    }
    if damageShapes.isSet { return copy(damageShapes.stretches, row, of: band) }
    write(row, of: band, through: &rotated)
  }

  /// Fills the line with the pixels below all items of a band.
  @inline(__always)
  private func paintBackdrop(_ row: Int, of band: Band) {
    var backdrop: UInt32? = band.surface.format.background
    if let item = unsafe band.backdrop {
      backdrop = unsafe item.pointee.shader.color(ofRow: row)
      if backdrop == nil {
        unsafe item.pointee.shader.fetch(x: band.minX, y: row, count: band.width, into: line)
      }
    }
    if let backdrop { unsafe Blend.fill(line, count: band.width, with: backdrop) }
  }

  /// Blends a row of an item into the line.
  @inline(__always)
  private mutating func paint(
    _ item: UnsafeMutablePointer<DrawItem>, in slot: Int, row: Int, of band: Band
  ) {
    let (minX, maxX) = (band.minX, band.maxX)
    let target = unsafe line - minX
    let color = unsafe item.pointee.shader.color(ofRow: row)
    var operation = unsafe RowOperation(
      item: slot, firstSpan: 0, endSpan: 1, start: minX, end: maxX, color: color ?? 0,
      isPlain: color != nil, isOpaque: item.pointee.shader.isOpaque,
      isAdded: item.pointee.shader.isAdded, value: 0)
    if unsafe item.pointee.isCacheAlone {
      // The bytes of the cache are read in place.
      guard let (span, mask) = unsafe item.pointee.cachedSpan(row: row, minX: minX, maxX: maxX)
      else { return }
      return unsafe withUnsafePointer(to: span) {
        unsafe blender.blend(
          operation, of: item, through: SpanPointers(spans: $0, masks: mask), row: row,
          into: target)
      }
    }
    list.coverage.removeAll()
    unsafe list.appendCoverage(of: item, row: row, minX: minX, maxX: maxX)
    if list.coverage.spans.count == 0 { return }
    operation.endSpan = list.coverage.spans.count
    unsafe blender.blend(
      operation, of: item, through: list.coverage.pointers, row: row, into: target)
  }

  /// Writes stretches of the line that was composed.
  private func copy(_ stretches: borrowing RowStretches, _ row: Int, of band: Band) {
    let target = unsafe band.surface.line(row)
    for index in 0..<stretches.count {
      let stretch = stretches[index]
      unsafe (target + stretch.start).copy(
        from: line + (stretch.start &- band.minX), count: stretch.end &- stretch.start)
    }
  }

  /// Writes rows that need no line, from a given row on: each has at most one item over one colour.
  /// The surface is upright, of composed pixels.
  ///
  /// - Returns: the number of rows written.
  private mutating func paintDirectly(from row: Int, of band: Band) -> Int {
    var end = band.rect.maxY
    var only = -1
    for place in 0..<band.count {
      let bounds = unsafe band[place].pointee.bounds
      if row >= bounds.maxY { continue }
      if row < bounds.minY {
        end = min(end, bounds.minY)
        continue
      }
      if only >= 0 { return 0 }
      only = band.slot(place)
      end = min(end, bounds.maxY)
    }
    // The items of damage shapes are in the list, but perhaps not in these rows.
    let keepsBase = damageShapes.isSet && !damageShapes.contains(band.backdropSlot)
    if keepsBase, only < 0 || !damageShapes.contains(only) { return end &- row }
    var base = band.surface.format.background
    if let backdrop = unsafe band.backdrop {
      guard let color = unsafe backdrop.pointee.shader.color(ofRow: row) else { return 0 }
      base = color
      if unsafe !backdrop.pointee.shader.isSolid { end = row &+ 1 }
    }
    list.coverage.removeAll()
    var color: UInt32 = 0
    if only >= 0 {
      let item = unsafe band.item(only)
      guard let plain = unsafe item.pointee.shader.color(ofRow: row) else {
        unsafe writeShaded(item, row, of: band, over: base, keepsBase: keepsBase)
        return 1
      }
      color = plain
      if unsafe !item.pointee.shader.isSolid { end = row &+ 1 }
      let colors = RowColors(color: color, base: base, keepsBase: keepsBase)
      let rows = PixelRect(minX: band.minX, minY: row, maxX: band.maxX, maxY: end)
      let count = unsafe item.pointee.write(rows, colors, to: band.surface)
      if count > 0 { return count }
      unsafe list.appendCoverageOutOfLine(of: item, row, of: band)
    }
    Blend.writeSpans(
      list.coverage, RowColors(color: color, base: base, keepsBase: keepsBase), row: row,
      minX: band.minX, maxX: band.maxX, to: band.surface)
    return 1
  }

  /// Writes a row of one item over one colour. Full spans, and pictures with one coverage
  /// throughout, are written straight to the surface.
  private mutating func writeShaded(
    _ item: UnsafeMutablePointer<DrawItem>, _ row: Int, of band: Band, over base: UInt32,
    keepsBase: Bool
  ) {
    unsafe list.appendCoverageOutOfLine(of: item, row, of: band)
    let target = unsafe band.surface.line(row)
    let isOpaque = unsafe item.pointee.shader.isOpaque
    let spans = unsafe list.coverage.spans.base
    let pixels = unsafe ownLine.base - band.minX
    var written = band.minX
    for place in 0..<list.coverage.spans.count {
      let span = unsafe spans[place]
      if !keepsBase {
        unsafe Blend.fill(target + written, count: span.x &- written, with: base)
      }
      written = span.end
      if isOpaque && span.isFull {
        unsafe item.pointee.shader.fetch(
          x: span.x, y: row, count: span.length, into: target + span.x)
        continue
      }
      if span.mask < 0,
        let source = unsafe item.pointee.shader.pixels(
          x: span.x, y: row, count: span.length, readable: span.length)
      {
        unsafe Blend.write(
          target + span.x, count: span.length, source: source,
          isOpaque: item.pointee.shader.isOpaqueSource, coverage: span.value, over: base)
        continue
      }
      unsafe Blend.fill(pixels + span.x, count: span.length, with: base)
      unsafe blender.blend(
        item, through: span, x: span.x, count: span.length, of: list.coverage.pointers, row: row,
        into: pixels + span.x)
      unsafe (target + span.x).copy(from: pixels + span.x, count: span.length)
    }
    if keepsBase { return }
    unsafe Blend.fill(target + written, count: band.maxX &- written, with: base)
  }
}
