import CMath

/// Part of an ellipse: the points `center + xAxis·cos θ + yAxis·sin θ` for θ from `startAngle`
/// through `startAngle + sweep`, in radians.
///
/// With perpendicular axes of one length it is a circular arc; θ then grows clockwise on the
/// screen from 3 o'clock when `yAxis` is `xAxis` turned by a right angle. An affine map of an
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

extension EllipticArc {
  /// The point at an angle of the arc's own parameter.
  public func point(atAngle angle: Double) -> Point {
    center + xAxis * cos(angle) + yAxis * sin(angle)
  }

  /// The point at `fraction` of the sweep, 0…1.
  public func point(at fraction: Double) -> Point { point(atAngle: startAngle + sweep * fraction) }

  public var start: Point { point(atAngle: startAngle) }
  public var end: Point { point(atAngle: startAngle + sweep) }

  /// The derivative with respect to the angle; for a positive sweep it points in the direction of
  /// travel.
  public func derivative(atAngle angle: Double) -> Vector {
    yAxis * cos(angle) - xAxis * sin(angle)
  }

  /// True if the axes are perpendicular and of one length, within a part in 10⁹.
  @inlinable public var isCircular: Bool {
    let x = xAxis.dot(xAxis)
    let y = yAxis.dot(yAxis)
    let tolerance = 1e-9 * max(x, y)
    return abs(x - y) <= tolerance && abs(xAxis.dot(yAxis)) <= tolerance
  }

  /// The radius of a circular arc; for any other the geometric mean of the semi-axes.
  @inlinable public var radius: Double { abs(xAxis.cross(yAxis)).squareRoot() }

  @inlinable public var isFinite: Bool {
    center.isFinite && xAxis.isFinite && yAxis.isFinite && startAngle.isFinite && sweep.isFinite
  }

  /// The image of the arc under an affine map, which is again an elliptic arc, exactly.
  @inlinable @inline(__always)
  public func transformed(by transform: AffineTransform) -> EllipticArc {
    EllipticArc(
      center: transform.apply(to: center), xAxis: transform.apply(to: xAxis),
      yAxis: transform.apply(to: yAxis), startAngle: startAngle, sweep: sweep)
  }

  /// The arc in the opposite direction, through equal points.
  @inlinable public var reversed: EllipticArc {
    EllipticArc(
      center: center, xAxis: xAxis, yAxis: yAxis, startAngle: startAngle + sweep, sweep: -sweep)
  }

  /// The part between two fractions of the sweep.
  @inlinable public func part(from: Double, to: Double) -> EllipticArc {
    EllipticArc(
      center: center, xAxis: xAxis, yAxis: yAxis, startAngle: startAngle + sweep * from,
      sweep: sweep * (to - from))
  }

  /// The tight bounding box.
  public var bounds: Rect {
    var box = Rect.null.union(start).union(end)
    // x is center.x + A·cos(θ − α), which is extreme at θ = α and α + π; y likewise.
    let extremeX = atan2(yAxis.dx, xAxis.dx)
    let extremeY = atan2(yAxis.dy, xAxis.dy)
    func include(_ angle: Double) {
      if contains(angle: angle) { box = box.union(point(atAngle: angle)) }
    }
    include(extremeX)
    include(extremeX + .pi)
    include(extremeY)
    include(extremeY + .pi)
    return box
  }

  /// True if the sweep passes over an angle, whole turns aside.
  public func contains(angle: Double) -> Bool {
    guard abs(sweep) < 2 * .pi else { return true }
    let turn = fmod(sweep < 0 ? startAngle - angle : angle - startAngle, 2 * .pi)
    return (turn < 0 ? turn + 2 * .pi : turn) <= abs(sweep)
  }
}
