import Foundation
public import Geometry

/// Counts how often a path winds around a point: crossings of the ray to its right.
///
/// Curves are cut where they turn back in y, so that each piece crosses the ray once at most;
/// whether it does follows from its end points alone, which neighbours share, and so no crossing
/// is counted twice or lost.
private struct PathWinding {
  private let point: Point
  private(set) var number = 0

  init(of path: Path, around point: Point) {
    self.point = point
    var start = Point.zero
    var current = Point.zero
    for element in path.elements {
      switch element {
      case .move(let next):
        add(from: current, to: start)
        start = next
        current = next
      case .line(let end):
        add(from: current, to: end)
        current = end
      case .quadratic(let control, let end):
        let curve = QuadraticCurve(start: current, control: control, end: end)
        let cuts = Self.roots(0, (current.y - 2 * control.y + end.y) / 2, control.y - current.y)
        add(from: current, to: end, cuts: cuts) { curve.point(at: $0) }
        current = end
      case .cubic(let control1, let control2, let end):
        let curve = CubicCurve(start: current, control1: control1, control2: control2, end: end)
        let cuts = Self.roots(
          end.y - current.y + 3 * (control1.y - control2.y),
          current.y - 2 * control1.y + control2.y, control1.y - current.y)
        add(from: current, to: end, cuts: cuts) { curve.point(at: $0) }
        current = end
      case .arc(let arc):
        add(from: current, to: arc.start)
        add(arc)
        current = arc.end
      case .close:
        add(from: current, to: start)
        current = start
      }
    }
    add(from: current, to: start)
  }

  /// The zeros of a·t² + 2b·t + c between 0 and 1, in ascending order. A curve whose derivative is
  /// a multiple of this function turns back at these places.
  private static func roots(_ a: Double, _ b: Double, _ c: Double) -> (Double?, Double?) {
    func inside(_ t: Double) -> Double? { t > 0 && t < 1 ? t : nil }
    let discriminant = b * b - a * c
    guard discriminant >= 0 else { return (nil, nil) }
    // The sum of like signs avoids cancellation; the other root follows from their product.
    let q = -(b + (b < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
    let first = q != 0 ? inside(c / q) : nil
    let second = a != 0 ? inside(q / a) : nil
    if let first, let second, first > second { return (second, first) }
    return (first, second)
  }

  private mutating func add(from start: Point, to end: Point) {
    guard (start.y <= point.y) != (end.y <= point.y) else { return }
    let side = (end - start).cross(point - start)
    if (end.y > start.y) == (side > 0) { number += end.y > start.y ? 1 : -1 }
  }

  private mutating func add(
    from start: Point, to end: Point, cuts: (Double?, Double?), _ curve: (Double) -> Point
  ) {
    var from = (t: 0.0, point: start)
    if let t = cuts.0 {
      addMonotone(from: from, to: (t, curve(t)), curve)
      from = (t, curve(t))
    }
    if let t = cuts.1 {
      addMonotone(from: from, to: (t, curve(t)), curve)
      from = (t, curve(t))
    }
    addMonotone(from: from, to: (1, end), curve)
  }

  private mutating func add(_ arc: EllipticArc) {
    guard arc.sweep != 0, arc.isFinite else { return add(from: arc.start, to: arc.end) }
    // y has extremes half a turn apart; at most three of them lie within one turn.
    let extreme = atan2(arc.yAxis.dy, arc.xAxis.dy)
    var turn = fmod(arc.sweep < 0 ? arc.startAngle - extreme : extreme - arc.startAngle, .pi)
    if turn < 0 { turn += .pi }
    var from = (t: 0.0, point: arc.start)
    while turn < abs(arc.sweep) {
      let t = turn / abs(arc.sweep)
      addMonotone(from: from, to: (t, arc.point(at: t))) { arc.point(at: $0) }
      from = (t, arc.point(at: t))
      turn += .pi
    }
    addMonotone(from: from, to: (1, arc.end)) { arc.point(at: $0) }
  }

  private mutating func addMonotone(
    from start: (t: Double, point: Point), to end: (t: Double, point: Point),
    _ curve: (Double) -> Point
  ) {
    let isDown = end.point.y > start.point.y
    guard (start.point.y <= point.y) != (end.point.y <= point.y) else { return }
    var low = start.t
    var high = end.t
    for _ in 0..<60 {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { break }
      if (curve(middle).y <= point.y) == isDown { low = middle } else { high = middle }
    }
    if curve(low).x > point.x { number += isDown ? 1 : -1 }
  }
}

extension Path {
  /// The number of times that the path winds around a point, clockwise on the screen; subpaths
  /// count as closed.
  public func windingNumber(around point: Point) -> Int {
    PathWinding(of: self, around: point).number
  }

  /// True if the path's fill holds a point.
  public func contains(_ point: Point, rule: FillRule = .nonZero) -> Bool {
    let number = windingNumber(around: point)
    return rule == .nonZero ? number != 0 : number % 2 != 0
  }
}
