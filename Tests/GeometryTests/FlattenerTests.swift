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

@Test func `fitted chords enclose a curve's area, and stay near it`() {
  for seed in UInt64(1)...40 {
    var random = SeededGenerator(seed: seed)
    // Bends one way, so that areas do not make up for each other.
    let way = Vector(dx: random.double(in: 5...60), dy: 0)
    let height = random.double(in: 1...40)
    let curve = CubicCurve(
      start: .zero, control1: Point(x: way.dx * random.double(in: 0.1...0.4), y: height),
      control2: Point(x: way.dx * random.double(in: 0.6...0.9), y: height), end: .zero + way)
    for tolerance in [0.1, 0.01] {
      var ends = [curve.start]
      Flattener.fit(curve, tolerance: tolerance, limit: 16_384) { ends.append($0) }
      #expect(ends.last == curve.end)
      let count = ends.count - 1
      var between: [Point] = []
      Flattener.flatten(curve, tolerance: tolerance, limit: 16_384) { between.append($0) }
      #expect(count < between.count)
      for index in 0..<count {
        var sum = 0.0
        for step in 0...100 {
          let t = (Double(index) + Double(step) / 100) / Double(count)
          let distance = offset(of: curve.point(at: t), from: ends[index], ends[index + 1])
          #expect(abs(distance) <= 2 * tolerance * 1.01, "seed \(seed)")
          sum += distance * (step == 0 || step == 100 ? 0.5 : 1) / 100
        }
        #expect(abs(sum) <= tolerance * 2 / 3 * 1.05, "seed \(seed), chord \(index) of \(count)")
      }
    }
  }
}

@Test func `the chords of one curve are bounded in number`() {
  let huge = Path.ellipse(in: Rect(x: 0, y: 0, width: 1e9, height: 2e9))
  #expect(huge.flattened(tolerance: 1e-9).elements.count <= Flattener.segmentLimit + 2)
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
