import Geometry
import TestSupport
import Testing

@testable import Raster

/// Boxes of arcs, which are found without the arcs' bounds, and boxes of moved paths.
struct PathBoxTests {
  @Test func `a box that is moved is that of the moved path`() throws {
    for seed in UInt64(1)...100 {
      var random = SeededGenerator(seed: seed)
      func point() -> Point { Point(x: random.double(in: -9...9), y: random.double(in: -9...9)) }
      var path = Path()
      for _ in 0..<9 { path.addQuadratic(control: point(), to: point()) }
      path.addCubic(control1: point(), control2: point(), to: point())
      let turn = AffineTransform.rotation(random.double(in: 0...6))
      let way = Vector(dx: random.double(in: -2000...2000), dy: random.double(in: -2000...2000))
      let place = turn.followed(by: .translation(x: way.dx, y: way.dy))
      let box = try #require(PathBox(path, under: place))
      let moved = try #require(PathBox(path, under: turn)?.moved(by: way))
      // To the last bit: rounding keeps the order of sums. Boxes of arcs may differ by rounding.
      #expect(box.low == moved.low && box.high == moved.high, "seed \(seed)")
    }
    // An arc so far away that it has no size: numbers there are further apart than its radius.
    for (radius, distance) in [(60.0, 0x1p60), (500, 0x1p63)] {
      var circle = Path()
      circle.addArc(
        center: Point(x: distance, y: 0), radius: radius, startAngle: 0, sweep: 2 * .pi)
      let box = try #require(PathBox(circle, under: .identity))
      #expect(box.low.x == box.high.x)
      #expect(box.moved(by: Vector(dx: -distance, dy: 0)) == nil)
      let near = try #require(
        PathBox(circle, under: .translation(x: -distance, y: 0))?.moved(by: Vector(dx: 512, dy: 0)))
      #expect(near.low.x <= 512 - radius && near.high.x >= 512 + radius)
    }
    let far = PathBox(.rect(Rect(x: 0, y: 0, width: 1, height: 1)), under: .identity)
    #expect(far?.moved(by: Vector(dx: .nan, dy: 0)) == nil)
  }

  @Test(arguments: [0.01, 0.9, 6.2]) func `a box holds an arc`(sweep: Double) throws {
    for seed in UInt64(1)...100 {
      var random = SeededGenerator(seed: seed)
      let size = random.double(in: 1...2000)
      let xAxis = Directions(random.double(in: 0...6), 0).first * size
      let arc = EllipticArc(
        center: Point(x: random.double(in: -900...900), y: random.double(in: -900...900)),
        xAxis: xAxis, yAxis: xAxis.perpendicular * random.double(in: 0.2...1),
        startAngle: random.double(in: -7...7),
        sweep: random.chance(0.5) ? sweep : -sweep)
      var path = Path()
      path.addArc(arc)
      let box = try #require(PathBox(path, under: .identity))
      let bounds = arc.bounds
      #expect(box.low.x <= bounds.minX + 1e-9 && box.high.x >= bounds.maxX - 1e-9, "seed \(seed)")
      #expect(box.low.y <= bounds.minY + 1e-9 && box.high.y >= bounds.maxY - 1e-9, "seed \(seed)")
      if sweep < 1 {
        let slack = size * (sweep * sweep / 4 + 1e-6)
        #expect(box.high.x - box.low.x <= bounds.width + slack, "seed \(seed)")
        #expect(box.high.y - box.low.y <= bounds.height + slack, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [1e5, 1e9, 1e16, 1e300, -1e9, -1e300])
  func `a box holds an arc after many turns as edges have it`(startAngle: Double) throws {
    for seed in UInt64(1)...20 {
      var random = SeededGenerator(seed: seed)
      let radius = random.double(in: 100...1000)
      let sweep = random.double(in: -0.9...0.9)
      let angle = startAngle + random.double(in: 0...6)
      var path = Path()
      path.addArc(center: .zero, radius: radius, startAngle: angle, sweep: sweep)
      let box = try #require(PathBox(path, under: .identity))
      let turn = 2 * Double.pi
      let bounds = EllipticArc(
        center: .zero, radius: radius, startAngle: angle.remainder(dividingBy: turn), sweep: sweep
      ).bounds
      #expect(box.low.x <= bounds.minX && box.high.x >= bounds.maxX, "seed \(seed)")
      #expect(box.low.y <= bounds.minY && box.high.y >= bounds.maxY, "seed \(seed)")
    }
  }

  @Test func `a box around an arc that is nearly straight is not much wider`() throws {
    for seed in UInt64(1)...50 {
      var random = SeededGenerator(seed: seed)
      let radius = random.double(in: 1e10...1e11)
      let angle = random.double(in: -7...7)
      let start = CircularArc(center: .zero, radius: radius, startAngle: angle, sweep: 0)
        .point(atAngle: angle)
      let arc = EllipticArc(
        center: Point(x: -start.x, y: -start.y), radius: radius, startAngle: angle,
        sweep: random.double(in: -1000...1000) / radius)
      var path = Path()
      path.addArc(arc)
      let box = try #require(PathBox(path, under: .identity))
      for step in 0...20 {
        let point = arc.point(at: Double(step) / 20)
        #expect(box.low.x <= point.x && box.high.x >= point.x, "seed \(seed)")
        #expect(box.low.y <= point.y && box.high.y >= point.y, "seed \(seed)")
      }
      let (low, high) = (arc.start, arc.end)
      #expect(box.high.x - box.low.x <= abs(high.x - low.x) + 0.1, "seed \(seed)")
      #expect(box.high.y - box.low.y <= abs(high.y - low.y) + 0.1, "seed \(seed)")
    }
  }
}
