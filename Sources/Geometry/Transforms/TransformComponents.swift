import CMath

/// An affine transform in components: shear along x first, then scale, rotation and translation.
///
/// The source is CSS Transforms level 1, "Decomposing a 2D matrix", in its form of Graphics Gems
/// II (unmatrix): Gram–Schmidt on the images of the axes. Interpolating the parts keeps a
/// rotation a rotation.
public struct TransformComponents: Equatable, Sendable {
  public var translation: Vector
  /// Clockwise on the screen, in radians, −π…π.
  public var rotation: Double
  /// Factors along the axes; one of them is negative for a reflection.
  public var scaleX: Double
  public var scaleY: Double
  /// The displacement of x for a unit of y, before the scale.
  public var shear: Double

  public init(
    translation: Vector = .zero, rotation: Double = 0, scaleX: Double = 1, scaleY: Double = 1,
    shear: Double = 0
  ) {
    self.translation = translation
    self.rotation = rotation
    self.scaleX = scaleX
    self.scaleY = scaleY
    self.shear = shear
  }

  /// Decomposes the transform; a collapsed one gets a scale of zero and no shear.
  public init(_ transform: AffineTransform) {
    translation = Vector(dx: transform.tx, dy: transform.ty)
    let x = Vector(dx: transform.a, dy: transform.b)
    let y = Vector(dx: transform.c, dy: transform.d)
    scaleX = x.length
    let isReflected = transform.determinant < 0
    guard var axis = x.normalized else {
      // Only the y axis has a direction.
      rotation = y.length > 0 ? atan2(-y.dx, y.dy) : 0
      scaleX = 0
      scaleY = y.length
      shear = 0
      return
    }
    // As CSS does, a reflection goes to the axis that points further against itself.
    if isReflected && transform.a < transform.d {
      scaleX = -scaleX
      axis = -axis
    }
    rotation = atan2(axis.dy, axis.dx)
    scaleY = axis.cross(y)
    shear = axis.dot(y) / scaleX
  }

  /// The transform with these components.
  public var transform: AffineTransform {
    let cosine = cos(rotation)
    let sine = sin(rotation)
    // Columns of rotation · scale · shear.
    let x = Vector(dx: cosine * scaleX, dy: sine * scaleX)
    let y = Vector(
      dx: x.dx * shear - sine * scaleY, dy: x.dy * shear + cosine * scaleY)
    return AffineTransform(
      a: x.dx, b: x.dy, c: y.dx, d: y.dy, tx: translation.dx, ty: translation.dy)
  }

  /// Interpolates component by component, the rotation along the shorter way.
  public func interpolated(to other: TransformComponents, fraction: Double) -> TransformComponents {
    var start = self
    // Reflections about different axes are half a turn apart; bring them to the same axis.
    if (start.scaleX < 0 && other.scaleY < 0) || (start.scaleY < 0 && other.scaleX < 0) {
      start.scaleX = -start.scaleX
      start.scaleY = -start.scaleY
      start.rotation += start.rotation < 0 ? .pi : -.pi
    }
    let turn = remainder(other.rotation - start.rotation, 2 * .pi)
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * fraction }
    return TransformComponents(
      translation: Vector(
        dx: mix(translation.dx, other.translation.dx), dy: mix(translation.dy, other.translation.dy)
      ),
      rotation: start.rotation + turn * fraction,
      scaleX: mix(start.scaleX, other.scaleX), scaleY: mix(start.scaleY, other.scaleY),
      shear: mix(start.shear, other.shear))
  }
}

extension AffineTransform {
  /// Interpolates by decomposition; 0 and 1 give the two transforms exactly.
  public func interpolated(to other: AffineTransform, fraction: Double) -> AffineTransform {
    if fraction == 0 || self == other { return self }
    if fraction == 1 { return other }
    return TransformComponents(self)
      .interpolated(to: TransformComponents(other), fraction: fraction).transform
  }
}
