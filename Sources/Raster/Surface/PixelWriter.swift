internal import CKernels
import Geometry

/// Converts composed rows to a framebuffer's format and writes each pixel once, forward.
///
/// Components of fewer than eight bits are dithered by `DitherMatrix`. A component v of n+1 steps
/// becomes (v·n + d) / 255, rounded down, with d in 0…251 from the matrix: 0 and 255 stay pure. Ten
/// bits repeat the top two below: the error against v·1023/255 is at most half a step, and so it is
/// for other lengths from 9 to 16.
enum PixelWriter {
  /// Writes `count` pixels of a composed row to an upright surface at `x`, `y`.
  static func write(
    _ line: UnsafePointer<UInt32>, count: Int, to surface: Surface, x: Int, y: Int
  ) {
    let row = unsafe surface.base + y &* surface.stride + x &* surface.format.byteCount
    unsafe write(line, count: count, to: row, format: surface.format, x: x, y: y)
  }

  /// Writes `count` pixels one after the other, which begin at `x`, `y` of the picture: a part of a
  /// composed row or, in another rotation, of a row of the scanout. Not inlined, since it is large.
  @inline(never)
  static func write(
    _ line: UnsafePointer<UInt32>, count: Int, to row: UnsafeMutableRawPointer,
    format: PixelFormat, x: Int, y: Int, rotation: Rotation = .upright
  ) {
    switch format {
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
      unsafe dither(
        line, count: count, to: row, DitherMatrix.thresholds(x: x, y: y, rotation), redShift: 11,
        blueShift: 0)
    case .bgr565:
      unsafe dither(
        line, count: count, to: row, DitherMatrix.thresholds(x: x, y: y, rotation), redShift: 0,
        blueShift: 11)
    case .rgb888: unsafe pack(line, count: count, to: row)
    case .bgr888:
      unsafe writeTriples(count, to: row) { PixelFormat.swappingRedAndBlue(unsafe line[$0]) }
    case .packed(let packing):
      unsafe pack(
        line, count: count, to: row, DitherMatrix.thresholds(x: x, y: y, rotation), packing)
    }
  }

  /// Writes three bytes a pixel, the low ones of its word.
  static func pack(_ line: UnsafePointer<UInt32>, count: Int, to row: UnsafeMutableRawPointer) {
    let done = unsafe KernelLevel.hasAVX2 ? firstlight_triples_avx2(line, count, row) : 0
    let rest = unsafe line + done
    unsafe writeTriples(count &- done, to: row + 3 &* done) { unsafe rest[$0] }
  }

  /// Writes three bytes a pixel: four pixels are three words.
  ///
  /// - Parameter pixel: gives a pixel in its low 24 bits by its place.
  @inline(__always) static func writeTriples(
    _ count: Int, to row: UnsafeMutableRawPointer, _ pixel: (Int) -> UInt32
  ) {
    var index = 0
    var target = unsafe row
    while index &+ 4 <= count {
      let (a, b) = (pixel(index), pixel(index &+ 1))
      let (c, d) = (pixel(index &+ 2), pixel(index &+ 3))
      unsafe target.storeBytes(of: (a & 0xFF_FFFF) | b &<< 24, as: UInt32.self)
      unsafe (target + 4).storeBytes(of: (b &>> 8) & 0xFFFF | c &<< 16, as: UInt32.self)
      unsafe (target + 8).storeBytes(of: (c &>> 16) & 0xFF | d &<< 8, as: UInt32.self)
      unsafe target += 12
      index &+= 4
    }
    while index < count {
      unsafe store(pixel(index), byteCount: 3, to: target)
      unsafe target += 3
      index &+= 1
    }
  }

  private static func pack(
    _ line: UnsafePointer<UInt32>, count: Int, to row: UnsafeMutableRawPointer,
    _ thresholds: UInt64, _ packing: PixelPacking
  ) {
    let (red, green, blue) = (packing.red, packing.green, packing.blue)
    let opaque = packing.transp?.mask ?? 0
    let byteCount = packing.bitsPerPixel / 8
    for index in 0..<count {
      let pixel = unsafe line[index]
      let shift = UInt64(truncatingIfNeeded: (index & 7) &* 8)
      let threshold = UInt32(truncatingIfNeeded: (thresholds &>> shift) & 255)
      let word =
        opaque | red.narrowed((pixel &>> 16) & 255, threshold: threshold)
        | green.narrowed((pixel &>> 8) & 255, threshold: threshold)
        | blue.narrowed(pixel & 255, threshold: threshold)
      unsafe store(word, byteCount: byteCount, to: row + index &* byteCount)
    }
  }

  /// Stores a pixel's word of two, three or four bytes at any address.
  @inline(__always) private static func store(
    _ word: UInt32, byteCount: Int, to target: UnsafeMutableRawPointer
  ) {
    if byteCount == 4 { return unsafe target.storeBytes(of: word, as: UInt32.self) }
    unsafe target.storeBytes(of: UInt16(truncatingIfNeeded: word), as: UInt16.self)
    if byteCount == 3 {
      unsafe (target + 2).storeBytes(of: UInt8(truncatingIfNeeded: word &>> 16), as: UInt8.self)
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

  private static func dither(
    _ line: UnsafePointer<UInt32>, count: Int, to row: UnsafeMutableRawPointer,
    _ thresholds: UInt64, redShift: UInt32, blueShift: UInt32
  ) {
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_dither_avx2(
        line, count, row, thresholds, Int32(redShift), Int32(blueShift))
    }
    let bytes = unsafe unsafeBitCast(thresholds, to: SIMD8<UInt8>.self)
    let offsets = Blend.Pixels(truncatingIfNeeded: bytes)
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
