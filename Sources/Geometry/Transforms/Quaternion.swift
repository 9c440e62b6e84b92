import CMath

/// A rotation of space as a quaternion of length 1; its negative is the same rotation.
@frozen public struct Quaternion: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double
  public var w: Double

  @inlinable public init(x: Double, y: Double, z: Double, w: Double) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  @inlinable public static var identity: Quaternion { Quaternion(x: 0, y: 0, z: 0, w: 1) }

  /// Turns about x, then about y, then about z, each as `Transform3D.rotation`.
  public init(angles: Vector3D) {
    let (sx, cx) = (sin(angles.dx / 2), cos(angles.dx / 2))
    let (sy, cy) = (sin(angles.dy / 2), cos(angles.dy / 2))
    let (sz, cz) = (sin(angles.dz / 2), cos(angles.dz / 2))
    self.init(
      x: cz * cy * sx - sz * sy * cx, y: cz * sy * cx + sz * cy * sx,
      z: sz * cy * cx - cz * sy * sx, w: cz * cy * cx + sz * sy * sx)
  }

  /// The rotation that maps the axes to three vectors of length 1 at right angles; the third one is
  /// the cross product of the others.
  public init(axes x: Vector3D, _ y: Vector3D, _ z: Vector3D) {
    // K. Shoemake, "Animating Rotation with Quaternion Curves", SIGGRAPH 1985, appendix I.2: the
    // largest of the four numbers is found first, and divides the others.
    let trace = x.dx + y.dy + z.dz
    if trace > 0 {
      let root = (trace + 1).squareRoot()
      let part = 0.5 / root
      self.init(
        x: (y.dz - z.dy) * part, y: (z.dx - x.dz) * part, z: (x.dy - y.dx) * part, w: root / 2)
    } else if x.dx >= y.dy && x.dx >= z.dz {
      let root = (1 + x.dx - y.dy - z.dz).squareRoot()
      let part = 0.5 / root
      self.init(
        x: root / 2, y: (x.dy + y.dx) * part, z: (x.dz + z.dx) * part, w: (y.dz - z.dy) * part)
    } else if y.dy >= z.dz {
      let root = (1 + y.dy - x.dx - z.dz).squareRoot()
      let part = 0.5 / root
      self.init(
        x: (x.dy + y.dx) * part, y: root / 2, z: (y.dz + z.dy) * part, w: (z.dx - x.dz) * part)
    } else {
      let root = (1 + z.dz - x.dx - y.dy).squareRoot()
      let part = 0.5 / root
      self.init(
        x: (x.dz + z.dx) * part, y: (y.dz + z.dy) * part, z: root / 2, w: (x.dy - y.dx) * part)
    }
  }

  /// The images of the axes.
  public var axes: (x: Vector3D, y: Vector3D, z: Vector3D) {
    (
      Vector3D(dx: 1 - 2 * (y * y + z * z), dy: 2 * (x * y + z * w), dz: 2 * (x * z - y * w)),
      Vector3D(dx: 2 * (x * y - z * w), dy: 1 - 2 * (x * x + z * z), dz: 2 * (y * z + x * w)),
      Vector3D(dx: 2 * (x * z + y * w), dy: 2 * (y * z - x * w), dz: 1 - 2 * (x * x + y * y))
    )
  }

  /// The angles of `init(angles:)`, within half a turn each.
  ///
  /// Two triples give the same rotation: (x, y, z), and (x + π, π − y, z + π). The result is the
  /// triple whose angles about x and z are within a quarter turn, so that a turn about y alone is
  /// read as such all the way round. If there is no such triple, or if there is no turn about y
  /// otherwise, it is the triple whose angle about y is within a quarter turn. If the angle about y
  /// is a quarter turn, only the sum of x and z is known, and z takes all of it.
  public var angles: Vector3D {
    let axes = axes
    let depth = Vector(dx: axes.x.dx, dy: axes.x.dy).length
    guard depth > 1e-9 else {
      return Vector3D(dx: 0, dy: atan2(-axes.x.dz, 0), dz: atan2(-axes.y.dx, axes.y.dy))
    }
    // The signs of the cosines of x and z, for an angle about y within a quarter turn.
    let isFar = axes.z.dz < 0 && axes.x.dx < 0
    let isRotatedAboutY =
      abs(axes.x.dz) > 1e-9 || (abs(axes.y.dz) < 1e-9 && abs(axes.x.dy) < 1e-9)
    let side: Double = isFar && isRotatedAboutY ? -1 : 1
    return Vector3D(
      dx: atan2(axes.y.dz * side, axes.z.dz * side), dy: atan2(-axes.x.dz, depth * side),
      dz: atan2(axes.x.dy * side, axes.x.dx * side))
  }

  /// The scalar product.
  @inlinable public func dot(_ other: Quaternion) -> Double {
    x * other.x + y * other.y + z * other.z + w * other.w
  }

  /// The angle of the shortest turn from this rotation to another, 0…π.
  public func angle(to other: Quaternion) -> Double {
    2 * Quaternion.angle(from: self, to: dot(other) < 0 ? -other : other)
  }

  /// The rotation at a fraction of the shortest turn to another, at constant speed: Shoemake's
  /// spherical interpolation. A fraction outside 0…1 continues the turn.
  public func interpolated(to other: Quaternion, fraction: Double) -> Quaternion {
    let other = dot(other) < 0 ? -other : other
    let angle = Quaternion.angle(from: self, to: other)
    let sine = sin(angle)
    guard sine > 1e-9 else { return self }
    let own = sin((1 - fraction) * angle) / sine
    let others = sin(fraction * angle) / sine
    return Quaternion(
      x: x * own + other.x * others, y: y * own + other.y * others,
      z: z * own + other.z * others, w: w * own + other.w * others)
  }

  @inlinable static prefix func - (a: Quaternion) -> Quaternion {
    Quaternion(x: -a.x, y: -a.y, z: -a.z, w: -a.w)
  }

  /// The angle between two points of the sphere. The tangent is used, since the cosine is flat near
  /// 0.
  private static func angle(from a: Quaternion, to b: Quaternion) -> Double {
    let sum = Quaternion(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z, w: a.w + b.w)
    let difference = Quaternion(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z, w: a.w - b.w)
    return 2 * atan2(difference.dot(difference).squareRoot(), sum.dot(sum).squareRoot())
  }
}
