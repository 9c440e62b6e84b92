import Geometry

/// Composes rows of a damage rectangle: what is hidden is found from front to back, what is left is
/// blended from back to front in a line buffer that stays in the first-level cache.
///
/// 1. `gaps` are the stretches of the row that no opaque span covers yet, from left to right. A
///    span is cut to them, and an opaque one closes them. When none is left the items behind are
///    not even rasterized.
/// 2. The line's pixels are all written for every row: by the background where gaps remain, else by
///    the opaque operation that closed the gap.
/// 3. A gap is always closed by spans that are drawn over it whole.
/// 4. A row whose operations equal the last row's, all of them plain colours at one coverage, is
///    the same row: the line is used again as it is.
/// 5. A group begins with the gaps around it, since what hides it hides all of it, and they are the
///    same again behind it: only in the group its spans hide anything. Its operations stand between
///    two marks and are blended in a line of its own, which is then blended like an image.
/// 6. A mask is met before what it masks. It is composed between marks too, in all gaps around its
///    group, and its spans hide nothing outside it. The group's gaps reach as far as the mask's
///    operations; without any of these the group has no gaps, and its items are not rasterized.
@safe struct RowComposer: ~Copyable {
  struct Gap: BitwiseCopyable {
    var start: Int
    var end: Int
  }

  /// A stretch of an item's spans, to be blended.
  struct Operation: BitwiseCopyable {
    var item: Int
    /// The spans, all within one gap but for the first and last, which are cut to `start..<end`.
    var firstSpan: Int
    var endSpan: Int
    var start: Int
    var end: Int
    /// The one colour of the item in this row, where `isPlain`.
    var color: UInt32
    var isPlain: Bool
    var isOpaque: Bool
    /// Whether it is one span without a mask.
    var isRun: Bool
    /// The coverage of a run, or a group's opacity.
    var value: UInt8

    /// The front or the back of a group's or a mask's operations. Fields that mean nothing are equal
    /// in all marks, so that those of equal rows are equal; no pixels are at its place.
    static func mark(_ start: Int, of node: GroupTree.Node) -> Operation {
      Operation(
        item: node.isMask ? Operation.mask : Operation.group, firstSpan: 0, endSpan: 0,
        start: start, end: start, color: node.isMask ? 1 : node.isAdded ? addition : 0,
        isPlain: true, isOpaque: false,
        isRun: true, value: node.opacity)
    }
    static let front = Int.max
    static let back = Int.min
    private static let group = -1
    private static let mask = -2
    private static let addition: UInt32 = 2
    var isMark: Bool { item < 0 }
    var isMask: Bool { item == Operation.mask }
    /// For a mark.
    var isAdded: Bool { color == Operation.addition }
  }

  /// A group or a mask whose operations are being listed.
  struct OpenGroup: BitwiseCopyable {
    var node: Int
    /// The place of its front mark.
    var mark: Int
    /// One past the operations that are not its own content: the mark, and a mask's.
    var contentStart: Int
    /// Where the gaps around it are kept.
    var firstGap: Int
  }

  /// Opaque spans shorter than this leave their gap open: drawing what lies under them costs less
  /// than another gap.
  private static let shortestClosing = 24

  private var spans = SpanRow()
  private var scratch = CoverageScratch()
  private var products = ClipProducts()
  private var gaps = Scratch<Gap>(capacity: 16)
  private var nextGaps = Scratch<Gap>(capacity: 16)
  private var operations = Scratch<Operation>(capacity: 64)
  private var lastOperations = Scratch<Operation>(capacity: 64)
  private var lastGaps = Scratch<Gap>(capacity: 16)
  /// Whether the line holds the row of `lastOperations`.
  private var hasLast = false
  /// The composed row, from the rectangle's left border, and eight spare pixels.
  private var line = Scratch<UInt32>(capacity: 2048)
  /// An item's own pixels.
  private var source = Scratch<UInt32>(capacity: 2048)
  private var openGroups = Scratch<OpenGroup>(capacity: 8)
  /// The gaps around the open groups.
  private var outerGaps = Scratch<Gap>(capacity: 16)
  /// The lines of groups and masks, by depth.
  private var groupLines = Slots<GroupLine>()

  /// Starts a rectangle of the given width.
  mutating func begin(width: Int) {
    line.resize(max(width + 16, line.count), filledWith: 0)
    source.resize(max(width + 16, source.count), filledWith: 0)
    hasLast = false
  }

