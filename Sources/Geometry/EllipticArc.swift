/// Part of an ellipse: the points `center + xAxis·cos θ + yAxis·sin θ` for θ from `startAngle`
/// through `startAngle + sweep`, in radians.
///
/// With perpendicular axes of one length it is a circular arc; θ then grows clockwise on the screen
/// from 3 o'clock when `yAxis` is `xAxis` turned by a right angle. An affine map of an
/// elliptic arc is an elliptic arc, so arcs stay exact through every transform.
@frozen public struct EllipticArc: Equatable, Sendable {
  public var center: Point
  public var xAxis: Vector
  public var yAxis: Vector
  public var startAngle: Double
  public var sweep: Double

  @inlinable public init(
    center: Point, xAxis: Vector, yAxis: Vector, startAngle: Double, sweep: Double
  ) {
    self.center = center
    self.xAxis = xAxis
    self.yAxis = yAxis
    self.startAngle = startAngle
    self.sweep = sweep
  }

  /// A circular arc; a positive sweep runs clockwise on the screen.
  @inlinable public init(center: Point, radius: Double, startAngle: Double, sweep: Double) {
    self.init(
      center: center, xAxis: Vector(dx: radius, dy: 0), yAxis: Vector(dx: 0, dy: radius),
      startAngle: startAngle, sweep: sweep)
  }
}
