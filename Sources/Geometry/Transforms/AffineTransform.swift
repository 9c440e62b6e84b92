import CMath

/// The map x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
@frozen public struct AffineTransform: Equatable, Sendable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
  public var ty: Double

  @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  @inlinable public static var identity: AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
  }

  @inlinable public static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  @inlinable public static func scale(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// The transform that applies `self` first and then `next`.
  @inlinable public func followed(by next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c,
      b: a * next.b + b * next.d,
      c: c * next.a + d * next.c,
      d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx,
      ty: tx * next.b + ty * next.d + next.ty)
  }

  @inlinable public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  @inlinable public func apply(to vector: Vector) -> Vector {
    Vector(dx: a * vector.dx + c * vector.dy, dy: b * vector.dx + d * vector.dy)
  }

  /// The signed factor by which areas grow.
  @inlinable public var determinant: Double { a * d - b * c }
}

extension AffineTransform {
  /// Turns about the origin, clockwise on the screen, in radians.
  public static func rotation(_ angle: Double) -> AffineTransform {
    let sine = sin(angle)
    let cosine = cos(angle)
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// The inverse transform; nil if the plane collapses or the inverse overflows.
  public var inverse: AffineTransform? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let result = AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    return result.isFinite ? result : nil
  }

  @inlinable public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// True if another transform maps to the same picture, perhaps at another place.
  @inlinable public func hasSameDirections(as other: AffineTransform) -> Bool {
    a == other.a && b == other.b && c == other.c && d == other.d
  }

  /// True if upright rectangles stay upright.
  @inlinable public var keepsAxes: Bool { b == 0 && c == 0 || a == 0 && d == 0 }

  /// True if circles stay circles, within a part in 10⁹: uniform scale, rotation, reflection.
  @inlinable public var isSimilarity: Bool {
    let x = Vector(dx: a, dy: b)
    let y = Vector(dx: c, dy: d)
    let largest = max(x.dot(x), y.dot(y))
    return abs(x.dot(x) - y.dot(y)) <= 1e-9 * largest && abs(x.dot(y)) <= 1e-9 * largest
  }

  /// The factor by which lengths grow: exact for a similarity, and the geometric mean otherwise.
  @inlinable public var scaleFactor: Double { abs(determinant).squareRoot() }

  /// The smallest factor by which any length grows.
  @inlinable public var smallestScale: Double {
    let largest = largestScale
    return largest > 0 ? abs(determinant) / largest : 0
  }

  /// The largest factor by which any length grows: the operator's 2-norm.
  @inlinable public var largestScale: Double {
    // The larger singular value of a 2×2 matrix, from the sum and difference of its two parts.
    let sum = Vector(dx: a + d, dy: b - c).length
    let difference = Vector(dx: a - d, dy: b + c).length
    return (sum + difference) / 2
  }
}
