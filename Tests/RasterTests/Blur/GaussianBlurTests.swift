import Geometry
import Raster
import TestSupport
import Testing

struct GaussianBlurTests {
  /// The sampled gaussian as far as nine deviations, with the sum 1.
  private func gaussian(_ deviation: Double) -> [Double] {
    let extent = Int((deviation * 9).rounded(.up))
    // Sums of exact powers, so that no library is needed: exp by repeated squaring of a small step.
    let values = (-extent...extent).map { offset -> Double in
      let exponent = -Double(offset * offset) / (2 * deviation * deviation)
      var result = 1.0 + exponent / 1_048_576 + exponent * exponent / 2_199_023_255_552
      for _ in 0..<20 { result *= result }
      return exponent < -80 ? 0 : result
    }
    let sum = values.reduce(0, +)
    return values.map { $0 / sum }
  }

  /// The plane's exact blur, rows of numbers with a margin around.
  private func reference(_ plane: AlphaPlane, deviation: Double, margin: Int) -> [Double] {
    let kernel = gaussian(deviation)
    let extent = kernel.count / 2
    func blurred(_ rows: [[Double]]) -> [[Double]] {
      rows.map { row in
        (-margin..<row.count + margin).map { x in
          var sum = 0.0
          for place in max(0, x - extent)..<max(0, min(row.count, x + extent + 1)) {
            sum += row[place] * kernel[place - x + extent]
          }
          return sum
        }
      }
    }
    func transposed(_ rows: [[Double]]) -> [[Double]] {
      rows[0].indices.map { x in rows.map { $0[x] } }
    }
    let width = plane.size.width
    let rows = (0..<plane.size.height).map { y in
      (0..<width).map { Double(plane.bytes[y * width + $0]) }
    }
    return transposed(blurred(transposed(blurred(rows)))).flatMap { $0 }
  }

  /// The largest difference from the exact blur, in levels.
  private func error(_ plane: AlphaPlane, deviation: Double) -> Double {
    let blurred = plane.blurred(deviation: deviation)
    let margin = GaussianBlur.margin(deviation: deviation)
    #expect(blurred.size.width == plane.size.width + 2 * margin)
    #expect(blurred.size.height == plane.size.height + 2 * margin)
    let exact = reference(plane, deviation: deviation, margin: margin)
    return zip(blurred.bytes, exact).reduce(0) { max($0, abs(Double($1.0) - $1.1)) }
  }

