import Geometry

/// Lists the operations of a row that have to be blended, from front to back.
///
/// 1. A span is cut to the intervals that are left, and an opaque one closes them. When none is
///    left the items behind are not even rasterized.
/// 2. An interval is always closed by spans that are drawn over it whole.
@safe struct RowCollector: ~Copyable {
  /// The coverage of all listed items.
  var coverage = SpanRow()
  var operations = Scratch<RowOperation>(capacity: 64)
  var visible = VisibleIntervals()
  private var scratch = CoverageScratch()
  private var products = ClipProducts()

  var spareRowBytes: Int {
    get { scratch.spareRowBytes }
    set { scratch.spareRowBytes = newValue }
  }

  /// True if some of the operations stand in groups.
  @inline(__always) var hasGroups: Bool {
    for index in 0..<operations.count where unsafe operations.base[index].isMark { return true }
    return false
  }

  /// Starts a row.
  mutating func begin(minX: Int, maxX: Int) {
    coverage.removeAll()
    operations.removeAll()
    visible.begin(minX: minX, maxX: maxX)
  }

  /// Finds the stretches of a row that the items of damage shapes may change.
  @inline(never)
  mutating func find(_ damageShapes: inout DamageShapes, _ row: Int, of band: Band) {
    damageShapes.stretches.removeAll()
    for place in 0..<damageShapes.count {
      let item = unsafe band.item(damageShapes[place])
      let bounds = unsafe item.pointee.bounds
      let (start, end) = (max(bounds.minX, band.minX), min(bounds.maxX, band.maxX))
      // Only items in the rectangle were made ready.
      if start >= end { continue }
      if unsafe item.pointee.isDense(row: row) {
        damageShapes.stretches.add(from: start, to: end)
        continue
      }
      coverage.removeAll()
      unsafe appendCoverageOutOfLine(of: item, row, of: band)
      for index in 0..<coverage.spans.count {
        let span = unsafe coverage.spans.base[index]
        damageShapes.stretches.add(from: span.x, to: span.end)
      }
    }
  }

  /// Lists the row's operations from front to back, within damage shapes if there are any. The
  /// intervals that no opaque span closed are left in `visible`.
  mutating func collect(_ row: Int, of band: Band, damageShapes: inout DamageShapes) {
    if damageShapes.isSet {
      find(&damageShapes, row, of: band)
      begin(minX: band.minX, maxX: band.maxX)
      visible.begin(damageShapes.stretches)
    } else {
      begin(minX: band.minX, maxX: band.maxX)
    }
    for place in stride(from: band.count - 1, through: 0, by: -1) where visible.count > 0 {
      collect(band.slot(place), row, of: band)
    }
  }

  /// True if an item with these bounds reaches the intervals that are left of a row.
  @inline(__always)
  private func mayBeSeen(_ bounds: PixelRect, _ row: Int) -> Bool {
    row >= bounds.minY && row < bounds.maxY && bounds.maxX > visible[0].start
      && bounds.minX < visible[visible.count - 1].end
  }

  /// Lists an item's operations, while intervals are left.
  @inline(__always)
  mutating func collect(_ slot: Int, _ row: Int, of band: Band) {
    let item = unsafe band.item(slot)
    guard unsafe mayBeSeen(item.pointee.bounds, row) else { return }
    let firstSpan = coverage.spans.count
    unsafe appendCoverage(of: item, row: row, minX: band.minX, maxX: band.maxX)
    if coverage.spans.count == firstSpan { return }
    if coverage.spans.count == firstSpan &+ 1, unsafe !item.pointee.shader.isAdded,
      unsafe item.pointee.shader.hasRuns(of: coverage.spans.base[firstSpan], row: row)
    {
      return unsafe collectRuns(of: item, slot, row: row)
    }
    unsafe appendOperations(
      of: slot, since: firstSpan, isOpaque: item.pointee.shader.isOpaque,
      isAdded: item.pointee.shader.isAdded, color: item.pointee.shader.color(ofRow: row))
  }

  /// Lists an item's operations through the coverage of another item, while intervals are left.
  mutating func collect(_ slot: Int, through stencil: Int, _ row: Int, of band: Band) {
    let item = unsafe band.item(slot)
    let bounds = unsafe item.pointee.bounds
    guard mayBeSeen(bounds, row) else { return }
    let firstSpan = coverage.spans.count
    unsafe appendCoverage(
      of: band.item(stencil), row: row, minX: max(band.minX, bounds.minX),
      maxX: min(band.maxX, bounds.maxX))
    unsafe appendOperations(
      of: slot, since: firstSpan, isOpaque: item.pointee.shader.isOpaque,
      color: item.pointee.shader.color(ofRow: row))
  }

  /// Lists the parts of an image that are not clear; the image covers the last span.
  private mutating func collectRuns(
    of item: UnsafeMutablePointer<DrawItem>, _ slot: Int, row: Int
  ) {
    let first = coverage.spans.count &- 1
    let span = unsafe coverage.spans.base[first]
    coverage.spans.count = first
    if span.isFull {
      unsafe item.pointee.shader.appendRuns(.opaque, of: span, row: row, to: &coverage.spans)
      appendOperations(of: slot, since: first, isOpaque: true, color: nil)
    }
    let next = coverage.spans.count
    unsafe item.pointee.shader.appendRuns(
      span.isFull ? .mixed : .seen, of: span, row: row, to: &coverage.spans)
    appendOperations(of: slot, since: next, isOpaque: false, color: nil)
  }

