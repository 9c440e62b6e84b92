/// Moves pixels of two, three or four bytes from cached rows to a turned scanout, whose memory is
/// only written, and forward.
enum PixelTurn {
  /// Writes the pixels before `end` backward: the last of them first.
  static func reverse(
    _ end: UnsafeRawPointer, count: Int, byteCount: Int, to target: UnsafeMutableRawPointer
  ) {
    var index = 0
    if byteCount == 4 {
      while index &+ 4 <= count {
        let four = unsafe (end - (index &+ 4) &* 4).loadUnaligned(as: SIMD4<UInt32>.self)
        let turned = SIMD4(four[3], four[2], four[1], four[0])
        unsafe (target + index &* 4).storeBytes(of: turned, as: SIMD4<UInt32>.self)
        index &+= 4
      }
    }
    unsafe gather(
      end - (index &+ 1) &* byteCount, step: -byteCount, count: count &- index,
      byteCount: byteCount, to: target + index &* byteCount)
  }

  /// Writes columns as rows. `source` is at the first column's first pixel, `target` where that
  /// goes; the pixels of a column follow one another there.
  ///
  /// - Parameters:
  ///   - rowStep: bytes from a pixel of the source to the one below.
  ///   - columnStep: bytes on the target from one column to the next.
  static func transpose(
    _ source: UnsafeRawPointer, rowStep: Int, columns: Int, rows: Int, byteCount: Int,
    to target: UnsafeMutableRawPointer, columnStep: Int
  ) {
    switch byteCount {
    case 4:
      unsafe transpose(
        UInt32.self, source, rowStep: rowStep, columns: columns, rows: rows, to: target,
        columnStep: columnStep)
    case 2:
      unsafe transpose(
        UInt16.self, source, rowStep: rowStep, columns: columns, rows: rows, to: target,
        columnStep: columnStep)
    default:
      for column in 0..<columns {
        unsafe gather(
          source + column &* byteCount, step: rowStep, count: rows, byteCount: byteCount,
          to: target + column &* columnStep)
      }
    }
  }

  /// By blocks of four by four pixels, all of four columns before the next four.
  @inline(__always) private static func transpose<Pixel: SIMDScalar & BitwiseCopyable>(
    _ type: Pixel.Type, _ source: UnsafeRawPointer, rowStep: Int, columns: Int, rows: Int,
    to target: UnsafeMutableRawPointer, columnStep: Int
  ) {
    typealias Four = SIMD4<Pixel>
    let size = MemoryLayout<Pixel>.size
    let wholeRows = rows & ~3
    var column = 0
    while column &+ 4 <= columns {
      var from = unsafe source + column &* size
      var to = unsafe target + column &* columnStep
      for _ in 0..<(rows / 4) {
        let a = unsafe from.loadUnaligned(as: Four.self)
        let b = unsafe (from + rowStep).loadUnaligned(as: Four.self)
        let c = unsafe (from + 2 &* rowStep).loadUnaligned(as: Four.self)
        let d = unsafe (from + 3 &* rowStep).loadUnaligned(as: Four.self)
        unsafe to.storeBytes(of: Four(a[0], b[0], c[0], d[0]), as: Four.self)
        unsafe (to + columnStep).storeBytes(of: Four(a[1], b[1], c[1], d[1]), as: Four.self)
        unsafe (to + 2 &* columnStep).storeBytes(of: Four(a[2], b[2], c[2], d[2]), as: Four.self)
        unsafe (to + 3 &* columnStep).storeBytes(of: Four(a[3], b[3], c[3], d[3]), as: Four.self)
        unsafe from += 4 &* rowStep
        unsafe to += 4 &* size
      }
      if wholeRows < rows {
        for lane in 0..<4 {
          unsafe gather(
            from + lane &* size, step: rowStep, count: rows &- wholeRows, byteCount: size,
            to: to + lane &* columnStep)
        }
      }
      column &+= 4
    }
    while column < columns {
      unsafe gather(
        source + column &* size, step: rowStep, count: rows, byteCount: size,
        to: target + column &* columnStep)
      column &+= 1
    }
  }

  /// Writes pixels that lie `step` bytes apart one after the other.
  private static func gather(
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
