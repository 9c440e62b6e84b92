internal import CKernels
internal import CStreaming

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
  /// Whole lines are streamed. Their stores lie in a page each, which no prefetching foresees: when
  /// the cache read each line before it was written, frames took half as long again.
  ///
  /// - Parameters:
  ///   - rowStep: bytes from a pixel of the source to the one below.
  ///   - columnStep: bytes on the target from one column to the next.
  static func transpose(
    _ source: UnsafeRawPointer, rowStep: Int, columns: Int, rows: Int, byteCount: Int,
    to target: UnsafeMutableRawPointer, columnStep: Int
  ) {
    let isStreamed =
      (Int(bitPattern: target) | columnStep) & 15 == 0 && rows &* byteCount & 63 == 0
    switch (byteCount, isStreamed) {
    case (4, true):
      unsafe transpose(
        UInt32.self, source, rowStep: rowStep, columns: columns, rows: rows, to: target,
        columnStep: columnStep
      ) { unsafe firstlight_stream_words($1, $0[0], $0[1], $0[2], $0[3]) }
      firstlight_end_stream()
    case (4, false):
      unsafe transpose(
        UInt32.self, source, rowStep: rowStep, columns: columns, rows: rows, to: target,
        columnStep: columnStep
      ) { unsafe $1.storeBytes(of: $0, as: SIMD4<UInt32>.self) }
    case (2, true):
      unsafe transpose(
        UInt16.self, source, rowStep: rowStep, columns: columns, rows: rows, to: target,
        columnStep: columnStep
      ) { unsafe firstlight_stream_long($1, unsafeBitCast($0, to: UInt64.self)) }
      firstlight_end_stream()
    case (2, false):
      unsafe transpose(
        UInt16.self, source, rowStep: rowStep, columns: columns, rows: rows, to: target,
        columnStep: columnStep
      ) { unsafe $1.storeBytes(of: $0, as: SIMD4<UInt16>.self) }
    default:
      for column in 0..<columns {
        unsafe gather(
          source + column &* byteCount, step: rowStep, count: rows, byteCount: byteCount,
          to: target + column &* columnStep)
      }
    }
  }

  /// By blocks of four by four pixels, all of four columns before the next four, and forward on the
  /// target.
  @inline(__always) private static func transpose<Pixel: SIMDScalar & BitwiseCopyable>(
    _ type: Pixel.Type, _ source: UnsafeRawPointer, rowStep: Int, columns: Int, rows: Int,
    to target: UnsafeMutableRawPointer, columnStep: Int,
    _ store: (SIMD4<Pixel>, UnsafeMutableRawPointer) -> Void
  ) {
    typealias Four = SIMD4<Pixel>
    let size = MemoryLayout<Pixel>.size
    let blocks = columns / 4
    for block in 0..<blocks {
      let column = (columnStep < 0 ? blocks &- 1 &- block : block) &* 4
      var from = unsafe source + column &* size
      var to = unsafe target + column &* columnStep
      for _ in 0..<(rows / 4) {
        let a = unsafe from.loadUnaligned(as: Four.self)
        let b = unsafe (from + rowStep).loadUnaligned(as: Four.self)
        let c = unsafe (from + 2 &* rowStep).loadUnaligned(as: Four.self)
        let d = unsafe (from + 3 &* rowStep).loadUnaligned(as: Four.self)
        unsafe store(Four(a[0], b[0], c[0], d[0]), to)
        unsafe store(Four(a[1], b[1], c[1], d[1]), to + columnStep)
        unsafe store(Four(a[2], b[2], c[2], d[2]), to + 2 &* columnStep)
        unsafe store(Four(a[3], b[3], c[3], d[3]), to + 3 &* columnStep)
        unsafe from += 4 &* rowStep
        unsafe to += 4 &* size
      }
      if rows & 3 != 0 {
        for lane in 0..<4 {
          unsafe gather(
            from + lane &* size, step: rowStep, count: rows & 3, byteCount: size,
            to: to + lane &* columnStep)
        }
      }
    }
    for column in (blocks &* 4)..<columns {
      unsafe gather(
        source + column &* size, step: rowStep, count: rows, byteCount: size,
        to: target + column &* columnStep)
    }
  }

  /// Writes columns of words as rows of three bytes a pixel.
  static func transposeTriples(
    _ source: UnsafeRawPointer, rowStep: Int, columns: Int, rows: Int,
    to target: UnsafeMutableRawPointer, columnStep: Int
  ) {
    let wide = rows == 32 && Blend.isWide ? columns & ~7 : 0
    if wide > 0 {
      unsafe firstlight_wide_turn_triples(source, rowStep, wide, target, columnStep)
    }
    for column in wide..<columns {
      let from = unsafe source + column &* 4
      unsafe PixelWriter.writeTriples(rows, to: target + column &* columnStep) { index in
        unsafe (from + index &* rowStep).loadUnaligned(as: UInt32.self)
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
