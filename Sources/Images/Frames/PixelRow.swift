import Raster

/// A row of pixels between a surface and a file.
///
/// All loops of this target over surface pixels are here. Alpha is premultiplied in surfaces and
/// straight in files.
enum PixelRow {
  /// Reads `row.count` pixels from column `x` on of a picture's row as premultiplied
  /// `0xAARRGGBB`. Components are widened to eight bits by repeating their high bits, or rounded
  /// to the nearest; a format without alpha is opaque.
  static func read(_ surface: Surface, x: Int, y: Int, into row: inout [UInt32]) {
    var pixels = row.mutableSpan
    precondition(y >= 0 && y < surface.height)
    precondition(x >= 0 && pixels.count <= surface.width - x)
    let start = unsafe surface.base + surface.byteOffset(x: x, y: y)
    let step = surface.pixelStep
    switch surface.format {
    case .argb8888: unsafe convert(start, step: step, &pixels) { $0 }
    case .xrgb8888: unsafe convert(start, step: step, &pixels) { $0 | 0xFF00_0000 }
    case let format:
      for index in pixels.indices {
        pixels[index] = format.premultiplied(unsafe format.word(at: start + index &* step))
      }
    }
  }

  /// Appends pixels in a file's form: red, green, blue and, unless opaque, straight alpha.
  ///
  /// Division rounds to the nearest, so that premultiplying the written value gives the same pixel.
  static func pack(_ row: [UInt32], isOpaque: Bool, into packed: inout [UInt8]) {
    let pixels = row.span
    var bytes = packed.mutableSpan
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

  /// Writes pixels as luma and chroma of ITU-R BT.601 in its limited range, a byte each.
  ///
  /// - Parameters:
  ///   - offset: the place of the first pixel's luma.
  ///   - step: bytes from a pixel's luma to its blue chroma, and from that to its red chroma.
  static func split(_ row: [UInt32], into planes: inout [UInt8], at offset: Int, step: Int) {
    let pixels = row.span
    precondition(offset >= 0 && step >= pixels.count)
    precondition(offset + 2 * step + pixels.count <= planes.count)
    unsafe planes.withUnsafeMutableBufferPointer { planes in
      for index in pixels.indices {
        let pixel = pixels[index]
        let red = Int32(truncatingIfNeeded: pixel >> 16 & 255)
        let green = Int32(truncatingIfNeeded: pixel >> 8 & 255)
        let blue = Int32(truncatingIfNeeded: pixel & 255)
        // The standard's weights times 219/255 or 224/255, in 1/65536; those of chroma add up to 0.
        let luma = 16_829 &* red &+ 33_039 &* green &+ 6_416 &* blue &+ (16 << 16 | 1 << 15)
        let blueness = 28_784 &* blue &- 9_714 &* red &- 19_070 &* green &+ (128 << 16 | 1 << 15)
        let redness = 28_784 &* red &- 24_103 &* green &- 4_681 &* blue &+ (128 << 16 | 1 << 15)
        let place = offset &+ index
        unsafe planes[place] = UInt8(truncatingIfNeeded: luma >> 16)
        unsafe planes[place &+ step] = UInt8(truncatingIfNeeded: blueness >> 16)
        unsafe planes[place &+ 2 &* step] = UInt8(truncatingIfNeeded: redness >> 16)
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

  /// Reads pixels of four bytes, each `step` bytes from the one before, from `row` on.
  @inline(__always) private static func convert(
    _ row: UnsafeMutableRawPointer, step: Int, _ pixels: inout MutableSpan<UInt32>,
    _ pixel: (UInt32) -> UInt32
  ) {
    for index in pixels.indices {
      pixels[index] = pixel(
        unsafe row.loadUnaligned(fromByteOffset: index &* step, as: UInt32.self))
    }
  }
}
