/// A cubic Bézier curve.
@frozen public struct CubicCurve {
  public var start: Point
  public var control1: Point
  public var control2: Point
  public var end: Point

  @inlinable public init(start: Point, control1: Point, control2: Point, end: Point) {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
  }

  @inlinable public func point(at t: Double) -> Point {
    let s = 1 - t
    let a = s * s * s
    let b = 3 * s * s * t
    let c = 3 * s * t * t
    let d = t * t * t
    return Point(
      x: a * start.x + b * control1.x + c * control2.x + d * end.x,
      y: a * start.y + b * control1.y + c * control2.y + d * end.y)
  }

  func derivative(at t: Double) -> Vector {
    let s = 1 - t
    return (control1 - start) * (3 * s * s) + (control2 - control1) * (6 * s * t)
      + (end - control2) * (3 * t * t)
  }

  /// The part between two parameters, by blossoming.
  func part(from: Double, to: Double) -> CubicCurve {
    CubicCurve(
      start: blossom(from, from, from), control1: blossom(from, from, to),
      control2: blossom(from, to, to), end: blossom(to, to, to))
  }

  private func blossom(_ r: Double, _ s: Double, _ t: Double) -> Point {
    let a = start.interpolated(to: control1, fraction: r)
    let b = control1.interpolated(to: control2, fraction: r)
    let c = control2.interpolated(to: end, fraction: r)
    return a.interpolated(to: b, fraction: s)
      .interpolated(to: b.interpolated(to: c, fraction: s), fraction: t)
  }

  /// The parameters of the curve's extremes in one coordinate, in ascending order.
  static func extremes(
    _ start: Double, _ control1: Double, _ control2: Double, _ end: Double
  ) -> (Double?, Double?) {
    // A third of the derivative is a·t² + 2b·t + c.
    let a = end - start + 3 * (control1 - control2)
    let b = start - 2 * control1 + control2
    let c = control1 - start
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

  var bounds: Rect {
    var box = Rect.null.union(start).union(end)
    let x = Self.extremes(start.x, control1.x, control2.x, end.x)
    let y = Self.extremes(start.y, control1.y, control2.y, end.y)
    if let t = x.0 { box = box.union(point(at: t)) }
    if let t = x.1 { box = box.union(point(at: t)) }
    if let t = y.0 { box = box.union(point(at: t)) }
    if let t = y.1 { box = box.union(point(at: t)) }
    return box
  }
}
