/// A position in a plane whose y axis points down, in the units of its coordinate space.
@frozen public struct Point: Equatable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  @inlinable public static var zero: Point { Point(x: 0, y: 0) }

  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The point at a fraction of the straight line to `other`.
  @inlinable public func interpolated(to other: Point, fraction: Double) -> Point {
    Point(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }
}
