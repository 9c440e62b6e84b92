/// A transform of space in components: shear first, then scale, rotation, translation and
/// perspective.
///
/// The source is CSS Transforms level 2, "Decomposing a 3D matrix", in its form of Graphics Gems II
/// (unmatrix): Gram–Schmidt on the images of the axes. As in `TransformComponents`, the shear comes
/// before the scale, and a reflection goes to the one axis that points furthest against itself.
public struct TransformComponents3D: Equatable, Sendable {
  /// Factors along the axes; one of them is negative for a reflection.
  public var scale: Vector3D
  /// The displacements of one axis for a unit of another, before the scale.
  public var shear: Shear
  public var rotation: Quaternion
  public var translation: Vector3D
  public var perspective: Perspective

  /// Displacements in units of the axis that moves.
  public struct Shear: Equatable, Sendable {
    /// x with y, x with z, and y with z.
    public var xy = 0.0
    public var xz = 0.0
    public var yz = 0.0

    public init(xy: Double = 0, xz: Double = 0, yz: Double = 0) {
      self.xy = xy
      self.xz = xz
      self.yz = yz
    }
  }

  /// The fourth column of the map that is applied last and has no other part.
  public struct Perspective: Equatable, Sendable {
    public var vector = Vector3D.zero
    public var w = 1.0

    public init(_ vector: Vector3D = .zero, w: Double = 1) {
      self.vector = vector
      self.w = w
    }
  }

  /// An axis of the space.
  public enum Axis: Sendable, Equatable { case x, y, z }

  public init(
    scale: Vector3D = Vector3D(dx: 1, dy: 1, dz: 1), shear: Shear = Shear(),
    rotation: Quaternion = .identity, translation: Vector3D = .zero,
    perspective: Perspective = Perspective()
  ) {
    self.scale = scale
    self.shear = shear
    self.rotation = rotation
    self.translation = translation
    self.perspective = perspective
  }

  /// Decomposes the transform. An axis that collapses gets a scale of zero and no shear; the
  /// perspective of a collapsed space is lost.
  ///
  /// - Parameter reflection: the axis that takes a reflection, if there is one to take.
  public init(_ transform: Transform3D, reflecting reflection: Axis? = nil) {
    let rows = (
      Vector3D(dx: transform.m11, dy: transform.m12, dz: transform.m13),
      Vector3D(dx: transform.m21, dy: transform.m22, dz: transform.m23),
      Vector3D(dx: transform.m31, dy: transform.m32, dz: transform.m33)
    )
    var x = rows.0.normalized
    var y = Self.remainder(of: rows.1, x, nil).normalized
    var z = Self.remainder(of: rows.2, x, y).normalized
    Self.complete(&x, &y, &z)
    guard var x, var y, var z else {
      self.init(translation: transform.translation)
      return
    }
    self.init(translation: transform.translation)
    if x.cross(y).dot(z) < 0 {
      switch reflection ?? Self.opposedAxis(x, y, z) {
      case .x: x = -x
      case .y: y = -y
      case .z: z = -z
      }
    }
    rotation = Quaternion(axes: x, y, z)
    scale = Vector3D(dx: x.dot(rows.0), dy: y.dot(rows.1), dz: z.dot(rows.2))
    if scale.dx != 0 {
      shear.xy = x.dot(rows.1) / scale.dx
      shear.xz = x.dot(rows.2) / scale.dx
    }
    if scale.dy != 0 { shear.yz = y.dot(rows.2) / scale.dy }
    if transform.hasPerspective { perspective = Self.perspective(of: transform) }
  }

  /// The transform with these components.
  public var transform: Transform3D {
    let axes = rotation.axes
    let (x, y) = (axes.x * scale.dx, axes.y * scale.dy)
    let second = x * shear.xy + y
    let third = x * shear.xz + y * shear.yz + axes.z * scale.dz
    let column = perspective.vector
    return Transform3D(
      m11: x.dx, m12: x.dy, m13: x.dz, m14: x.dot(column),
      m21: second.dx, m22: second.dy, m23: second.dz, m24: second.dot(column),
      m31: third.dx, m32: third.dy, m33: third.dz, m34: third.dot(column),
      m41: translation.dx, m42: translation.dy, m43: translation.dz,
      m44: translation.dot(column) + perspective.w)
  }

  /// The axis whose factor is negative, if there is one.
  public var reflectedAxis: Axis? {
    if scale.dx < 0 { return .x }
    if scale.dy < 0 { return .y }
    return scale.dz < 0 ? .z : nil
  }

