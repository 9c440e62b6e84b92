import CMath
import TestSupport
import Testing

@testable import Geometry

private func distance(from point: Point, to path: Path) -> Double {
  var nearest = Double.infinity
  var current = Point.zero
  for element in path.elements {
    switch element {
    case .move(let start): current = start
    case .line(let end):
      let way = end - current
      let length = way.dot(way)
      let t = length > 0 ? max(0, min(1, (point - current).dot(way) / length)) : 0
      nearest = min(nearest, (point - (current + way * t)).length)
      current = end
    default: Issue.record("only lines")
    }
  }
  return nearest
}

@Test(arguments: [1, 0.1, 0.01])
func `no point of a curve is further from its chords than the tolerance`(tolerance: Double) {
  for seed in UInt64(1)...30 {
    var random = SeededGenerator(seed: seed)
    let quadratic = QuadraticCurve(
      start: random.point(), control: random.point(), end: random.point())
    let cubic = CubicCurve(
      start: random.point(), control1: random.point(), control2: random.point(),
      end: random.point())
    let arc = random.arc()
    var paths = [Path(), Path(), Path()]
    paths[0].move(to: quadratic.start)
    paths[0].addQuadratic(control: quadratic.control, to: quadratic.end)
    paths[1].move(to: cubic.start)
    paths[1].addCubic(control1: cubic.control1, control2: cubic.control2, to: cubic.end)
    paths[2].addArc(arc)
    let lines = paths.map { $0.flattened(tolerance: tolerance) }
    for step in 0...60 {
      let t = Double(step) / 60
      let points = [quadratic.point(at: t), cubic.point(at: t), arc.point(at: t)]
      for (point, path) in zip(points, lines) {
        #expect(distance(from: point, to: path) <= tolerance * 1.000001, "seed \(seed)")
      }
    }
  }
}

/// The signed distance of a point from a line, to its left.
private func offset(of point: Point, from start: Point, _ end: Point) -> Double {
  let way = end - start
  return way.cross(point - start) / way.length
}

private func fitted(_ curve: CubicCurve) -> [Point] {
  var ends = [curve.start]
  Flattener.fit(curve, limit: 16_384) { ends.append($0) }
  return ends
}

/// Twice the area between the way along points and the line from the last to the first.
private func doubledArea(_ points: [Point]) -> Double {
  zip(points, points.dropFirst()).reduce(0) { sum, line in
    sum + (line.0 - points[0]).cross(line.1 - points[0])
  }
}

@Test func `fitted chords lie to both sides of a curve, and stay near it`() {
  for seed in UInt64(1)...40 {
    var random = SeededGenerator(seed: seed)
    // The curve bends only one way, so that areas do not cancel out.
    let way = Vector(dx: random.double(in: 5...60), dy: 0)
    let rise = seed % 2 == 0 ? random.double(in: 1...40) : random.double(in: 0.01...1)
    let curve = CubicCurve(
      start: .zero, control1: Point(x: way.dx * random.double(in: 0.1...0.4), y: rise),
      control2: Point(x: way.dx * random.double(in: 0.6...0.9), y: rise), end: .zero + way)
    let ends = fitted(curve)
    #expect(ends.last == curve.end)
    let count = ends.count - 1
    // By how much the curve may rise over a chord.
    let height = rise > 4 ? 1.0 / 80 : 1.0 / 32
    // The chords' ends stand for the points at these parameters.
    let step = 1 / (Double(count) - 2 * Flattener.inset)
    let places = (0...count).map { index in
      min(max((Double(index) - Flattener.inset) * step, 0), 1)
    }
    for index in 0..<count {
      var sum = 0.0
      for part in 0...100 {
        let share = Double(part) / 100
        let t = places[index] * (1 - share) + places[index + 1] * share
        let distance = offset(of: curve.point(at: t), from: ends[index], ends[index + 1])
        #expect(abs(distance) <= height * 2 / 3 * 1.01, "seed \(seed)")
        sum += distance * (part == 0 || part == 100 ? 0.5 : 1) / 100
      }
      #expect(abs(sum) <= height * 0.12, "seed \(seed), chord \(index) of \(count)")
    }
  }
}

@Test func `fitted chords keep a curve's area, and are the same backwards`() {
  for seed in UInt64(1)...60 {
    var random = SeededGenerator(seed: seed)
    let (start, end) = (random.point(), random.point())
    let controls = (random.point(), random.point())
    let curves = [
      CubicCurve(start: start, control1: controls.0, control2: controls.1, end: end),
      // A quadratic one.
      CubicCurve(
        start: start, control1: start.interpolated(to: controls.0, fraction: 2.0 / 3),
        control2: end.interpolated(to: controls.0, fraction: 2.0 / 3), end: end),
    ]
    for (isQuadratic, curve) in zip([false, true], curves) {
      let ends = fitted(curve)
      let fine = (0...20_000).map { curve.point(at: Double($0) / 20_000) }
      let kept = (doubledArea(ends) - doubledArea(fine)) / 2
      let length = zip(fine, fine.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
      #expect(
        abs(kept) <= length * (isQuadratic ? 1e-6 : 0.001), "seed \(seed), \(kept)")
      let backward = CubicCurve(
        start: curve.end, control1: curve.control2, control2: curve.control1, end: curve.start)
      let others = fitted(backward)
      #expect(others.count == ends.count)
      for (one, other) in zip(ends, others.reversed()) {
        #expect((one - other).length < 1e-10, "seed \(seed)")
      }
    }
  }
}

