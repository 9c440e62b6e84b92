import CMath
import Geometry

/// Changes of contours.
extension Contour {
  /// The contour with its sharp corners rounded, each by at most half of the shorter side beside
  /// it. An open contour whose ends meet in a corner has that corner, too.
  func rounded(radius: Double) -> Contour {
    guard radius > 0, vertices.count > 1 else { return self }
    if vertices.count > 3, let last = vertices.last, last == vertices[0], last.isCorner {
      return Contour(vertices: vertices.dropLast(), isClosed: true).rounded(radius: radius)
    }
    var result = Contour(isClosed: isClosed)
    for (index, vertex) in vertices.enumerated() {
      let isEnd = !isClosed && (index == 0 || index == vertices.count - 1)
      let before = vertices[(index + vertices.count - 1) % vertices.count]
      let after = vertices[(index + 1) % vertices.count]
      guard !isEnd, vertex.isCorner else {
        result.vertices.append(vertex)
        continue
      }
      let back = before.point - vertex.point
      let ahead = after.point - vertex.point
      let (backLength, aheadLength) = (back.length, ahead.length)
      guard backLength > 0, aheadLength > 0 else {
        result.vertices.append(vertex)
        continue
      }
      let backPart = min(radius / backLength, 0.5)
      let aheadPart = min(radius / aheadLength, 0.5)
      let tangent = BasicShapes.circleTangent
      result.vertices.append(
        Vertex(vertex.point + back * backPart, outgoing: back * (-backPart * tangent)))
      result.vertices.append(
        Vertex(vertex.point + ahead * aheadPart, incoming: ahead * (-aheadPart * tangent)))
    }
    return result
  }

  /// The contour with its vertices drawn to the middle and its tangents pushed away, or the
  /// reverse.
  func puckered(amount: Double) -> Contour {
    guard amount != 0, !vertices.isEmpty else { return self }
    var middle = Vector.zero
    for vertex in vertices { middle = middle + (vertex.point - .zero) }
    let center = Point.zero + middle * (1 / Double(vertices.count))
    let part = amount / 100
    var result = self
    for (index, vertex) in vertices.enumerated() {
      let point = vertex.point.interpolated(to: center, fraction: part)
      let into = (vertex.point + vertex.incoming).interpolated(to: center, fraction: -part)
      let out = (vertex.point + vertex.outgoing).interpolated(to: center, fraction: -part)
      result.vertices[index] = Vertex(point, incoming: into - point, outgoing: out - point)
    }
    return result
  }

  /// The contour with ridges to both sides of each segment.
  ///
  /// - Parameters:
  ///   - amplitude: from the contour to a ridge, in units.
  ///   - ridges: between two vertices.
  func zigzagged(amplitude: Double, ridges: Int, isSmooth: Bool) -> Contour {
    let segments = vertices.count - (isClosed ? 0 : 1)
    guard segments > 0, amplitude != 0 else { return self }
    var result = Contour(isClosed: isClosed)
    /// Adds a ridge beside a point of a contour that comes from one length away and goes on for
    /// another.
    func addRidge(
      _ point: Point, _ direction: Vector, _ side: Double, _ before: Double, _ after: Double
    ) {
      let ahead = direction.normalized ?? .zero
      let normal = Vector(dx: ahead.dy, dy: -ahead.dx)
      result.vertices.append(
        Vertex(
          point + normal * (side * amplitude), incoming: ahead * -before, outgoing: ahead * after))
    }
    func handle(_ length: Double) -> Double {
      isSmooth ? length / Double(2 * (ridges + 1)) : 0
    }
    var side = -1.0
    for index in 0...segments {
      if index == segments, isClosed { break }
      let vertex = vertices[index]
      // The ends of an open contour have the direction of their one segment.
      let before =
        isClosed || index > 0
        ? vertices[(index + vertices.count - 1) % vertices.count].point : vertex.point
      let next = isClosed || index < segments ? vertices[(index + 1) % vertices.count] : vertex
      addRidge(
        vertex.point, next.point - before, side, handle((vertex.point - before).length),
        handle((next.point - vertex.point).length))
      if index == segments { break }
      let curve = CubicCurve(
        start: vertex.point, control1: vertex.point + vertex.outgoing,
        control2: next.point + next.incoming, end: next.point)
      let length = handle((next.point - vertex.point).length)
      side = -side
      for ridge in 0..<ridges {
        let part = Double(ridge + 1) / Double(ridges + 1)
        let isLine = vertex.outgoing == .zero && next.incoming == .zero
        let direction =
          isLine
          ? next.point - vertex.point
          : curve.point(at: part + 1e-4) - curve.point(at: part - 1e-4)
        let point =
          isLine ? vertex.point.interpolated(to: next.point, fraction: part) : curve.point(at: part)
        addRidge(point, direction, side, length, length)
        side = -side
      }
    }
    return result
  }

  /// The contours of a path of lines and curves.
  static func contours(of path: Path) -> [Contour] {
    var result: [Contour] = []
    for element in path.elements {
      let last = result.count - 1
      switch element {
      case .move(let point): result.append(Contour(vertices: [Vertex(point)]))
      case .line(let point):
        if last >= 0 { result[last].vertices.append(Vertex(point)) }
      case .cubic(let control1, let control2, let end):
        guard last >= 0, let start = result[last].vertices.indices.last else { continue }
        result[last].vertices[start].outgoing = control1 - result[last].vertices[start].point
        result[last].vertices.append(Vertex(end, incoming: control2 - end))
      case .quadratic(let control, let end):
        guard last >= 0, let start = result[last].vertices.indices.last else { continue }
        let from = result[last].vertices[start].point
        result[last].vertices[start].outgoing = (control - from) * (2 / 3)
        result[last].vertices.append(Vertex(end, incoming: (control - end) * (2 / 3)))
      case .arc: continue
      case .close:
        guard last >= 0 else { continue }
        result[last].isClosed = true
        // A curve back to the start has added the first vertex once more.
        if result[last].vertices.count > 1, let first = result[last].vertices.first,
          let final = result[last].vertices.last, (final.point - first.point).length < 1e-9
        {
          result[last].vertices[0].incoming = final.incoming
          result[last].vertices.removeLast()
        }
      }
    }
    return result
  }
}

extension [Contour] {
  /// The part between two fractions of the length. If the second fraction is beyond 1, the part
  /// continues at the beginning.
  ///
  /// Within a curve the part goes by the curve's parameter, as Core Animation's does, and not by
  /// its length.
  func trimmed(from start: Double, to end: Double) -> [Contour] {
    if end - start >= 1 { return self }
    guard end > start else { return [] }
    let measured = map { MeasuredContour($0) }
    let total = measured.reduce(0) { $0 + $1.length }
    guard total > 0, total.isFinite else { return [] }
    var result: [Contour] = []
    for lap in [0.0, 1.0] {
      let from = Swift.max(start - lap, 0) * total
      let to = Swift.min(end - lap, 1) * total
      guard to > from else { continue }
      var before = 0.0
      for contour in measured {
        let part = contour.part(from: from - before, to: to - before)
        before += contour.length
        guard let part else { continue }
        // A single closed contour is not cut at its beginning.
        if lap == 1, count == 1, self[0].isClosed, result.count == 1 {
          result[0].join(part)
        } else {
          result.append(part)
        }
      }
    }
    return result
  }

  var length: Double { reduce(0) { $0 + MeasuredContour($1).length } }
}
