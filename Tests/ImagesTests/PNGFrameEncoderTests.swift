import Geometry
import Images
import Raster
import TestSupport
import Testing

@Suite struct PNGFrameEncoderTests {
  @Test(arguments: [UInt64](1...12))
  func `frames encoded from their changed rows decode to the drawn pixels`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = PixelSize(
      width: generator.int(in: 1...80), height: generator.int(in: 1...150))
    let encoder = try PNGFrameEncoder()
    let buffer = PixelBuffer(size: size, format: seed % 3 == 0 ? .rgb565 : .xrgb8888)
    let length = buffer.stride * size.height
    for frame in 0..<8 {
      let first = frame == 0 ? 0 : generator.int(in: 0...size.height - 1)
      let last = frame == 0 ? size.height : generator.int(in: first...size.height)
      let colors = (0..<16).map { _ in UInt8(generator.int(in: 0...255)) }
      for offset in first * buffer.stride..<last * buffer.stride where offset < length {
        let byte = colors[generator.int(in: 0...15)]
        unsafe buffer.surface.base.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
      }
      if frame == 5 { encoder.forget() }
      let image = try PNGDecoder.decode(
        encoder.encode(buffer.surface, changed: first..<last))
      #expect(image.size == size)
      #expect(
        image.premultipliedPixels == buffer.makeImage().premultipliedPixels,
        "seed \(seed), frame \(frame)")
    }
  }

  @Test func `a frame in which nothing changed is the file before it`() throws {
    let buffer = PixelBuffer(size: PixelSize(width: 90, height: 100), format: .xrgb8888)
    let encoder = try PNGFrameEncoder()
    let first = encoder.encode(buffer.surface, changed: 0..<100)
    #expect(encoder.encode(buffer.surface, changed: 0..<0) == first)
    #expect(encoder.encode(buffer.surface, changed: 0..<100) == first)
  }
}
