internal import CKernels

/// The edges of an outline that cross a row, listed anew from row to row, and the strips that hold
/// their coverage of some rows to come.
///
/// Downwards is quickest, but rows may be listed in any order, and may be left out.
@safe struct ActiveEdges: ~Copyable {
  /// The edges of the listed row; their places in it are known once they are located.
  var crossings = Scratch<RowCrossing>(capacity: 2)
  private var strips = Scratch<EdgeStrip>(capacity: 0)
  /// Places in `strips` that belong to no edge.
  private var freeStrips = Scratch<Int>(capacity: 0)
  /// The strips of the row for which they were listed last, from left to right.
  private(set) var order = unsafe Scratch<UnsafePointer<EdgeStrip>>(capacity: 0)
  /// The row that was listed last.
  private var row = Int.min
  /// The first row after the last one entered in which an edge begins or ends.
  private var nextEvent = Int.min
  /// True if all edges run through the whole row.
  private var isWhole = false
  /// True if an edge is an arc of a tiny circle, whose bulges strips do not compute.
  private var hasTinyArcs = false
  private var lacksStrips = false
  /// True if edges were disjoint in the last row that was checked.
  private var wasDisjoint = true
  /// The row in which the edges were located last.
  private var locatedRow = Int.min

  /// The memory that it takes, in bytes.
  var byteCount: Int {
    unsafe crossings.byteCount &+ strips.byteCount &+ freeStrips.byteCount &+ order.byteCount
  }

  /// True if there are too many strips to keep for another outline.
  var isLarge: Bool { strips.capacity > 2048 }

  /// Begins with another list of edges.
  mutating func begin() {
    removeAll()
    row = .min
    nextEvent = .min
  }

  // MARK: Rows

  /// Lists the edges of a row.
  mutating func advance(to row: Int, of list: borrowing EdgeList) {
    if row == self.row { return }
    if row > self.row, row < nextEvent { isWhole = true } else { enter(row, of: list) }
    self.row = row
  }

  /// Records that rows up to one were drawn from the strips; all lie before the next event.
  mutating func pass(to row: Int) { self.row = row }

  private mutating func enter(_ row: Int, of list: borrowing EdgeList) {
    let rowTop = row << 16
    nextEvent = list.nextStart(after: row)
    isWhole = true
    hasTinyArcs = false
    if row < self.row || self.row == .min {
      removeAll()
      for index in 0..<list.edges.count {
        let edge = unsafe list.edges.base + index
        if unsafe (max(edge.pointee.top, 0) >> 16) < row, unsafe edge.pointee.bottom > rowTop {
          append(index, of: list, rowTop: rowTop)
        }
      }
    } else {
      let edges = unsafe list.edges.base
      let crossings = unsafe self.crossings.base
      var write = 0
      for read in 0..<self.crossings.count {
        let crossing = unsafe crossings + read
        let edge = unsafe edges + crossing.pointee.index
        if unsafe edge.pointee.bottom <= rowTop {
          if unsafe crossing.pointee.strip >= 0 { unsafe freeStrips.append(crossing.pointee.strip) }
          continue
        }
        if write != read { unsafe crossings[write] = crossing.pointee }
        unsafe note(edge, rowTop: rowTop)
        write &+= 1
      }
      self.crossings.count = write
      for skipped in (self.row + 1)..<row { appendStarting(in: skipped, of: list, rowTop: rowTop) }
    }
    appendStarting(in: row, of: list, rowTop: rowTop)
  }

  private mutating func removeAll() {
    crossings.removeAll()
    locatedRow = .min
    strips.removeAll()
    freeStrips.removeAll()
    wasDisjoint = true
  }

  /// Updates the next event and the flags for an edge in the row.
  @inline(__always)
  private mutating func note(_ edge: UnsafePointer<Edge>, rowTop: Int) {
    let bottom = unsafe edge.pointee.bottom
    nextEvent = min(nextEvent, bottom &>> 16)
    if unsafe edge.pointee.top > rowTop || bottom < rowTop &+ Fixed.one { isWhole = false }
    if unsafe edge.pointee.isTinyArc { hasTinyArcs = true }
  }

  private mutating func append(_ index: Int, of list: borrowing EdgeList, rowTop: Int) {
    let edge = unsafe list.edges.base + index
    guard unsafe list.isSeen(edge) else { return }
    lacksStrips = true
    unsafe crossings.append(
      RowCrossing(
        index: index, startX: 0, endX: 0, startY: 0, endY: .min, winding: edge.pointee.winding))
    unsafe note(edge, rowTop: rowTop)
  }

