import Geometry
import Raster
import Text

/// The cases of many shapes, placed by one generator of pseudorandom numbers.
extension Case {
  private static let fontPath = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  static func circles(count: Int) -> Case {
    var numbers = Numbers(seed: 10)
    let commands = (0..<count).map { _ in
      let center = Point(x: numbers.next(in: 0...1920), y: numbers.next(in: 0...1080))
      let radius = numbers.next(in: 4...20)
      let color = Color(
        red: numbers.next(in: 0...1), green: numbers.next(in: 0...1),
        blue: numbers.next(in: 0...1), alpha: numbers.next(in: 0.3...0.8))
      return solid(.circle(center: center, radius: radius), color)
    }
    return Case(
      name: count == 1000 ? "C10" : "C10/\(count)", title: "\(count) translucent circles r 4–20",
      commands: commands,
      damage: Frame.pixels)
  }

  /// Corners in order of their angle about the centre, each at a distance of its own: spikes that
  /// are thinner than pixels.
  static func polygon(corners: Int) -> Case {
    var numbers = Numbers(seed: 12)
    var path = Path()
    for index in 0..<corners {
      let angle = Double(index) / Double(corners) * 2 * .pi
      let radius = numbers.next(in: 100...500)
      let point = Point(
        x: Frame.center.x + cosine(angle) * radius, y: Frame.center.y + sine(angle) * radius)
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.close()
    return Case(
      name: corners == 10_000 ? "C12" : "C12/\(corners)", title: "polygon of \(corners) segments",
      commands: [solid(path, orange)], damage: box(Frame.center, 500))
  }

  /// Nil where the font is not installed.
  static func glyphs() -> Case? {
    guard let font = try? Font(path: fontPath) else { return nil }
    let size = 32.0
    var outlines: [Path] = []
    var scalar: UInt32 = 33
    while outlines.count < 200 {
      defer { scalar = scalar == 126 ? 33 : scalar + 1 }
      guard let glyph = font.glyph(for: scalar) else { continue }
      let column = Double(outlines.count % 40)
      let row = Double(outlines.count / 40)
      // A line of text places its glyphs at any fraction of a pixel.
      let place = AffineTransform(
        a: size, b: 0, c: 0, d: size, tx: 100.3 + column * 42.37, ty: 300.7 + row * 60)
      outlines.append(font.outline(of: glyph).transformed(by: place))
    }
    let reach = outlines.dropFirst().reduce(outlines[0].bounds) { $0.union($1.bounds) }
    return Case(
      name: "C13", title: "200 glyph outlines at 32 px",
      commands: outlines.map { solid($0, orange) }, damage: reach.pixelCover,
      reference: .outlines(ExactOutlines(outlines)))
  }
}

/// Pseudorandom numbers, equal in every run: Marsaglia's xorshift64*.
struct Numbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next(in range: ClosedRange<Double>) -> Double {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    let fraction = Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) / Double(1 << 53)
    return range.lowerBound + fraction * (range.upperBound - range.lowerBound)
  }
}
