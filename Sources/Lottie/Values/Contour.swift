import Geometry

/// One contour of a shape as the format has it: vertices with their incoming and outgoing tangents.
struct Contour: Equatable {
  struct Vertex: Equatable {
    var point: Point
    /// Relative to the point, toward the vertex before it.
    var incoming: Vector
    /// Relative to the point, toward the vertex after it.
    var outgoing: Vector

    init(_ point: Point, incoming: Vector = .zero, outgoing: Vector = .zero) {
      self.point = point
      self.incoming = incoming
      self.outgoing = outgoing
    }

    var isCorner: Bool { incoming == .zero && outgoing == .zero }
  }

  var vertices: [Vertex]
  var isClosed: Bool

  init(vertices: [Vertex] = [], isClosed: Bool = false) {
    self.vertices = vertices
    self.isClosed = isClosed
  }

  /// The curve in the other direction, from the same vertex if it is closed.
  var reversed: Contour {
    var result = vertices.map {
      Vertex($0.point, incoming: $0.outgoing, outgoing: $0.incoming)
    }
    result.reverse()
    if isClosed, let last = result.popLast() { result.insert(last, at: 0) }
    return Contour(vertices: result, isClosed: isClosed)
  }

  /// Twice the area inside the polygon of the vertices, above zero where it runs clockwise on the
  /// screen.
  var windingArea: Double {
    guard var last = vertices.last?.point else { return 0 }
    var sum = 0.0
    for vertex in vertices {
      sum += last.x * vertex.point.y - vertex.point.x * last.y
      last = vertex.point
    }
    return sum
  }

  func transformed(by transform: AffineTransform) -> Contour {
    Contour(
      vertices: vertices.map {
        Vertex(
          transform.apply(to: $0.point), incoming: transform.apply(to: $0.incoming),
          outgoing: transform.apply(to: $0.outgoing))
      }, isClosed: isClosed)
  }

  func append(to path: inout Path) {
    guard let first = vertices.first else { return }
    path.move(to: first.point)
    var last = first
    for vertex in vertices.dropFirst() {
      Contour.append(from: last, to: vertex, to: &path)
      last = vertex
    }
    guard isClosed else { return }
    if last.outgoing != .zero || first.incoming != .zero {
      Contour.append(from: last, to: first, to: &path)
    }
    path.close()
  }

  private static func append(from start: Vertex, to end: Vertex, to path: inout Path) {
    if start.outgoing == .zero, end.incoming == .zero {
      path.addLine(to: end.point)
    } else {
      path.addCubic(
        control1: start.point + start.outgoing, control2: end.point + end.incoming, to: end.point)
    }
  }
}

/// The contours of one shape; those of different numbers of vertices do not blend.
struct ContourList: TrackValue, Equatable {
  var contours: [Contour]

  func interpolated(to other: ContourList, fraction: Double) -> ContourList {
    guard fraction != 0 else { return self }
    var result: [Contour] = []
    result.reserveCapacity(contours.count)
    for (index, contour) in contours.enumerated() {
      guard index < other.contours.count,
        other.contours[index].vertices.count == contour.vertices.count
      else { return fraction < 1 ? self : other }
      let vertices = zip(contour.vertices, other.contours[index].vertices).map { from, to in
        Contour.Vertex(
          from.point.interpolated(to: to.point, fraction: fraction),
          incoming: from.incoming + (to.incoming - from.incoming) * fraction,
          outgoing: from.outgoing + (to.outgoing - from.outgoing) * fraction)
      }
      result.append(Contour(vertices: vertices, isClosed: contour.isClosed))
    }
    return ContourList(contours: result)
  }
}

extension [Contour] {
  var path: Path {
    var path = Path()
    for contour in self { contour.append(to: &path) }
    return path
  }
}
