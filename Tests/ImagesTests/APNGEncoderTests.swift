import Geometry
@testable import Images
import Raster
import TestSupport
import Testing

@Suite struct APNGEncoderTests {
  let size = PixelSize(width: 6, height: 4)

  /// Frames by their words, damage and time in microseconds.
  func animation(
    _ frames: [(words: [UInt32], damage: PixelRect, time: Int64)], end: Int64,
    format: PixelFormat = .xrgb8888, loopCount: Int = 0
  ) throws -> PNGFile {
    let encoder = try APNGEncoder(size: size, loopCount: loopCount)
    var bytes: [UInt8] = []
    for (index, frame) in frames.enumerated() {
      var words = frame.words
      bytes = try withSurface(&words, width: 6, height: 4, stride: 6, format: format) { surface in
        try encoder.add(surface, damage: Region(frame.damage), at: frame.time)
        return index == frames.count - 1 ? try encoder.finish(surface, at: end) : []
      }
    }
    return try #require(PNGFile(bytes), "checksums and lengths are right")
  }

  func frameControls(_ file: PNGFile) -> [[UInt32]] {
    file.chunks.filter { $0.name == "fcTL" }.map { chunk in
      (0..<5).map { PNGFile.word(chunk.content, $0 * 4) } + [PNGFile.word(chunk.content, 20)]
        + [UInt32(chunk.content[24]), UInt32(chunk.content[25])]
    }
  }

  func flat(_ color: UInt32) -> [UInt32] { [UInt32](repeating: color, count: 24) }
  var all: PixelRect { PixelRect(size) }

  @Test func `the chunks stand in order with running numbers`() throws {
    let changed = PixelRect(minX: 1, minY: 2, maxX: 4, maxY: 3)
    let file = try animation(
      [(flat(1), all, 0), (flat(2), changed, 16_667), (flat(3), all, 33_333)], end: 50_000,
      loopCount: 3)
    #expect(
      file.chunks.map(\.name) == [
        "IHDR", "sRGB", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND",
      ])
    #expect(file.chunks[2].content == PNGFile.bigEndian(3) + PNGFile.bigEndian(3))
    // number, width, height, x, y, delay and its denominator, disposal, blending
    #expect(
      frameControls(file) == [
        [0, 6, 4, 0, 0, 17 << 16 | 1000, 0, 0], [1, 3, 1, 1, 2, 16 << 16 | 1000, 0, 0],
        [3, 6, 4, 0, 0, 17 << 16 | 1000, 0, 0],
      ])
    #expect(PNGFile.word(file.chunks[6].content, 0) == 2)
    #expect(PNGFile.word(file.chunks[8].content, 0) == 4)
  }

  @Test func `a frame's stream decodes as a picture of the damaged rectangle`() throws {
    let words = (0..<24).map { UInt32($0) * 0x0A0B0C }
    let changed = PixelRect(minX: 2, minY: 1, maxX: 5, maxY: 3)
    let file = try animation([(flat(0), all, 0), (words, changed, 40_000)], end: 80_000)
    let data = try #require(file.chunks.first { $0.name == "fdAT" })
    let still = PNGFile([
      PNGFile.header(width: 3, height: 2),
      .init(name: "IDAT", content: [UInt8](data.content.dropFirst(4))), PNGFile.end,
    ])
    let image = try PNGDecoder.decode(still.bytes)
    #expect(
      image.premultipliedPixels
        == [8, 9, 10, 14, 15, 16].map { words[$0] & 0xFFFFFF | 0xFF00_0000 })
  }

  @Test func `nothing changed means the last frame lasts on`() throws {
    let file = try animation(
      [(flat(1), all, 0), (flat(1), .empty, 20_000), (flat(2), all, 50_000)], end: 60_000)
    #expect(frameControls(file).map { $0[5] >> 16 } == [50, 10])
  }

  @Test func `rounding of delays does not add up`() throws {
    let frames = (0...60).map {
      (words: flat(UInt32($0)), damage: all, time: Int64($0) * 1_000_000 / 60)
    }
    let file = try animation(frames, end: 61 * 1_000_000 / 60)
    #expect(frameControls(file).reduce(0) { $0 + $1[5] >> 16 } == 1017)
  }

  @Test func `a delay over what the format holds goes on in small frames`() throws {
    let file = try animation([(flat(1), all, 0), (flat(2), all, 150_000_000)], end: 150_000_000)
    let controls = frameControls(file)
    #expect(controls.map { $0[5] >> 16 } == [65535, 65535, 18930, 0])
    #expect(controls[1][1...2] == [1, 1])
  }

  @Test func `a format with alpha keeps it`() throws {
    let file = try animation([(flat(0x8040_2010), all, 0)], end: 1000, format: .argb8888)
    let still = PNGFile(file.chunks.filter { ["IHDR", "IDAT", "IEND"].contains($0.name) })
    #expect(try PNGDecoder.decode(still.bytes).premultipliedPixels == flat(0x8040_2010))
    #expect(try PNGDecoder.decode(file.bytes).premultipliedPixels == flat(0x8040_2010))
  }

  @Test func `an animation over its limit is refused`() throws {
    let encoder = try APNGEncoder(size: size, byteLimit: 400)
    var generator = SeededGenerator(seed: 1)
    #expect(throws: ImageFileError.animationTooLarge(limit: 400)) {
      for time in Int64(0)..<100 {
        var words = (0..<24).map { _ in UInt32.random(in: 0 ... .max, using: &generator) }
        try withSurface(&words, width: 6, height: 4, stride: 6, format: .xrgb8888) { surface in
          try encoder.add(surface, damage: Region(all), at: time * 10_000)
        }
      }
    }
  }
}
