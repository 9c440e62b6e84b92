import CMath

/// A circular arc in screen terms: angles clockwise from 3 o'clock, a positive sweep clockwise.
@frozen public struct CircularArc: Equatable, Sendable {
  public var center: Point
  public var radius: Double
  public var startAngle: Double
  public var sweep: Double

  @inlinable public init(center: Point, radius: Double, startAngle: Double, sweep: Double) {
    self.center = center
    self.radius = radius
    self.startAngle = startAngle
    self.sweep = sweep
  }

  /// An elliptic arc, with the rotation and reflection of its axes applied to the angles.
  ///
  /// Fails if the arc is not circular within the tolerance of `EllipticArc.isCircular`.
  @inlinable @inline(__always) public init?(_ arc: EllipticArc) {
    let (xAxis, yAxis) = (arc.xAxis, arc.yAxis)
    // The usual case, without a rotation. Here the square root of the squared radius is the radius
    // itself.
    if xAxis.dx == yAxis.dy, xAxis.dy == 0, yAxis.dx == 0, xAxis.dx > 1e-150, xAxis.dx < 1e150 {
      self.init(
        center: arc.center, radius: xAxis.dx, startAngle: arc.startAngle, sweep: arc.sweep)
    } else {
      self.init(turned: arc)
    }
  }

  @usableFromInline init?(turned arc: EllipticArc) {
    guard arc.isCircular else { return nil }
    let isReflected = arc.xAxis.cross(arc.yAxis) < 0
    let turn = arc.xAxis.dy == 0 && arc.xAxis.dx > 0 ? 0 : atan2(arc.xAxis.dy, arc.xAxis.dx)
    self.init(
      center: arc.center, radius: arc.radius,
      startAngle: turn + (isReflected ? -arc.startAngle : arc.startAngle),
      sweep: isReflected ? -arc.sweep : arc.sweep)
  }

  /// The point of the circle at an angle.
  public func point(atAngle angle: Double) -> Point {
    Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
  }
}
