import Geometry
import Raster
import TestSupport
import Testing

/// Framebuffers as devices have them: rows far apart, rows and bases at odd addresses, one pixel
/// wide or high.
struct FramebufferShapeTests {
  private struct Shape {
    var slack: Int
    var misalignment: Int
  }

  /// Formats of four bytes keep to multiples of four.
  private static func shapes(_ format: PixelFormat) -> [Shape] {
    let unit = format.byteCount == 4 ? 4 : 1
    return [(0, 0), (1, 0), (0, 1), (1, 1), (2, 3), (3, 2), (5, 7), (509, 61), (2048, 0)].map {
      Shape(slack: $0.0 * unit, misalignment: $0.1 * unit)
    }
  }

  private static let sizes = [(1, 1), (1, 2), (2, 1), (1, 40), (40, 1), (3, 5), (9, 17), (33, 8)]
    .map { PixelSize(width: $0.0, height: $0.1) }

  @Test(arguments: RotatedDrawingTests.formats, Rotation.allCases)
  func `every shape of framebuffer holds the picture, and nothing around it is touched`(
    format: PixelFormat, rotation: Rotation
  ) {
    for (index, size) in Self.sizes.enumerated() {
      var picture = RandomPicture(seed: 900 + UInt64(index), size: size)
      // One opaque colour or picture is written without the line; shapes over it are not.
      for commands in [[], [cover(size)], picture.commands(6)] {
        let plain = PixelBuffer(size: size, format: format)
        Renderer().draw(commands, into: plain.surface)
        let expected = plain.bytes
        for shape in Self.shapes(format) {
          let memory = ScanoutMemory(
            size: size, format: format, rotation: rotation, slack: shape.slack,
            misalignment: shape.misalignment)
          Renderer().draw(commands, into: memory.surface)
          #expect(
            bytes(of: memory, size: size, rotation: rotation) == expected,
            "\(size), \(commands.count) commands, \(shape)")
          let scanout = PixelRect(rotation.rotated(size))
          #expect(memory.strayWrites(outside: [scanout]) == 0, "\(size), \(shape)")
        }
      }
    }
  }

  private func cover(_ size: PixelSize) -> DrawCommand {
    DrawCommand(
      shape: .fill(.rect(Rect(PixelRect(size))), .nonZero),
      paint: .color(Color(red: 0.3, green: 0.6, blue: 0.9)))
  }

  /// The picture's bytes, upright and without gaps.
  private func bytes(
    of memory: ScanoutMemory, size: PixelSize, rotation: Rotation
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = rotation.scanoutRect(
          PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1), ofPicture: size)
        let word = memory.word(column: place.minX, row: place.minY)
        for byte in 0..<memory.surface.format.byteCount {
          bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(8 * byte)))
        }
      }
    }
    return bytes
  }

  @Test(arguments: RotatedDrawingTests.formats)
  func `repainting a pixel touches that pixel`(format: PixelFormat) {
    let size = PixelSize(width: 11, height: 7)
    for rotation in Rotation.allCases {
      for shape in Self.shapes(format).prefix(7) {
        for (x, y) in [(0, 0), (10, 6), (5, 3), (0, 6), (10, 0)] {
          let memory = ScanoutMemory(
            size: size, format: format, rotation: rotation, slack: shape.slack,
            misalignment: shape.misalignment)
          let pixel = PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
          Renderer().draw([cover(size)], region: Region(pixel), into: memory.surface)
          let place = rotation.scanoutRect(pixel, ofPicture: size)
          #expect(memory.strayWrites(outside: [place]) == 0, "\(rotation), \(shape), \(x), \(y)")
        }
      }
    }
  }
}
