import Geometry
import Raster
import TestSupport
import Testing

struct RotatedDrawingTests {
  static let formats = PixelFormat.allCases + [.argb1555, .rgb444In24, .deepRed]

  @Test(arguments: formats, Rotation.allCases)
  func `drawing by regions into a rotated surface gives the rotation of drawing upright`(
    format: PixelFormat, rotation: Rotation
  ) {
    for seed: UInt64 in 0..<10 {
      var random = SeededGenerator(seed: seed)
      let size = PixelSize(width: random.int(in: 1...90), height: random.int(in: 1...75))
      var picture = RandomPicture(seed: 500 + seed, size: size)
      let commands = picture.commands(8)
      let upright = ScanoutMemory(size: size, format: format)
      Renderer().draw(commands, into: upright.surface)

      let rotated = ScanoutMemory(
        size: size, format: format, rotation: rotation,
        slack: format.byteCount == 4 ? 4 * random.int(in: 0...9) : random.int(in: 0...37),
        misalignment: format.byteCount == 4 ? 4 * random.int(in: 0...15) : random.int(in: 0...63))
      let renderer = Renderer()
      var drawn = Region()
      for _ in 0..<4 {
        let region = picture.region(2)
        renderer.draw(commands, region: region, into: rotated.surface)
        drawn.formUnion(region)
      }
      var wrong = 0
      for y in 0..<size.height {
        for x in 0..<size.width where drawn.contains(x: x, y: y) {
          let place = scanout(x, y, of: size, rotation)
          if rotated.word(column: place.column, row: place.row) != upright.word(column: x, row: y) {
            wrong += 1
          }
        }
      }
      #expect(wrong == 0, "seed \(seed), \(size)")
      let allowed = drawn.rects.map { rect in
        rotation.scanoutRect(rect.intersection(PixelRect(size)), ofPicture: size)
      }
      #expect(rotated.strayWrites(outside: allowed) == 0, "seed \(seed), \(size)")
    }
  }

  /// In the words of `Rotation`'s cases.
  private func scanout(
    _ x: Int, _ y: Int, of size: PixelSize, _ rotation: Rotation
  ) -> (column: Int, row: Int) {
    switch rotation {
    case .upright: (x, y)
    case .right: (size.height - 1 - y, x)
    case .upsideDown: (size.width - 1 - x, size.height - 1 - y)
    case .left: (y, size.width - 1 - x)
    }
  }

  /// Rows of the scanout begin where lines do, and between them.
  @Test(arguments: formats, Rotation.allCases)
  func `a large picture is rotated right across bands and blocks`(
    format: PixelFormat, rotation: Rotation
  ) {
    let size = PixelSize(width: 333, height: 131)
    var picture = RandomPicture(seed: 77, size: size)
    let commands = picture.commands(14)
    let upright = ScanoutMemory(size: size, format: format)
    Renderer().draw(commands, into: upright.surface)
    let rowByteCount = rotation.rotated(size).width * format.byteCount
    for (unit, misalignment) in [(64, 0), (16, 48), (64, 4), (16, 8), (4, 0)] {
      let rotated = ScanoutMemory(
        size: size, format: format, rotation: rotation,
        slack: unit - rowByteCount % unit + (unit == 4 ? 4 : 0), misalignment: misalignment)
      Renderer().draw(commands, into: rotated.surface)
      var wrong = 0
      for y in 0..<size.height {
        for x in 0..<size.width {
          let place = scanout(x, y, of: size, rotation)
          if rotated.word(column: place.column, row: place.row) != upright.word(column: x, row: y) {
            wrong += 1
          }
        }
      }
      #expect(wrong == 0, "stride a multiple of \(unit), base off by \(misalignment)")
      #expect(rotated.strayWrites(outside: [PixelRect(rotated.surface.scanoutSize)]) == 0)
    }
  }

  @Test(arguments: Rotation.allCases)
  func `offsets and steps lead to the picture's pixels`(rotation: Rotation) {
    let size = PixelSize(width: 7, height: 5)
    let memory = ScanoutMemory(size: size, format: .rgb888, rotation: rotation, slack: 5)
    let surface = memory.surface
    #expect(surface.size == size)
    #expect(surface.scanoutSize == (rotation.swapsSides ? PixelSize(width: 5, height: 7) : size))
    for y in 0..<5 {
      for x in 0..<7 {
        let place = scanout(x, y, of: size, rotation)
        let offset = place.row * surface.stride + place.column * 3
        #expect(surface.byteOffset(x: x, y: y) == offset)
        #expect(surface.byteOffset(x: 0, y: y) + x * surface.pixelStep == offset)
      }
    }
  }
}

extension PixelFormat {
  /// Sixteen bits with alpha at the top.
  static let argb1555 = packed(
    16, red: (10, 5), green: (5, 5), blue: (0, 5), transp: (15, 1))
  /// Four bits a component, apart, in three bytes.
  static let rgb444In24 = packed(24, red: (1, 4), green: (9, 4), blue: (18, 4), transp: nil)
  /// More bits of red than a byte has, and few of blue.
  static let deepRed = packed(32, red: (0, 16), green: (16, 9), blue: (29, 3), transp: (25, 2))

  private static func packed(
    _ bits: Int, red: (UInt32, UInt32), green: (UInt32, UInt32), blue: (UInt32, UInt32),
    transp: (UInt32, UInt32)?
  ) -> PixelFormat {
    func field(_ place: (UInt32, UInt32)) -> PixelPacking.Field {
      PixelPacking.Field(offset: place.0, length: place.1)
    }
    let packing = PixelPacking(
      bitsPerPixel: bits, red: field(red), green: field(green), blue: field(blue),
      transp: transp.map(field))
    guard let packing else { preconditionFailure("not a packing") }
    return PixelFormat(packing)
  }
}
