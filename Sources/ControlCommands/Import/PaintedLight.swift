import Geometry
import Raster

/// The mean luminance of the painted pixels of drawings that leave others clear: a dark logo is not
/// visible on black.
struct PaintedLight {
  /// Sums over pixels: of luminances times alpha, of alpha, and of the pixels themselves.
  private var light = 0.0
  private var alpha = 0.0
  private var count = 0.0

  private static let longestSide = 64.0
  /// The most pixels of a drawing that are looked at.
  private static let sampleCount = 4096
  /// The least contrast of graphics (WCAG 2.2, 1.4.11).
  private static let leastContrast = 3.0
  /// The share of painted pixels from which on the background does not matter.
  private static let wholeCover = 0.95

  /// Nothing is painted.
  init() {}

  /// Draws a picture, small, at some times in seconds.
  init(_ picture: any DrawnFile, size: Size, at times: [Double]) {
    let scale = Self.longestSide / max(size.width, size.height)
    let buffer = PixelBuffer(
      size: PixelSize(
        width: max(1, Int((size.width * scale).rounded())),
        height: max(1, Int((size.height * scale).rounded()))),
      format: .argb8888)
    for time in times {
      // A picture that takes too long to be drawn does not count here.
      guard (try? picture.draw(at: time, into: buffer.surface)) != nil else { return }
      add(buffer.makeImage().premultipliedPixels)
    }
  }

  /// Adds a drawing's pixels: premultiplied `0xAARRGGBB` words.
  mutating func add(_ pixels: [UInt32]) {
    let step = max(1, pixels.count / Self.sampleCount)
    for index in stride(from: 0, to: pixels.count, by: step) {
      let pixel = pixels[index]
      let cover = Double(pixel >> 24) / 255
      count += 1
      guard cover > 0 else { continue }
      func part(_ shift: UInt32) -> Double {
        min(Double(pixel >> shift & 255) / 255 / cover, 1)
      }
      alpha += cover
      light += cover * Color(red: part(16), green: part(8), blue: part(0)).luminance
    }
  }

  /// True if the painted pixels, on average, are too dark to be visible on black.
  var needsWhite: Bool {
    guard alpha > 0, alpha < Self.wholeCover * count else { return false }
    let mean = light / alpha
    return (mean + 0.05) / 0.05 < Self.leastContrast
  }
}
