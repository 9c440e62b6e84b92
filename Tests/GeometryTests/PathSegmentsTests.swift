import Geometry
import Testing

struct PathSegmentsTests {
  @Test func `moves are no segments and a closing line is one`() {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.addLine(to: Point(x: 3, y: 0))
    path.addLine(to: Point(x: 3, y: 4))
    path.close()
    path.move(to: Point(x: 10, y: 10))
    path.addLine(to: Point(x: 10, y: 20))
    let segments = PathSegments(path)
    #expect(segments.count == 4)
    #expect((0..<4).map { segments.length(of: $0) } == [3, 4, 5, 10])
    #expect(segments.point(of: 2, at: 1) == Point(x: 0, y: 0))
    #expect(segments.point(of: 3, at: 0) == Point(x: 10, y: 10))
    #expect(segments.angle(of: 0, at: 0.5) == 0)
    #expect(abs(segments.angle(of: 1, at: 0.5) - .pi / 2) < 1e-12)
  }

  @Test func `a curve that starts on its control point has a direction there`() {
    var path = Path()
    path.move(to: .zero)
    path.addCubic(
      control1: .zero, control2: Point(x: 0, y: 10), to: Point(x: 10, y: 10))
    let segments = PathSegments(path)
    #expect(abs(segments.angle(of: 0, at: 0) - .pi / 2) < 1e-3)
    #expect(abs(segments.angle(of: 0, at: 1)) < 1e-9)
  }

  @Test func `a segment that goes nowhere points to the right`() {
    var path = Path()
    path.move(to: Point(x: 5, y: 5))
    path.addLine(to: Point(x: 5, y: 5))
    let segments = PathSegments(path)
    #expect(segments.angle(of: 0, at: 0.3) == 0)
    #expect(segments.point(of: 0, at: 0.3) == Point(x: 5, y: 5))
  }
}
