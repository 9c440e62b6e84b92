import Foundation
import Geometry
import Raster

/// C14: the gaussian shadow, of deviation 10, of a square of 200 pixels, from its alpha to the frame.
/// Cairo has no blur to compare with.
final class Shadow {
  private static let deviation = 10.0
  private let plane = AlphaPlane(
    size: PixelSize(width: 200, height: 200), bytes: [UInt8](repeating: 255, count: 40_000))
  private let canvas = RasterCanvas()
  private var image: Image?

  func blur() {
    image = Image(
      tinting: plane.blurred(deviation: Shadow.deviation),
      with: Color(red: 0, green: 0, blue: 0, alpha: 0.6))
  }

  func draw() {
    guard let image else { return }
    let place = Rect(
      x: 400, y: 300, width: Double(image.size.width), height: Double(image.size.height))
    let paint = ImagePaint(image: image, transform: .translation(x: place.minX, y: place.minY))
    let shadow = DrawCommand(shape: .fill(.rect(place), .nonZero), paint: .image(paint))
    canvas.draw(
      Case(name: "C14", title: "", commands: [shadow], damage: place.pixelCover))
  }

  func report(rounds: Int = 400) {
    var (blurred, drawn) = (Int.max, Int.max)
    for _ in 0..<rounds {
      blurred = min(blurred, Stopwatch.measure(blur))
      drawn = min(drawn, Stopwatch.measure(draw))
    }
    print(
      String(
        format: "C14  gaussian shadow σ 10 of 200×200: blurred and tinted %.1f µs, drawn %.1f µs",
        Double(blurred) / 1000, Double(drawn) / 1000))
  }
}
