internal import CKernels
import Geometry

/// Moves pixels from cached rows to a rotated scanout, whose memory is only written.
///
/// Prefetching in hardware does not foresee stores that lie in another page each, so kernels for
/// AVX2 request cache lines ahead of time. They take composed pixels, and convert and dither them
/// in registers. So each pixel is read and written once, except for some columns that are rotated
/// twice, with two groups. Stores past the cache were tried and took up to twice as long.
enum PixelRotator {
  /// The format in which pixels are passed for a surface: composed pixels if kernels convert them,
  /// else words of the surface's own format.
  static func sourceFormat(for surface: Surface) -> PixelFormat {
    guard KernelLevel.hasAVX2, surface.rotation.swapsSides else { return surface.format.inWords }
    return switch surface.format {
    case .xbgr8888, .rgb565, .bgr565, .rgb888, .bgr888: .xrgb8888
    case .abgr8888: .argb8888
    default: surface.format.inWords
    }
  }

  /// Writes a rectangle of the picture.
  ///
  /// - Parameters:
  ///   - source: the first pixel, in the source format or in words of the surface's format: pixels
  ///     of three bytes are the lower bytes of words.
  ///   - stride: bytes from one row of the source to the next.
  @inline(never)
  static func write(
    _ source: UnsafeRawPointer, stride: Int, _ rect: PixelRect, to surface: Surface
  ) {
    let size = surface.format.byteCount
    guard surface.rotation.swapsSides else {
      for row in 0..<rect.height {
        let end = unsafe source + row &* stride + rect.width &* (size == 2 ? 2 : 4)
        let start = surface.byteOffset(x: rect.maxX - 1, y: rect.minY + row)
        unsafe reverse(end, count: rect.width, byteCount: size, to: surface.base + start)
      }
      return
    }
    let isRight = surface.rotation == .right
    let firstRow = isRight ? rect.maxY - 1 : rect.minY
    let first = unsafe source + (firstRow - rect.minY) * stride
    let target = unsafe surface.base + surface.byteOffset(x: rect.minX, y: firstRow)
    let rowStep = isRight ? -stride : stride
    let columnStep = surface.pixelStep
    let isComposed = sourceFormat(for: surface).isNative
    guard KernelLevel.hasAVX2, isComposed || size != 2 else {
      return unsafe transpose(
        first, rowStep: rowStep, columns: rect.width, rows: rect.height, byteCount: size,
        to: target, columnStep: columnStep)
    }
    var rotation = unsafe firstlight_rotation()
    unsafe rotation.source = first
    unsafe rotation.row_step = rowStep
    unsafe rotation.columns = rect.width
    unsafe rotation.rows = rect.height
    unsafe rotation.target = target
    unsafe rotation.column_step = columnStep
    unsafe rotation.size = Int32(size)
    let swaps =
      switch surface.format {
      case .xbgr8888, .abgr8888, .bgr565, .bgr888: true
      default: false
      }
    unsafe rotation.red_shift = swaps ? 0 : 11
    unsafe rotation.blue_shift = swaps ? 11 : 0
    unsafe rotation.swaps = swaps ? 1 : 0
    unsafe withUnsafeMutableBytes(of: &rotation.thresholds) { thresholds in
      for row in 0..<8 {
        unsafe thresholds.storeBytes(
          of: DitherMatrix.thresholds(x: rect.minX, y: firstRow &+ (isRight ? -row : row)),
          toByteOffset: row * 8, as: UInt64.self)
      }
    }
    unsafe firstlight_rotate_avx2(&rotation)
  }

  /// Writes the pixels before `end` backward: the last of them first.
  static func reverse(
    _ end: UnsafeRawPointer, count: Int, byteCount: Int, to target: UnsafeMutableRawPointer
  ) {
    let word = byteCount == 2 ? 2 : 4
    var index = 0
    if KernelLevel.hasAVX2 {
      unsafe index = firstlight_reverse_avx2(end, count, Int32(byteCount), target)
    } else if byteCount == 4 {
      while index &+ 4 <= count {
        let four = unsafe (end - (index &+ 4) &* 4).loadUnaligned(as: SIMD4<UInt32>.self)
        let reversed = SIMD4(four[3], four[2], four[1], four[0])
        unsafe (target + index &* 4).storeBytes(of: reversed, as: SIMD4<UInt32>.self)
        index &+= 4
      }
    }
    unsafe gather(
      end - (index &+ 1) &* word, step: -word, count: count &- index, byteCount: byteCount,
      to: target + index &* byteCount)
  }

  /// Writes columns as rows. `source` is at the first column's first pixel, and `target` at the
  /// place of this pixel; the pixels of a column follow one another there.
  ///
  /// - Parameters:
  ///   - rowStep: bytes from a pixel of the source to the one below.
  ///   - columnStep: bytes on the target from one column to the next.
  private static func transpose(
    _ source: UnsafeRawPointer, rowStep: Int, columns: Int, rows: Int, byteCount: Int,
    to target: UnsafeMutableRawPointer, columnStep: Int
  ) {
    let word = byteCount == 2 ? 2 : 4
    let wideRows = byteCount == 3 ? 0 : rows & ~3
    let wideColumns = wideRows > 0 ? columns & ~3 : 0
    switch byteCount {
    case 4:
      unsafe transposeFours(
        UInt32.self, source, rowStep: rowStep, columns: wideColumns, rows: wideRows, to: target,
        columnStep: columnStep)
    case 2:
      unsafe transposeFours(
        UInt16.self, source, rowStep: rowStep, columns: wideColumns, rows: wideRows, to: target,
        columnStep: columnStep)
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

  /// `transpose` of blocks of four by four.
  @inline(__always)
  private static func transposeFours<Pixel: SIMDScalar & FixedWidthInteger>(
    _: Pixel.Type, _ source: UnsafeRawPointer, rowStep: Int, columns: Int, rows: Int,
    to target: UnsafeMutableRawPointer, columnStep: Int
  ) {
    typealias Four = SIMD4<Pixel>
    let size = MemoryLayout<Pixel>.size
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
          unsafe (to + lane &* columnStep).storeBytes(of: four, as: Four.self)
        }
        unsafe from += 4 &* rowStep
        unsafe to += 4 &* size
      }
    }
  }

  /// Writes pixels that lie `step` bytes apart one after the other. Whole blocks do not need this,
  /// so it is one function that no loop inlines.
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
