internal import CKernels
import Geometry

/// Writes simple contours of an outline in one colour over another, each as a whole: nothing of them
/// is kept, and their order in a row does not matter.
///
/// If two have pixels of a row in common, these get the colour below back, and the row has to be
/// written again, from its edges.
@safe struct ContourWriter: ~Copyable {
  /// A contour that was written.
  struct Written: BitwiseCopyable {
    let box: PixelRect
    /// The place of its first row's extent.
    let extent: Int
  }

  /// The contours that reach below the first row of the last one.
  private var written = Scratch<Written>(capacity: 1)
  private var extents = Scratch<ContourCells.Extent>(capacity: 1)
  /// For each row whether it has to be written again.
  private var isShared = Scratch<Bool>(capacity: 1)
  private var firstRow = 0

  mutating func begin(_ rows: Range<Int>) {
    written.removeAll()
    extents.removeAll()
    isShared.removeAll()
    isShared.resize(rows.count, filledWith: false)
    firstRow = rows.lowerBound
  }

  /// True if a row has to be written again.
  func isShared(row: Int) -> Bool { isShared[row &- firstRow] }

  /// Writes what of a contour lies in the rows. It reaches below the first of them, and what is in them
  /// begins no higher than that of the contour before it.
  @inline(never)
  mutating func write(
    _ contour: SmallContour, of list: borrowing EdgeList, _ colors: RowColors,
    within window: inout firstlight_window, cells: inout ContourCells
  ) {
    let box = contour.box
    if unsafe box.maxX <= window.min_x || box.minX >= window.max_x { return }
    let place = extents.count
    extents.reserve(place &+ contour.height)
    extents.count = place &+ contour.height
    unsafe cells.write(
      contour, of: list, colors, within: &window, extents: extents.base + place)
    let next = Written(box: box, extent: place)
    var count = 0
    for index in 0..<written.count {
      let other = unsafe written.base[index]
      if other.box.maxY <= max(next.box.minY, firstRow) { continue }
      unsafe written.base[count] = other
      count &+= 1
      if other.box.minX < next.box.maxX, other.box.maxX > next.box.minX {
        unsafe part(other, next, base: colors.base, within: window)
      }
    }
    written.count = count
    written.append(next)
  }

  /// Finds the rows in which two contours have pixels in common.
  private mutating func part(
    _ first: Written, _ second: Written, base: UInt32, within window: firstlight_window
  ) {
    let top = unsafe max(first.box.minY, second.box.minY, window.min_y)
    let bottom = unsafe min(first.box.maxY, second.box.maxY, window.max_y)
    var row = top
    while row < bottom {
      let (start, end) = columns(of: first, row: row)
      let (otherStart, otherEnd) = columns(of: second, row: row)
      if max(start, otherStart) < min(end, otherEnd) {
        isShared[row &- firstRow] = true
        unsafe fill(row, from: min(start, otherStart), to: max(end, otherEnd), base, window)
      }
      row &+= 1
    }
  }

  private func columns(of contour: Written, row: Int) -> (start: Int, end: Int) {
    let extent = unsafe extents.base[contour.extent &+ row &- contour.box.minY]
    return (contour.box.minX &+ Int(extent.start), contour.box.minX &+ Int(extent.end))
  }

  @inline(never)
  private func fill(
    _ row: Int, from start: Int, to end: Int, _ base: UInt32, _ window: firstlight_window
  ) {
    let first = unsafe max(start, window.min_x)
    let last = unsafe min(end, window.max_x)
    if first >= last { return }
    unsafe Blend.fill(
      (window.surface + row &* window.stride).assumingMemoryBound(to: UInt32.self) + first,
      count: last &- first, with: base)
  }
}