@Test func `fitted chords stay within the hull of a curve's points`() {
  for seed in UInt64(1)...200 {
    var random = SeededGenerator(seed: seed)
    let points = (0..<4).map { _ in random.point() }
    for scale in [1, 0.1, 0.01] {
      let points = points.map { Point.zero + ($0 - .zero) * scale }
      let ends = fitted(
        CubicCurve(
          start: points[0], control1: points[1], control2: points[2], end: points[3]))
      for angle in stride(from: 0, to: 2 * Double.pi, by: 0.1) {
        let side = Vector(dx: cos(angle), dy: sin(angle))
        let reach = points.map { ($0 - .zero).dot(side) }.max() ?? 0
        #expect(ends.allSatisfy { ($0 - .zero).dot(side) <= reach + 1e-9 }, "seed \(seed)")
      }
    }
  }
}

@Test func `the chords of one curve are bounded in number`() {
  let huge = Path.ellipse(in: Rect(x: 0, y: 0, width: 1e9, height: 2e9))
  #expect(huge.flattened(tolerance: 1e-9).elements.count <= Flattener.chordLimit + 2)
}

@Test func `the curves of one path are bounded together`() {
  var path = Path()
  for index in 0..<20_000 {
    path.addEllipse(in: Rect(x: Double(index), y: 0, width: 1e6, height: 2e6))
  }
  #expect(path.flattened(tolerance: 1e-3).elements.count < 400_000)
  let stroke = path.stroked(StrokeStyle(width: 2), tolerance: 1e-3)
  #expect(stroke.elements.count < 2_000_000)
  // A drawing of many curves at a size for a screen is as exact as ever.
  let small = Path.ellipse(in: Rect(x: 0, y: 0, width: 40, height: 20))
  var many = Path()
  for _ in 0..<1000 { many.append(small) }
  let count = small.flattened(tolerance: 0.005).elements.count
  #expect(many.flattened(tolerance: 0.005).elements.count == 1000 * count)
}

@Test func `the number of fitted chords depends on the height`() {
  for step in 0...4000 {
    let height = 0.0005 * Double(step) * (step % 7 == 0 ? 30 : 1)
    let exact = Flattener.squaredCount(height: height).squareRoot() + 2 * Flattener.inset
    let count = Flattener.fittedCount(squaredBend: 16 * height * height)
    #expect(
      Double(count) >= exact - 1e-9 && Double(count) < exact + 1 + 1e-9 || count == 1, "\(height)")
    #expect(count > 1 || exact <= 1)
  }
  #expect(Flattener.fittedCount(squaredBend: 0) == 1)
}

@Test
func `an arc far outside an area has few chords there, and keeps its winding`() {
  let tolerance = 0.005
  var fewer = 0
  for seed in UInt64(1)...200 {
    var random = SeededGenerator(seed: seed)
    let size = random.double(10...20_000)
    let turn = random.double(0...6)
    let xAxis = Vector(dx: size * cos(turn), dy: size * sin(turn))
    let arc = EllipticArc(
      center: Point(x: random.double(-1...1) * size, y: random.double(-1...1) * size),
      xAxis: xAxis, yAxis: xAxis.perpendicular * random.double(0.1...0.9),
      startAngle: random.double(0...6), sweep: random.double(-6.2...6.2))
    let area = Rect(x: 0, y: 0, width: random.double(1...60), height: random.double(1...60))
    var all: [Point] = []
    Flattener.flatten(arc, tolerance: tolerance, limit: 16_384) { all.append($0) }
    var seen: [Point] = []
    Flattener.flatten(arc, tolerance: tolerance, limit: 16_384, within: area) { seen.append($0) }
    #expect(seen.last == all.last)
    // Each point is one of the flattened arc's, in order, and the omitted ones lie beyond one side.
    var rest = all[...]
    var last = arc.start
    for point in seen {
      guard let place = rest.firstIndex(of: point) else {
        Issue.record("seed \(seed): another point \(point)")
        break
      }
      let part = rest[...place].reduce(Rect.null.union(last)) { $0.union($1) }
      #expect(place == rest.startIndex || part.isBeside(area), "seed \(seed)")
      last = point
      rest = rest[(place + 1)...]
    }
    if seen.count < all.count { fewer += 1 }
    if size > 1000 { #expect(seen.count < 700, "seed \(seed)") }
  }
  #expect(fewer > 50)
}