  /// Tells that rows were composed otherwise in between.
  mutating func forgetLast() { hasLast = false }

  /// Composes `minX..<maxX` of a row from items given from back to front, and writes it.
  mutating func drawRow(
    _ row: Int, minX: Int, maxX: Int, order: borrowing Scratch<Int>, items: inout Slots<DrawItem>,
    groups: borrowing GroupTree, to surface: Surface
  ) {
    if groups.isEmpty {
      collect(row: row, minX: minX, maxX: maxX, order: order, items: &items)
    } else {
      collect(row: row, minX: minX, maxX: maxX, order: order, items: &items, groups: groups)
    }
    if writesDirectly(row: row, minX: minX, maxX: maxX, items: items, to: surface) { return }
    if !(hasLast && equalsLast()) {
      let background: UInt32 = surface.format.hasAlpha ? 0 : 0xFF00_0000
      for index in 0..<gaps.count {
        let gap = gaps[index]
        unsafe Blend.fill(
          line.base + (gap.start - minX), count: gap.end - gap.start, with: background)
      }
      if groups.isEmpty {
        let target = unsafe line.base - minX
        for index in stride(from: operations.count - 1, through: 0, by: -1) {
          unsafe blend(operations[index], row: row, into: target, items: items)
        }
      } else {
        blendGroups(row: row, minX: minX, maxX: maxX, items: items)
      }
      swap(&operations, &lastOperations)
      swap(&gaps, &lastGaps)
      hasLast = true
    }
    unsafe PixelWriter.write(line.base, count: maxX - minX, to: surface, x: minX, y: row)
  }

  /// Composes `minX..<maxX` of a row from items given from back to front, the first of which covers
  /// it or else lies on the background, and writes it; what is hidden is drawn all the same.
  mutating func paintRow(
    _ row: Int, minX: Int, maxX: Int, order: borrowing Scratch<Int>, from first: Int,
    items: inout Slots<DrawItem>, to surface: Surface
  ) {
    let target = unsafe line.base - minX
    if first < 0 {
      let background: UInt32 = surface.format.hasAlpha ? 0 : 0xFF00_0000
      unsafe Blend.fill(line.base, count: maxX &- minX, with: background)
    }
    for place in max(first, 0)..<order.count {
      let index = unsafe order.base[place]
      let item = unsafe items.base + index
      let bounds = unsafe item.pointee.bounds
      guard row >= bounds.minY, row < bounds.maxY else { continue }
      spans.removeAll()
      unsafe item.pointee.appendCoverage(
        row: row, minX: minX, maxX: maxX, to: &spans, scratch: &scratch, products: &products)
      if spans.spans.count == 0 { continue }
      let color = unsafe item.pointee.shader.color(ofRow: row)
      let operation = unsafe Operation(
        item: index, firstSpan: 0, endSpan: spans.spans.count, start: minX, end: maxX,
        color: color ?? 0, isPlain: color != nil, isOpaque: item.pointee.shader.isOpaque,
        isRun: false, value: 0)
      if operation.isPlain {
        unsafe blendPlain(operation, into: target)
      } else {
        unsafe blend(operation, row: row, into: target, items: items)
      }
    }
    unsafe PixelWriter.write(line.base, count: maxX &- minX, to: surface, x: minX, y: row)
  }

  /// Lists the row's operations from front to back, and the gaps that remain.
  private mutating func collect(
    row: Int, minX: Int, maxX: Int, order: borrowing Scratch<Int>, items: inout Slots<DrawItem>
  ) {
    spans.removeAll()
    operations.removeAll()
    gaps.removeAll()
    gaps.append(Gap(start: minX, end: maxX))
    for place in stride(from: order.count - 1, through: 0, by: -1) where gaps.count > 0 {
      collect(order[place], row: row, minX: minX, maxX: maxX, items: &items)
    }
  }

  /// Lists an item's operations, while gaps are left.
  @inline(__always)
  private mutating func collect(
    _ index: Int, row: Int, minX: Int, maxX: Int, items: inout Slots<DrawItem>
  ) {
    let item = unsafe items.base + index
    let bounds = unsafe item.pointee.bounds
    guard row >= bounds.minY, row < bounds.maxY, bounds.maxX > gaps[0].start,
      bounds.minX < gaps[gaps.count - 1].end
    else { return }
    let firstSpan = spans.spans.count
    unsafe item.pointee.appendCoverage(
      row: row, minX: minX, maxX: maxX, to: &spans, scratch: &scratch, products: &products)
    if spans.spans.count > firstSpan {
      unsafe appendOperations(
        of: index, since: firstSpan, isOpaque: item.pointee.shader.isOpaque,
        color: item.pointee.shader.color(ofRow: row))
    }
  }

