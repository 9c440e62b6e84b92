import Geometry
import TestSupport
import Testing

@testable import Raster

extension KernelPathTests {
  /// Images that are scaled along their axes.
  struct MixedRowsTests {
    private static let size = PixelSize(width: 90, height: 70)

    private static func noise(width: Int, height: Int) -> Image {
      var random = SeededGenerator(seed: 77)
      let pixels = (0..<width * height).map { _ in
        0xFF00_0000 | UInt32(random.int(in: 0...0xFF_FFFF))
      }
      return Image(size: PixelSize(width: width, height: height), premultipliedPixels: pixels)
    }

    @Test(arguments: [
      (1.5, 1.5), (1.2, 1.04), (2.5, 1), (1, 2.5), (-1.7, 1.3), (1.9, -2.2), (1.02, 0.6),
    ])
    func `shared rows have the pixels of rows that are read by themselves`(x: Double, y: Double) {
      defer { KernelPath.avx512.use() }
      let image = Self.noise(width: 50, height: 60)
      let place = AffineTransform.translation(x: -25, y: -30).followed(by: .scale(x: x, y: y))
        .followed(by: .translation(x: 45.3, y: 35.6))
      let whole = Path.rect(Rect(x: 0, y: 0, width: 50, height: 60)).transformed(by: place)
      // Rows of a disc have columns of their own.
      for shape in [whole, .circle(center: Point(x: 45, y: 35), radius: 28)] {
        let command = DrawCommand(
          shape: .fill(shape, .nonZero),
          paint: .image(ImagePaint(image: image, transform: place, extendsBorders: true)))
        func drawn(_ paths: FastPaths, _ parts: [PixelRect]) -> [UInt8] {
          let buffer = PixelBuffer(size: Self.size, format: .argb8888)
          let renderer = Renderer(paths)
          for part in parts { renderer.draw([command], region: Region(part), into: buffer.surface) }
          return buffer.bytes
        }
        KernelPath.portable.use()
        let expected = drawn([], [PixelRect(Self.size)])
        let parts = [
          PixelRect(minX: 30, minY: 20, maxX: 90, maxY: 70),
          PixelRect(minX: 0, minY: 0, maxX: 90, maxY: 20),
          PixelRect(minX: 0, minY: 20, maxX: 30, maxY: 70),
        ]
        for path in KernelPath.allCases {
          path.use()
          #expect(drawn(.all, [PixelRect(Self.size)]) == expected, "\(path)")
          #expect(drawn(.all, parts) == expected, "\(path)")
        }
      }
    }

    @Test func `a row is mixed once for columns within those it has`() {
      var rows = MixedRows()
      var mixed: [Int] = []
      func first(_ place: Int, _ columns: Range<Int>) -> UInt32 {
        unsafe rows.row(place, columns: columns) { pixels in
          mixed.append(place)
          for index in 0..<columns.count {
            unsafe pixels[index] = UInt32(place * 100 + columns.lowerBound + index)
          }
        }.pointee
      }
      #expect(first(4, 10..<30) == 410 && first(5, 10..<30) == 510)
      #expect(first(4, 12..<30) == 412 && first(5, 10..<20) == 510 && mixed == [4, 5])
      #expect(first(5, 9..<20) == 509 && first(6, 10..<30) == 610 && mixed == [4, 5, 5, 6])
      #expect(first(4, 10..<60) == 410 && mixed.last == 4)
    }
  }
}
