import Geometry
@testable import Output
import Raster
import TestSupport

/// A picture that is changed by random rectangles and drawn where an output requests it, to be
/// compared with the monitor.
struct PaintedPicture {
  let size: PixelSize
  private var words: [UInt32]

  init(_ size: PixelSize) {
    self.size = size
    words = (0..<size.width * size.height).map { UInt32($0) &* 0x9E37_79B9 }
  }

  /// Changes up to four rectangles, or none.
  /// - Returns: where.
  mutating func change(_ random: inout SeededGenerator) -> Region {
    var damage = Region()
    for _ in 0..<random.int(in: 0...4) {
      let (x, y) = (random.int(in: 0...size.width - 1), random.int(in: 0...size.height - 1))
      let rect = PixelRect(
        minX: x, minY: y, maxX: random.int(in: x + 1...size.width),
        maxY: random.int(in: y + 1...size.height))
      damage.formUnion(rect)
      let mark = UInt32(truncatingIfNeeded: random.next())
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX { words[y * size.width + x] ^= mark }
      }
    }
    return damage
  }

  func draw(into surface: Surface, _ region: Region) {
    for rect in region.rects {
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX {
          let offset = surface.byteOffset(x: x, y: y)
          var word = words[y * size.width + x]
          for index in 0..<surface.format.byteCount {
            unsafe surface.base.storeBytes(
              of: UInt8(truncatingIfNeeded: word), toByteOffset: offset + index, as: UInt8.self)
            word >>= 8
          }
        }
      }
    }
  }

  /// All of it, row by row.
  func bytes(_ format: PixelFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(words.count * format.byteCount)
    for word in words {
      for index in 0..<format.byteCount {
        bytes.append(UInt8(truncatingIfNeeded: word >> (UInt32(index) * 8)))
      }
    }
    return bytes
  }
}