  /// Appends a row of an item to `coverage`.
  @inline(__always)
  mutating func appendCoverage(
    of item: UnsafeMutablePointer<DrawItem>, row: Int, minX: Int, maxX: Int
  ) {
    unsafe item.pointee.appendCoverage(
      row: row, minX: minX, maxX: maxX, to: &coverage, scratch: &scratch, products: &products)
  }

  /// `appendCoverage` for rare rows: inlining it would add much code.
  @inline(never)
  mutating func appendCoverageOutOfLine(
    of item: UnsafeMutablePointer<DrawItem>, _ row: Int, of band: Band
  ) {
    unsafe appendCoverage(of: item, row: row, minX: band.minX, maxX: band.maxX)
  }

  /// Adds an item's spans, cut to the intervals, and closes intervals that they fill.
  private mutating func appendOperations(
    of item: Int, since firstSpan: Int, isOpaque: Bool, isAdded: Bool = false,
    color: UInt32?
  ) {
    let endSpan = coverage.spans.count
    let all = unsafe coverage.spans.base
    var next = firstSpan
    for place in 0..<visible.count {
      let interval = visible[place]
      while unsafe next < endSpan && all[next].end <= interval.start { next += 1 }
      var end = next
      while unsafe end < endSpan && all[end].x < interval.end { end += 1 }
      if next == end { continue }
      let first = unsafe all[next]
      let last = unsafe all[end &- 1]
      operations.append(
        RowOperation(
          item: item, firstSpan: next, endSpan: end, start: max(first.x, interval.start),
          end: min(last.end, interval.end), color: color ?? 0, isPlain: color != nil,
          isOpaque: isOpaque, isAdded: isAdded,
          value: first.value))
      // The last span may reach into the next interval too.
      next = end &- 1
    }
    if isOpaque { visible.close(by: coverage.spans, since: firstSpan) }
  }
}

/// The items that limit a drawing: rows are drawn only in the pixels of these items, since all
/// other pixels look right already.
@safe struct DamageShapes: ~Copyable {
  /// The slots of the items; none where all pixels are drawn.
  private var slots = Scratch<Int>(capacity: Region.Shapes.limit)
  /// The stretches of a row within their shapes.
  var stretches = RowStretches()

  var isSet: Bool { slots.count > 0 }
  var count: Int { slots.count }
  subscript(place: Int) -> Int { slots[place] }

  mutating func removeAll() { slots.removeAll() }
  mutating func append(_ slot: Int) { slots.append(slot) }

  func contains(_ slot: Int) -> Bool {
    for place in 0..<slots.count where slots[place] == slot { return true }
    return false
  }

  /// True if a list holds some of these items.
  func containsAny(of list: borrowing Scratch<Int>) -> Bool {
    for place in 0..<list.count where contains(list[place]) { return true }
    return false
  }
}

/// A stretch of an item's spans in a row, to be blended; or a mark where a group or a mask begins
/// or ends.
struct RowOperation: BitwiseCopyable {
  var item: Int
  /// The spans, all within one interval except the first and last, which are cut to `start..<end`.
  var firstSpan: Int
  var endSpan: Int
  var start: Int
  var end: Int
  /// The one colour of the item in this row, where `isPlain`.
  var color: UInt32
  var isPlain: Bool
  var isOpaque: Bool
  /// True if the item, or the group of a mark, is added to the content below.
  var isAdded: Bool
  /// The coverage of a run, or a group's opacity.
  var value: UInt8

  /// The front or the back of a group's or a mask's operations. No pixels are
  /// at its place.
  static func mark(_ start: Int, of node: GroupTree.Node) -> RowOperation {
    RowOperation(
      item: node.isMask ? mask : group, firstSpan: 0, endSpan: 0, start: start, end: start,
      color: code(of: node), isPlain: true, isOpaque: false,
      isAdded: !node.isMask && node.composition == .added, value: node.opacity)
  }

  static let front = Int.max
  static let back = Int.min
  private static let group = -1
  private static let mask = -2
  private static let firstMode: UInt32 = 1

  /// The code in a mark's colour: the mode of a mask, or how a group is put over the content below.
  private static func code(of node: GroupTree.Node) -> UInt32 {
    if node.isMask { return UInt32(node.maskMode.rawValue) }
    return switch node.composition {
    case .over, .isolated, .added: 0
    case .blended(let mode): firstMode + UInt32(mode.rawValue)
    }
  }

  var isMark: Bool { item < 0 }
  var isMask: Bool { item == RowOperation.mask }
  /// For a group's mark; nil for the usual way.
  var blendMode: BlendMode? {
    color < RowOperation.firstMode
      ? nil : BlendMode(rawValue: UInt8(truncatingIfNeeded: color &- RowOperation.firstMode))
  }
  /// For a mask's mark.
  var maskMode: MaskMode { MaskMode(rawValue: UInt8(truncatingIfNeeded: color)) ?? .alpha }
}
