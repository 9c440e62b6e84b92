import CMath
import TestSupport

@testable import Geometry

/// A stroke by its definition: the area that the normals of its path sweep over, with joins and
/// caps. The reference replaces curves by many short lines, and tests points one by one.
struct StrokeReference {
  /// A short line of the path.
  private struct Line {
    var start: Point
    var end: Point
    var tangent: Vector
    /// True if the next one continues the same curve.
    var isSmooth: Bool
  }

  private struct Subpath {
    var lines: [Line] = []
    var isClosed = false
  }

  private var subpaths: [Subpath] = []
  private let style: StrokeStyle
  private let half: Double

  init(_ path: Path, style: StrokeStyle, chords: Int = 400) {
    self.style = style
    half = style.width / 2
    var subpath = Subpath()
    var start = Point.zero
    var current = Point.zero
    func add(to end: Point, isSmooth: Bool = false) {
      guard let tangent = (end - current).normalized, (end - current).length > 1e-9 else { return }
      subpath.lines.append(Line(start: current, end: end, tangent: tangent, isSmooth: isSmooth))
      current = end
    }
    func addCurve(_ point: (Double) -> Point) {
      for index in 1...chords {
        add(to: point(Double(index) / Double(chords)), isSmooth: index < chords)
      }
    }
    for element in path.elements {
      let from = current
      switch element {
      case .move(let point):
        if !subpath.lines.isEmpty { subpaths.append(subpath) }
        subpath = Subpath()
        (start, current) = (point, point)
      case .line(let end): add(to: end)
      case .quadratic(let control, let end):
        let curve = QuadraticCurve(start: from, control: control, end: end)
        addCurve { curve.point(at: $0) }
      case .cubic(let control1, let control2, let end):
        let curve = CubicCurve(start: from, control1: control1, control2: control2, end: end)
        addCurve { curve.point(at: $0) }
      case .arc(let arc):
        add(to: arc.start)
        addCurve { arc.point(at: $0) }
      case .close:
        add(to: start)
        subpath.isClosed = true
        if !subpath.lines.isEmpty { subpaths.append(subpath) }
        subpath = Subpath()
        current = start
      }
    }
    if !subpath.lines.isEmpty { subpaths.append(subpath) }
  }

  /// The bounds of all points that the stroke can contain.
  var bounds: Rect {
    var box = Rect.null
    for line in subpaths.flatMap(\.lines) { box = box.union(line.start).union(line.end) }
    let reach = half * max(1.5, style.join == .miter ? style.miterLimit : 0)
    return box.insetBy(dx: -reach, dy: -reach)
  }

  func contains(_ point: Point) -> Bool { subpaths.contains { contains(point, $0) } }

  /// True if all points nearby are on the same side, so that the error of the chords does not
  /// matter.
  func isCertain(_ point: Point, within distance: Double) -> Bool {
    let isInside = contains(point)
    for index in 0..<8 {
      let angle = Double(index) * .pi / 4
      let near = point + Vector(dx: cos(angle), dy: sin(angle)) * distance
      if contains(near) != isInside { return false }
    }
    return true
  }

  /// True if a point is beside an open end and ahead of it, where the butt ends of tight bends are
  /// cut.
  func isAheadOfEnd(_ point: Point) -> Bool {
    subpaths.contains { subpath in
      guard !subpath.isClosed, let first = subpath.lines.first, let last = subpath.lines.last
      else { return false }
      return [(first.start, -first.tangent), (last.end, last.tangent)].contains { end, ahead in
        let way = point - end
        return way.dot(ahead) > -0.05 && way.length < half * 1.01
      }
    }
  }

  private func contains(_ point: Point, _ subpath: Subpath) -> Bool {
    let lines = subpath.lines
    for (index, line) in lines.enumerated() {
      let way = point - line.start
      let along = way.dot(line.tangent)
      if along >= 0, along <= (line.end - line.start).length,
        abs(way.cross(line.tangent)) <= half
      {
        return true
      }
      if index + 1 < lines.count || subpath.isClosed {
        if isInJoin(point, line, lines[(index + 1) % lines.count]) { return true }
      }
    }
    guard !subpath.isClosed, let first = lines.first, let last = lines.last else { return false }
    return isInCap(point, at: first.start, ahead: -first.tangent)
      || isInCap(point, at: last.end, ahead: last.tangent)
  }

  private func isInCap(_ point: Point, at end: Point, ahead: Vector) -> Bool {
    let way = point - end
    guard way.dot(ahead) >= 0 else { return false }
    return switch style.cap {
    case .butt: false
    case .round: way.length <= half
    case .square: way.dot(ahead) <= half && abs(way.cross(ahead)) <= half
    }
  }

  /// Between the ends of the two lines, at the outer side of their turn.
  private func isInJoin(_ point: Point, _ a: Line, _ b: Line) -> Bool {
    let way = point - a.end
    guard way.dot(a.tangent) > 0, way.dot(b.tangent) < 0 else { return false }
    let cosine = a.tangent.dot(b.tangent)
    if a.isSmooth || style.join == .round { return way.length <= half }
    // The square of the miter's length over the width, and of the bevel's distance over half of it.
    let isMiter = style.join == .miter && style.miterLimit * style.miterLimit * (1 + cosine) >= 2
    if isMiter { return abs(way.cross(a.tangent)) <= half && abs(way.cross(b.tangent)) <= half }
    guard let middle = (a.tangent - b.tangent).normalized else { return false }
    return way.dot(middle) <= half * ((1 + cosine) / 2).squareRoot()
  }
}
