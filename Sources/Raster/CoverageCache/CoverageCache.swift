internal import CKernels
import Geometry

/// The coverage of a small shape, a byte for each pixel.
///
/// The cache is made when the shape is first drawn, and is only read as long as the shape stays the
/// same. It takes a byte for each pixel and four for each row. There are at most
/// `CoverageRasterizer.largestArea` pixels and, beyond 4096, at most 64 for each element of the
/// path. The cache may have only some of the shape's rows.
@safe struct CoverageCache: ~Copyable {
  /// The first pixel of a row that may be covered, from the left border, and one behind the last.
  typealias Extent = firstlight_box_extent

  /// The pixels of the cache; it may reach beyond the surface.
  private(set) var bounds = PixelRect.empty
  /// The rows that were made.
  private var rows = 0..<0
  /// The extent of each row, then the rows, each written within its extent only, and `slack`. One
  /// block, since a picture may have thousands of caches that come and go.
  private var memory = Scratch<UInt32>(capacity: 0)
  /// Bytes from one row to the next.
  private var stride = 0
  /// The fill that the cache was made of, if that lies at a `SubpixelPhase`.
  @Rare var source: Source? = nil
  /// The distance in pixels from the place where the cache was made.
  private var way = (x: 0, y: 0)

  struct Source {
    let shape: Shape
    let transform: AffineTransform
  }

  /// True if there is a cache at all.
  @inline(__always) var isSet: Bool { rows.count > 0 }

  /// True if rows were made, as far as the cache has them.
  @inline(__always) func holds(_ rows: Range<Int>) -> Bool {
    max(rows.lowerBound, bounds.minY) >= self.rows.lowerBound
      && min(rows.upperBound, bounds.maxY) <= self.rows.upperBound
  }

  /// The memory that it takes, in bytes, also where it is not set.
  @inline(__always) var byteCount: Int { memory.byteCount }

  /// Bytes that kernels may read behind the last row.
  private static let slack = 16

  /// Words that rows take, with their extents.
  @inline(__always) private static func wordCount(stride: Int, rows: Int) -> Int {
    rows &+ (stride &* rows &+ slack &+ 3) / 4
  }

  /// Words to allocate: a quarter more for a shape that has grown.
  private static func capacity(for needed: Int, after former: Int) -> Int {
    former > 0 && former < needed ? needed &+ needed / 4 : needed
  }

  /// The approximate memory of a cache that is not made yet. Most caches are made of cells, whose
  /// rows have some spare bytes.
  static func foreseenByteCount(width: Int, height: Int) -> Int {
    4 &* wordCount(stride: CellGrid.stride(forWidth: width), rows: height)
  }

  mutating func giveBack() {
    remove()
    memory = Scratch(capacity: 0)
  }

  mutating func remove() {
    bounds = .empty
    rows = 0..<0
    source = nil
    way = (x: 0, y: 0)
  }

  /// Moves the cache to a distance in pixels from the place where it was made.
  mutating func move(x: Int, y: Int) {
    let (dx, dy) = (x &- way.x, y &- way.y)
    way = (x: x, y: y)
    bounds = PixelRect(
      minX: bounds.minX &+ dx, minY: bounds.minY &+ dy, maxX: bounds.maxX &+ dx,
      maxY: bounds.maxY &+ dy)
    rows = (rows.lowerBound &+ dy)..<(rows.upperBound &+ dy)
  }

  /// Allocates some rows of a cache.
  ///
  /// - Parameter spare: bytes behind each row.
  mutating func begin(_ bounds: PixelRect, rows: Range<Int>, spare: Int = 0) {
    self.bounds = bounds
    self.rows = rows
    stride = bounds.width &+ spare
    let needed = CoverageCache.wordCount(stride: stride, rows: rows.count)
    if memory.capacity < needed || memory.capacity > 4 &* needed {
      memory = Scratch(capacity: CoverageCache.capacity(for: needed, after: memory.capacity))
    }
    unsafe memory.base.update(repeating: 0, count: rows.count)
  }

  /// The bytes of a row, from the left border.
  @inline(__always) func row(_ row: Int) -> UnsafeMutablePointer<UInt8> {
    let bytes = unsafe UnsafeMutableRawPointer(memory.base + rows.count)
    return unsafe bytes.assumingMemoryBound(to: UInt8.self)
      + (row &- rows.lowerBound) &* stride
  }

  /// The rows as kernels take them, until the next ones are made.
  var kernelBox: firstlight_coverage_box {
    let extents = unsafe UnsafeRawPointer(memory.base)
    return unsafe firstlight_coverage_box(
      extents: extents.assumingMemoryBound(to: Extent.self), bytes: row(rows.lowerBound),
      stride: stride, left: bounds.minX, first_row: rows.lowerBound)
  }

  @inline(__always) private func extent(ofRow row: Int) -> Extent {
    unsafe UnsafeRawPointer(memory.base + (row &- rows.lowerBound)).load(as: Extent.self)
  }

  @inline(__always) func setExtent(ofRow row: Int, _ start: Int, _ end: Int) {
    let extent = Extent(
      start: UInt16(truncatingIfNeeded: start), end: UInt16(truncatingIfNeeded: end))
    unsafe UnsafeMutableRawPointer(memory.base + (row &- rows.lowerBound)).storeBytes(
      of: extent, as: Extent.self)
  }

  /// Adds pixels to the right of those of a row that may be covered.
  @inline(__always) mutating func widenExtent(ofRow row: Int, _ start: Int, _ end: Int) {
    let extent = extent(ofRow: row)
    setExtent(ofRow: row, extent.end == 0 ? start : Int(extent.start), end)
  }

  /// Empties all rows.
  func clear() {
    unsafe row(rows.lowerBound).update(repeating: 0, count: stride &* rows.count)
  }

  /// True if all rows were made.
  var isWhole: Bool { rows == bounds.minY..<bounds.maxY }

  /// The pixels of a row, between two, that may be covered: the first one and one behind the last.
  @inline(__always)
  func extent(ofRow row: Int, minX: Int, maxX: Int) -> (start: Int, end: Int) {
    let extent = extent(ofRow: row)
    return (
      max(bounds.minX &+ Int(extent.start), minX), min(bounds.minX &+ Int(extent.end), maxX)
    )
  }

  /// Appends the coverage of a row of the cache between two pixels.
  @inline(__always)
  func appendCoverage(row: Int, minX: Int, maxX: Int, to spans: inout SpanRow) {
    let (start, end) = extent(ofRow: row, minX: minX, maxX: maxX)
    if start >= end { return }
    let offset = spans.masks.count
    let count = end &- start
    spans.masks.reserve(offset &+ count &+ 16)
    spans.masks.count = offset &+ count
    // Sixteen bytes at a time, also those behind the row: most rows are short.
    let source = unsafe UnsafeRawPointer(self.row(row) + (start &- bounds.minX))
    let target = unsafe UnsafeMutableRawPointer(spans.masks.base + offset)
    var index = 0
    while index < count {
      unsafe target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self),
        toByteOffset: index, as: SIMD16<UInt8>.self)
      index &+= 16
    }
    spans.spans.append(CoverageSpan(x: start, length: count, mask: offset, value: 0))
  }
}
