/// Converts composed rows to a framebuffer's format and writes each pixel once, forward.
///
/// The 16-bit formats are dithered with an 8×8 Bayer matrix that is anchored at the surface's
/// origin, so what is repainted alone equals what is repainted with all. A component v of n+1 steps
/// becomes (v·n + d) / 255, rounded down, with d in 0…251 from the matrix: 0 and 255 stay pure.
/// Ten bits repeat the top two below: the error against v·1023/255 is at most half a step.
enum PixelWriter {
  /// Writes `count` pixels of a composed row to the surface at `x`, `y`.
  static func write(
    _ line: UnsafePointer<UInt32>, count: Int, to surface: Surface, x: Int, y: Int
  ) {
    let row = unsafe surface.base + y &* surface.stride + x &* surface.format.byteCount
    switch surface.format {
    case .xrgb8888, .argb8888:
      unsafe row.copyMemory(from: line, byteCount: count &* 4)
    case .xbgr8888, .abgr8888:
      unsafe convert(line, count: count, to: row) { pixels in
        (pixels & Blend.Pixels(repeating: 0xFF00_FF00))
          | ((pixels &>> 16) & Blend.Pixels(repeating: 255))
          | ((pixels & Blend.Pixels(repeating: 255)) &<< 16)
      }
    case .xrgb2101010:
      unsafe convert(line, count: count, to: row) { tenBits($0, redShift: 20, blueShift: 0) }
    case .xbgr2101010:
      unsafe convert(line, count: count, to: row) { tenBits($0, redShift: 0, blueShift: 20) }
    case .rgb565:
      unsafe dither(line, count: count, to: row, x: x, y: y, redShift: 11, blueShift: 0)
    case .bgr565:
      unsafe dither(line, count: count, to: row, x: x, y: y, redShift: 0, blueShift: 11)
    }
  }

  @inline(__always) private static func convert(
    _ line: UnsafePointer<UInt32>, count: Int, to row: UnsafeMutableRawPointer,
    _ body: (Blend.Pixels) -> Blend.Pixels
  ) {
    var index = 0
    while index &+ 8 <= count {
      let pixels = unsafe body(Blend.load(line + index))
      unsafe (row + index &* 4).storeBytes(of: pixels, as: Blend.Pixels.self)
      index &+= 8
    }
    if index < count {
      let pixels = unsafe body(Blend.load(line + index))
      for lane in 0..<(count &- index) {
        unsafe (row + (index &+ lane) &* 4).storeBytes(of: pixels[lane], as: UInt32.self)
      }
    }
  }

  @inline(__always) private static func tenBits(
    _ pixels: Blend.Pixels, redShift: UInt32, blueShift: UInt32
  ) -> Blend.Pixels {
    let byte = Blend.Pixels(repeating: 255)
    let red = (pixels &>> 16) & byte
    let green = (pixels &>> 8) & byte
    let blue = pixels & byte
    let wideRed = (red &<< 2) | (red &>> 6)
    let wideGreen = (green &<< 2) | (green &>> 6)
    let wideBlue = (blue &<< 2) | (blue &>> 6)
    return Blend.Pixels(repeating: 0xC000_0000) | (wideRed &<< redShift) | (wideGreen &<< 10)
      | (wideBlue &<< blueShift)
  }

  /// The rank, 0…63, of a place in the 8×8 Bayer matrix: the bits of x⊕y and y interleaved, the
  /// lowest bits first in rank.
  static func bayerRank(x: Int, y: Int) -> UInt32 {
    let mixed = x ^ y
    var rank = 0
    for bit in 0..<3 {
      rank = rank << 2 | ((mixed >> bit) & 1) << 1 | ((y >> bit) & 1)
    }
    return UInt32(truncatingIfNeeded: rank)
  }

  private static func dither(
    _ line: UnsafePointer<UInt32>, count: Int, to row: UnsafeMutableRawPointer, x: Int, y: Int,
    redShift: UInt32, blueShift: UInt32
  ) {
    var offsets = Blend.Pixels(repeating: 0)
    for lane in 0..<8 {
      offsets[lane] = (bayerRank(x: (x &+ lane) & 7, y: y & 7) &* 255 &+ 32) / 64
    }
    let byte = Blend.Pixels(repeating: 255)
    let one = Blend.Pixels(repeating: 1)
    @inline(__always) func reduced(_ value: Blend.Pixels, _ steps: UInt32) -> Blend.Pixels {
      let n = value &* Blend.Pixels(repeating: steps) &+ offsets
      return (n &+ one &+ (n &>> 8)) &>> 8
    }
    var index = 0
    while index < count {
      let pixels = unsafe Blend.load(line + index)
      let red = reduced((pixels &>> 16) & byte, 31)
      let green = reduced((pixels &>> 8) & byte, 63)
      let blue = reduced(pixels & byte, 31)
      let words = (red &<< redShift) | (green &<< 5) | (blue &<< blueShift)
      let narrow = SIMD8<UInt16>(truncatingIfNeeded: words)
      let target = unsafe row + index &* 2
      if index &+ 8 <= count {
        unsafe target.storeBytes(of: narrow, as: SIMD8<UInt16>.self)
      } else {
        for lane in 0..<(count &- index) {
          unsafe (target + lane &* 2).storeBytes(of: narrow[lane], as: UInt16.self)
        }
      }
      index &+= 8
    }
  }
}
