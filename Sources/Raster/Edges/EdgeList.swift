internal import CKernels

/// The edges of one outline, filed under the row in which they start.
///
/// Rows above the clip are folded into its first row, edges below it are left out and edges right
/// of it stand on its border, so memory and time are bounded by the outline's elements and the
/// clip, whatever the coordinates are. Edges left of the clip stay, since they carry the winding,
/// but not those of subpaths that lie beside the clip as a whole: their windings cancel.
@safe struct EdgeList: ~Copyable, OutlineSink {
  /// The most edges of a row that are put in order together, with slabs at all their ends.
  static let edgeLimit = 96
  /// The most edges of a row that is put in order.
  static let rowLimit = 2048

  /// The limits of a subpath's edges, in pixels and in fixed point.
  private struct Contour: BitwiseCopyable {
    var minX = Double.infinity
    var maxX = -Double.infinity
    var top = Int.max
    var bottom = Int.min
  }

  private(set) var edges = Scratch<Edge>(capacity: 2)
  /// For each row from `firstRow`, the first edge that starts there, or −1.
  private(set) var heads = Scratch<Int32>(capacity: 0)
  /// For each edge, the next one that starts in the same row, or −1.
  private(set) var links = Scratch<Int32>(capacity: 2)
  /// For each row the number of edges in it, where any may be dense.
  private var counts = Scratch<Int32>(capacity: 0)
  /// True if any row is dense.
  private(set) var hasDenseRows = false
  private(set) var firstRow = 0
  private(set) var endRow = 0
  /// Limits of x over all edges, in pixels.
  private(set) var minX = Double.infinity
  private(set) var maxX = -Double.infinity
  /// The fixed-point limits of y over all edges.
  private var top = Int.max
  private var bottom = Int.min
  /// The contour whose edges are added now, and the number of edges before it.
  private var contour = Contour()
  private var countBefore = 0
  private var clipHeight = 0
  private var clipWidth = 0.0

  /// The right border of the clip, fixed point; edges there show nothing.
  var clipRight: Int { Int(clipWidth) << 16 }

  /// The memory of edges and rows, in bytes.
  var byteCount: Int {
    edges.byteCount &+ heads.byteCount &+ links.byteCount &+ counts.byteCount
  }

  /// True if a row has so many edges that they are put in order in parts.
  @inline(__always) func isDense(row: Int) -> Bool {
    let place = row &- firstRow
    guard place >= 0, place < counts.count else { return false }
    return unsafe Int(counts.base[place]) > EdgeList.edgeLimit
  }

  /// True if a row has more edges than are put in order at all.
  @inline(__always) func isTooDense(row: Int) -> Bool {
    guard isDense(row: row) else { return false }
    return unsafe Int(counts.base[row &- firstRow]) > EdgeList.rowLimit
  }

  /// True if an edge shows anything: those on the right border of the clip do not.
  @inline(__always) func isSeen(_ edge: UnsafePointer<Edge>) -> Bool {
    unsafe edge.pointee.minX < clipWidth
  }

  /// Calls back for the edges that start in rows and show something.
  @inline(__always) func forEachStarting(in rows: Range<Int>, _ body: (Int) -> Void) {
    for row in max(rows.lowerBound, firstRow)..<max(min(rows.upperBound, endRow), firstRow) {
      var index = unsafe Int(heads.base[row &- firstRow])
      while index >= 0 {
        if unsafe isSeen(edges.base + index) { body(index) }
        index = unsafe Int(links.base[index])
      }
    }
  }

  /// Empties the list and sets the clip to `0..<width` by `0..<height` pixels.
  mutating func begin(width: Int, height: Int) {
    edges.removeAll()
    contour = Contour()
    countBefore = 0
    clipHeight = height << 16
    clipWidth = Double(width)
    minX = .infinity
    maxX = -.infinity
    top = .max
    bottom = .min
  }

  mutating func addLine(fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    append(Edge(fromX: x0, y: y0, toX: x1, y: y1))
  }

  mutating func add(_ arc: QuadrantArc, fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    append(Edge(arc, fromY: y0, toY: y1))
  }

  mutating func endSubpath() {
    if contour.top == .max { return }
    if contour.maxX < 0 || contour.minX >= clipWidth {
      edges.count = countBefore
      contour = Contour()
      return
    }
    countBefore = edges.count
    minX = min(minX, contour.minX)
    maxX = max(maxX, contour.maxX)
    top = min(top, contour.top)
    bottom = max(bottom, contour.bottom)
    contour = Contour()
  }

  @inline(__always) private mutating func append(_ edge: Edge?) {
    guard var edge, edge.bottom > 0, edge.top < clipHeight else { return }
    if edge.minX > clipWidth { edge.makeVertical(at: clipWidth) }
    edges.append(edge)
    contour.minX = min(contour.minX, edge.minX)
    contour.maxX = max(contour.maxX, edge.maxX)
    contour.top = min(contour.top, edge.top)
    contour.bottom = max(contour.bottom, edge.bottom)
  }

  /// The first row after another in which an edge starts, or the end of the rows.
  func nextStart(after row: Int) -> Int {
    var next = max(row + 1, firstRow)
    while next < endRow, unsafe heads.base[next &- firstRow] < 0 { next &+= 1 }
    return next
  }

  /// Gives back spare memory for edges; no more edges are added.
  mutating func trim() { edges.trim() }

  /// Files the edges by row, all of them in contours that have ended; the list can then be scanned.
  mutating func finish() {
    counts.removeAll()
    hasDenseRows = false
    guard edges.count > 0, clipHeight > 0 else {
      firstRow = 0
      endRow = 0
      return
    }
    firstRow = max(top, 0) >> 16
    endRow = (min(bottom, clipHeight) + 65535) >> 16
    heads.removeAll()
    heads.resize(endRow - firstRow, filledWith: -1)
    links.removeAll()
    links.resize(edges.count, filledWith: -1)
    let mayBeDense = edges.count > EdgeList.edgeLimit
    // First the differences from row to row.
    if mayBeDense { counts.resize(endRow - firstRow + 1, filledWith: 0) }
    let (heads, links, counts) = unsafe (heads.base, links.base, counts.base)
    // Backwards, so that each row has its edges in the order of the outline: in a text that is
    // nearly the order in which rows are sorted.
    for index in (0..<edges.count).reversed() {
      let edge = unsafe edges.base + index
      let row = unsafe max(edge.pointee.top, 0) &>> 16 &- firstRow
      unsafe links[index] = heads[row]
      unsafe heads[row] = Int32(truncatingIfNeeded: index)
      if mayBeDense, unsafe isSeen(edge) {
        unsafe counts[row] &+= 1
        unsafe counts[min((edge.pointee.bottom &+ 65535) &>> 16, endRow) &- firstRow] &-= 1
      }
    }
    if mayBeDense { sumCounts() }
  }

  private mutating func sumCounts() {
    let counts = unsafe counts.base
    var count: Int32 = 0
    var most: Int32 = 0
    for row in 0...(endRow &- firstRow) {
      unsafe count &+= counts[row]
      unsafe counts[row] = count
      most = max(most, count)
    }
    hasDenseRows = most > EdgeList.edgeLimit
  }
}