  /// `collect` for a list with groups.
  private mutating func collect(
    row: Int, minX: Int, maxX: Int, order: borrowing Scratch<Int>, items: inout Slots<DrawItem>,
    groups: borrowing GroupTree
  ) {
    spans.removeAll()
    operations.removeAll()
    gaps.removeAll()
    gaps.append(Gap(start: minX, end: maxX))
    var current = -1
    for place in stride(from: order.count - 1, through: 0, by: -1) {
      let group = unsafe (items.base + order[place]).pointee.group
      while !groups.holds(current, group) { current = closeGroup(groups) }
      if gaps.count == 0 {
        // Gaps come back only where a group or a mask ends.
        if current < 0 { break }
        continue
      }
      if current != group {
        openGroups(downTo: group, from: current, groups)
        current = group
        if gaps.count == 0 { continue }
      }
      collect(order[place], row: row, minX: minX, maxX: maxX, items: &items)
    }
    while current >= 0 { current = closeGroup(groups) }
  }

  private mutating func openGroups(
    downTo index: Int, from outer: Int, _ groups: borrowing GroupTree
  ) {
    let node = groups.nodes[index]
    if node.parent != outer { openGroups(downTo: node.parent, from: outer, groups) }
    // A mask has the gaps around its group, which are kept already.
    if node.isMask { restoreGaps(of: openGroups[openGroups.count - 1]) }
    openGroups.append(
      OpenGroup(
        node: index, mark: operations.count, contentStart: operations.count + 1,
        firstGap: outerGaps.count))
    operations.append(.mark(Operation.front, of: node))
    if !node.isMask { for place in 0..<gaps.count { outerGaps.append(gaps[place]) } }
    // What has a mask shows nothing before that has been seen.
    if node.hasMask { gaps.removeAll() }
  }

  /// Ends the innermost group or mask.
  ///
  /// - Returns: the node around it, or −1.
  private mutating func closeGroup(_ groups: borrowing GroupTree) -> Int {
    let open = openGroups[openGroups.count - 1]
    let node = groups.nodes[open.node]
    openGroups.count -= 1
    let isEmpty = operations.count == open.contentStart
    if node.isMask {
      showMasked(since: open.mark, isEmpty: isEmpty)
    } else {
      restoreGaps(of: open)
      outerGaps.count = open.firstGap
    }
    if isEmpty {
      operations.count = open.mark
    } else {
      operations.append(.mark(Operation.back, of: node))
    }
    if node.isMask { openGroups[openGroups.count - 1].contentStart = operations.count }
    return node.parent
  }

  /// Makes the gaps again those around a group, the innermost one whose gaps are kept.
  private mutating func restoreGaps(of open: OpenGroup) {
    gaps.removeAll()
    for place in open.firstGap..<outerGaps.count { gaps.append(outerGaps[place]) }
  }

  /// Gives the innermost group the gaps around it as far as its mask reaches.
  ///
  /// - Parameter mark: the place of the mask's front mark, the last operations being the mask's.
  private mutating func showMasked(since mark: Int, isEmpty: Bool) {
    gaps.removeAll()
    if isEmpty { return }
    var start = Int.max
    var end = Int.min
    for index in (mark + 1)..<operations.count where !operations[index].isMark {
      start = min(start, operations[index].start)
      end = max(end, operations[index].end)
    }
    for place in openGroups[openGroups.count - 1].firstGap..<outerGaps.count {
      let gap = Gap(start: max(outerGaps[place].start, start), end: min(outerGaps[place].end, end))
      if gap.start < gap.end { gaps.append(gap) }
    }
  }