  private func plane(_ width: Int, _ height: Int, _ alpha: (Int, Int) -> UInt8) -> AlphaPlane {
    var bytes: [UInt8] = []
    for y in 0..<height { for x in 0..<width { bytes.append(alpha(x, y)) } }
    return AlphaPlane(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  private static let deviations = [
    0.25, 0.4, 0.7, 1, 1.5, 2, 3, 3.99, 4, 4.5, 5.99, 6, 7.9, 10, 13, 17.5,
  ]

  @Test(arguments: deviations)
  func `a blur is within two levels of the exact gaussian`(deviation: Double) {
    var random = SeededGenerator(seed: UInt64(deviation * 100))
    let solid = plane(61, 43) { _, _ in 255 }
    let disc = plane(59, 59) { x, y in (x - 29) * (x - 29) + (y - 29) * (y - 29) < 700 ? 255 : 0 }
    let noise = plane(53, 37) { _, _ in random.chance(0.5) ? 255 : 0 }
    let point = plane(1, 1) { _, _ in 255 }
    for (name, plane) in [("solid", solid), ("disc", disc), ("noise", noise), ("point", point)] {
      let error = error(plane, deviation: deviation)
      #expect(error <= 1.2, "\(name), deviation \(deviation)")
    }
    // A coarse grid does worst with stripes as wide as one and a half of its steps.
    for step in [1, 2, 3, 5, 8, 13, 21] {
      let stripes = plane(70, 33) { x, _ in x / step % 2 == 0 ? 255 : 0 }
      let error = error(stripes, deviation: deviation)
      #expect(error <= 1.2, "stripes of \(step), deviation \(deviation)")
    }
  }

  @Test func `less than half a level is left outside the margin`() {
    let edge = plane(200, 1) { _, _ in 255 }
    for deviation in [2.0, 5, 12] {
      let margin = GaussianBlur.margin(deviation: deviation)
      let exact = reference(edge, deviation: deviation, margin: margin + 1)
      #expect(exact[0] < 0.5)
    }
  }

  @Test func `a deviation of nothing or of no number leaves a plane as it is`() {
    let plane = plane(7, 5) { x, y in UInt8(x * 30 + y) }
    for deviation in [0, 0.1, -3, Double.nan] {
      #expect(plane.blurred(deviation: deviation) == plane)
      #expect(GaussianBlur.margin(deviation: deviation) == 0)
    }
  }

  @Test func `a deviation beyond the limit counts as the limit`() {
    let limit = GaussianBlur.largestDeviation
    for deviation in [limit, 1e300, .infinity] {
      #expect(GaussianBlur.margin(deviation: deviation) == Int(limit) * 3)
    }
    let blurred = plane(1, 1) { _, _ in 255 }.blurred(deviation: .infinity)
    #expect(blurred.size == PixelSize(width: 1 + Int(limit) * 6, height: 1 + Int(limit) * 6))
  }

  @Test func `an empty plane stays empty`() {
    let plane = AlphaPlane(size: PixelSize(width: 0, height: 4), bytes: [])
    #expect(plane.blurred(deviation: 5) == plane)
  }

  @Test(arguments: [1.5, 9]) func `a blur of one axis leaves the other`(deviation: Double) {
    let plane = plane(24, 24) { x, y in UInt8(x * y % 256) }
    let margin = GaussianBlur.margin(deviation: deviation)
    let wide = plane.blurred(across: deviation, down: 0)
    #expect(wide.size == PixelSize(width: 24 + 2 * margin, height: 24))
    let high = plane.blurred(across: 0, down: deviation)
    #expect(high.size == PixelSize(width: 24, height: 24 + 2 * margin))
    // Blurring along one axis after the other equals blurring both, except for the rounding
    // between.
    let both = plane.blurred(deviation: deviation)
    let turns = wide.blurred(across: 0, down: deviation)
    #expect(both.size == turns.size)
    #expect(zip(both.bytes, turns.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
  }

  @Test func `a blur is symmetric`() {
    let blurred = plane(24, 24) { _, _ in 255 }.blurred(deviation: 9)
    let side = blurred.size.width
    for y in 0..<side {
      for x in 0..<side {
        let value = blurred.bytes[y * side + x]
        let others = [
          blurred.bytes[y * side + side - 1 - x], blurred.bytes[(side - 1 - y) * side + x],
          blurred.bytes[x * side + y],
        ]
        // Sums close to a half may be rounded differently.
        #expect(others.allSatisfy { abs(Int($0) - Int(value)) <= 1 })
      }
    }
  }

  @Test func `a plane is taken of a buffer, with nothing beyond`() {
    let buffer = PixelBuffer(size: PixelSize(width: 5, height: 3), format: .argb8888)
    let area = Rect(x: 1, y: 1, width: 4, height: 2)
    Renderer().draw(
      [
        DrawCommand(
          shape: .fill(.rect(area), .nonZero),
          paint: .color(Color(red: 1, green: 0.5, blue: 0, alpha: 0.2)))
      ], into: buffer.surface)
    #expect(
      AlphaPlane(of: buffer).bytes == [0, 0, 0, 0, 0, 0, 51, 51, 51, 51, 0, 51, 51, 51, 51])
    let part = AlphaPlane(of: buffer, in: PixelRect(minX: 3, minY: -1, maxX: 6, maxY: 2))
    #expect(part.bytes == [0, 0, 0, 0, 0, 0, 51, 51, 0])
    let opaque = PixelBuffer(size: PixelSize(width: 2, height: 1), format: .xrgb8888)
    #expect(AlphaPlane(of: opaque).bytes == [255, 255])
  }

  @Test func `a plane is tinted`() {
    let plane = AlphaPlane(size: PixelSize(width: 4, height: 1), bytes: [0, 255, 128, 1])
    let image = Image(tinting: plane, with: Color(red: 1, green: 0.5, blue: 0, alpha: 0.6))
    #expect(image.premultipliedPixels == [0, 0x9999_4D00, 0x4D4D_2700, 0x0101_0000])
  }
}
