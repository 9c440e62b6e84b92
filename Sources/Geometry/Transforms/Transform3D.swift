import CMath

/// A projective map of space, in Core Animation's convention: a point is a row (x, y, z, 1) that is
/// multiplied by the matrix from the left, so that the fourth row moves and the fourth column,
/// `m34` above all, makes a perspective.
@frozen public struct Transform3D: Equatable, Sendable {
  public var m11: Double
  public var m12: Double
  public var m13: Double
  public var m14: Double
  public var m21: Double
  public var m22: Double
  public var m23: Double
  public var m24: Double
  public var m31: Double
  public var m32: Double
  public var m33: Double
  public var m34: Double
  public var m41: Double
  public var m42: Double
  public var m43: Double
  public var m44: Double

  /// The matrix row by row.
  @inlinable public init(
    m11: Double, m12: Double, m13: Double, m14: Double,
    m21: Double, m22: Double, m23: Double, m24: Double,
    m31: Double, m32: Double, m33: Double, m34: Double,
    m41: Double, m42: Double, m43: Double, m44: Double
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }

  /// The map that transforms every plane parallel to the screen in the same way.
  @inlinable public init(_ plane: AffineTransform) {
    self.init(
      m11: plane.a, m12: plane.b, m13: 0, m14: 0,
      m21: plane.c, m22: plane.d, m23: 0, m24: 0,
      m31: 0, m32: 0, m33: 1, m34: 0,
      m41: plane.tx, m42: plane.ty, m43: 0, m44: 1)
  }

  @inlinable public static var identity: Transform3D { Transform3D(AffineTransform.identity) }

  @inlinable public static func translation(x: Double, y: Double, z: Double = 0) -> Transform3D {
    var transform = identity
    (transform.m41, transform.m42, transform.m43) = (x, y, z)
    return transform
  }

  @inlinable public static func scale(x: Double, y: Double, z: Double = 1) -> Transform3D {
    var transform = identity
    (transform.m11, transform.m22, transform.m33) = (x, y, z)
    return transform
  }

  /// Turns about the z axis: clockwise on the screen, in radians.
  public static func rotation(_ angle: Double) -> Transform3D {
    Transform3D(AffineTransform.rotation(angle))
  }

  /// Turns about an axis, in radians: about x from y to z, about y from z to x, about z from x to
  /// y. An axis without length turns nothing.
  public static func rotation(_ angle: Double, x: Double, y: Double, z: Double) -> Transform3D {
    guard let axis = Vector3D(dx: x, dy: y, dz: z).normalized else { return identity }
    let (sine, cosine) = (sin(angle), cos(angle))
    let rest = 1 - cosine
    let (x, y, z) = (axis.dx, axis.dy, axis.dz)
    return Transform3D(
      m11: cosine + x * x * rest, m12: x * y * rest + z * sine, m13: x * z * rest - y * sine,
      m14: 0,
      m21: x * y * rest - z * sine, m22: cosine + y * y * rest, m23: y * z * rest + x * sine,
      m24: 0,
      m31: x * z * rest + y * sine, m32: y * z * rest - x * sine, m33: cosine + z * z * rest,
      m34: 0,
      m41: 0, m42: 0, m43: 0, m44: 1)
  }

  /// The map of the plane z = 0, seen without perspective: x and y of the matrix's image of (x, y,
  /// 0, 1).
  @inlinable public var affineTransform: AffineTransform {
    AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }

  /// True if the map consists of an affine map of the plane and leaves the depth unchanged.
  @inlinable public var isAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m33 == 1 && m34 == 0
      && m43 == 0 && m44 == 1
  }

  /// True if the map consists of an affine map of the plane, a factor of the depth and a
  /// translation in depth.
  @inlinable public var keepsPlaneFlat: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0 && m44 == 1
  }

  /// True if the fourth column has an effect on the image of a point.
  @inlinable public var hasPerspective: Bool { m14 != 0 || m24 != 0 || m34 != 0 || m44 != 1 }

  /// True if the plane z = 0 stays where it is.
  @inlinable public var keepsDepth: Bool { keepsPlaneFlat && m43 == 0 }

  /// True if the front of the plane z = 0 is turned away: the sign of its normal along z.
  public var facesAway: Bool {
    if isAffine { return false }
    let (s0, s1, s2) = (m11 * m22 - m21 * m12, m11 * m23 - m21 * m13, m11 * m24 - m21 * m14)
    let (s3, s4, s5) = (m12 * m23 - m22 * m13, m12 * m24 - m22 * m14, m13 * m24 - m23 * m14)
    let (c0, c1, c2) = (m31 * m42 - m41 * m32, m31 * m43 - m41 * m33, m31 * m44 - m41 * m34)
    let (c3, c4, c5) = (m32 * m43 - m42 * m33, m32 * m44 - m42 * m34, m33 * m44 - m43 * m34)
    let determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
    return Projection(self).determinant * determinant < 0
  }

  @inlinable public var isFinite: Bool {
    // A product with 0 is 0 for every finite number, and NaN for all others.
    let sum =
      (m11 * 0 + m12 * 0 + m13 * 0 + m14 * 0) + (m21 * 0 + m22 * 0 + m23 * 0 + m24 * 0)
      + (m31 * 0 + m32 * 0 + m33 * 0 + m34 * 0) + (m41 * 0 + m42 * 0 + m43 * 0 + m44 * 0)
    return sum == 0
  }
}

