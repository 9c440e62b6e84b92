import TestSupport
import Testing

@testable import Geometry

extension SeededGenerator {
  /// A plane turned in space and seen from a distance.
  fileprivate mutating func space() -> Transform3D {
    var view = Transform3D.identity
    view.m34 = -1 / double(in: 300...2000)
    return Transform3D.translation(x: double(in: -50...50), y: double(in: -50...50))
      .followed(by: .rotation(double(in: -1.4...1.4), x: double(in: -1...1), y: 1, z: 0.3))
      .followed(by: .translation(x: double(in: -90...90), y: 9, z: double(in: -200...99)))
      .followed(by: view)
  }

  fileprivate mutating func point() -> Point {
    Point(x: double(in: -100...100), y: double(in: -100...100))
  }
}

private func distance(_ a: Point?, _ b: Point?) -> Double {
  guard let a, let b else { return .infinity }
  return (a - b).length
}

struct ProjectionTests {
  @Test func `a projection is the matrix applied to the plane, divided by w`() {
    var generator = SeededGenerator(seed: 0x9A01)
    for round in 0..<200 {
      let (space, point) = (generator.space(), generator.point())
      let w = point.x * space.m14 + point.y * space.m24 + space.m44
      let image = Point(
        x: (point.x * space.m11 + point.y * space.m21 + space.m41) / w,
        y: (point.x * space.m12 + point.y * space.m22 + space.m42) / w)
      #expect(distance(Projection(space).apply(to: point), image) < 1e-9, "\(round)")
    }
  }

  @Test func `maps follow each other, and an inverse undoes`() throws {
    var generator = SeededGenerator(seed: 0x9A02)
    for round in 0..<200 {
      let (a, b) = (Projection(generator.space()), Projection(generator.space()))
      let point = generator.point()
      let there = a.apply(to: point)
      #expect(
        distance(a.followed(by: b).apply(to: point), there.flatMap { b.apply(to: $0) }) < 1e-6,
        "\(round)")
      let inverse = try #require(a.inverse)
      #expect(distance(there.flatMap { inverse.apply(to: $0) }, point) < 1e-6, "\(round)")
      // Behind the camera there is no image, and the inverse has the same sides.
      #expect(inverse.depth(at: try #require(there)) > 0, "\(round)")
    }
    #expect(
      Projection(.scale(x: 2, y: 2)).isAffine && Projection(.scale(x: 0, y: 1)).inverse == nil)
  }

  @Test func `the derivative of a projection is the quotient of small differences`() throws {
    var generator = SeededGenerator(seed: 0x9A03)
    for round in 0..<100 {
      let map = Projection(generator.space())
      let point = generator.point()
      let origin = try #require(map.apply(to: point))
      let right = try #require(map.apply(to: point + Vector(dx: 1e-5, dy: 0)))
      let down = try #require(map.apply(to: point + Vector(dx: 0, dy: 1e-5)))
      let near = map.derivative(at: point)
      #expect((Vector(dx: near.a, dy: near.b) - (right - origin) * 1e5).length < 1e-3, "\(round)")
      #expect((Vector(dx: near.c, dy: near.d) - (down - origin) * 1e5).length < 1e-3, "\(round)")
    }
  }

  @Test func `a plane shows its back from a quarter turn on, and mirrored it does not`() {
    for degrees in stride(from: 0.0, to: 360, by: 15) where degrees != 90 && degrees != 270 {
      let isAway = degrees > 90 && degrees < 270
      for axis in [(1.0, 0.0), (0, 1), (1, 1)] {
        let turn = Transform3D.rotation(degrees * .pi / 180, x: axis.0, y: axis.1, z: 0)
        #expect(turn.facesAway == isAway, "\(degrees)")
        var view = Transform3D.identity
        view.m34 = -1.0 / 500
        #expect(turn.followed(by: view).facesAway == isAway, "\(degrees)")
        #expect(Transform3D.scale(x: -1, y: 1).followed(by: turn).facesAway == isAway)
      }
    }
  }

  @Test func `an area's image has its corners, and its curves lie on the curve's image`() throws {
    var generator = SeededGenerator(seed: 0x9A04)
    for round in 0..<60 {
      let map = Projection(generator.space())
      let inverse = try #require(map.inverse)
      let square = Path.rect(Rect(x: -40, y: -40, width: 80, height: 80)).projected(
        by: map, tolerance: 0.1)
      let corners = [(-40.0, -40.0), (40, -40), (40, 40), (-40, 40)].map {
        map.apply(to: Point(x: $0.0, y: $0.1))
      }
      var points: [Point] = []
      for element in square.elements {
        switch element {
        case .move(let point), .line(let point): points.append(point)
        default: break
        }
      }
      #expect(points.count == 4, "\(round)")
      for (point, corner) in zip(points, corners) { #expect(distance(point, corner) < 1e-9) }
      let circle = Path.circle(center: Point(x: 5, y: -3), radius: 30).projected(
        by: map, tolerance: 0.05)
      var last: Point?
      for element in circle.elements {
        guard case .line(let point) = element else { continue }
        let back = try #require(inverse.apply(to: point))
        #expect(abs((back - Point(x: 5, y: -3)).length - 30) < 1e-6, "\(round)")
        if let last {
          // The middle of a side is off by no more than the tolerance, as seen on the screen.
          let middle = try #require(
            inverse.apply(to: Point(x: (last.x + point.x) / 2, y: (last.y + point.y) / 2)))
          let way = middle - Point(x: 5, y: -3)
          let onCircle = map.apply(to: Point(x: 5, y: -3) + way * (30 / way.length))
          #expect(
            distance(onCircle, Point(x: (last.x + point.x) / 2, y: (last.y + point.y) / 2)) < 0.1)
        }
        last = point
      }
    }
  }

  @Test func `the part of a path behind the camera is cut off`() {
    // A floor that runs towards the viewer and below: w is 0 at y = 100.
    let map = Projection(.identity, h: -0.01)
    let floor = Path.rect(Rect(x: 0, y: 0, width: 10, height: 400)).projected(by: map, tolerance: 1)
    let box = floor.bounds
    #expect(box.isFinite && box.minX == 0 && box.minY == 0)
    #expect(abs(box.maxY - 100 * (1 - Projection.nearest) / Projection.nearest) < 1e-6)
    let behind = Path.rect(Rect(x: 0, y: 150, width: 10, height: 9)).projected(
      by: map, tolerance: 1)
    #expect(behind.isEmpty)
    #expect(map.apply(to: Point(x: 1, y: 101)) == nil)
  }

  @Test func `no number traps`() {
    var generator = SeededGenerator(seed: 0x9A05)
    let extremes = [0, 1, -1, 1e-300, 1e300, -.greatestFiniteMagnitude, .infinity, .nan, 0.5]
    func any() -> Double { extremes[generator.int(in: 0...(extremes.count - 1))] }
    var path = Path.ellipse(in: Rect(x: -1, y: 0, width: 5, height: 3))
    path.addCubic(control1: Point(x: 1, y: 1e9), control2: .zero, to: Point(x: 4, y: .infinity))
    path.addQuadratic(control: Point(x: .nan, y: 0), to: Point(x: 3, y: 3))
    for _ in 0..<500 {
      let map = Projection(
        AffineTransform(a: any(), b: any(), c: any(), d: any(), tx: any(), ty: any()), g: any(),
        h: any(), k: any())
      _ = path.projected(by: map, tolerance: 0.1)
      _ = map.inverse?.apply(to: Point(x: any(), y: any()))
      _ = Rect(x: 0, y: 0, width: any(), height: 1).transformed(by: map)
    }
  }
}

