import Geometry
import Raster
import TestSupport
import Testing

struct PixelPackingTests {
  typealias Field = PixelPacking.Field

  private static func field(_ offset: UInt32, _ length: UInt32) -> Field {
    Field(offset: offset, length: length)
  }

  private static func packing(_ bits: Int, _ fields: [Field]) -> PixelPacking? {
    PixelPacking(
      bitsPerPixel: bits, red: fields[0], green: fields[1], blue: fields[2],
      transp: fields.count > 3 ? fields[3] : nil)
  }

  @Test func `a pixel layout that cannot be written is refused`() {
    let (red, green, blue) = (Self.field(16, 8), Self.field(8, 8), Self.field(0, 8))
    #expect(Self.packing(32, [red, green, blue]) != nil)
    for bits in [-32, 0, 1, 8, 15, 30, 64] {
      #expect(Self.packing(bits, [red, green, blue]) == nil, "\(bits) bits")
    }
    #expect(Self.packing(16, [red, green, blue]) == nil, "beyond the pixel")
    #expect(Self.packing(24, [Self.field(17, 8), green, blue]) == nil, "beyond the pixel by a bit")
    #expect(Self.packing(32, [red, Self.field(9, 8), blue]) == nil, "red and green overlap")
    #expect(Self.packing(32, [red, green, blue, Self.field(7, 1)]) == nil, "alpha in blue")
    #expect(Self.packing(32, [red, green, Self.field(0, 0)]) == nil, "no blue")
    #expect(Self.packing(32, [Self.field(8, 17), Self.field(0, 4), Self.field(4, 4)]) == nil)
    #expect(Self.packing(32, [Self.field(.max, 8), green, blue]) == nil)
    #expect(Self.packing(32, [Self.field(16, .max), green, blue]) == nil)
    #expect(Self.packing(32, [blue, blue, blue]) == nil, "grey")
    let reversed = Field(offset: 0, length: 8, isReversed: true)
    #expect(Self.packing(32, [red, green, reversed]) == nil)
    #expect(Self.packing(32, [red, green, blue, Self.field(24, 0)])?.transp == nil)
  }

  @Test func `fields are kept`() throws {
    let fields = [Self.field(0, 16), Self.field(16, 9), Self.field(29, 3), Self.field(25, 2)]
    let packing = try #require(Self.packing(32, fields))
    #expect(packing.bitsPerPixel == 32)
    #expect([packing.red, packing.green, packing.blue] == Array(fields[..<3]))
    #expect(packing.transp == fields[3])
  }

  @Test(
    arguments: [
      (PixelFormat.xrgb8888, 32, [(16, 8), (8, 8), (0, 8)]),
      (.xrgb8888, 32, [(16, 8), (8, 8), (0, 8), (24, 8)]),
      (.xbgr8888, 32, [(0, 8), (8, 8), (16, 8)]),
      (.rgb888, 24, [(16, 8), (8, 8), (0, 8)]),
      (.bgr888, 24, [(0, 8), (8, 8), (16, 8)]),
      (.xrgb2101010, 32, [(20, 10), (10, 10), (0, 10), (30, 2)]),
      (.xbgr2101010, 32, [(0, 10), (10, 10), (20, 10)]),
      (.rgb565, 16, [(11, 5), (5, 6), (0, 5)]),
      (.bgr565, 16, [(0, 5), (5, 6), (11, 5)]),
    ] as [(PixelFormat, Int, [(UInt32, UInt32)])])
  func `a packing with a name has its format, and the same pixels`(
    format: PixelFormat, bits: Int, places: [(UInt32, UInt32)]
  ) throws {
    let packing = try #require(Self.packing(bits, places.map { Self.field($0.0, $0.1) }))
    #expect(PixelFormat(packing) == format)
    let size = PixelSize(width: 41, height: 19)
    var picture = RandomPicture(seed: 3, size: size)
    let commands = picture.commands(9)
    let named = PixelBuffer(size: size, format: format)
    let plain = PixelBuffer(size: size, format: .packed(packing))
    Renderer().draw(commands, into: named.surface)
    Renderer().draw(commands, into: plain.surface)
    #expect(
      named.makeImage().premultipliedPixels == plain.makeImage().premultipliedPixels)
    if format.byteCount < 4 { #expect(named.bytes == plain.bytes) }
  }

  @Test func `names say how pixels are laid out`() {
    #expect(PixelFormat.argb1555.name == "16 bits, rgba 5/10,5/5,5/0,1/15")
    #expect(PixelFormat.rgb444In24.name == "24 bits, rgba 4/1,4/9,4/18,0/0")
    #expect(PixelFormat.bgr888.name == "BGR888")
    #expect(!PixelFormat.argb1555.hasAlpha)
  }