  /// Blends a row's operations where some may stand in groups.
  private mutating func blendGroups(
    row: Int, minX: Int, maxX: Int, items: borrowing Slots<DrawItem>
  ) {
    var depth = 0
    var target = unsafe line.base
    for index in stride(from: operations.count - 1, through: 0, by: -1) {
      let operation = operations[index]
      if !operation.isMark {
        unsafe blend(operation, row: row, into: target - minX, items: items)
        continue
      }
      if operation.start == Operation.back {
        if depth == groupLines.count { groupLines.append(GroupLine()) }
        let group = unsafe groupLines.base + depth
        unsafe group.pointee.begin(width: maxX - minX)
        markPixels(of: index - 1, minX: minX, depth: depth)
        unsafe group.pointee.clear()
        depth += 1
        unsafe target = group.pointee.pixels.base
      } else {
        depth -= 1
        unsafe target = depth > 0 ? groupLines.base[depth - 1].pixels.base : line.base
        if operation.isMask {
          unsafe groupLines.base[depth - 1].multiply(withAlphaOf: groupLines.base[depth])
        } else if operation.isAdded {
          unsafe groupLines.base[depth].add(to: target, opacity: operation.value)
        } else {
          unsafe groupLines.base[depth].blend(into: target, opacity: operation.value)
        }
      }
    }
  }

  /// Tells a group's or a mask's line where its operations paint, those of groups in it too.
  ///
  /// - Parameter last: the operation before the back mark.
  private mutating func markPixels(of last: Int, minX: Int, depth: Int) {
    let group = unsafe groupLines.base + depth
    let all = unsafe spans.spans.base
    var inner = 0
    var innerMasks = 0
    for index in stride(from: last, through: 0, by: -1) {
      let operation = operations[index]
      if operation.isMark {
        let isBack = operation.start == Operation.back
        if operation.isMask {
          // The group's own mask ends its content, or this is the mask's front.
          if inner == 0 { return }
          innerMasks += isBack ? 1 : -1
        } else if isBack {
          inner += 1
        } else if inner == 0 {
          return
        } else {
          inner -= 1
        }
        continue
      }
      // Masks paint nothing.
      if innerMasks > 0 { continue }
      for place in operation.firstSpan..<operation.endSpan {
        let span = unsafe all[place]
        unsafe group.pointee.mark(
          from: max(span.x, operation.start) &- minX, to: min(span.end, operation.end) &- minX)
      }
    }
  }

  /// Adds an item's spans, cut to the gaps, and closes gaps that they fill.
  private mutating func appendOperations(
    of item: Int, since firstSpan: Int, isOpaque: Bool, color: UInt32?
  ) {
    let endSpan = spans.spans.count
    let all = unsafe spans.spans.base
    var next = firstSpan
    for place in 0..<gaps.count {
      let gap = gaps[place]
      while unsafe next < endSpan && all[next].end <= gap.start { next += 1 }
      var end = next
      while unsafe end < endSpan && all[end].x < gap.end { end += 1 }
      if next == end { continue }
      let first = unsafe all[next]
      let last = unsafe all[end &- 1]
      operations.append(
        Operation(
          item: item, firstSpan: next, endSpan: end, start: max(first.x, gap.start),
          end: min(last.end, gap.end), color: color ?? 0, isPlain: color != nil,
          isOpaque: isOpaque, isRun: end &- next == 1 && first.mask < 0, value: first.value))
      // The last span may reach into the next gap too.
      next = end &- 1
    }
    guard isOpaque else { return }
    for index in firstSpan..<endSpan {
      let span = unsafe all[index]
      if span.isFull && (span.length >= RowComposer.shortestClosing || endSpan - firstSpan == 1) {
        return closeGaps(since: firstSpan)
      }
    }
  }

  /// Takes the longer full spans from `firstSpan` on out of the gaps.
  private mutating func closeGaps(since firstSpan: Int) {
    nextGaps.removeAll()
    let isOnly = spans.spans.count - firstSpan == 1
    var index = firstSpan
    for place in 0..<gaps.count {
      var gap = gaps[place]
      while index < spans.spans.count {
        let span = spans.spans[index]
        if span.x >= gap.end { break }
        if span.isFull, isOnly || span.length >= RowComposer.shortestClosing,
          span.end > gap.start
        {
          if span.x > gap.start { nextGaps.append(Gap(start: gap.start, end: span.x)) }
          gap.start = min(span.end, gap.end)
        }
        // A span may reach into the next gap too.
        if span.end > gap.end { break }
        index += 1
      }
      if gap.start < gap.end { nextGaps.append(gap) }
    }
    swap(&gaps, &nextGaps)
  }

