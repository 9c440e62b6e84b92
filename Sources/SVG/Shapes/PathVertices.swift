import CMath
import Geometry

/// A path's vertices, at which markers stand, with the directions of the path before and after
/// them.
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
  private var last = Last.segment
  /// The direction in which the subpath leaves its start, and that of its last segment; nil while
  /// all of its segments have no length.
  private var startDirection: Vector?
  private var endDirection: Vector?
  private let stillDirection: Vector?

  /// The index of the vertex at which the last closed subpath ends; a subpath that begins there
  /// leaves its directions as they are.
  private var sharedVertex = -1

  /// The kind of the element before.
  private enum Last { case move, segment, close }

  /// - Parameter stillDirection: of segments without a length; nil for the direction of the one
  ///   before, or else of the next one that has any (SVG 2, section 9.4).
  init(_ path: Path, stillDirection: Vector? = nil) {
    self.stillDirection = stillDirection
    for element in path.elements {
      switch element {
      case .move(let point):
        // A segment behind a close has a move before it in the path, which is no vertex.
        if last == .close, point == current { continue }
        // A move alone points toward the point that follows it.
        if last == .move { leave(toward: point - current) }
        begin(at: vertices.count)
        vertices.append(Vertex(point: point))
        current = point
        last = .move
      case .line(let end): add([current, end])
      case .quadratic(let control, let end): add([current, control, end])
      case .cubic(let control1, let control2, let end): add([current, control1, control2, end])
      case .arc(let arc): add(arc)
      case .close: close()
      }
    }
  }

  private mutating func begin(at index: Int) {
    first = index
    startDirection = nil
    endDirection = nil
  }

  /// A segment by the points of its curve.
  private mutating func add(_ points: [Point]) {
    let end = points[points.count - 1]
    let outgoing = points.dropFirst().lazy.map { $0 - points[0] }.first { $0.length > 0 }
    let incoming = points.dropLast().reversed().lazy.map { end - $0 }.first { $0.length > 0 }
    add(to: end, outgoing: outgoing, incoming: incoming)
  }

  private mutating func add(_ arc: EllipticArc) {
    let sign = arc.sweep < 0 ? -1.0 : 1.0
    add(
      to: arc.end, outgoing: arc.derivative(atAngle: arc.startAngle) * sign,
      incoming: arc.derivative(atAngle: arc.startAngle + arc.sweep) * sign)
  }

  /// A segment; its directions are nil where it has no length.
  private mutating func add(to end: Point, outgoing: Vector?, incoming: Vector?) {
    // A subpath that begins where the one before was closed shares its vertex.
    if last == .close { begin(at: vertices.count - 1) }
    guard vertices.indices.contains(first) else { return }
    let outgoing = outgoing?.normalized ?? stillDirection
    if let outgoing, endDirection == nil {
      startDirection = outgoing
      // The segments so far have no length.
      for index in first..<vertices.count {
        if index > first { vertices[index].incoming = outgoing }
        if index != sharedVertex { vertices[index].outgoing = outgoing }
      }
    } else if vertices.count - 1 != sharedVertex {
      leave(toward: outgoing ?? endDirection)
    }
    endDirection = incoming?.normalized ?? stillDirection ?? endDirection
    vertices.append(Vertex(point: end, incoming: endDirection))
    current = end
    last = .segment
  }

  private mutating func leave(toward direction: Vector?) {
    guard !vertices.isEmpty else { return }
    vertices[vertices.count - 1].outgoing = direction?.normalized
  }

  /// The subpath's start becomes a vertex once more, and both of its places have the same
  /// directions.
  private mutating func close() {
    guard vertices.indices.contains(first) else { return }
    let start = vertices[first].point
    if current != start { add([current, start]) }
    let end = vertices.count - 1
    current = start
    last = .close
    guard end > first else { return }
    vertices[end].outgoing = startDirection
    if first != sharedVertex { vertices[first].incoming = vertices[end].incoming }
    sharedVertex = end
  }
}
