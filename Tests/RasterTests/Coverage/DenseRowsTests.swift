import Geometry
import Raster
import TestSupport
import Testing

/// Outlines with hundreds of edges in a row, and fewer in some rows.
struct DenseRowsTests {
  private static let size = PixelSize(width: 120, height: 90)

  /// Spikes all around, and past the borders.
  private func spikes(_ seed: UInt64) -> Path {
    var random = SeededGenerator(seed: seed)
    var path = Path()
    let center = Point(x: random.double(in: 30...90), y: random.double(in: 20...70))
    for index in 0..<500 {
      let angle = Double(index) / 500 * 2 * .pi
      let point = CircularArc(
        center: center, radius: random.double(in: 10...80), startAngle: 0, sweep: 1
      ).point(atAngle: angle)
      path.append(index == 0 ? .move(point) : .line(point))
    }
    path.append(.close)
    return path
  }

  private func drawn(_ commands: [DrawCommand], _ parts: [PixelRect]) -> [UInt8] {
    let buffer = PixelBuffer(size: DenseRowsTests.size, format: .argb8888)
    let renderer = Renderer()
    for part in parts { renderer.draw(commands, region: Region(part), into: buffer.surface) }
    return buffer.bytes
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd], 0..<4 as Range<UInt64>)
  func `parts of dense rows equal the whole rows`(rule: FillRule, seed: UInt64) {
    let commands = (0..<2).map { index in
      DrawCommand(
        shape: .fill(spikes(2 * seed + UInt64(index)), rule),
        paint: .color(Color(red: 1, green: Double(index), blue: 0.5, alpha: 0.7)))
    }
    let whole = drawn(commands, [PixelRect(DenseRowsTests.size)])
    var random = SeededGenerator(seed: seed)
    let (x, y) = (random.int(in: 1...119), random.int(in: 1...89))
    let parts = DenseRowsTests.size.quarters(atX: x, y: y)
    #expect(drawn(commands, parts) == whole, "seed \(seed), cut at \(x), \(y)")
  }

  @Test func `a comb of as many teeth is exact`() {
    // Teeth of half a pixel each, two pixels apart: coverage 128 in every other column.
    var path = Path()
    for tooth in 0..<60 {
      path.append(.rect(Rect(x: Double(tooth) * 2 + 0.25, y: 5, width: 0.5, height: 40)))
    }
    let bytes = drawn(
      [DrawCommand(shape: .fill(path, .nonZero), paint: .color(.white))],
      [PixelRect(DenseRowsTests.size)])
    for (place, byte) in bytes.enumerated() {
      let (x, y) = (place / 4 % 120, place / 480)
      let isTooth = x % 2 == 0 && y >= 5 && y < 45
      #expect(byte == (isTooth ? 128 : 0))
    }
  }

  @Test func `the hole in a wide circle of cubic curves has a clean edge`() throws {
    let circle = try Path(
      svg: """
        M100 20C144.18 20 180 55.82 180 100C180 144.18 144.18 180 100 180
        C55.82 180 20 144.18 20 100C20 55.82 55.82 20 100 20Z
        """)
    let pixels = CoverageReference(width: 200, height: 200)
      .drawn(.stroke(circle, StrokeStyle(width: 100)))
    #expect(abs(pixels[70 * 200 + 94] - 127) <= 2)
    #expect(abs(pixels[71 * 200 + 90] - 133) <= 2)
  }
}