  /// Whether the row's operations are plain colours without masks, and those of the last row.
  private func equalsLast() -> Bool {
    guard operations.count == lastOperations.count, operations.count <= 16,
      gaps.count == lastGaps.count, operations.count == 0 || operations[0].isRun
    else { return false }
    for index in 0..<gaps.count
    where gaps[index].start != lastGaps[index].start || gaps[index].end != lastGaps[index].end {
      return false
    }
    for index in 0..<operations.count {
      let a = operations[index]
      let b = lastOperations[index]
      guard a.isPlain, b.isPlain, a.isRun, b.isRun, a.color == b.color, a.start == b.start,
        a.end == b.end, a.value == b.value
      else { return false }
    }
    return true
  }

  /// Writes a row that needs no line: one opaque colour, one stretch of an image in memory, or such
  /// a stretch over one colour.
  private func writesDirectly(
    row: Int, minX: Int, maxX: Int, items: borrowing Slots<DrawItem>, to surface: Surface
  ) -> Bool {
    guard operations.count > 0, operations.count <= 2, surface.format.isNative else { return false }
    let top = operations[0]
    let count = maxX - minX
    guard top.isRun, top.start == minX, top.end == maxX else { return false }
    let target = unsafe (surface.base + row &* surface.stride + minX &* 4)
      .assumingMemoryBound(to: UInt32.self)
    let shader = unsafe items.base + top.item
    if top.isOpaque && top.value == 255 {
      if top.isPlain {
        unsafe Blend.fill(target, count: count, with: top.color)
        return true
      }
      unsafe shader.pointee.shader.fetch(x: minX, y: row, count: count, into: target)
      return true
    }
    if top.isPlain { return false }
    var base: UInt32 = surface.format.hasAlpha ? 0 : 0xFF00_0000
    if operations.count == 2 {
      let bottom = operations[1]
      guard bottom.isRun, bottom.isPlain, bottom.isOpaque, bottom.value == 255,
        bottom.start == minX, bottom.end == maxX
      else { return false }
      base = bottom.color
    }
    return unsafe shader.pointee.shader.withCopiedRow(
      x: minX, y: row, count: count, readable: count
    ) {
      unsafe Blend.write(
        target, count: count, source: $0, isOpaque: shader.pointee.shader.isOpaqueSource,
        coverage: top.value, over: base)
      return true
    }
  }

  /// Blends an operation of one colour.
  @inline(__always)
  private func blendPlain(_ operation: Operation, into target: UnsafeMutablePointer<UInt32>) {
    let masks = unsafe spans.mask.base
    let (color, isOpaque) = (operation.color, operation.isOpaque)
    for index in operation.firstSpan..<operation.endSpan {
      let span = unsafe spans.spans.base[index]
      let start = max(span.x, operation.start)
      let count = min(span.end, operation.end) &- start
      let pixels = unsafe target + start
      if span.mask >= 0 {
        let mask = unsafe masks + (span.mask &+ start &- span.x)
        unsafe Blend.blend(pixels, count: count, with: color, mask: mask)
      } else if span.value == 255 && isOpaque {
        unsafe Blend.fill(pixels, count: count, with: color)
      } else {
        let scaled = Blend.scaled(color, by: span.value)
        unsafe Blend.blend(pixels, count: count, with: scaled)
      }
    }
  }

  private mutating func blend(
    _ operation: Operation, row: Int, into target: UnsafeMutablePointer<UInt32>,
    items: borrowing Slots<DrawItem>
  ) {
    if operation.isPlain { return unsafe blendPlain(operation, into: target) }
    let masks = unsafe spans.mask.base
    let item = unsafe items.base + operation.item
    for index in operation.firstSpan..<operation.endSpan {
      let span = unsafe spans.spans.base[index]
      let start = max(span.x, operation.start)
      let count = min(span.end, operation.end) &- start
      let pixels = unsafe target + start
      if span.isFull && operation.isOpaque {
        unsafe item.pointee.shader.fetch(x: start, y: row, count: count, into: pixels)
        continue
      }
      func blend(with source: UnsafePointer<UInt32>) -> Bool {
        if span.mask >= 0 {
          let mask = unsafe masks + (span.mask &+ start &- span.x)
          unsafe Blend.blend(pixels, count: count, with: source, mask: mask)
        } else {
          unsafe Blend.blend(pixels, count: count, with: source, coverage: span.value)
        }
        return true
      }
      // Kernels read up to seven pixels more than they use.
      let isLent = unsafe item.pointee.shader.withCopiedRow(
        x: start, y: row, count: count, readable: count + 7, blend)
      if isLent { continue }
      unsafe item.pointee.shader.fetch(x: start, y: row, count: count, into: source.base)
      _ = unsafe blend(with: source.base)
    }
  }
}
