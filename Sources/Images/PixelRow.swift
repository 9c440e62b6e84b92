import Raster

/// A row of pixels on its way from a surface to a file.
///
/// All loops of this target over surface pixels are here. Alpha is premultiplied in surfaces and
/// straight in files.
enum PixelRow {
  /// Reads `pixels.count` pixels from column `x` on of a surface's row as premultiplied
  /// `0xAARRGGBB`. Components are widened to eight bits by repeating their high bits, or rounded
  /// to the nearest; a format without alpha is opaque.
  static func read(_ surface: Surface, x: Int, y: Int, into pixels: inout MutableSpan<UInt32>) {
    precondition(y >= 0 && y < surface.height)
    precondition(x >= 0 && pixels.count <= surface.width - x)
    let row = unsafe surface.base + (y * surface.stride + x * surface.format.byteCount)
    switch surface.format {
    case .argb8888: unsafe convert(row, UInt32.self, &pixels) { $0 }
    case .xrgb8888: unsafe convert(row, UInt32.self, &pixels) { $0 | 0xFF00_0000 }
    case .abgr8888: unsafe convert(row, UInt32.self, &pixels) { swapRedBlue($0) }
    case .xbgr8888: unsafe convert(row, UInt32.self, &pixels) { swapRedBlue($0) | 0xFF00_0000 }
    case .rgb565: unsafe convert(row, UInt16.self, &pixels) { widen565(UInt32($0)) }
    case .bgr565: unsafe convert(row, UInt16.self, &pixels) { swapRedBlue(widen565(UInt32($0))) }
    case .xrgb2101010: unsafe convert(row, UInt32.self, &pixels) { narrow101010($0) }
    case .xbgr2101010:
      unsafe convert(row, UInt32.self, &pixels) { swapRedBlue(narrow101010($0)) }
    }
  }

  /// Appends pixels as a file's red, green, blue and, unless opaque, straight alpha.
  ///
  /// Division rounds to the nearest, so that premultiplying what was written gives the pixel back.
  static func pack(_ pixels: Span<UInt32>, isOpaque: Bool, into bytes: inout MutableSpan<UInt8>) {
    precondition(bytes.count == pixels.count * (isOpaque ? 3 : 4))
    var offset = 0
    for index in pixels.indices {
      let pixel = isOpaque ? pixels[index] : straight(pixels[index])
      bytes[offset] = UInt8(truncatingIfNeeded: pixel >> 16)
      bytes[offset &+ 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      bytes[offset &+ 2] = UInt8(truncatingIfNeeded: pixel)
      if isOpaque {
        offset &+= 3
      } else {
        bytes[offset &+ 3] = UInt8(truncatingIfNeeded: pixel >> 24)
        offset &+= 4
      }
    }
  }

  /// A premultiplied pixel with its colour divided by its alpha.
  @inline(__always) static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 { return pixel }
    if alpha == 0 { return 0 }
    func divided(_ component: UInt32) -> UInt32 {
      min((component &* 255 &+ alpha / 2) / alpha, 255)
    }
    return alpha << 24 | divided(pixel >> 16 & 255) << 16 | divided(pixel >> 8 & 255) << 8
      | divided(pixel & 255)
  }

  /// `row` is valid for the pixels' number of words.
  @inline(__always) private static func convert<Word: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeMutableRawPointer, _ type: Word.Type, _ pixels: inout MutableSpan<UInt32>,
    _ pixel: (Word) -> UInt32
  ) {
    for index in pixels.indices {
      let word = unsafe row.loadUnaligned(
        fromByteOffset: index &* (Word.bitWidth / 8), as: Word.self)
      pixels[index] = pixel(word)
    }
  }

  @inline(__always) private static func swapRedBlue(_ pixel: UInt32) -> UInt32 {
    pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16
  }

  @inline(__always) private static func widen565(_ word: UInt32) -> UInt32 {
    let red = word >> 11 & 31
    let green = word >> 5 & 63
    let blue = word & 31
    return 0xFF00_0000 | (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8
      | (blue << 3 | blue >> 2)
  }

  @inline(__always) private static func narrow101010(_ word: UInt32) -> UInt32 {
    func narrowed(_ component: UInt32) -> UInt32 { (component &* 255 &+ 511) / 1023 }
    return 0xFF00_0000 | narrowed(word >> 20 & 1023) << 16 | narrowed(word >> 10 & 1023) << 8
      | narrowed(word & 1023)
  }
}
