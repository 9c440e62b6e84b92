import Foundation
import Geometry
import Images
import Raster
import TestSupport
import Testing

/// Bitmaps of firmware, and the place where it has shown one.
@Suite struct FirmwareLogoTests {
  private static let size = PixelSize(width: 5, height: 3)

  private static func colors(_ size: PixelSize, seed: UInt64 = 1) -> [UInt32] {
    var random = SeededGenerator(seed: seed)
    return (0..<size.width * size.height).map { _ in
      0xFF00_0000 | UInt32(random.next() & 0xFF_FFFF)
    }
  }

  @Test(arguments: [24, 32], [false, true])
  func `bitmaps of both depths and orders of rows are read`(bits: Int, isTopDown: Bool) throws {
    let colors = Self.colors(Self.size)
    for header in [40, 108, 124] {
      let bytes = Bitmap(Self.size, colors, bits: bits, isTopDown: isTopDown, header: header).bytes
      let image = try #require(BMPDecoder.decode(bytes))
      #expect(image.size == Self.size && image.premultipliedPixels == colors && image.isOpaque)
    }
  }

  @Test func `a bitmap that is cut off, compressed or of another depth is refused`() {
    let good = Bitmap(Self.size, Self.colors(Self.size))
    for count in 0..<good.bytes.count {
      #expect(BMPDecoder.decode(Array(good.bytes[..<count])) == nil, "\(count) bytes")
    }
    for (place, value) in [(0, 0), (14, 12), (28, 8), (28, 16), (30, 1), (30, 3), (18, 0), (22, 0)]
    {
      var bytes = good.bytes
      bytes[place] = UInt8(value)
      #expect(BMPDecoder.decode(bytes) == nil, "byte \(place)")
    }
    #expect(BMPDecoder.decode(good.bytes, limits: ImageFileLimits(side: 4)) == nil)
    #expect(BMPDecoder.decode(good.bytes, limits: ImageFileLimits(pixelCount: 14)) == nil)
  }

  @Test func `no changed bytes trap`() {
    var random = SeededGenerator(seed: 9)
    let good = Bitmap(Self.size, Self.colors(Self.size)).bytes
    for _ in 0..<5000 {
      var bytes = good
      for _ in 0...random.int(in: 0...3) {
        bytes[random.int(in: 0...60)] = [0, 1, 0x7F, 0x80, 0xFF][random.int(in: 0...4)]
      }
      _ = BMPDecoder.decode(bytes)
    }
  }

  /// A screen's picture, rotated clockwise, as a firmware that does not know of the rotation writes
  /// it.
  private func turned(_ pixels: [UInt32], _ size: PixelSize, turns: Int) -> ([UInt32], PixelSize) {
    var (pixels, size) = (pixels, size)
    for _ in 0..<turns {
      let next = PixelSize(width: size.height, height: size.width)
      var result = pixels
      for y in 0..<size.height {
        for x in 0..<size.width {
          result[x * next.width + size.height - 1 - y] = pixels[y * size.width + x]
        }
      }
      (pixels, size) = (result, next)
    }
    return (pixels, size)
  }

  @Test(arguments: 0...3)
  func `the logo keeps its place to the pixel on a panel of any rotation`(turns: Int) throws {
    let folder = try BootTable.folder()
    defer { folder.remove() }
    let screen = PixelSize(width: 40, height: 30)
    let rect = PixelRect(minX: 13, minY: 4, maxX: 28, maxY: 11)
    let colors = Self.colors(screen)
    let (frame, frameSize) = turned(colors, screen, turns: turns)
    // The place of the same pixels in the firmware's frame.
    var inside = [Bool](repeating: false, count: colors.count)
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX { inside[y * screen.width + x] = true }
    }
    let marks = turned(inside.map { $0 ? 1 : 0 }, screen, turns: turns).0
    let places = marks.indices.filter { marks[$0] == 1 }
    let (xs, ys) = (places.map { $0 % frameSize.width }, places.map { $0 / frameSize.width })
    let (x, y) = (try #require(xs.min()), try #require(ys.min()))
    let size = PixelSize(width: xs.max()! - x + 1, height: ys.max()! - y + 1)
    try folder.write(
      Bitmap(size, places.map { frame[$0] }).bytes, x: x, y: y, status: turns << 1 | 1)

    let logo = try #require(FirmwareLogo(folder: folder.path))
    #expect(logo.rect(on: screen) == rect)
    let expected = inside.indices.filter { inside[$0] }.map { colors[$0] }
    #expect(logo.picture.premultipliedPixels == expected)
  }

  @Test func `in another display mode the logo has the place that firmware gives it`() throws {
    let folder = try BootTable.folder()
    defer { folder.remove() }
    let size = PixelSize(width: 100, height: 50)
    try folder.write(Bitmap(size, Self.colors(size)).bytes, x: 350, y: 220)
    let logo = try #require(FirmwareLogo(folder: folder.path))
    #expect(
      logo.rect(on: PixelSize(width: 800, height: 600))
        == PixelRect(minX: 350, minY: 220, maxX: 450, maxY: 270))
    #expect(
      logo.rect(on: PixelSize(width: 1920, height: 1000))
        == PixelRect(minX: 910, minY: 357, maxX: 1010, maxY: 407))
    // On this screen the logo would lie beyond the edge.
    #expect(logo.rect(on: PixelSize(width: 800, height: 240)).minY == 67)
  }

  @Test func `without a table, or with a broken one, there is no logo`() throws {
    #expect(FirmwareLogo(folder: "/nonexistent") == nil)
    let folder = try BootTable.folder()
    defer { folder.remove() }
    #expect(FirmwareLogo(folder: folder.path) == nil)
    let bytes = Bitmap(Self.size, Self.colors(Self.size)).bytes
    try folder.write(Array(bytes.dropLast()), x: 1, y: 1)
    #expect(FirmwareLogo(folder: folder.path) == nil)
    try folder.write(bytes, x: 1, y: 1)
    #expect(FirmwareLogo(folder: folder.path) != nil)
    for text in ["", "-3", "0x10", "99999999"] {
      try Data(text.utf8).write(to: folder.url.appending(path: "xoffset"))
      #expect(FirmwareLogo(folder: folder.path) == nil, "xoffset \(text)")
    }
  }
}
