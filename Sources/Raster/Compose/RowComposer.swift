import Geometry

/// Composes rows of a damage rectangle: what is hidden is found from front to back, what is left is
/// blended from back to front in a line buffer that stays in the first-level cache.
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
  /// True if rows are composed where they go to, in cached memory with eight spare pixels behind
  /// each row, and not written from here.
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
  private func write(
    row: Int, minX: Int, maxX: Int, to surface: Surface, through band: inout RotatedBand
  ) {
    if isInPlace { return }
    if surface.format.isNative, surface.rotation == .upright {
      return unsafe (surface.line(row) + minX).copy(from: line, count: maxX &- minX)
    }
    let part = PixelRect(minX: minX, minY: row, maxX: maxX, maxY: row &+ 1)
    unsafe band.write(line, step: 0, part, to: surface)
  }

  /// Composes `minX..<maxX` of a row from items given from back to front, and writes it.
  mutating func drawRow(
    _ row: Int, minX: Int, maxX: Int, order: borrowing Scratch<Int>, items: inout Slots<DrawItem>,
    groups: borrowing GroupTree, to surface: Surface, through band: inout RotatedBand
  ) {
    if groups.isEmpty {
      list.collect(
        row: row, minX: minX, maxX: maxX, order: order, items: &items, damageShapes: &damageShapes)
    } else {
      groupCollector.collect(
        row: row, minX: minX, maxX: maxX, order: order, items: &items, groups: groups, into: &list)
    }
    let isFlat = groups.isEmpty || !list.hasGroups
    unsafe line = line(of: row, minX: minX, on: surface)
    let background = surface.format.background
    for index in 0..<list.visible.count {
      let interval = list.visible[index]
      unsafe Blend.fill(
        line + (interval.start - minX), count: interval.end - interval.start, with: background)
    }
    if isFlat {
      for index in stride(from: list.operations.count - 1, through: 0, by: -1) {
        unsafe blender.blend(
          list.operations[index], of: list.spans.spans.base, masks: list.spans.mask.base,
          row: row, items: items, into: line - minX)
      }
    } else {
      unsafe groupBlender.blend(
        list, row: row, minX: minX, maxX: maxX, items: items, with: blender, into: line)
    }
    if damageShapes.isSet { return copy(damageShapes.stretches, row: row, minX: minX, to: surface) }
    write(row: row, minX: minX, maxX: maxX, to: surface, through: &band)
  }

  /// Writes `minX..<maxX` of rows of few items over one colour, as `BandPlan.rows` has it: without
  /// a line, except for rows in which edges begin, end, or share pixels.
  ///
  /// - Parameters:
  ///   - order: items from back to front; those up to `first` are hidden, and it is the one below,
  ///     or −1 where the background is.
  ///   - areBatched: true if rows of several items are written together.
  mutating func writeRows(
    _ rows: Range<Int>, minX: Int, maxX: Int, order: borrowing Scratch<Int>, from first: Int,
    areBatched: Bool, items: inout Slots<DrawItem>, to surface: Surface,
    through band: inout RotatedBand
  ) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      var written = paintDirectly(
        row..<rows.upperBound, minX: minX, maxX: maxX, order: order, from: first, items: &items,
        to: surface)
      if written == 0, areBatched {
        written = unsafe batchedRows.write(
          row..<rows.upperBound, minX: minX, maxX: maxX, order: order, from: first,
          items: &items, line: ownLine.base, to: surface)
      }
      if written == 0 {
        paintRow(
          row, minX: minX, maxX: maxX, order: order, from: first, items: &items, to: surface,
          through: &band)
        written = 1
      }
      row &+= written
    }
  }

  /// Paints `minX..<maxX` of rows from items given from back to front, and writes them. The first
  /// item covers them or else lies on the background; hidden items are drawn all the same.
  mutating func paintRows(
    _ rows: Range<Int>, minX: Int, maxX: Int, order: borrowing Scratch<Int>, from first: Int,
    items: inout Slots<DrawItem>, to surface: Surface, through band: inout RotatedBand
  ) {
    for row in rows {
      paintRow(
        row, minX: minX, maxX: maxX, order: order, from: first, items: &items, to: surface,
        through: &band)
    }
  }

  private mutating func paintRow(
    _ row: Int, minX: Int, maxX: Int, order: borrowing Scratch<Int>, from first: Int,
    items: inout Slots<DrawItem>, to surface: Surface, through band: inout RotatedBand
  ) {
    if damageShapes.isSet {
      list.find(&damageShapes, row: row, minX: minX, maxX: maxX, items: &items)
      if damageShapes.stretches.count == 0 { return }
    }
    unsafe line = line(of: row, minX: minX, on: surface)
    let target = unsafe line - minX
    var backdrop: UInt32? = surface.format.background
    if first >= 0 {
      let item = unsafe items.base + order.base[first]
      backdrop = unsafe item.pointee.shader.color(ofRow: row)
      if backdrop == nil {
        unsafe item.pointee.shader.fetch(x: minX, y: row, count: maxX &- minX, into: line)
      }
    }
    if let backdrop { unsafe Blend.fill(line, count: maxX &- minX, with: backdrop) }
    for place in (first + 1)..<order.count {
      let index = unsafe order.base[place]
      let item = unsafe items.base + index
      let bounds = unsafe item.pointee.bounds
      guard row >= bounds.minY, row < bounds.maxY else { continue }
      if unsafe item.pointee.isPlainCache {
        unsafe item.pointee.paintCache(row: row, minX: minX, maxX: maxX, into: target)
        continue
      }
      let color = unsafe item.pointee.shader.color(ofRow: row)
      var operation = unsafe RowOperation(
        item: index, firstSpan: 0, endSpan: 1, start: minX, end: maxX, color: color ?? 0,
        isPlain: color != nil, isOpaque: item.pointee.shader.isOpaque,
        isAdded: item.pointee.shader.isAdded, value: 0)
      if unsafe item.pointee.isCacheAlone {
        // Its bytes are read where they lie.
        guard
          let (span, mask) = unsafe item.pointee.cachedSpan(row: row, minX: minX, maxX: maxX)
        else { continue }
        unsafe withUnsafePointer(to: span) {
          unsafe blender.blend(
            operation, of: $0, masks: mask, row: row, items: items, into: target)
        }
        continue
      }
      list.spans.removeAll()
      list.appendCoverage(of: index, row: row, minX: minX, maxX: maxX, items: &items)
      if list.spans.spans.count == 0 { continue }
      operation.endSpan = list.spans.spans.count
      unsafe blender.blend(
        operation, of: list.spans.spans.base, masks: list.spans.mask.base, row: row, items: items,
        into: target)
    }
    if damageShapes.isSet { return copy(damageShapes.stretches, row: row, minX: minX, to: surface) }
    write(row: row, minX: minX, maxX: maxX, to: surface, through: &band)
  }

  /// Writes stretches of the line that was composed.
  private func copy(
    _ stretches: borrowing RowStretches, row: Int, minX: Int, to surface: Surface
  ) {
    let target = unsafe surface.line(row)
    for index in 0..<stretches.count {
      let stretch = stretches[index]
      unsafe (target + stretch.start).copy(
        from: line + (stretch.start &- minX), count: stretch.end &- stretch.start)
    }
  }

  /// Writes rows that need no line: of at most one item over one colour. The surface is upright, of
  /// composed pixels.
  ///
  /// - Returns: the number of rows written, the first ones.
  private mutating func paintDirectly(
    _ rows: Range<Int>, minX: Int, maxX: Int, order: borrowing Scratch<Int>, from first: Int,
    items: inout Slots<DrawItem>, to surface: Surface
  ) -> Int {
    let row = rows.lowerBound
    var end = rows.upperBound
    var only = -1
    for place in (first + 1)..<order.count {
      let bounds = unsafe items.base[order.base[place]].bounds
      if row >= bounds.maxY { continue }
      if row < bounds.minY {
        end = min(end, bounds.minY)
        continue
      }
      if only >= 0 { return 0 }
      only = unsafe order.base[place]
      end = min(end, bounds.maxY)
    }
    // The damage shapes are among the items, but perhaps not in these rows.
    let isBackdrop = first >= 0 && damageShapes.contains(unsafe order.base[first])
    let keepsBase = damageShapes.isSet && !isBackdrop
    if keepsBase, only < 0 || !damageShapes.contains(only) { return end &- row }
    var base = surface.format.background
    if first >= 0 {
      let backdrop = unsafe items.base + order.base[first]
      guard let color = unsafe backdrop.pointee.shader.color(ofRow: row) else { return 0 }
      base = color
      if unsafe !backdrop.pointee.shader.isSolid { end = row &+ 1 }
    }
    list.spans.removeAll()
    var color: UInt32 = 0
    if only >= 0 {
      let item = unsafe items.base + only
      guard let plain = unsafe item.pointee.shader.color(ofRow: row) else {
        writeShaded(
          only, row: row, minX: minX, maxX: maxX, over: base, keepsBase: keepsBase, items: &items,
          to: surface)
        return 1
      }
      color = plain
      if unsafe !item.pointee.shader.isSolid { end = row &+ 1 }
      let colors = RowColors(color: color, base: base, keepsBase: keepsBase)
      let count = unsafe item.pointee.write(
        row..<end, minX: minX, maxX: maxX, colors, to: surface)
      if count > 0 { return count }
      list.appendCoverageOutOfLine(of: only, row: row, minX: minX, maxX: maxX, items: &items)
    }
    Blend.writeSpans(
      list.spans, RowColors(color: color, base: base, keepsBase: keepsBase), row: row, minX: minX,
      maxX: maxX, to: surface)
    return 1
  }

  /// Writes a row of one item over one colour: what is covered whole, and pictures with one
  /// coverage throughout, go where they belong at once.
  private mutating func writeShaded(
    _ index: Int, row: Int, minX: Int, maxX: Int, over base: UInt32, keepsBase: Bool,
    items: inout Slots<DrawItem>, to surface: Surface
  ) {
    list.appendCoverageOutOfLine(of: index, row: row, minX: minX, maxX: maxX, items: &items)
    let target = unsafe surface.line(row)
    let item = unsafe items.base + index
    let isOpaque = unsafe item.pointee.shader.isOpaque
    let spans = unsafe list.spans.spans.base
    let pixels = unsafe ownLine.base - minX
    var written = minX
    for place in 0..<list.spans.spans.count {
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
        item, through: span, x: span.x, count: span.length, masks: list.spans.mask.base, row: row,
        into: pixels + span.x)
      unsafe (target + span.x).copy(from: pixels + span.x, count: span.length)
    }
    if keepsBase { return }
    unsafe Blend.fill(target + written, count: maxX &- written, with: base)
  }
}