extension Transform3D {
  /// The transform that applies `self` first and then `next`.
  public func followed(by next: Transform3D) -> Transform3D {
    func row(
      _ x: Double, _ y: Double, _ z: Double, _ w: Double
    ) -> (Double, Double, Double, Double) {
      (
        x * next.m11 + y * next.m21 + z * next.m31 + w * next.m41,
        x * next.m12 + y * next.m22 + z * next.m32 + w * next.m42,
        x * next.m13 + y * next.m23 + z * next.m33 + w * next.m43,
        x * next.m14 + y * next.m24 + z * next.m34 + w * next.m44
      )
    }
    var product = self
    (product.m11, product.m12, product.m13, product.m14) = row(m11, m12, m13, m14)
    (product.m21, product.m22, product.m23, product.m24) = row(m21, m22, m23, m24)
    (product.m31, product.m32, product.m33, product.m34) = row(m31, m32, m33, m34)
    (product.m41, product.m42, product.m43, product.m44) = row(m41, m42, m43, m44)
    return product
  }

  /// The inverse transform; nil if space collapses or the inverse overflows.
  public var inverse: Transform3D? {
    if isAffine { return affineTransform.inverse.map { Transform3D($0) } }
    // Laplace's expansion by the minors of the upper two and of the lower two rows.
    let (s0, s1) = (m11 * m22 - m21 * m12, m11 * m23 - m21 * m13)
    let (s2, s3) = (m11 * m24 - m21 * m14, m12 * m23 - m22 * m13)
    let (s4, s5) = (m12 * m24 - m22 * m14, m13 * m24 - m23 * m14)
    let (c0, c1) = (m31 * m42 - m41 * m32, m31 * m43 - m41 * m33)
    let (c2, c3) = (m31 * m44 - m41 * m34, m32 * m43 - m42 * m33)
    let (c4, c5) = (m32 * m44 - m42 * m34, m33 * m44 - m43 * m34)
    let determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
    guard determinant != 0, determinant.isFinite else { return nil }
    let result = Transform3D(
      m11: (m22 * c5 - m23 * c4 + m24 * c3) / determinant,
      m12: (-m12 * c5 + m13 * c4 - m14 * c3) / determinant,
      m13: (m42 * s5 - m43 * s4 + m44 * s3) / determinant,
      m14: (-m32 * s5 + m33 * s4 - m34 * s3) / determinant,
      m21: (-m21 * c5 + m23 * c2 - m24 * c1) / determinant,
      m22: (m11 * c5 - m13 * c2 + m14 * c1) / determinant,
      m23: (-m41 * s5 + m43 * s2 - m44 * s1) / determinant,
      m24: (m31 * s5 - m33 * s2 + m34 * s1) / determinant,
      m31: (m21 * c4 - m22 * c2 + m24 * c0) / determinant,
      m32: (-m11 * c4 + m12 * c2 - m14 * c0) / determinant,
      m33: (m41 * s4 - m42 * s2 + m44 * s0) / determinant,
      m34: (-m31 * s4 + m32 * s2 - m34 * s0) / determinant,
      m41: (-m21 * c3 + m22 * c1 - m23 * c0) / determinant,
      m42: (m11 * c3 - m12 * c1 + m13 * c0) / determinant,
      m43: (-m41 * s3 + m42 * s1 - m43 * s0) / determinant,
      m44: (m31 * s3 - m32 * s1 + m33 * s0) / determinant)
    return result.isFinite ? result : nil
  }
}
