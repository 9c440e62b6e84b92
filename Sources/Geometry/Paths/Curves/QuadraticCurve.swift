/// A quadratic Bézier curve.
@frozen public struct QuadraticCurve {
  public var start: Point
  public var control: Point
  public var end: Point

  @inlinable public init(start: Point, control: Point, end: Point) {
    self.start = start
    self.control = control
    self.end = end
  }

  @inlinable public func point(at t: Double) -> Point {
    let s = 1 - t
    return Point(
      x: s * s * start.x + 2 * s * t * control.x + t * t * end.x,
      y: s * s * start.y + 2 * s * t * control.y + t * t * end.y)
  }

  func derivative(at t: Double) -> Vector {
    (control - start) * (2 * (1 - t)) + (end - control) * (2 * t)
  }

  /// The part between two parameters, by de Casteljau's construction.
  func part(from: Double, to: Double) -> QuadraticCurve {
    let a = start.interpolated(to: control, fraction: from)
    let b = control.interpolated(to: end, fraction: from)
    return QuadraticCurve(
      start: point(at: from), control: a.interpolated(to: b, fraction: to), end: point(at: to))
  }

  /// The parameter of the curve's extreme in one coordinate, given as that coordinate of its
  /// points.
  static func extreme(_ start: Double, _ control: Double, _ end: Double) -> Double? {
    let denominator = start - 2 * control + end
    guard denominator != 0 else { return nil }
    let t = (start - control) / denominator
    return t > 0 && t < 1 ? t : nil
  }

  var bounds: Rect {
    var box = Rect.null.union(start).union(end)
    if let t = Self.extreme(start.x, control.x, end.x) { box = box.union(point(at: t)) }
    if let t = Self.extreme(start.y, control.y, end.y) { box = box.union(point(at: t)) }
    return box
  }
}
