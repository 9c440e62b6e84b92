import Geometry
@testable import Images
import Raster
import System
import TestSupport
import Testing

@Suite struct PNGDecoderTests {
  func decode(_ chunks: PNGFile.Chunk...) throws -> [UInt32] {
    try PNGDecoder.decode(PNGFile(chunks + [PNGFile.end]).bytes).premultipliedPixels
  }

  // MARK: Kinds of pixels

  @Test func `gray of every depth becomes equal components`() throws {
    #expect(
      try decode(
        PNGFile.header(width: 8, height: 1, depth: 1, color: 0), PNGFile.pixels([0, 0b1010_0000]))
        == [.max, 0xFF00_0000, .max] + [UInt32](repeating: 0xFF00_0000, count: 5))
    #expect(
      try decode(
        PNGFile.header(width: 2, height: 1, depth: 4, color: 0), PNGFile.pixels([0, 0x1F]))
        == [0xFF11_1111, .max])
    #expect(
      try decode(PNGFile.header(width: 1, height: 1, depth: 8, color: 0), PNGFile.pixels([0, 77]))
        == [0xFF4D_4D4D])
  }

  @Test func `sixteen bits are scaled to eight and not taken as linear`() throws {
    #expect(
      try decode(
        PNGFile.header(width: 2, height: 1, depth: 16, color: 2),
        PNGFile.pixels([0, 0x80, 0x80, 0xFF, 0xFF, 0, 0, 0x12, 0x34, 0, 0x80, 0, 0x81]))
        == [0xFF80_FF00, 0xFF12_0001])
  }

  @Test func `gray with alpha is premultiplied`() throws {
    #expect(
      try decode(
        PNGFile.header(width: 2, height: 1, depth: 8, color: 4),
        PNGFile.pixels([0, 255, 128, 100, 10])) == [0x8080_8080, 0x0A04_0404])
  }

  @Test func `a palette's colours have the alphas of tRNS`() throws {
    #expect(
      try decode(
        PNGFile.header(width: 3, height: 1, depth: 2, color: 3),
        .init(name: "PLTE", content: [255, 0, 0, 0, 255, 0, 0, 0, 255]),
        .init(name: "tRNS", content: [0, 128]), PNGFile.pixels([0, 0b0001_1000]))
        == [0, 0x8000_8000, 0xFF00_00FF])
  }

  @Test func `a key colour is transparent`() throws {
    #expect(
      try decode(
        PNGFile.header(width: 2, height: 1, depth: 8, color: 2),
        .init(name: "tRNS", content: [0, 1, 0, 2, 0, 3]), PNGFile.pixels([0, 1, 2, 3, 1, 2, 4]))
        == [0, 0xFF01_0204])
  }

  @Test func `an interlaced picture comes out in order`() throws {
    // Adam7 of 2×2: pass 1 has (0,0), pass 6 (1,0), pass 7 row 1.
    #expect(
      try decode(
        PNGFile.header(width: 2, height: 2, depth: 8, color: 0, interlaced: true),
        PNGFile.pixels([0, 1, 0, 2, 0, 3, 4]))
        == [0xFF01_0101, 0xFF02_0202, 0xFF03_0303, 0xFF04_0404])
  }

  @Test func `a gamma is applied`() throws {
    let linear = PNGFile.Chunk(name: "gAMA", content: PNGFile.bigEndian(100_000))
    let pixels = try decode(
      PNGFile.header(width: 1, height: 1, depth: 8, color: 0), linear, PNGFile.pixels([0, 55]))
    // 55/255 of light is 0.5018 in the sRGB encoding, and 0.498 by libpng's power of 2.2.
    #expect(pixels == [0xFF7F_7F7F])
  }

  @Test func `premultiplication rounds to the nearest for all alphas and components`() {
    var pixels: [UInt32] = []
    for alpha in UInt32(0)...255 {
      for component in UInt32(0)...255 {
        pixels.append(alpha << 24 | component << 16 | (255 - component) << 8 | component)
      }
    }
    let straight = pixels
    var words = pixels.mutableSpan
    PNGDecoder.premultiply(&words)
    func rounded(_ component: UInt32, _ alpha: UInt32) -> UInt32 {
      (2 * component * alpha + 255) / 510
    }
    let expected = straight.map { pixel in
      let alpha = pixel >> 24
      return alpha << 24 | rounded(pixel >> 16 & 255, alpha) << 16
        | rounded(pixel >> 8 & 255, alpha) << 8 | rounded(pixel & 255, alpha)
    }
    #expect(pixels == expected)
  }

  // MARK: Hostile files

  static let small = PNGFile.header(width: 1, height: 1)

  func error(_ bytes: [UInt8], limits: ImageFileLimits = ImageFileLimits()) -> ImageFileError? {
    do throws(ImageFileError) {
      _ = try PNGDecoder.decode(bytes, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a file that is no PNG has an error of its own`() {
    #expect(error([]) == .unknownFormat)
    #expect(error([0x89, 0x50]) == .unknownFormat)
    #expect(error([UInt8]("GIF89a......".utf8)) == .unknownFormat)
    #expect(error(PNGChunks.signature) == .truncated(offset: 8))
  }

  @Test func `a header over the limits is refused before memory is spent`() {
    func header(_ width: UInt32, _ height: UInt32) -> ImageFileError? {
      error(PNGFile([PNGFile.header(width: width, height: height), PNGFile.end]).bytes)
    }
    #expect(header(.max, .max) == .sideTooLong(width: 4294967295, height: 4294967295, limit: 16384))
    #expect(header(16385, 1) == .sideTooLong(width: 16385, height: 1, limit: 16384))
    #expect(
      header(16384, 16384) == .tooManyPixels(width: 16384, height: 16384, limit: 64 << 20))
    let rest = ImageFileLimits(pixelCount: 200, of: 1_000)
    let bytes = PNGFile([PNGFile.header(width: 20, height: 12), PNGFile.end]).bytes
    #expect(
      error(bytes, limits: rest)
        == .tooManyPixelsTogether(width: 20, height: 12, left: 200, limit: 1_000))
    #expect(
      header(0, 5) == .malformed(chunk: "IHDR", offset: 8, reason: "has a side of no pixels"))
    #expect(
      error([UInt8](repeating: 0, count: 100), limits: ImageFileLimits(byteCount: 99))
        == .tooManyBytes(count: 100, limit: 99))
  }

  @Test func `chunks that lie about their length are refused`() {
    var bytes = PNGFile([Self.small, PNGFile.end]).bytes
    bytes[33] = 0x7F
    #expect(error(bytes) == .truncated(offset: 33))
    bytes[33] = 0xFF
    #expect(error(bytes) == .truncated(offset: 33))
    bytes[8] = 1
    #expect(
      error(bytes) == .malformed(chunk: "the first chunk", offset: 8, reason: "is not a header"))
  }

  @Test(arguments: [false, true])
  func `pixel data beyond the last row is refused at the end of the rows`(isInterlaced: Bool) throws
  {
    let header = PNGFile.header(width: 16, height: 1, interlaced: isInterlaced)
    // Of Adam7 one row of sixteen pixels is in passes of 2, 2, 4 and 8.
    let count = isInterlaced ? 4 + 48 : 1 + 48
    func file(_ count: Int, chunk: Int = .max) throws -> [UInt8] {
      let pixels = try PNGFile.pixels([UInt8](repeating: 0, count: count))
      let size = min(chunk, pixels.content.count)
      let parts = stride(from: 0, to: pixels.content.count, by: size).map {
        PNGFile.Chunk(
          name: "IDAT", content: Array(pixels.content[$0..<min($0 + size, pixels.content.count)]))
      }
      return PNGFile([header] + parts + [PNGFile.end]).bytes
    }
    #expect(error(try file(count)) == nil)
    #expect(error(try file(count, chunk: 1)) == nil)
    #expect(error(try file(count + 1)) == .undecodable("IDAT: Too much image data"))
    // The decoder holds 8 KiB of its input, a thousandth of the size that they may unpack to.
    let bomb = try file(64 << 20)
    #expect(error(bomb) == .undecodable("more pixels than the header says"))
    #expect(
      error(try file(16 << 20, chunk: 100)) == .undecodable("more pixels than the header says"))
  }

  @Test func `data behind the end of the stream is bounded`() throws {
    var pixels = try PNGFile.pixels([UInt8](repeating: 0, count: 4))
    pixels.content += [UInt8](repeating: 1, count: 100)
    #expect(error(PNGFile([Self.small, pixels, PNGFile.end]).bytes) == nil)
    pixels.content += [UInt8](repeating: 1, count: 1 << 20)
    #expect(
      error(PNGFile([Self.small, pixels, PNGFile.end]).bytes)
        == .undecodable("more pixels than the header says"))
  }

  @Test func `chunks are bounded in number, and extras are read once`() throws {
    let pixels = try PNGFile.pixels([0, 55, 55, 55])
    let linear = PNGFile.Chunk(name: "gAMA", content: PNGFile.bigEndian(100_000))
    let twice = PNGFile.Chunk(name: "gAMA", content: PNGFile.bigEndian(45_455))
    #expect(
      try kept([Self.small, linear, twice, pixels, PNGFile.end])
        == PNGFile([Self.small, linear, pixels, PNGFile.end]).bytes)
    let extra = PNGFile.Chunk(name: "tEXt", content: [])
    func error(_ count: Int) -> ImageFileError? {
      let extras = [PNGFile.Chunk](repeating: extra, count: count)
      return self.error(PNGFile([Self.small] + extras + [pixels, PNGFile.end]).bytes)
    }
    #expect(error(PNGChunks.mostChunks - 3) == nil)
    #expect(
      error(PNGChunks.mostChunks - 2)
        == .malformed(
          chunk: "a chunk", offset: 45 + 12 * (PNGChunks.mostChunks - 2) + pixels.content.count,
          reason: "comes behind \(PNGChunks.mostChunks) others"))
  }

  @Test func `texts and profiles that unpack to gigabytes are never unpacked`() throws {
    var zeros: [UInt8] = []
    try Deflater(level: 9).compress(
      [UInt8](repeating: 0, count: 64 << 20), isLast: true, to: &zeros)
    let extras = [("zTXt", "k\0\0"), ("iTXt", "k\0\u{1}\0\0\0"), ("iCCP", "p\0\0")].map {
      PNGFile.Chunk(name: $0.0, content: Array($0.1.utf8) + zeros)
    }
    let pixels = try PNGFile.pixels([0, 1, 2, 3])
    #expect(
      try kept([Self.small] + extras + [pixels, PNGFile.end])
        == PNGFile([Self.small, pixels, PNGFile.end]).bytes)
  }

  /// The chunks of a file that a decoder gets to see.
  private func kept(_ chunks: [PNGFile.Chunk]) throws -> [UInt8] {
    try PNGChunks(PNGFile(chunks).bytes, limits: .init()).bytes
  }

  @Test func `a file without pixels, a required unknown and a nameless chunk are refused`() throws {
    #expect(
      error(PNGFile([Self.small, PNGFile.end]).bytes)
        == .malformed(chunk: "IEND", offset: 33, reason: "comes before any pixels"))
    #expect(
      error(PNGFile([Self.small, .init(name: "ABCD", content: [1]), PNGFile.end]).bytes)
        == .malformed(chunk: "ABCD", offset: 33, reason: "is required and not known"))
    #expect(
      error(PNGFile([Self.small, .init(name: "12\u{1}4", content: []), PNGFile.end]).bytes)
        == .malformed(chunk: "a chunk", offset: 33, reason: "has no valid name"))
  }

  @Test func `missing pixels are an error, and extra ones take no memory`() throws {
    let header = PNGFile.header(width: 4, height: 4, color: 0)
    let short = error(PNGFile([header, try PNGFile.pixels([0, 1, 2, 3, 4]), PNGFile.end]).bytes)
    guard case .undecodable = short else {
      Issue.record("\(String(describing: short))")
      return
    }
    // A quarter of a gigabyte of zeroes in a megabyte.
    var bomb: [UInt8] = []
    let deflater = try Deflater(level: 1)
    let zeroes = [UInt8](repeating: 0, count: 1 << 20)
    for round in 0..<256 { deflater.compress(zeroes, isLast: round == 255, to: &bomb) }
    let before = residentBytes()
    _ = error(PNGFile([header, .init(name: "IDAT", content: bomb), PNGFile.end]).bytes)
    #expect(residentBytes() - before < 150 << 20)
  }

  @Test func `texts that unpack to gigabytes are not unpacked`() throws {
    var text: [UInt8] = []
    try Deflater(level: 9).compress(
      [UInt8](repeating: 65, count: 7 << 20), isLast: true, to: &text)
    let chunk = PNGFile.Chunk(name: "zTXt", content: [UInt8]("a\0\0".utf8) + text)
    let profile = PNGFile.Chunk(name: "iCCP", content: [UInt8]("a\0\0".utf8) + text)
    let many = [PNGFile.Chunk](repeating: chunk, count: 200)
    let file = try PNGFile(
      [PNGFile.header(width: 1, height: 1, color: 0), profile] + many
        + [PNGFile.pixels([0, 255]), chunk, PNGFile.end])
    let before = residentBytes()
    let image = try PNGDecoder.decode(file.bytes)
    #expect(image.premultipliedPixels == [.max])
    // Tests that run at the same time use memory, too.
    #expect(residentBytes() - before < 300 << 20, "not 1.4 GB")
  }

  @Test func `every truncation is an error`() throws {
    let bytes = try sample()
    for count in 0..<bytes.count {
      #expect(error([UInt8](bytes[..<count])) != nil, "\(count) bytes")
    }
  }

  @Test func `no change of a byte crashes, and decoding keeps to the header's size`() throws {
    let bytes = try sample()
    var refused = 0
    for offset in bytes.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF, 0x20] {
        var mutated = bytes
        mutated[offset] ^= change
        do throws(ImageFileError) {
          let image = try PNGDecoder.decode(mutated, limits: ImageFileLimits(pixelCount: 1 << 20))
          #expect(image.premultipliedPixels.count == image.size.width * image.size.height)
        } catch {
          #expect(!error.description.isEmpty)
          refused += 1
        }
      }
    }
    #expect(refused > bytes.count, "most changes break the file")
  }

  @Test func `no change of a byte under a right checksum crashes`() throws {
    let file = try #require(PNGFile(try sample()))
    for (number, chunk) in file.chunks.enumerated() {
      for offset in chunk.content.indices {
        for change: UInt8 in [0x01, 0x80, 0xFF] {
          var mutated = file
          mutated.chunks[number].content[offset] ^= change
          _ = error(mutated.bytes, limits: ImageFileLimits(pixelCount: 1 << 20))
        }
      }
    }
  }

  @Test func `arbitrary bytes after the signature never trap`() {
    for seed in UInt64(1)...300 {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...200, using: &generator)
      let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(error(PNGChunks.signature + noise) != nil, "seed \(seed)")
    }
  }

  @Test func `a missing file's error names it`() {
    let error = #expect(throws: ImageFileError.self) {
      try ImageDecoder.decode(atPath: "/nonexistent/a.png")
    }
    #expect(error?.description.contains("/nonexistent/a.png") == true)
  }

  /// A palette picture with transparency and gamma: many chunks in few bytes.
  func sample() throws -> [UInt8] {
    var scanlines: [UInt8] = []
    for y in 0..<5 {
      scanlines.append(UInt8(y))
      for x in 0..<5 { scanlines.append(UInt8((x * 37 + y) % 3 * 0x11)) }
    }
    return PNGFile([
      PNGFile.header(width: 9, height: 5, depth: 4, color: 3),
      PNGFile.Chunk(name: "gAMA", content: PNGFile.bigEndian(45455)),
      PNGFile.Chunk(name: "PLTE", content: [255, 0, 0, 0, 255, 0, 0, 0, 255]),
      PNGFile.Chunk(name: "tRNS", content: [0, 128]),
      PNGFile.Chunk(name: "tEXt", content: [UInt8]("Title\0x".utf8)),
      try PNGFile.pixels(scanlines), PNGFile.end,
    ]).bytes
  }
}