@Test func `curves outside the visible area have few sides`() {
  let map = Projection(.scale(x: 1e5, y: 1e5), g: 1e-4, h: 2e-4)
  let area = Rect(x: -32_768, y: -32_768, width: 65_536, height: 65_536)
  func count(_ path: Path, _ area: Rect?) -> Int {
    path.projected(by: map, tolerance: 0.05, within: area).elements.count
  }
  let far = Path.circle(center: Point(x: 5, y: 5), radius: 4)
  #expect(count(far, nil) > 2000)
  #expect(count(far, area) < 200)
  let near = Path.circle(center: .zero, radius: 0.1)
  #expect(count(near, nil) == count(near, area))
  var letter = Path()
  letter.move(to: Point(x: 1, y: 1))
  letter.addQuadratic(control: Point(x: 2, y: 4), to: Point(x: 4, y: 4))
  letter.addCubic(
    control1: Point(x: 6, y: 3), control2: Point(x: 5, y: -4), to: Point(x: 2, y: -3))
  #expect(count(letter, nil) > 1000)
  #expect(count(letter, area) < 200)
}

@Test func `curves behind the camera take no time for their sides`() throws {
  let map = Projection(.scale(x: 1e5, y: 1e5), g: 1e-4, h: 2e-4)
  let area = Rect(x: -1e15, y: -1e15, width: 2e15, height: 2e15)
  // In front of the camera nothing changes, also where the camera's plane cuts a curve.
  for radius in [1e3, 1e4, 1e6] {
    let circle = Path.circle(center: .zero, radius: radius)
    let whole = Array(circle.projected(by: map, tolerance: 0.05).elements)
    #expect(whole.count > 500)
    #expect(Array(circle.projected(by: map, tolerance: 0.05, within: area).elements) == whole)
  }
  var behind = Path()
  for _ in 0..<8 { behind.append(.circle(center: Point(x: -4e4, y: -4e4), radius: 1e4)) }
  func time(_ area: Rect?) throws -> Duration {
    try #require(
      (0..<3).map { _ in
        ContinuousClock().measure { _ = behind.projected(by: map, tolerance: 0.05, within: area) }
      }.min())
  }
  #expect(try time(area) * 10 < time(nil))
}
