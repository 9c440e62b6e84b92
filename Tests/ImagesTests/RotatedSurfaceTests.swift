import Geometry
import Images
import Raster
import TestSupport
import Testing

@Suite struct RotatedSurfaceTests {
  private static let size = PixelSize(width: 19, height: 10)
  private static let twelveBits = PixelPacking(
    bitsPerPixel: 24, red: .init(offset: 0, length: 12), green: .init(offset: 12, length: 8),
    blue: .init(offset: 20, length: 4))

  static var formats: [PixelFormat] {
    PixelFormat.allCases + (twelveBits.map { [PixelFormat($0)] } ?? [])
  }

  /// A picture drawn to a surface of the given rotation, and the result of reading it.
  private func reading<Result>(
    _ format: PixelFormat, _ rotation: Rotation, _ body: (Surface) throws -> Result
  ) rethrows -> Result {
    var generator = SeededGenerator(seed: 21)
    let image = Image(
      size: Self.size,
      premultipliedPixels: randomPixels(Self.size, isOpaque: false, using: &generator))
    let command = DrawCommand(
      shape: .fill(.rect(Rect(PixelRect(Self.size))), .nonZero),
      paint: .image(ImagePaint(image: image, transform: .identity)))
    let buffer = PixelBuffer(size: rotation.rotated(Self.size), format: format)
    let scanout = buffer.surface
    let surface = unsafe Surface(
      base: scanout.base, width: Self.size.width, height: Self.size.height, stride: scanout.stride,
      format: format, rotation: rotation)
    Renderer().draw([command], into: surface)
    return try body(surface)
  }

  @Test(arguments: formats, Rotation.allCases)
  func `files and hashes show the picture, however it lies on the scanout`(
    format: PixelFormat, rotation: Rotation
  ) throws {
    let upright = try reading(format, .upright) { surface in
      (try PNGEncoder().encode(surface), FrameHash(of: surface))
    }
    let turned = try reading(format, rotation) { surface in
      (try PNGEncoder().encode(surface), FrameHash(of: surface))
    }
    #expect(turned.0 == upright.0)
    #expect(turned.1 == upright.1)
    #expect(try PNGDecoder.decode(turned.0).size == Self.size)
  }

  @Test func `the hashes of formats differ`() throws {
    let hashes = Self.formats.map { reading($0, .upright) { FrameHash(of: $0) } }
    #expect(Set(hashes).count == Self.formats.count)
  }
}
