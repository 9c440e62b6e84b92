/// A projective map of a plane, as a camera sees it: x′ = (a·x + c·y + tx) / w and
/// y′ = (b·x + d·y + ty) / w, where w = g·x + h·y + k. Points with a w of 0 or less lie behind the
/// camera and have no image.
@frozen public struct Projection: Equatable, Sendable {
  public var numerators: AffineTransform
  public var g: Double
  public var h: Double
  public var k: Double

  /// Points nearer to the camera's plane are cut off. The distance is in parts of the distance at
  /// which points keep their size.
  public static var nearest: Double { 1.0 / 1024 }

  @inlinable public init(_ numerators: AffineTransform, g: Double = 0, h: Double = 0, k: Double = 1)
  {
    self.numerators = numerators
    self.g = g
    self.h = h
    self.k = k
  }

  /// The image of the plane z = 0, seen along the z axis.
  public init(_ space: Transform3D) {
    self.init(space.affineTransform, g: space.m14, h: space.m24, k: space.m44)
  }

  @inlinable public var isAffine: Bool { g == 0 && h == 0 && k == 1 }

  public var isFinite: Bool { numerators.isFinite && (g + h + k).isFinite }

  /// The map that applies `self` first and then `next`.
  public func followed(by next: Projection) -> Projection {
    let (m, n) = (numerators, next.numerators)
    return Projection(
      AffineTransform(
        a: m.a * n.a + m.b * n.c + g * n.tx, b: m.a * n.b + m.b * n.d + g * n.ty,
        c: m.c * n.a + m.d * n.c + h * n.tx, d: m.c * n.b + m.d * n.d + h * n.ty,
        tx: m.tx * n.a + m.ty * n.c + k * n.tx, ty: m.tx * n.b + m.ty * n.d + k * n.ty),
      g: m.a * next.g + m.b * next.h + g * next.k, h: m.c * next.g + m.d * next.h + h * next.k,
      k: m.tx * next.g + m.ty * next.h + k * next.k)
  }

  public func followed(by next: AffineTransform) -> Projection { followed(by: Projection(next)) }

  public var determinant: Double {
    let m = numerators
    return m.a * (m.d * k - h * m.ty) - m.b * (m.c * k - h * m.tx) + g * (m.c * m.ty - m.d * m.tx)
  }

  /// The inverse map, with a positive w where this map's w is positive; nil if the plane is seen
  /// from its edge or the inverse overflows.
  public var inverse: Projection? {
    if isAffine { return numerators.inverse.map { Projection($0) } }
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let m = numerators
    let result = Projection(
      AffineTransform(
        a: (m.d * k - h * m.ty) / determinant, b: (g * m.ty - m.b * k) / determinant,
        c: (h * m.tx - m.c * k) / determinant, d: (m.a * k - g * m.tx) / determinant,
        tx: (m.c * m.ty - m.d * m.tx) / determinant, ty: (m.b * m.tx - m.a * m.ty) / determinant),
      g: (m.b * h - g * m.d) / determinant, h: (g * m.c - m.a * h) / determinant,
      k: (m.a * m.d - m.b * m.c) / determinant)
    return result.isFinite ? result : nil
  }

  /// The denominator at a point.
  @inlinable public func depth(at point: Point) -> Double { g * point.x + h * point.y + k }

  /// Nil for a point that is not in front of the camera.
  public func apply(to point: Point) -> Point? {
    let w = depth(at: point)
    guard w > 0 else { return nil }
    let image = numerators.apply(to: point)
    return Point(x: image.x / w, y: image.y / w)
  }

  /// The linear map that is nearest to this one around a point. Behind the camera it is the map at
  /// a point just in front of the camera.
  public func derivative(at point: Point) -> AffineTransform {
    let w = max(depth(at: point), Projection.nearest)
    let (m, image) = (numerators, numerators.apply(to: point))
    let (x, y) = (image.x / w, image.y / w)
    return AffineTransform(
      a: (m.a - x * g) / w, b: (m.b - y * g) / w, c: (m.c - x * h) / w, d: (m.d - y * h) / w,
      tx: 0, ty: 0)
  }
}
