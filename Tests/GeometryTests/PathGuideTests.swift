import Geometry
import Testing

@Suite struct PathGuideTests {
  private func near(_ a: (point: Point, angle: Double), _ x: Double, _ y: Double, _ angle: Double)
    -> Bool
  {
    abs(a.point.x - x) < 1e-9 && abs(a.point.y - y) < 1e-9 && abs(a.angle - angle) < 1e-9
  }

  @Test func `a place lies at its distance, and outside the ends on straight lines`() throws {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.addLine(to: Point(x: 10, y: 0))
    path.addLine(to: Point(x: 10, y: 5))
    let guide = try #require(PathGuide(path))
    #expect(guide.length == 15)
    #expect(guide.start == Point(x: 0, y: 0) && guide.end == Point(x: 10, y: 5))
    #expect(near(guide.place(at: 4), 4, 0, 0))
    #expect(near(guide.place(at: 12), 10, 2, .pi / 2))
    #expect(near(guide.place(at: -3), -3, 0, 0))
    #expect(near(guide.place(at: 18), 10, 8, .pi / 2))
  }

  @Test func `a path without a length has no places`() {
    var point = Path()
    point.move(to: Point(x: 1, y: 1))
    point.addLine(to: Point(x: 1, y: 1))
    #expect(PathGuide(Path()) == nil && PathGuide(point) == nil)
  }
}
