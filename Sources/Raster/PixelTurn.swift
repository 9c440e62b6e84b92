internal import CKernels
internal import CStreaming
import Geometry

/// Moves pixels of two, three or four bytes from cached rows to a turned scanout, whose memory is
/// only written.
///
/// Stores that lie in a page each are foreseen by no prefetching: wide kernels ask for lines ahead of
/// their turn, or stream pixels of four bytes where the processor is better at that.
enum PixelTurn {
  /// Writes a rectangle of the picture.
  ///
  /// - Parameters:
  ///   - source: its first pixel, in the surface's format; pixels of three bytes are the lower ones
  ///     of words.
  ///   - stride: bytes from one row of the source to the next.
  static func write(
    _ source: UnsafeRawPointer, stride: Int, _ rect: PixelRect, to surface: Surface
  ) {
    let size = surface.format.byteCount
    let columns = rect.width
    switch surface.rotation {
    case .upright, .upsideDown:
      for row in 0..<rect.height {
        let end = unsafe source + row &* stride + columns &* (size == 2 ? 2 : 4)
        let start = surface.byteOffset(x: rect.maxX - 1, y: rect.minY + row)
        unsafe reverse(end, count: columns, byteCount: size, to: surface.base + start)
      }
    case .left:
      let start = surface.byteOffset(x: rect.minX, y: rect.minY)
      unsafe transpose(
        source, rowStep: stride, columns: columns, rows: rect.height, byteCount: size,
        to: surface.base + start, columnStep: -surface.stride)
    case .right:
      let start = surface.byteOffset(x: rect.minX, y: rect.maxY - 1)
      unsafe transpose(
        source + (rect.height - 1) * stride, rowStep: -stride, columns: columns,
        rows: rect.height, byteCount: size, to: surface.base + start, columnStep: surface.stride)
    }
  }

  /// Writes most of a rectangle of the picture in a quarter turn: pixels laid over one colour, as
  /// `Blend.write` does. The source has pixels as they are composed, the surface the same ones or
  /// three bytes of them.
  ///
  /// - Parameter isOpaque: whether the source is.
  /// - Returns: what was written: whole blocks from the rectangle's left border and from where its
  ///   scanout begins on, or nothing.
  static func write(
    _ source: UnsafePointer<UInt32>, stride: Int, _ rect: PixelRect, isOpaque: Bool,
    coverage: UInt8, over base: UInt32, to surface: Surface
  ) -> PixelRect {
    let isRight = surface.rotation == .right
    let rows = rect.height & ~7
    let offset = surface.byteOffset(x: rect.minX, y: isRight ? rect.maxY - 1 : rect.minY)
    let start = unsafe surface.base + offset
    guard Blend.isWide, isOpaque || coverage == 255, rows > 0 else { return .empty }
    var done = rect
    done.maxX = rect.minX + rect.width & ~7
    if isRight { done.minY = rect.maxY - rows } else { done.maxY = rect.minY + rows }
    let first = unsafe UnsafeRawPointer(source) + (isRight ? (rect.height - 1) * stride : 0)
    unsafe firstlight_wide_turn_over(
      first, isRight ? -stride : stride, done.width, rows, coverage, base,
      Blend.scaled(base, by: 255 &- coverage), Int32(surface.format.byteCount), start,
      isRight ? surface.stride : -surface.stride)
    return done
  }

  /// Makes what was streamed visible before what is stored from now on.
  static func finish() { firstlight_end_stream() }

  /// Writes the pixels before `end` backward: the last of them first.
  static func reverse(
    _ end: UnsafeRawPointer, count: Int, byteCount: Int, to target: UnsafeMutableRawPointer
  ) {
    let word = byteCount == 2 ? 2 : 4
    var index = 0
    if Blend.isWide {
      // From the beginning of half a line on it may be streamed.
      let toLine = -Int(bitPattern: target) & 31
      let head = toLine % byteCount == 0 ? min(toLine / byteCount, count) : 0
      unsafe gather(end - word, step: -word, count: head, byteCount: byteCount, to: target)
      unsafe index =
        head
        &+ firstlight_wide_reverse(
          end - head &* word, count &- head, Int32(byteCount), target + head &* byteCount)
    } else if byteCount == 4 {
      while index &+ 4 <= count {
        let four = unsafe (end - (index &+ 4) &* 4).loadUnaligned(as: SIMD4<UInt32>.self)
        let turned = SIMD4(four[3], four[2], four[1], four[0])
        unsafe (target + index &* 4).storeBytes(of: turned, as: SIMD4<UInt32>.self)
        index &+= 4
      }
    }
    unsafe gather(
      end - (index &+ 1) &* word, step: -word, count: count &- index, byteCount: byteCount,
      to: target + index &* byteCount)
  }

