import Testing

@testable import Geometry

struct RoundedCornersTests {
  private let square = Rect(x: 0, y: 0, width: 100, height: 100)

  private func ends(_ path: Path) -> [Point] {
    path.elements.compactMap { element in
      switch element {
      case .move(let point), .line(let point): point
      case .quadratic(_, let end), .cubic(_, _, let end): end
      case .arc(let arc): arc.end
      case .close: nil
      }
    }
  }

  @Test func `corners that are not masked stay sharp`() {
    let path = Path.roundedRect(
      square, radius: 20, corners: [.minXMinYCorner, .maxXMaxYCorner], curve: .circular)
    #expect(path.bounds == square)
    let corners = [(0.0, 0.0, false), (100, 0, true), (100, 100, false), (0, 100, true)]
    for (x, y, isSharp) in corners {
      #expect(ends(path).contains(Point(x: x, y: y)) == isSharp, "\(x), \(y)")
    }
    let round = Path.roundedRect(square, radius: 20, corners: .all, curve: .circular)
    #expect(round == Path.roundedRect(square, radius: 20))
    #expect(
      Path.roundedRect(square, radius: 20, corners: [], curve: .continuous) == Path.rect(square))
  }

  @Test func `a continuous corner begins one and a half radii before the vertex`() {
    let path = Path.roundedRect(square, radius: 20, corners: .maxXMinYCorner, curve: .continuous)
    let points = ends(path)
    #expect(points.first == Point(x: 0, y: 0))
    let expected = [
      (100 - 30.5733, 0.0), (100 - 12.62988, 1.49822), (100 - 1.49822, 12.62988), (100, 30.5733),
    ]
    for (index, point) in expected.enumerated() {
      #expect(abs(points[index + 1].x - point.0) < 1e-9, "\(index)")
      #expect(abs(points[index + 1].y - point.1) < 1e-9, "\(index)")
    }
  }

  @Test func `without room for it a continuous corner is the circle's`() {
    let path = Path.roundedRect(square, radius: 50, corners: .all, curve: .continuous)
    let flat = path.flattened(tolerance: 0.001)
    for point in ends(flat) {
      let distance = Vector(dx: point.x - 50, dy: point.y - 50).length
      #expect(abs(distance - 50) < 0.015, "\(point)")
    }
    #expect(ends(flat).count > 40)
  }

  @Test(arguments: [Double.nan, -1, 0, .infinity])
  func `an invalid radius keeps the bounds of the rectangle`(radius: Double) {
    let path = Path.roundedRect(square, radius: radius, corners: .all, curve: .continuous)
    #expect(path.bounds == square)
  }
}
