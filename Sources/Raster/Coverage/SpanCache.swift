internal import CKernels
import Geometry

/// Coverage of rows of an outline that is drawn again as it is: each is scanned once, for all its
/// width, and from then on only read.
///
/// An arc from cached rows takes a third of the time, a ring of 60 segments a quarter. Outlines
/// whose rows take more than `limit` bytes are scanned every time.
@safe struct SpanCache: ~Copyable {
  private enum State { case off, on, tooMuch }

  /// A row's spans; −1 of them where it was not scanned yet.
  typealias Place = firstlight_cached_row

  /// The most bytes in use for one outline, not counting the last row that was added. Spare
  /// capacity may be as much again.
  static let limit = 1 << 18

  private var state = State.off
  private var firstRow = 0
  private var places = Scratch<Place>(capacity: 0)
  /// The spans of all rows; those with a mask say where it is in `masks`.
  private var spans = Scratch<CoverageSpan>(capacity: 0)
  private var masks = Scratch<UInt8>(capacity: 0)

  @inline(__always) var isOn: Bool { state == .on }

  /// The memory that it takes, in bytes.
  var byteCount: Int {
    if state != .on { return 0 }
    return places.capacity &* MemoryLayout<Place>.stride
      &+ spans.capacity &* MemoryLayout<CoverageSpan>.stride &+ masks.capacity
  }

  /// Begins to cache rows, if it does not yet and these do not take too much.
  mutating func begin(_ rows: Range<Int>) {
    guard state == .off else { return }
    state = .on
    firstRow = rows.lowerBound
    places.resize(rows.count, filledWith: Place(firstSpan: 0, spanCount: -1))
  }

  /// Gives its memory back, until it begins again.
  mutating func end() { if isOn { end(as: .off) } }

  /// Gives the memory back, for another outline.
  mutating func forget() { end(as: .off) }

  private mutating func end(as newState: State) {
    if state == .on {
      places = Scratch(capacity: 0)
      spans = Scratch(capacity: 0)
      masks = Scratch(capacity: 0)
    }
    state = newState
  }

  @inline(__always) func holds(_ row: Int) -> Bool {
    unsafe places.base[row &- firstRow].spanCount >= 0
  }

  /// The rows as kernels take them, until the next one is stored.
  var kernelRows: firstlight_cached_rows {
    unsafe firstlight_cached_rows(
      rows: places.base, spans: spans.base, masks: masks.base, first_row: firstRow)
  }

  /// Stores a row's spans, the last of some, with the bytes from `firstByte` on.
  mutating func store(
    _ row: Int, of source: borrowing SpanRow, since firstSpan: Int, firstByte: Int
  ) {
    let place = spans.count
    let offset = masks.count &- firstByte
    for index in firstSpan..<source.spans.count {
      let span = source.spans[index]
      spans.append(
        CoverageSpan(
          x: span.x, length: span.length, mask: span.mask < 0 ? -1 : span.mask &+ offset,
          value: span.value))
    }
    let count = source.masks.count &- firstByte
    // With the bytes that kernels may read behind a mask.
    masks.reserve(masks.count &+ count &+ 16)
    unsafe (masks.base + masks.count).copy(from: source.masks.base + firstByte, count: count)
    masks.count &+= count
    places[row &- firstRow] = Place(
      firstSpan: Int32(truncatingIfNeeded: place),
      spanCount: Int32(truncatingIfNeeded: spans.count &- place))
    if spans.count &* MemoryLayout<CoverageSpan>.stride &+ masks.count > SpanCache.limit {
      end(as: .tooMuch)
    }
  }

  /// Appends the coverage between two pixels of a row that is cached.
  func append(_ row: Int, minX: Int, maxX: Int, to target: inout SpanRow) {
    let place = unsafe places.base[row &- firstRow]
    let count = Int(place.spanCount)
    target.spans.reserve(target.spans.count &+ count)
    target.masks.reserve(target.masks.count &+ maxX &- minX &+ 16)
    var output = unsafe target.spans.base + target.spans.count
    var offset = target.masks.count
    let first = unsafe spans.base + Int(place.firstSpan)
    for index in 0..<count {
      let span = unsafe first[index]
      if span.x >= maxX { break }
      let start = max(span.x, minX)
      let length = min(span.end, maxX) &- start
      if length <= 0 { continue }
      if span.mask < 0 {
        unsafe output.pointee = CoverageSpan(x: start, length: length, mask: -1, value: span.value)
      } else {
        let source = unsafe UnsafeRawPointer(masks.base) + (span.mask &+ start &- span.x)
        let bytes = unsafe UnsafeMutableRawPointer(target.masks.base) + offset
        // Most masks have no more than eight bytes; both rows have eight bytes to spare.
        unsafe bytes.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
        if length > 8 { unsafe (bytes + 8).copyMemory(from: source + 8, byteCount: length &- 8) }
        unsafe output.pointee = CoverageSpan(x: start, length: length, mask: offset, value: 0)
        offset &+= length
      }
      unsafe output += 1
    }
    target.masks.count = offset
    target.spans.count = unsafe output - target.spans.base
  }

  /// Writes the rows of a rectangle in one colour over another, as long as they are cached.
  ///
  /// - Parameter rect: its rows have no coverage left or right of it.
  /// - Returns: the number of rows written.
  func write(_ rect: PixelRect, _ colors: RowColors, to surface: Surface) -> Int {
    unsafe RowWriter.write(rect, of: kernelRows, colors, to: surface)
  }
}
