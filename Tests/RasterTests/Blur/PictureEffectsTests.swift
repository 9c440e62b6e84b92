import Geometry
import Testing

@testable import Raster

/// Changes of finished pictures.
@Suite struct PictureEffectsTests {
  private func image(_ pixels: [UInt32]) -> Image {
    Image(size: PixelSize(width: pixels.count, height: 1), premultipliedPixels: pixels)
  }

  @Test func `colours move between two others by their light and keep their alpha`() {
    let dark = Color(red: 1, green: 0, blue: 0)
    let light = Color(red: 0, green: 0, blue: 1)
    let toned = image([0xFF00_0000, 0xFFFF_FFFF, 0x8080_8080, 0x8000_0000, 0]).toned(
      dark: dark, light: light, amount: 1)
    #expect(toned.premultipliedPixels == [0xFFFF_0000, 0xFF00_00FF, 0x8000_0080, 0x8080_0000, 0])
    let half = image([0xFF00_0000]).toned(dark: light, light: light, amount: 0.5)
    #expect(half.premultipliedPixels == [0xFF00_0080])
  }

  @Test func `a blurred picture keeps its light, and grows by the margin`() {
    let deviation = 2.0
    let margin = GaussianBlur.margin(deviation: deviation)
    var pixels = [UInt32](repeating: 0, count: 25)
    pixels[12] = 0xFFFF_0000
    let blurred = Image(
      size: PixelSize(width: 5, height: 5), premultipliedPixels: pixels
    ).blurred(across: deviation, down: deviation)
    #expect(blurred.size == PixelSize(width: 5 + 2 * margin, height: 5 + 2 * margin))
    let result = blurred.premultipliedPixels
    let middle = result[(2 + margin) * blurred.size.width + 2 + margin]
    // A pixel's share of a gaussian of deviation 2 in two dimensions is 1 / (8 π), nearly.
    #expect(abs(Int(middle >> 24) - 10) <= 1)
    #expect(result.allSatisfy { $0 >> 16 & 255 == $0 >> 24 && $0 & 0xFFFF == 0 })
  }
}
