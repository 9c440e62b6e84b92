import Geometry
import Images
import Raster
import System
import TestSupport
import Testing

@Suite struct PNGRoundTripTests {
  @Test(arguments: [UInt64](1...40), [PNGCompression.fast, .small, PNGCompression(level: 0)])
  func `decoding what was encoded gives the same pixels`(
    seed: UInt64, compression: PNGCompression
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let size = PixelSize(
      width: .random(in: 1...70, using: &generator), height: .random(in: 1...40, using: &generator))
    let isOpaque = Bool.random(using: &generator)
    let pixels = randomPixels(size, isOpaque: isOpaque, using: &generator)
    let bytes = try PNGEncoder(compression: compression).encode(pixels, size: size)
    let image = try PNGDecoder.decode(bytes)
    #expect(image.size == size, "seed \(seed)")
    #expect(image.premultipliedPixels == pixels, "seed \(seed)")
    #expect(bytes[25] == (image.isOpaque ? 2 : 6), "RGB exactly when opaque; seed \(seed)")
  }

  @Test func `every premultiplied component survives for every alpha`() throws {
    var pixels: [UInt32] = []
    for alpha in UInt32(0)...255 {
      for value in UInt32(0)...255 {
        let component = min(value, alpha)
        pixels.append(alpha << 24 | component << 16 | (alpha - component) << 8 | component / 2)
      }
    }
    let size = PixelSize(width: 256, height: 256)
    let decoded = try PNGDecoder.decode(try PNGEncoder().encode(pixels, size: size))
    #expect(decoded.premultipliedPixels == pixels)
  }

  @Test func `one encoder encodes many pictures of many sizes`() throws {
    let encoder = try PNGEncoder()
    var generator = SeededGenerator(seed: 9)
    for side in [3, 50, 1, 17] {
      let size = PixelSize(width: side, height: 60 - side)
      let pixels = randomPixels(size, isOpaque: false, using: &generator)
      let decoded = try PNGDecoder.decode(encoder.encode(pixels, size: size))
      #expect(decoded.premultipliedPixels == pixels)
    }
  }

  @Test(arguments: PixelFormat.allCases)
  func `a surface of any format is read right, with its stride`(format: PixelFormat) throws {
    // Red 255, green 128, blue 0 (of 5 or 6 bits: 31, 32, 0; of ten: 1023, 514, 0).
    let word: UInt32 =
      switch format {
      case .xrgb8888: 0x00FF_8000
      case .argb8888: 0xFFFF_8000
      case .xbgr8888: 0x0000_80FF
      case .abgr8888: 0xFF00_80FF
      case .rgb565: 31 << 11 | 32 << 5
      case .bgr565: 31 | 32 << 5
      case .xrgb2101010: 0xC000_0000 | 1023 << 20 | 514 << 10
      case .xbgr2101010: 1023 | 514 << 10
      case .rgb888: 0xFF_8000
      case .bgr888: 0x80FF
      case .packed: 0
      }
    var words = [UInt32](repeating: 0, count: 8 * 3)
    unsafe words.withUnsafeMutableBytes { bytes in
      for y in 0..<3 {
        for place in 0..<5 * format.byteCount {
          unsafe bytes[y * 32 + place] = UInt8(
            truncatingIfNeeded: word >> UInt32(8 * (place % format.byteCount)))
        }
      }
    }
    let bytes = try withSurface(&words, width: 5, height: 3, stride: 8, format: format) {
      try PNGEncoder().encode($0)
    }
    let image = try PNGDecoder.decode(bytes)
    let green: UInt32 = format.byteCount == 2 ? 130 : 128
    #expect(
      image.premultipliedPixels
        == [UInt32](repeating: 0xFFFF_0000 | green << 8, count: 15))
  }

  @Test func `a file is written whole or not at all`() throws {
    let directory = try TemporaryDirectory()
    let image = Image(size: PixelSize(width: 2, height: 1), premultipliedPixels: [0xFF01_0203, 0])
    let encoder = try PNGEncoder()
    try encoder.write(image, toPath: directory("a.png"))
    #expect(
      try ImageDecoder.decode(atPath: directory("a.png")).premultipliedPixels == [0xFF01_0203, 0])
    #expect(
      throws: ImageFileError.notWritten(SystemError(.write, path: directory("b.png"), code: 28))
    ) {
      try SystemFault(.write, code: 28).inject {
        try encoder.write(image, toPath: directory("b.png"))
      }
    }
    #expect(try directory.names() == ["a.png"])
  }
}
