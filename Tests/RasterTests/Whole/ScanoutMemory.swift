import Geometry
import Raster

/// Framebuffer memory with known bytes around each row, to detect writes beyond a row's pixels or
/// outside the requested ones.
@safe final class ScanoutMemory {
  let surface: Surface
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int
  private let margin: Int

  /// - Parameters:
  ///   - size: the picture's.
  ///   - slack: bytes of a row behind its pixels.
  ///   - misalignment: where the base lies beyond a multiple of 64.
  init(
    size: PixelSize, format: PixelFormat, rotation: Rotation = .upright, slack: Int = 0,
    misalignment: Int = 0
  ) {
    let scanout = rotation.rotated(size)
    let stride = scanout.width * format.byteCount + slack
    margin = 256 + misalignment
    byteCount = margin + stride * scanout.height + 256
    unsafe memory = .allocate(byteCount: byteCount, alignment: 64)
    for place in 0..<byteCount {
      unsafe memory.storeBytes(of: Self.known(place), toByteOffset: place, as: UInt8.self)
    }
    surface = unsafe Surface(
      base: memory + margin, width: size.width, height: size.height, stride: stride,
      format: format, rotation: rotation)
  }

  deinit { unsafe memory.deallocate() }

  private static func known(_ place: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: place &* 167 &+ place >> 8 &+ 13)
  }

  /// The word of the scanout's pixel.
  func word(column: Int, row: Int) -> UInt32 {
    let size = surface.format.byteCount
    let start = margin + row * surface.stride + column * size
    var word: UInt32 = 0
    for byte in 0..<size {
      let value = unsafe memory.load(fromByteOffset: start + byte, as: UInt8.self)
      word |= UInt32(value) << UInt32(8 * byte)
    }
    return word
  }

  /// The number of pixels that differ from those of another memory of the same size and format.
  func differenceCount(from other: ScanoutMemory) -> Int {
    let scanout = surface.scanoutSize
    var count = 0
    for row in 0..<scanout.height {
      for column in 0..<scanout.width
      where word(column: column, row: row) != other.word(column: column, row: row) { count += 1 }
    }
    return count
  }

  /// The number of changed bytes that are not of the scanout's pixels in one of the rectangles.
  func strayWrites(outside rects: [PixelRect]) -> Int {
    let size = surface.format.byteCount
    let scanout = surface.scanoutSize
    var isAllowed = [Bool](repeating: false, count: byteCount)
    for rect in rects.map({ $0.intersection(PixelRect(scanout)) }) where !rect.isEmpty {
      for row in rect.minY..<rect.maxY {
        let start = margin + row * surface.stride
        for place in (start + rect.minX * size)..<(start + rect.maxX * size) {
          isAllowed[place] = true
        }
      }
    }
    return (0..<byteCount).count {
      unsafe !isAllowed[$0]
        && memory.load(fromByteOffset: $0, as: UInt8.self) != Self.known($0)
    }
  }
}
