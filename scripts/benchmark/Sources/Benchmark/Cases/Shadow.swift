import Foundation
import Geometry
import Raster

/// C14: the Gaussian shadow, of deviation 10, of a square of 200 pixels, from its alpha to the
/// frame. Of the peers, only Skia and vello_cpu have shadows; Skia may keep the blurred mask for
/// its next drawing.
final class Shadow {
  static let title = "gaussian shadow σ 10 of 200×200"
  private static let deviation = 10.0
  private static let side = 200
  private static let color = Color(red: 0, green: 0, blue: 0, alpha: 0.6)
  private let plane = AlphaPlane(
    size: PixelSize(width: side, height: side),
    bytes: [UInt8](repeating: 255, count: side * side))
  private let canvas = RasterCanvas()
  private var image: Image?

  func blur() {
    image = Image(
      tinting: plane.blurred(deviation: Shadow.deviation), with: Shadow.color)
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

  /// `again` is the time of drawing an existing shadow.
  func measure(rounds: Int = 400) -> Comparison.Row {
    var row = Comparison.Row(name: "C14", title: Shadow.title)
    var blurred = Int.max
    blur()
    guard let image else { return row }
    let copier = MemoryCopy(byteCount: image.size.width * image.size.height * 4)
    let peers = Peer.all.filter(\.canBlur).map { (name: $0.name, canvas: canvas(of: $0)) }
    for _ in 0..<rounds {
      blurred = min(blurred, Stopwatch.measure(blur))
      row.again = min(row.again, Stopwatch.measure(draw))
      row.copy = min(row.copy, Stopwatch.measure { copier.copy() })
      for peer in peers {
        let time = Stopwatch.measure { peer.canvas.draw() }
        row.peers[peer.name] = min(row.peers[peer.name] ?? .max, time)
      }
    }
    row.ours = blurred + row.again
    return row
  }

  private func canvas(of peer: Peer) -> PeerCanvas {
    let side = Double(Shadow.side)
    let square = Case.solid(.rect(Rect(x: 430, y: 330, width: side, height: side)), Shadow.color)
    let item = Case(name: "C14", title: "", commands: [square], damage: Frame.pixels)
    return PeerCanvas(peer, item, blur: Shadow.deviation)
  }

  /// The error against the integral of the Gaussian over the square.
  func accuracy() -> Accuracy.Report {
    let blurred = plane.blurred(deviation: Shadow.deviation)
    let margin = (blurred.size.width - Shadow.side) / 2
    let profile = (0..<blurred.size.width).map { index in
      let distance = Double(index - margin) + 0.5
      let scale = Shadow.deviation * 2.0.squareRoot()
      return (erf(distance / scale) - erf((distance - Double(Shadow.side)) / scale)) / 2
    }
    var report = Accuracy.Report()
    for y in 0..<blurred.size.height {
      for x in 0..<blurred.size.width {
        let value = blurred.bytes[y * blurred.size.width + x]
        report.add(abs(Double(value) - 255 * profile[x] * profile[y]))
      }
    }
    return report
  }
}