  private mutating func appendStarting(
    in row: Int, of list: borrowing EdgeList, rowTop: Int
  ) {
    guard row >= list.firstRow, row < list.endRow else { return }
    var index = unsafe Int(list.heads.base[row - list.firstRow])
    while index >= 0 {
      if unsafe list.edges.base[index].bottom > rowTop { append(index, of: list, rowTop: rowTop) }
      index = unsafe Int(list.links.base[index])
    }
  }

  /// Computes where the listed edges lie in the row.
  mutating func locate(in row: Int, of list: borrowing EdgeList) {
    if row == locatedRow { return }
    locatedRow = row
    let rowTop = row << 16
    let rowEnd = rowTop &+ Fixed.one
    let edges = unsafe list.edges.base
    let crossings = unsafe self.crossings.base
    for place in 0..<self.crossings.count {
      let crossing = unsafe crossings + place
      let edge = unsafe edges + crossing.pointee.index
      let startY = unsafe max(edge.pointee.top, rowTop)
      let endY = unsafe min(edge.pointee.bottom, rowEnd)
      unsafe crossing.pointee.startX =
        crossing.pointee.endY == startY ? crossing.pointee.endX : edge.pointee.x(at: startY)
      unsafe crossing.pointee.endX = edge.pointee.x(at: endY)
      unsafe crossing.pointee.startY = startY
      unsafe crossing.pointee.endY = endY
    }
  }

  // MARK: Strips

  /// True if strips have the coverage of the listed row, provided that its edges are disjoint.
  @inline(__always) var mayHaveStrips: Bool { isWhole && !hasTinyArcs }

  /// True if the edges are disjoint in a row that all of them cross whole. After a row with
  /// disjoint edges the next one is taken for such a row, until its strips prove otherwise.
  @inline(__always)
  private mutating func areDisjoint(in row: Int, of list: borrowing EdgeList) -> Bool {
    if wasDisjoint { return true }
    locate(in: row, of: list)
    wasDisjoint = unsafe DisjointEdges.holds(crossings.base, count: crossings.count)
    return wasDisjoint
  }

  /// Appends the coverage of the listed row from the strips of its edges; strips that do not hold
  /// the row are filled first.
  ///
  /// - Parameter wanted: a row for which `mayHaveStrips`.
  /// - Returns: false if edges share pixels; then nothing is appended, and they are located.
  @inline(never)
  mutating func appendStrips(
    _ wanted: StripRow, of list: borrowing EdgeList, to spans: inout SpanRow
  ) -> Bool {
    guard areDisjoint(in: wanted.row, of: list) else { return false }
    if lacksStrips { assignStrips() }
    wasDisjoint = unsafe DisjointEdges.appendSpans(
      of: wanted, crossings, list.edges.base, strips.base, to: &spans)
    if !wasDisjoint { locate(in: wanted.row, of: list) }
    return wasDisjoint
  }

  /// Lists the strips of the first row's edges in `order`, and fills strips that do not hold the
  /// row.
  ///
  /// - Parameter wanted: the first row.
  /// - Returns: the end of the rows that all strips hold, at most `end`; the first row if strips
  ///   cannot be used.
  mutating func listStrips(
    _ wanted: StripRow, before end: Int, of list: borrowing EdgeList
  ) -> Int {
    let row = wanted.row
    advance(to: row, of: list)
    guard mayHaveStrips, areDisjoint(in: row, of: list) else { return row }
    if lacksStrips { assignStrips() }
    unsafe order.removeAll()
    var end = min(end, max(nextEvent, row + 1))
    var winding = 0
    for place in 0..<crossings.count {
      let crossing = unsafe crossings.base + place
      let strip = unsafe strips.base + crossing.pointee.strip
      unsafe winding += wanted.prepare(strip, of: crossing, list.edges.base, outer: winding)
      // The edge crosses more pixels in the row than a strip has bytes for.
      if unsafe firstlight_strip_offset(strip)[0] < 0 { return row }
      end = unsafe min(end, strip.pointee.first_row + strip.pointee.row_count)
      unsafe order.append(UnsafePointer(strip))
    }
    return end
  }

  /// Gives an empty strip to every edge that has none.
  private mutating func assignStrips() {
    lacksStrips = false
    for place in 0..<crossings.count {
      let crossing = unsafe crossings.base + place
      if unsafe crossing.pointee.strip >= 0 { continue }
      var slot = strips.count
      if freeStrips.count > 0 {
        slot = freeStrips[freeStrips.count - 1]
        freeStrips.count -= 1
      } else {
        strips.reserve(slot + 1)
        strips.count += 1
      }
      unsafe (strips.base + slot).pointee.row_count = 0
      unsafe crossing.pointee.strip = slot
    }
  }
}
