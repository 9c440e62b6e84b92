import CMath
import Geometry

/// A path's vertices with the directions in which it comes and goes: where markers stand.
struct PathVertices {
  struct Vertex {
    var point: Point
    var incoming: Vector?
    var outgoing: Vector?

    /// Radians: the middle of both directions.
    var angle: Double {
      switch (incoming, outgoing) {
      case (nil, nil): return 0
      case (let direction?, nil), (nil, let direction?): return atan2(direction.dy, direction.dx)
      case (let first?, let second?):
        let start = atan2(first.dy, first.dx)
        let turn = remainder(atan2(second.dy, second.dx) - start, 2 * .pi)
        return start + turn / 2
      }
    }
  }

  private(set) var vertices: [Vertex] = []
  /// The index in `vertices` of the subpath's first vertex.
  private var first = 0
  private var current = Point.zero

  init(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let point):
        first = vertices.count
        vertices.append(Vertex(point: point))
        current = point
      case .line(let end): add([current, end])
      case .quadratic(let control, let end): add([current, control, end])
      case .cubic(let control1, let control2, let end): add([current, control1, control2, end])
      case .arc(let arc): add(arc)
      case .close: close()
      }
    }
  }

  /// A segment by the points of its curve.
  private mutating func add(_ points: [Point]) {
    let end = points[points.count - 1]
    leave(toward: points.dropFirst().lazy.map { $0 - points[0] }.first { $0.length > 0 })
    let incoming = points.dropLast().reversed().lazy.map { end - $0 }.first { $0.length > 0 }
    vertices.append(Vertex(point: end, incoming: incoming?.normalized))
    current = end
  }

  private mutating func add(_ arc: EllipticArc) {
    let sign = arc.sweep < 0 ? -1.0 : 1.0
    leave(toward: arc.derivative(atAngle: arc.startAngle) * sign)
    let incoming = arc.derivative(atAngle: arc.startAngle + arc.sweep) * sign
    vertices.append(Vertex(point: arc.end, incoming: incoming.normalized))
    current = arc.end
  }

  private mutating func leave(toward direction: Vector?) {
    guard !vertices.isEmpty else { return }
    vertices[vertices.count - 1].outgoing = direction?.normalized
  }

  /// The subpath's start becomes a vertex once more, and both of its places have the same directions.
  private mutating func close() {
    guard vertices.indices.contains(first) else { return }
    let start = vertices[first].point
    if current != start {
      add([current, start])
    }
    let last = vertices.count - 1
    guard last > first else { return }
    vertices[last].outgoing = vertices[first].outgoing
    vertices[first].incoming = vertices[last].incoming
    current = start
  }
}
