internal import CKernels

/// The coverage of an outline of many small contours, mostly apart from one another, like marks
/// around a ring or dashes: of each it is made as bytes when a row first reaches it, and dropped
/// behind it.
///
/// Elsewhere a row in which one edge begins or ends takes another way as a whole, and of many small
/// contours there is one in nearly every row. Here the others stay as they are.
///
/// A row is left to the edges, which find the same numbers or more exact ones, where contours come
/// close or where `ContourCells` is not sure of one. The choice depends on the row's
/// contours and on nothing else, so a partial repaint gets the same as a full one.
@safe struct ContourMasks: ~Copyable {
  /// The fewest contours that pay, and the most of one row.
  private static let leastCount = 4
  private static let largestCount = 64
  /// The most pixels to a side of a contour.
  ///
  /// Larger ones have long stretches without an edge, which spans of their edges are for.
  static let largestSide = 48

  /// A contour in the present row.
  struct Part: BitwiseCopyable {
    var contour: Int
    /// The index of its bytes, or −1 while they are not made.
    var slot = -1
  }

  private var contours = Scratch<SmallContour>(capacity: 0)
  /// For each row from the first one, the first contour that begins there, or −1.
  private var heads = Scratch<Int>(capacity: 0)
  private var firstRow = 0
  /// Slots for the bytes of one contour each, and for what is known of its rows.
  private var bytes = Scratch<UInt8>(capacity: 0)
  private var extents = Scratch<ContourCells.Extent>(capacity: 0)
  private var slotSize = 0
  private var slotHeight = 0
  private var freeSlots = Scratch<Int>(capacity: 0)
  /// The contours of the row that was asked for last, from left to right.
  private var parts = Scratch<Part>(capacity: 0)
  private var lastRow = Int.min
  /// Its pixels between those that were asked for; the masks are places in `bytes`.
  private var spans = Scratch<CoverageSpan>(capacity: 0)

  /// All its memory, in bytes.
  var byteCount: Int {
    maskByteCount &+ contours.byteCount &+ heads.byteCount &+ freeSlots.byteCount &+ parts.byteCount
      &+ spans.byteCount
  }

  /// The memory of bytes that are made, in bytes; none behind the last row that was asked for.
  var maskByteCount: Int {
    bytes.capacity == 0
      ? 0 : bytes.capacity &+ extents.capacity &* MemoryLayout<ContourCells.Extent>.stride
  }

  /// True if rows are to be asked for at all.
  var isSet: Bool { contours.count > 0 }

  /// Lists an outline's contours, where they are many and small.
  ///
  /// - Parameter areSimple: true if none by itself winds twice anywhere.
  mutating func prepare(_ list: borrowing EdgeList, areSimple: Bool) {
    removeAll()
    if list.contours.count < ContourMasks.leastCount
      || !listContours(of: list, areSimple: areSimple)
    {
      contours.removeAll()
      return
    }
    firstRow = list.firstRow
    heads.removeAll()
    heads.resize(list.endRow &- firstRow, filledWith: -1)
    for index in (0..<contours.count).reversed() {
      let row = contours[index].minY &- firstRow
      contours[index].next = heads[row]
      heads[row] = index
    }
  }

  private mutating func removeAll() {
    contours.removeAll()
    giveBack()
  }

  /// Gives the memory of what was made back; it is made again for the next row.
  mutating func giveBack() {
    leaveAll()
    if bytes.capacity > 0 {
      bytes = Scratch(capacity: 0)
      extents = Scratch(capacity: 0)
    }
    lastRow = .min
  }

  /// True if all contours are small and no two that follow each other lie at one place.
  private mutating func listContours(of list: borrowing EdgeList, areSimple: Bool) -> Bool {
    var first = 0
    slotSize = 0
    slotHeight = 0
    for place in 0..<list.contours.count {
      guard
        let contour = unsafe SmallContour(
          list.contours.base[place], firstEdge: first, of: list, isSimple: areSimple),
        contour.width <= ContourMasks.largestSide,
        contour.height <= ContourMasks.largestSide
      else { return false }
      first = contour.endEdge
      if place > 0, contour.isBeside(contours[place - 1]) { return false }
      slotSize = max(slotSize, contour.stride &* contour.height)
      slotHeight = max(slotHeight, contour.height)
      contours.append(contour)
    }
    return true
  }

