import CMath
import Geometry

/// The contours of parametric shapes, each from the vertex where the format has it begin.
enum BasicShapes {
  /// The part of a radius that the tangents of a quarter of a circle take.
  static let circleTangent = 0.552_284_749_830_793_4
  /// The parts of a radius that the tangents of wholly round stars and polygons take, with any
  /// number of points: the constants of lottie-ios, where After Effects has 2π/4 by that number.
  private static let (starTangent, polygonTangent) = (0.478_29, 0.25)

  /// From the top, clockwise.
  static func ellipse(center: Point, size: Size) -> Contour {
    let (x, y) = (size.width / 2, size.height / 2)
    let across = Vector(dx: x * circleTangent, dy: 0)
    let down = Vector(dx: 0, dy: y * circleTangent)
    func vertex(_ dx: Double, _ dy: Double, _ travel: Vector) -> Contour.Vertex {
      Contour.Vertex(
        center + Vector(dx: dx, dy: dy), incoming: -travel, outgoing: travel)
    }
    return Contour(
      vertices: [
        vertex(0, -y, across), vertex(x, 0, down), vertex(0, y, -across), vertex(-x, 0, -down),
      ], isClosed: true)
  }

  /// From the right end of the top side, clockwise; a radius is clamped to half the shorter side.
  static func rectangle(center: Point, size: Size, radius: Double) -> Contour {
    let (x, y) = (size.width / 2, size.height / 2)
    let corners = [
      center + Vector(dx: x, dy: -y), center + Vector(dx: x, dy: y), center + Vector(dx: -x, dy: y),
      center + Vector(dx: -x, dy: -y),
    ]
    let radius = min(radius, abs(x), abs(y))
    guard radius > 0 else {
      return Contour(vertices: corners.map { Contour.Vertex($0) }, isClosed: true)
    }
    // The unit vectors along the four sides, from each corner on.
    let (sx, sy) = (x < 0 ? -1.0 : 1.0, y < 0 ? -1.0 : 1.0)
    let sides = [
      Vector(dx: 0, dy: sy), Vector(dx: -sx, dy: 0), Vector(dx: 0, dy: -sy), Vector(dx: sx, dy: 0),
    ]
    var vertices: [Contour.Vertex] = []
    for (index, corner) in corners.enumerated() {
      let before = sides[(index + 3) % 4]
      let after = sides[index]
      vertices.append(
        Contour.Vertex(
          corner - before * radius, outgoing: before * (radius * circleTangent)))
      vertices.append(
        Contour.Vertex(corner + after * radius, incoming: after * (-radius * circleTangent)))
    }
    // The first vertex is where the top right corner ends.
    vertices.append(vertices.removeFirst())
    return Contour(vertices: vertices, isClosed: true)
  }

  static func star(_ model: StarModel, at frame: Double) -> Contour {
    let center = model.center.point(at: frame)
    let points = model.points.number(at: frame)
    let outer = model.outerRadius.number(at: frame)
    let outerRoundness = model.outerRoundness.number(at: frame) / 100
    let start = (model.rotation.number(at: frame) - 90) * .pi / 180
    // A star with more points, which nobody could see, is not drawn.
    guard points >= 1, points <= 4096 else { return Contour() }
    if model.isPolygon {
      return polygon(
        center: center, count: Int(points), radius: outer, roundness: outerRoundness, start: start)
    }
    return star(
      center: center, points: points, inner: model.innerRadius.number(at: frame), outer: outer,
      innerRoundness: model.innerRoundness.number(at: frame) / 100, outerRoundness: outerRoundness,
      start: start)
  }

  private static func polygon(
    center: Point, count: Int, radius: Double, roundness: Double, start: Double
  ) -> Contour {
    guard count >= 3 else { return Contour() }
    let step = 2 * Double.pi / Double(count)
    let tangent = radius * polygonTangent * roundness
    var vertices: [Contour.Vertex] = []
    for index in 0..<count {
      let angle = start + step * Double(index)
      let travel = Vector.polar(tangent, angle + .pi / 2)
      vertices.append(
        Contour.Vertex(center + .polar(radius, angle), incoming: -travel, outgoing: travel))
    }
    return Contour(vertices: vertices, isClosed: true)
  }

  /// A number of points that is not whole makes the last one smaller.
  private static func star(
    center: Point, points: Double, inner: Double, outer: Double, innerRoundness: Double,
    outerRoundness: Double, start: Double
  ) -> Contour {
    let step = 2 * Double.pi / points
    let whole = Int(points.rounded(.down))
    let rest = points - Double(whole)
    let innerTangent = inner * starTangent * innerRoundness
    let outerTangent = outer * starTangent * outerRoundness
    var vertices: [Contour.Vertex] = []
    func add(_ radius: Double, _ tangent: Double, _ angle: Double) {
      let travel = Vector.polar(tangent, angle + .pi / 2)
      vertices.append(
        Contour.Vertex(center + .polar(radius, angle), incoming: -travel, outgoing: travel))
    }
    // A fraction of a point comes first, shorter by the missing part.
    var angle = start
    if rest > 0 {
      angle += step / 2 * (1 - rest)
      add(inner + rest * (outer - inner), outerTangent * rest, angle)
      angle += step * rest / 2
      add(inner, innerTangent, angle)
      angle += step / 2
    }
    for _ in 0..<whole {
      add(outer, outerTangent, angle)
      add(inner, innerTangent, angle + step / 2)
      angle += step
    }
    return Contour(vertices: vertices, isClosed: true)
  }
}
