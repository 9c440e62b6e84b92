import Geometry
import TestSupport
import Testing

@testable import Raster

/// Records where lines end.
private struct Ends: OutlineSink, ~Copyable {
  var places: [Point] = []

  mutating func addLine(fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    places.append(Point(x: Fixed.pixels(x1), y: Fixed.pixels(y1)))
  }

  mutating func add(_ arc: QuadrantArc, fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {}

  mutating func endSubpath() {}
}

@Test func `a quadratic curve is cut as the same cubic one is`() {
  var random = SeededGenerator(seed: 7)
  for _ in 0..<500 {
    let extent = -20.0...random.double(in: 1...300)
    func point() -> Point { Point(x: random.double(in: extent), y: random.double(in: extent)) }
    let (start, control, end) = (point(), point(), point())
    var path = Path()
    path.move(to: start)
    path.addQuadratic(control: control, to: end)
    var ends = Ends()
    let outline = DeviceOutline(.fill(path, .nonZero), transform: .identity)
    #expect(EdgeBuilder.build(outline, into: &ends))
    var places: [Point] = []
    let cubic = CubicCurve(
      start: start, control1: start.interpolated(to: control, fraction: 2.0 / 3),
      control2: end.interpolated(to: control, fraction: 2.0 / 3), end: end)
    Flattener.fit(cubic, limit: 1 << 14) { places.append($0) }
    places.append(start)
    // A path has lines of no length before its first curve.
    #expect(ends.places.count >= places.count)
    for (one, other) in zip(ends.places.suffix(places.count), places) {
      #expect(abs(one.x - other.x) < 1.1 / 65536 && abs(one.y - other.y) < 1.1 / 65536)
    }
  }
}