  /// Random packings: each component of some length, somewhere in the pixel.
  private static func random(_ random: inout SeededGenerator) -> PixelPacking {
    while true {
      let bits = [16, 24, 32][random.int(in: 0...2)]
      let fields = (0..<4).map { _ in
        field(
          UInt32(random.int(in: 0...bits - 1)),
          UInt32(random.int(in: random.chance(0.7) ? 1...8 : 1...16)))
      }
      if let packing = packing(bits, random.chance(0.5) ? fields : Array(fields[..<3])) {
        return packing
      }
    }
  }

  /// An 8×8 Bayer matrix as the books build it from that of half the side.
  private static func bayer(_ x: Int, _ y: Int, side: Int = 8) -> Int {
    if side == 1 { return 0 }
    let half = side / 2
    let quarter = [[0, 2], [3, 1]][y / half % 2][x / half % 2]
    return 4 * bayer(x % half, y % half, side: half) + quarter
  }

  private func expected(_ value: UInt32, _ field: Field, x: Int, y: Int) -> UInt32 {
    let steps = (1 << field.length) - 1
    if field.length < 8 {
      let threshold = (Self.bayer(x % 8, y % 8) * 255 + 32) / 64
      return UInt32((Int(value) * steps + threshold) / 255) << field.offset
    }
    return UInt32((Double(value) * Double(steps) / 255).rounded()) << field.offset
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `any packing is written as its fields say`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let packing = Self.random(&random)
    let size = PixelSize(width: random.int(in: 1...37), height: random.int(in: 1...17))
    let pixels = (0..<size.width * size.height).map { _ in
      random.chance(0.2)
        ? [0xFF00_0000, 0xFFFF_FFFF][random.int(in: 0...1)]
        : UInt32.random(in: 0xFF00_0000...0xFFFF_FFFF, using: &random)
    }
    let image = Image(size: size, premultipliedPixels: pixels)
    let command = DrawCommand(
      shape: .fill(.rect(Rect(PixelRect(size))), .nonZero),
      paint: .image(ImagePaint(image: image, transform: .identity)))
    let memory = ScanoutMemory(
      size: size, format: .packed(packing),
      slack: packing.bitsPerPixel == 32 ? 8 : random.int(in: 0...9),
      misalignment: packing.bitsPerPixel == 32 ? 0 : random.int(in: 0...7))
    Renderer().draw([command], into: memory.surface)
    let opaque = packing.transp.map { ((1 << $0.length) - 1) << $0.offset } ?? 0
    let visible = Self.visible(packing)
    var stray = 0
    var worst: UInt32 = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = pixels[y * size.width + x]
        let word = memory.word(column: x, row: y)
        for (field, shift) in [(packing.red, 16), (packing.green, 8), (packing.blue, 0)]
          as [(Field, UInt32)]
        {
          let mask = UInt32((1 << field.length) - 1) << field.offset
          let wanted = expected((pixel >> shift) & 255, field, x: x, y: y)
          let (low, high) = (min(word & mask, wanted), max(word & mask, wanted))
          worst = max(worst, (high - low) >> field.offset)
        }
        if word & ~visible != opaque { stray += 1 }
      }
    }
    #expect(stray == 0, "alpha is opaque, and all else zero; seed \(seed), \(packing)")
    // Repeated bits are at most one step off the nearest value; dithered values are exact.
    let isDeep = [packing.red, packing.green, packing.blue].contains { $0.length > 8 }
    #expect(worst <= (isDeep ? 1 : 0), "seed \(seed), \(packing)")
    #expect(memory.strayWrites(outside: [PixelRect(size)]) == 0)
  }

  private static func visible(_ packing: PixelPacking) -> UInt32 {
    [packing.red, packing.green, packing.blue].reduce(0) {
      $0 | UInt32((1 << $1.length) - 1) << $1.offset
    }
  }

  @Test(arguments: [PixelFormat.xrgb8888, .xbgr8888, .xrgb2101010, .xbgr2101010])
  func `X bits are ones`(format: PixelFormat) {
    let size = PixelSize(width: 45, height: 33)
    var picture = RandomPicture(seed: 12, size: size)
    let memory = ScanoutMemory(size: size, format: format)
    let bits: UInt32 = format == .xrgb8888 || format == .xbgr8888 ? 0xFF00_0000 : 0xC000_0000
    for count in [0, 1, 12] {
      Renderer().draw(picture.commands(count), into: memory.surface)
      let isWrong = (0..<size.width * size.height).contains {
        memory.word(column: $0 % size.width, row: $0 / size.width) & bits != bits
      }
      #expect(!isWrong, "\(count) commands")
    }
  }
}
