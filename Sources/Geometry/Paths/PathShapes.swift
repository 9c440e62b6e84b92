/// Building paths, segment by segment and shape by shape.
extension Path {
  /// Adds a circular arc, connected by a line from the current point; a positive sweep runs
  /// clockwise on the screen. The sweep is clamped to one turn.
  public mutating func addArc(
    center: Point, radius: Double, startAngle: Double, sweep: Double
  ) {
    addArc(EllipticArc(center: center, radius: radius, startAngle: startAngle, sweep: sweep))
  }

  /// Adds a closed rectangle from the top left corner clockwise.
  public mutating func addRect(_ rect: Rect) {
    move(to: rect.origin)
    addLine(to: Point(x: rect.maxX, y: rect.minY))
    addLine(to: Point(x: rect.maxX, y: rect.maxY))
    addLine(to: Point(x: rect.minX, y: rect.maxY))
    close()
  }

  /// Adds the closed ellipse that touches the rectangle's sides, from 3 o'clock clockwise.
  public mutating func addEllipse(in rect: Rect) {
    let arc = EllipticArc(
      center: rect.center, xAxis: Vector(dx: rect.width / 2, dy: 0),
      yAxis: Vector(dx: 0, dy: rect.height / 2), startAngle: 0, sweep: 2 * .pi)
    move(to: Point(x: rect.maxX, y: rect.midY))
    addArc(arc)
    close()
  }

  /// Adds a closed rectangle with circular corners, from the end of the top left one clockwise.
  ///
  /// The radius is clamped to half the shorter side.
  public mutating func addRoundedRect(_ rect: Rect, radius: Double) {
    let radius = min(radius, abs(rect.width) / 2, abs(rect.height) / 2)
    addRoundedRect(rect, radiusX: radius, radiusY: radius)
  }

  /// Adds a closed rectangle with elliptic corners; each radius is clamped to half its side.
  public mutating func addRoundedRect(_ rect: Rect, radiusX: Double, radiusY: Double) {
    let rect = rect.standardized
    let x = min(radiusX, rect.width / 2)
    let y = min(radiusY, rect.height / 2)
    // NaN fails the comparison, too.
    guard x > 0, y > 0 else { return addRect(rect) }
    let left = rect.minX + x
    let right = rect.maxX - x
    let top = rect.minY + y
    let bottom = rect.maxY - y
    func corner(_ centerX: Double, _ centerY: Double, _ quarter: Double) -> EllipticArc {
      EllipticArc(
        center: Point(x: centerX, y: centerY), xAxis: Vector(dx: x, dy: 0),
        yAxis: Vector(dx: 0, dy: y), startAngle: quarter * .pi / 2, sweep: .pi / 2)
    }
    move(to: Point(x: left, y: rect.minY))
    addLine(to: Point(x: right, y: rect.minY))
    addArc(corner(right, top, -1))
    addLine(to: Point(x: rect.maxX, y: bottom))
    addArc(corner(right, bottom, 0))
    addLine(to: Point(x: left, y: rect.maxY))
    addArc(corner(left, bottom, 1))
    addLine(to: Point(x: rect.minX, y: top))
    addArc(corner(left, top, 2))
    close()
  }

  public static func rect(_ rect: Rect) -> Path {
    var path = Path(verbCapacity: 5, pointCapacity: 4)
    path.addRect(rect)
    return path
  }

  public static func ellipse(in rect: Rect) -> Path {
    var path = Path(verbCapacity: 3, pointCapacity: 5)
    path.addEllipse(in: rect)
    return path
  }

  public static func circle(center: Point, radius: Double) -> Path {
    ellipse(in: Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius)))
  }

  /// A circle that begins at an angle, in radians, clockwise from 3 o'clock.
  public static func circle(center: Point, radius: Double, from startAngle: Double) -> Path {
    var path = arc(center: center, radius: radius, startAngle: startAngle, sweep: 2 * .pi)
    path.close()
    return path
  }

  public static func roundedRect(_ rect: Rect, radius: Double) -> Path {
    var path = Path(verbCapacity: 10, pointCapacity: 21)
    path.addRoundedRect(rect, radius: radius)
    return path
  }

  /// One open circular arc; a positive sweep runs clockwise on the screen.
  public static func arc(
    center: Point, radius: Double, startAngle: Double, sweep: Double
  ) -> Path {
    var path = Path(verbCapacity: 3, pointCapacity: 5)
    path.addArc(center: center, radius: radius, startAngle: startAngle, sweep: sweep)
    return path
  }
}
