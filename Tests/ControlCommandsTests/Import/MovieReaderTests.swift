import Geometry
import Testing

@testable import ControlCommands

/// GIF files of a few pixels, picture by picture.
@Suite struct MovieReaderTests {
  private struct Part {
    var area: PixelRect
    /// Indices of colours, 0…3.
    var color: UInt8
    var disposal: UInt8 = 0
    /// Hundredths of a second.
    var delay: UInt8 = 10
  }

  /// A file of 2 × 1 pixels in black, red, green and blue.
  private func gif(_ parts: [Part]) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + [2, 0, 1, 0, 0x81, 0, 0]
    bytes += [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
    for part in parts {
      bytes += [0x21, 0xF9, 4, part.disposal << 2, part.delay, 0, 0, 0, 0x2C]
      let area = part.area
      bytes += [area.minX, area.minY, area.width, area.height].flatMap { [UInt8($0), 0] }
      bytes += [0, 2]
      // Codes of three bits: each pixel behind a code that clears the table, and the end.
      var codes: [UInt32] = []
      for _ in 0..<area.area { codes += [4, UInt32(part.color)] }
      codes.append(5)
      var word: UInt32 = 0
      for (index, code) in codes.enumerated() { word |= code << UInt32(3 * index) }
      let count = (codes.count * 3 + 7) / 8
      bytes += [UInt8(count)]
      bytes += (0..<count).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } + [0]
    }
    return bytes + [0x3B]
  }

  private func pictures(_ parts: [Part]) throws -> [(pixels: [UInt32], duration: Int64)] {
    let reader = try GIFReader(gif(parts), "a.gif")
    var result: [(pixels: [UInt32], duration: Int64)] = []
    while let picture = try reader.next() { result.append(picture) }
    return result
  }

  private static let whole = PixelRect(minX: 0, minY: 0, maxX: 2, maxY: 1)
  private static let left = PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
  private static let right = PixelRect(minX: 1, minY: 0, maxX: 2, maxY: 1)
  private static let red: UInt32 = 0xFFFF_0000
  private static let green: UInt32 = 0xFF00_FF00
  private static let blue: UInt32 = 0xFF00_00FF

  @Test(arguments: [0, 1, 2, 3, 4])
  func `a part of a GIF file is kept, cleared or taken back`(disposal: Int) throws {
    let rest = [Self.green, Self.green, 0, Self.red, Self.red][disposal]
    let pictures = try pictures([
      Part(area: Self.whole, color: 1), Part(area: Self.left, color: 2, disposal: UInt8(disposal)),
      Part(area: Self.right, color: 3),
    ])
    #expect(
      pictures.map(\.pixels)
        == [[Self.red, Self.red], [Self.green, Self.red], [rest, Self.blue]])
  }

  @Test func `a picture that is shown for a hundredth of a second or less is shown for a tenth`()
    throws
  {
    let pictures = try pictures(
      [0, 1, 2, 50].map { Part(area: Self.whole, color: 1, delay: $0) })
    #expect(pictures.map(\.duration) == [100_000, 100_000, 20_000, 500_000])
    #expect(MovieTime.shown(10_001) == 10_001)
  }
}
