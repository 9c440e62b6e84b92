import Geometry
import Raster
import Testing

struct RendererTests {
  @Test func `a rectangle on pixel borders fills exactly its pixels`() {
    let buffer = PixelBuffer(size: PixelSize(width: 12, height: 5), format: .xrgb8888)
    let area = Path.rect(Rect(x: 2, y: 1, width: 3, height: 2))
    Renderer().draw(
      [DrawCommand(shape: .fill(area, .nonZero), paint: .color(.white))], into: buffer.surface)
    let pixels = buffer.makeImage().premultipliedPixels
    for y in 0..<5 {
      for x in 0..<12 {
        let isInside = (2..<5).contains(x) && (1..<3).contains(y)
        #expect(pixels[y * 12 + x] == (isInside ? 0xFFFF_FFFF : 0xFF00_0000), "\(x) \(y)")
      }
    }
  }
}
