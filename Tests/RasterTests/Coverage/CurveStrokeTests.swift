import Geometry
import Raster
import TestSupport
import Testing

/// Strokes of curves, compared with 32×32 samples a pixel near the curve. In the tips of sharp
/// bends the samples themselves are some levels off.
struct CurveStrokeTests {
  private let reference = CoverageReference(width: 72, height: 64)

  /// Short lines on curves, and for each pixel those that may be near enough to cover a part of it.
  private struct Nearness {
    private let points: [Point]
    private let half: Double
    private let width: Int
    private var near: [[Int]] = []

    init(_ points: [Point], half: Double, width: Int, height: Int) {
      self.points = points
      self.half = half
      self.width = width
      for y in 0..<height {
        for x in 0..<width {
          let middle = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
          near.append(
            (0..<(points.count - 1)).filter { distance(from: middle, to: $0) < half + 0.8 })
        }
      }
    }

    private func distance(from point: Point, to index: Int) -> Double {
      let (start, end) = (points[index], points[index + 1])
      let way = end - start
      let t = (point - start).dot(way) / max(way.dot(way), 1e-30)
      return (point - (start + way * min(max(t, 0), 1))).length
    }

    func contains(_ x: Double, _ y: Double) -> Bool {
      let place =
        min(max(Int(y), 0), near.count / width - 1) * width + min(max(Int(x), 0), width - 1)
      return near[place].contains { distance(from: Point(x: x, y: y), to: $0) < half }
    }
  }

  private func accuracy(_ path: Path, half: Double) -> CoverageReference.Accuracy {
    var points: [Point] = []
    for element in path.elements {
      switch element {
      case .move(let point): points.append(point)
      case .cubic(let control1, let control2, let end):
        let start = points[points.count - 1]
        for step in 1...120 {
          let t = Double(step) / 120
          let s = 1 - t
          let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          points.append(
            Point(
              x: a * start.x + b * control1.x + c * control2.x + d * end.x,
              y: a * start.y + b * control1.y + c * control2.y + d * end.y))
        }
      default: Issue.record("cubic curves only")
      }
    }
    let nearness = Nearness(
      points, half: half, width: reference.width, height: reference.height)
    let drawn = reference.drawn(
      .stroke(path, StrokeStyle(width: 2 * half, cap: .round, join: .round)))
    return reference.accuracy(of: drawn, samples: 32) { nearness.contains($0, $1) }
  }

  @Test(arguments: 0..<5 as Range<UInt64>) func `waves are exact`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let height = random.double(in: 5...20)
    var current = Point(x: random.double(in: 8...10), y: random.double(in: 31...33))
    var path = Path()
    path.move(to: current)
    for index in 0..<4 {
      let end = Point(x: current.x + 13.3, y: current.y)
      let rise = index % 2 == 0 ? -height : height
      path.addCubic(
        control1: Point(x: current.x + 4.8, y: current.y + rise * 4 / 3),
        control2: Point(x: end.x - 4.8, y: end.y + rise * 4 / 3), to: end)
      current = end
    }
    let accuracy = accuracy(path, half: random.double(in: 0.5...3))
    #expect(accuracy.mean <= 0.5 && accuracy.largest <= 2.5, "seed \(seed): \(accuracy)")
  }

  /// Bends tighter than half the width, loops and cusps are among them.
  @Test(arguments: 0..<12 as Range<UInt64>) func `any curves are exact`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func point() -> Point {
      Point(x: random.double(in: 14...58), y: random.double(in: 14...50))
    }
    var path = Path()
    path.move(to: point())
    path.addCubic(control1: point(), control2: point(), to: point())
    let accuracy = accuracy(path, half: random.double(in: 0.5...12))
    #expect(accuracy.mean <= 0.5 && accuracy.largest <= 5, "seed \(seed): \(accuracy)")
  }
}
