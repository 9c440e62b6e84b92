/// A displacement in space: x to the right, y downwards, z towards the viewer.
@frozen public struct Vector3D: Equatable, Sendable {
  public var dx: Double
  public var dy: Double
  public var dz: Double

  @inlinable public init(dx: Double, dy: Double, dz: Double) {
    self.dx = dx
    self.dy = dy
    self.dz = dz
  }

  @inlinable public static var zero: Vector3D { Vector3D(dx: 0, dy: 0, dz: 0) }

  @inlinable public static func + (a: Vector3D, b: Vector3D) -> Vector3D {
    Vector3D(dx: a.dx + b.dx, dy: a.dy + b.dy, dz: a.dz + b.dz)
  }

  @inlinable public static func - (a: Vector3D, b: Vector3D) -> Vector3D {
    Vector3D(dx: a.dx - b.dx, dy: a.dy - b.dy, dz: a.dz - b.dz)
  }

  @inlinable public static prefix func - (a: Vector3D) -> Vector3D {
    Vector3D(dx: -a.dx, dy: -a.dy, dz: -a.dz)
  }

  @inlinable public static func * (a: Vector3D, scale: Double) -> Vector3D {
    Vector3D(dx: a.dx * scale, dy: a.dy * scale, dz: a.dz * scale)
  }

  /// The Euclidean length.
  @inlinable public var length: Double { dot(self).squareRoot() }

  /// The scalar product.
  @inlinable public func dot(_ other: Vector3D) -> Double {
    dx * other.dx + dy * other.dy + dz * other.dz
  }

  /// The vector at right angles to both, as x × y = z.
  @inlinable public func cross(_ other: Vector3D) -> Vector3D {
    Vector3D(
      dx: dy * other.dz - dz * other.dy, dy: dz * other.dx - dx * other.dz,
      dz: dx * other.dy - dy * other.dx)
  }

  /// The vector of length 1 in the same direction; nil for a vector without direction.
  public var normalized: Vector3D? {
    // Scaling first keeps the squares from overflowing and underflowing.
    let largest = max(abs(dx), abs(dy), abs(dz))
    guard largest > 0, largest.isFinite else { return nil }
    let scaled = Vector3D(dx: dx / largest, dy: dy / largest, dz: dz / largest)
    return scaled * (1 / scaled.length)
  }

  /// The vector at a fraction of the straight line to `other`.
  @inlinable public func interpolated(to other: Vector3D, fraction: Double) -> Vector3D {
    self + (other - self) * fraction
  }
}