  /// Appends the coverage of a row between two pixels.
  ///
  /// - Parameters:
  ///   - end: the row before which the rows end that are going to be asked for; behind them all
  ///     memory is given back.
  ///   - spareBytes: the bytes that masks may still take, beyond it by those of one contour.
  /// - Returns: false, with nothing appended, where the row has to be found from its edges.
  mutating func appendCoverage(
    row: Int, before end: Int, minX: Int, maxX: Int, of list: borrowing EdgeList,
    to target: inout SpanRow, cells: inout ContourCells, spareBytes: inout Int
  ) -> Bool {
    let before = maskByteCount
    let isFound = find(
      row: row, minX: minX, maxX: maxX, of: list, cells: &cells, limit: spareBytes &+ before)
    if isFound {
      target.masks.reserve(target.masks.count &+ max(maxX &- minX, 0) &+ 32)
      for place in 0..<spans.count {
        let span = unsafe spans.base[place]
        let count = target.masks.count
        unsafe (target.masks.base + count).copy(from: bytes.base + span.mask, count: span.length)
        target.spans.append(CoverageSpan(x: span.x, length: span.length, mask: count, value: 0))
        target.masks.count = count &+ span.length
      }
    }
    if row &+ 1 >= end { giveBack() }
    spareBytes &+= before &- maskByteCount
    return isFound
  }

  /// Lists the contours of a row.
  private mutating func enter(row: Int) {
    if row == lastRow { return }
    if row == lastRow &+ 1 {
      var count = 0
      for place in 0..<parts.count {
        let part = unsafe parts.base[place]
        if unsafe contours.base[part.contour].maxY <= row {
          if part.slot >= 0 { freeSlots.append(part.slot) }
          continue
        }
        unsafe parts.base[count] = part
        count &+= 1
      }
      parts.count = count
      if count == 0 { leaveAll() }
    } else {
      leaveAll()
      for index in 0..<contours.count {
        let contour = unsafe contours.base + index
        if unsafe contour.pointee.minY < row, unsafe contour.pointee.maxY > row {
          parts.append(Part(contour: index))
        }
      }
    }
    lastRow = row
    guard row >= firstRow, row < firstRow &+ heads.count else { return }
    var index = unsafe heads.base[row &- firstRow]
    while index >= 0 {
      parts.append(Part(contour: index))
      index = unsafe contours.base[index].next
    }
  }

  /// Drops all that was made.
  @inline(never)
  private mutating func leaveAll() {
    parts.removeAll()
    freeSlots.removeAll()
    bytes.removeAll()
    extents.removeAll()
  }

  /// Finds the spans of a row between two pixels; false where its contours meet, are not known or
  /// would take too much memory.
  ///
  /// - Parameter limit: bytes of masks at which no other contour gets one.
  @inline(never)
  private mutating func find(
    row: Int, minX: Int, maxX: Int, of list: borrowing EdgeList, cells: inout ContourCells,
    limit: Int
  ) -> Bool {
    enter(row: row)
    if parts.count > ContourMasks.largestCount { return false }
    let parts = unsafe parts.base
    spans.resize(self.parts.count, filledWith: CoverageSpan(x: 0, length: 0, mask: 0, value: 0))
    let spans = unsafe spans.base
    for place in 0..<self.parts.count {
      var part = unsafe parts[place]
      let contour = unsafe contours.base + part.contour
      if part.slot < 0 {
        if freeSlots.count == 0, maskByteCount >= limit { return false }
        part.slot = claimSlot()
        unsafe parts[place].slot = part.slot
        unsafe cells.rasterize(
          contour.pointee, of: list, to: bytes.base + part.slot &* slotSize,
          extents: extents.base + part.slot &* slotHeight)
      }
      let line = unsafe row &- contour.pointee.minY
      let extent = unsafe extents.base[part.slot &* slotHeight &+ line]
      if extent.isAmbiguous { return false }
      let start = unsafe contour.pointee.minX &+ Int(extent.start)
      var target = place
      while unsafe target > 0 && spans[target &- 1].x > start {
        unsafe parts[target] = parts[target &- 1]
        unsafe spans[target] = spans[target &- 1]
        target &-= 1
      }
      unsafe parts[target] = part
      unsafe spans[target] = CoverageSpan(
        x: start, length: Int(extent.end &- extent.start),
        mask: part.slot &* slotSize &+ line &* contour.pointee.stride &+ Int(extent.start), value: 0
      )
    }
    var count = 0
    var end = Int.min
    for place in 0..<self.parts.count {
      let span = unsafe spans[place]
      if span.length == 0 { continue }
      if span.x < end { return false }
      end = max(end, span.end)
      let (first, last) = (max(span.x, minX), min(span.end, maxX))
      if first >= last { continue }
      unsafe spans[count] = CoverageSpan(
        x: first, length: last &- first, mask: span.mask &+ first &- span.x, value: 0)
      count &+= 1
    }
    self.spans.count = count
    return true
  }

  /// A slot for a contour, a free one or a new one.
  private mutating func claimSlot() -> Int {
    if freeSlots.count > 0 {
      freeSlots.count -= 1
      return unsafe freeSlots.base[freeSlots.count]
    }
    let slot = bytes.count / slotSize
    // With the padding that kernels want behind.
    bytes.reserve((slot &+ 1) &* slotSize &+ 16)
    bytes.count = (slot &+ 1) &* slotSize
    extents.reserve((slot &+ 1) &* slotHeight)
    extents.count = (slot &+ 1) &* slotHeight
    return slot
  }
}
