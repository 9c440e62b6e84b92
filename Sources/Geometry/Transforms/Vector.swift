/// A displacement between two points.
@frozen public struct Vector: Equatable, Sendable {
  public var dx: Double
  public var dy: Double

  @inlinable public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  @inlinable public static var zero: Vector { Vector(dx: 0, dy: 0) }

  /// The Euclidean length.
  @inlinable public var length: Double { (dx * dx + dy * dy).squareRoot() }

  @inlinable public static func + (a: Vector, b: Vector) -> Vector {
    Vector(dx: a.dx + b.dx, dy: a.dy + b.dy)
  }

  @inlinable public static func - (a: Vector, b: Vector) -> Vector {
    Vector(dx: a.dx - b.dx, dy: a.dy - b.dy)
  }

  @inlinable public static prefix func - (a: Vector) -> Vector { Vector(dx: -a.dx, dy: -a.dy) }

  @inlinable public static func * (a: Vector, scale: Double) -> Vector {
    Vector(dx: a.dx * scale, dy: a.dy * scale)
  }

  /// The scalar product.
  @inlinable public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// The vector turned by a right angle, clockwise on the screen.
  @inlinable public var perpendicular: Vector { Vector(dx: -dy, dy: dx) }

  /// The vector of length 1 in the same direction; nil for a vector without direction.
  @inlinable public var normalized: Vector? {
    // Scaling first keeps the squares from overflowing and underflowing.
    let largest = max(abs(dx), abs(dy))
    guard largest > 0, largest.isFinite else { return nil }
    let x = dx / largest
    let y = dy / largest
    let length = (x * x + y * y).squareRoot()
    return Vector(dx: x / length, dy: y / length)
  }

  @inlinable public var isFinite: Bool { dx.isFinite && dy.isFinite }

  /// The z component of the cross product; positive when `other` lies clockwise on the screen.
  @inlinable public func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }
}

extension Point {
  @inlinable public static func + (point: Point, vector: Vector) -> Point {
    Point(x: point.x + vector.dx, y: point.y + vector.dy)
  }

  @inlinable public static func - (point: Point, vector: Vector) -> Point {
    Point(x: point.x - vector.dx, y: point.y - vector.dy)
  }

  @inlinable public static func - (end: Point, start: Point) -> Vector {
    Vector(dx: end.x - start.x, dy: end.y - start.y)
  }
}
