import Geometry
import Testing

@testable import Raster

struct PixelMemoryTests {
  @Test(arguments: [0, 1, 7, 1000, 1920 * 3])
  func `pixel memory is aligned to a cache line, and zero at first`(count: Int) {
    let memory = PixelMemory(count: count)
    let place = unsafe Int(bitPattern: memory.base)
    #expect(place % 64 == 0)
    #expect(memory.count == count)
    #expect((0..<count).allSatisfy { memory[$0] == 0 })
  }

  @Test func `an image adopts pixel memory without a copy`() {
    let memory = PixelMemory(count: 6)
    memory.withPixels { pixels in
      for index in pixels.indices { pixels[index] = 0xFF00_0000 | UInt32(index) }
    }
    let image = Image(size: PixelSize(width: 3, height: 2), premultiplied: memory)
    #expect(image.base.pixels === memory)
    #expect(image.isOpaque)
    #expect(image.premultipliedPixels == (0..<6).map { 0xFF00_0000 | $0 })
  }

  @Test func `smaller copies of an image are aligned, too`() {
    let image = Image(
      size: PixelSize(width: 5, height: 3), premultiplied: PixelMemory(count: 15))
    #expect(!image.isOpaque)
    let half = image.level(1)
    #expect(half?.size == PixelSize(width: 3, height: 2))
    #expect(half?.pixels.count == 6)
    let place = half.map { unsafe Int(bitPattern: $0.pixels.base) }
    #expect(place.map { $0 % 64 } == 0)
  }
}
