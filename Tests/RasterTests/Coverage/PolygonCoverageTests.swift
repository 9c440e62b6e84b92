import Foundation
import Geometry
import Raster
import TestSupport
import Testing

struct PolygonCoverageTests {
  private let reference = CoverageReference(width: 40, height: 40)

  /// A polygon's winding numbers, with what the loop over samples needs worked out once.
  private struct Winding {
    private var sides: [(top: Double, bottom: Double, x: Double, slope: Double, sign: Int)] = []

    init(_ points: [Point]) {
      for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) where a.y != b.y {
        let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
        sides.append(
          (top.y, bottom.y, top.x, (bottom.x - top.x) / (bottom.y - top.y), a.y < b.y ? 1 : -1))
      }
    }

    func callAsFunction(_ x: Double, _ y: Double) -> Int {
      var winding = 0
      var index = 0
      while index < sides.count {
        if y >= sides[index].top, y < sides[index].bottom,
          sides[index].x + (y - sides[index].top) * sides[index].slope <= x
        {
          winding += sides[index].sign
        }
        index += 1
      }
      return winding
    }
  }

  private func path(_ points: [Point]) -> Path {
    var path = Path()
    for (index, point) in points.enumerated() {
      path.append(index == 0 ? .move(point) : .line(point))
    }
    path.append(.close)
    return path
  }

  private func randomPolygon(_ seed: UInt64, count: ClosedRange<Int>) -> [Point] {
    var random = SeededGenerator(seed: seed)
    return (0..<random.int(in: count)).map { _ in
      Point(x: random.double(in: -4...44), y: random.double(in: -4...44))
    }
  }

  @Test(arguments: 0..<3 as Range<UInt64>) func `triangles are exact`(seed: UInt64) {
    let points = randomPolygon(seed, count: 3...3)
    let winding = Winding(points)
    for rule in [FillRule.nonZero, .evenOdd] {
      let accuracy = reference.accuracy(of: reference.drawn(.fill(path(points), rule))) {
        winding($0, $1) != 0
      }
      #expect(accuracy.largest <= 2.5 && accuracy.mean <= 0.5, "seed \(seed): \(accuracy)")
    }
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd], 0..<4 as Range<UInt64>)
  func `polygons that cross themselves are half a level off on average`(
    rule: FillRule, seed: UInt64
  ) {
    let points = randomPolygon(seed + 4, count: 5...14)
    let winding = Winding(points)
    let accuracy = reference.accuracy(of: reference.drawn(.fill(path(points), rule))) {
      rule == .nonZero ? winding($0, $1) != 0 : winding($0, $1) & 1 != 0
    }
    #expect(accuracy.mean <= 0.5 && accuracy.largest <= 8, "seed \(seed): \(accuracy)")
  }

  @Test func `two shapes that cover the same half of a pixel cover a half`() {
    // One rectangle twice, half way into a column.
    let rect = [
      Point(x: 10.5, y: 5), Point(x: 20.5, y: 5), Point(x: 20.5, y: 15), Point(x: 10.5, y: 15),
    ]
    let coverage = reference.drawn(.fill(path(rect + rect), .nonZero))
    #expect(coverage[8 * 40 + 10] == 128 && coverage[8 * 40 + 20] == 128)
    #expect(coverage[8 * 40 + 15] == 255)
    let evenOdd = reference.drawn(.fill(path(rect + rect), .evenOdd))
    #expect(evenOdd.allSatisfy { $0 == 0 })
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e9, 3e9, 1e-300, 5e15,
  ])
  func `hostile coordinates neither trap nor take long`(value: Double) {
    var curves = Path()
    curves.append(.move(Point(x: 3, y: 3)))
    curves.append(.quadratic(control: Point(x: value, y: 9), end: Point(x: 30, y: 20)))
    curves.append(
      .cubic(
        control1: Point(x: 30, y: value), control2: Point(x: value, y: value),
        end: Point(x: 10, y: 30)))
    curves.append(.quadratic(control: Point(x: 5, y: 25), end: Point(x: 3, y: value)))
    let shapes: [Path] = [
      curves, path([Point(x: value, y: 0), Point(x: 20, y: value), Point(x: 0, y: 30)]),
      path([Point(x: -value, y: -value), Point(x: value, y: -value), Point(x: value, y: value)]),
      .circle(center: Point(x: value, y: 20), radius: 10),
      .circle(center: Point(x: 20, y: value), radius: 10),
      .circle(center: Point(x: 20, y: 20), radius: value),
      .arc(center: Point(x: 20, y: 20), radius: 10, startAngle: value, sweep: 3),
      .arc(center: Point(x: 20, y: 20), radius: 10, startAngle: 1, sweep: value),
      .roundedRect(Rect(x: -value, y: 3, width: 2 * value, height: 20), radius: value),
    ]
    for shape in shapes {
      for transform in [
        AffineTransform.identity, .scale(x: value, y: 1), .translation(x: value, y: value),
        AffineTransform(a: 1, b: value, c: value, d: 1, tx: 0, ty: 0),
      ] {
        _ = reference.drawn(.fill(shape, .nonZero), transform: transform)
        _ = reference.drawn(.stroke(shape, StrokeStyle(width: 3)), transform: transform)
        _ = reference.drawn(
          .stroke(shape, StrokeStyle(width: value, cap: .round, join: .round)),
          transform: transform)
      }
    }
  }

  @Test func `a huge rectangle covers everything`() {
    let huge = path([
      Point(x: -1e12, y: -1e12), Point(x: 1e12, y: -1e12), Point(x: 1e12, y: 1e12),
      Point(x: -1e12, y: 1e12),
    ])
    #expect(reference.drawn(.fill(huge, .nonZero)).allSatisfy { $0 == 255 })
  }

  /// The radii are beyond the range of fixed-point numbers, where circles are not kept as circles.
  @Test(arguments: [1e6, 1.05e9, 1.1e9, 3e9, 1e12, 1e100])
  func `a huge disc covers everything`(radius: Double) {
    let disc = Path.circle(center: Point(x: 20, y: 20), radius: radius)
    #expect(reference.drawn(.fill(disc, .nonZero)).allSatisfy { $0 == 255 })
  }

  @Test func `a huge circle keeps the other subpaths of its path`() {
    var path = Path.rect(Rect(x: 10, y: 10, width: 5, height: 5))
    path.append(Path.circle(center: Point(x: 3e9, y: 0), radius: 1e9))
    let drawn = reference.drawn(.fill(path, .nonZero))
    #expect(drawn.filter { $0 == 255 }.count == 25)
    #expect(drawn.filter { $0 == 0 }.count == 40 * 40 - 25)
  }
}