  /// Interpolates component by component, the rotation along the shortest turn.
  public func interpolated(
    to other: TransformComponents3D, fraction: Double
  ) -> TransformComponents3D {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * fraction }
    return TransformComponents3D(
      scale: scale.interpolated(to: other.scale, fraction: fraction),
      shear: Shear(
        xy: mix(shear.xy, other.shear.xy), xz: mix(shear.xz, other.shear.xz),
        yz: mix(shear.yz, other.shear.yz)),
      rotation: rotation.interpolated(to: other.rotation, fraction: fraction),
      translation: translation.interpolated(to: other.translation, fraction: fraction),
      perspective: Perspective(
        perspective.vector.interpolated(to: other.perspective.vector, fraction: fraction),
        w: mix(perspective.w, other.perspective.w)))
  }

  // MARK: Decomposition

  /// The part of a row that is perpendicular to the axes before it; zero if it is lost in rounding.
  private static func remainder(of row: Vector3D, _ x: Vector3D?, _ y: Vector3D?) -> Vector3D {
    var rest = row
    // Twice, since the first pass leaves rounding errors of long rows behind.
    for _ in 0..<2 {
      if let x { rest = rest - x * x.dot(rest) }
      if let y { rest = rest - y * y.dot(rest) }
    }
    return rest.length > 1e-12 * row.length ? rest : .zero
  }

  /// Gives collapsed axes a direction at right angles to the others.
  private static func complete(_ x: inout Vector3D?, _ y: inout Vector3D?, _ z: inout Vector3D?) {
    let units = (
      Vector3D(dx: 1, dy: 0, dz: 0), Vector3D(dx: 0, dy: 1, dz: 0), Vector3D(dx: 0, dy: 0, dz: 1)
    )
    // With one axis left, a second one stays as near to its own direction as possible.
    switch (x, y, z) {
    case (nil, nil, nil): (x, y) = (units.0, units.1)
    case (let only?, nil, nil):
      y =
        remainder(of: units.1, only, nil).normalized ?? remainder(of: units.2, only, nil).normalized
    case (nil, let only?, nil):
      x =
        remainder(of: units.0, only, nil).normalized ?? remainder(of: units.2, only, nil).normalized
    case (nil, nil, let only?):
      x =
        remainder(of: units.0, only, nil).normalized ?? remainder(of: units.1, only, nil).normalized
    default: break
    }
    if let y, let z, x == nil { x = y.cross(z) }
    if let x, let z, y == nil { y = z.cross(x) }
    if let x, let y, z == nil { z = x.cross(y) }
  }

  private static func opposedAxis(_ x: Vector3D, _ y: Vector3D, _ z: Vector3D) -> Axis {
    if z.dz < x.dx && z.dz < y.dy { return .z }
    return x.dx < y.dy ? .x : .y
  }

  private static func perspective(of transform: Transform3D) -> Perspective {
    var space = transform
    (space.m14, space.m24, space.m34, space.m44) = (0, 0, 0, 1)
    guard let back = space.inverse else { return Perspective() }
    let (x, y, z, w) = (transform.m14, transform.m24, transform.m34, transform.m44)
    return Perspective(
      Vector3D(
        dx: back.m11 * x + back.m12 * y + back.m13 * z,
        dy: back.m21 * x + back.m22 * y + back.m23 * z,
        dz: back.m31 * x + back.m32 * y + back.m33 * z),
      w: back.m41 * x + back.m42 * y + back.m43 * z + w)
  }
}

extension Transform3D {
  /// The image of the origin, without perspective.
  @inlinable public var translation: Vector3D {
    get { Vector3D(dx: m41, dy: m42, dz: m43) }
    set { (m41, m42, m43) = (newValue.dx, newValue.dy, newValue.dz) }
  }

  /// Interpolates by decomposition; 0 and 1 give the two transforms exactly. Transforms that keep
  /// the plane flat are interpolated as transforms of the plane.
  public func interpolated(to other: Transform3D, fraction: Double) -> Transform3D {
    if fraction == 0 || self == other { return self }
    if fraction == 1 { return other }
    if keepsPlaneFlat && other.keepsPlaneFlat {
      var between = Transform3D(
        affineTransform.interpolated(to: other.affineTransform, fraction: fraction))
      between.m33 = m33 + (other.m33 - m33) * fraction
      between.m43 = m43 + (other.m43 - m43) * fraction
      return between
    }
    let end = TransformComponents3D(other)
    // Reflections about different axes are half a turn apart; bring them to the same axis.
    let start = TransformComponents3D(self, reflecting: end.reflectedAxis)
    return start.interpolated(to: end, fraction: fraction).transform
  }
}