  /// Writes columns as rows. `source` is at the first column's first pixel, `target` where that
  /// goes; the pixels of a column follow one another there.
  ///
  /// - Parameters:
  ///   - rowStep: bytes from a pixel of the source to the one below.
  ///   - columnStep: bytes on the target from one column to the next.
  private static func transpose(
    _ source: UnsafeRawPointer, rowStep: Int, columns: Int, rows: Int, byteCount: Int,
    to target: UnsafeMutableRawPointer, columnStep: Int
  ) {
    let word = byteCount == 2 ? 2 : 4
    // Blocks of as many pixels as a vector has.
    let (blockColumns, blockRows) = Blend.isWide ? (32 / word, 8) : (4, 4)
    let wideRows = rows & ~(blockRows - 1)
    let hasBlocks = wideRows > 0 && (Blend.isWide || byteCount != 3)
    let wideColumns = hasBlocks ? columns & ~(blockColumns - 1) : 0
    switch (byteCount, Blend.isWide) {
    case (_, true):
      unsafe firstlight_wide_turn(
        source, rowStep, wideColumns, wideRows, Int32(byteCount), target, columnStep)
    case (4, false):
      unsafe transposeFours(
        UInt32.self, source, rowStep: rowStep, columns: wideColumns, rows: wideRows, to: target,
        columnStep: columnStep
      ) { unsafe firstlight_stream_words($1, $0[0], $0[1], $0[2], $0[3]) }
    case (2, false):
      unsafe transposeFours(
        UInt16.self, source, rowStep: rowStep, columns: wideColumns, rows: wideRows, to: target,
        columnStep: columnStep
      ) { unsafe firstlight_stream_long($1, unsafeBitCast($0, to: UInt64.self)) }
    default: break
    }
    for column in 0..<columns {
      let firstRow = column < wideColumns ? wideRows : 0
      if firstRow == rows { continue }
      unsafe gather(
        source + column &* word + firstRow &* rowStep, step: rowStep, count: rows &- firstRow,
        byteCount: byteCount, to: target + column &* columnStep + firstRow &* byteCount)
    }
  }

  /// `transpose` of blocks of four by four; `stream` stores a row of one where `target` and
  /// `columnStep` are multiples of 16 and whole lines come of it.
  @inline(__always)
  private static func transposeFours<Pixel: SIMDScalar & FixedWidthInteger>(
    _: Pixel.Type, _ source: UnsafeRawPointer, rowStep: Int, columns: Int, rows: Int,
    to target: UnsafeMutableRawPointer, columnStep: Int,
    _ stream: (SIMD4<Pixel>, UnsafeMutableRawPointer) -> Void
  ) {
    typealias Four = SIMD4<Pixel>
    let size = MemoryLayout<Pixel>.size
    let isStreamed =
      (Int(bitPattern: target) | columnStep) & 15 == 0 && rows &* size & 63 == 0
    for column in stride(from: 0, to: columns, by: 4) {
      var from = unsafe source + column &* size
      var to = unsafe target + column &* columnStep
      for _ in 0..<(rows / 4) {
        let a = unsafe from.loadUnaligned(as: Four.self)
        let b = unsafe (from + rowStep).loadUnaligned(as: Four.self)
        let c = unsafe (from + 2 &* rowStep).loadUnaligned(as: Four.self)
        let d = unsafe (from + 3 &* rowStep).loadUnaligned(as: Four.self)
        for lane in 0..<4 {
          let four = Four(a[lane], b[lane], c[lane], d[lane])
          let place = unsafe to + lane &* columnStep
          if isStreamed {
            unsafe stream(four, place)
          } else {
            unsafe place.storeBytes(of: four, as: Four.self)
          }
        }
        unsafe from += 4 &* rowStep
        unsafe to += 4 &* size
      }
    }
  }

  /// Writes pixels that lie `step` bytes apart one after the other. Whole blocks do without it, so
  /// it is there once and not in every loop.
  @inline(never) private static func gather(
    _ source: UnsafeRawPointer, step: Int, count: Int, byteCount: Int,
    to target: UnsafeMutableRawPointer
  ) {
    switch byteCount {
    case 4:
      for index in 0..<count {
        let pixel = unsafe (source + index &* step).loadUnaligned(as: UInt32.self)
        unsafe (target + index &* 4).storeBytes(of: pixel, as: UInt32.self)
      }
    case 2:
      for index in 0..<count {
        let pixel = unsafe (source + index &* step).loadUnaligned(as: UInt16.self)
        unsafe (target + index &* 2).storeBytes(of: pixel, as: UInt16.self)
      }
    default:
      unsafe PixelWriter.writeTriples(count, to: target) { index in
        unsafe (source + index &* step).loadUnaligned(as: UInt32.self)
      }
    }
  }
}
