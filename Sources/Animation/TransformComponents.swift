import CMath
import Geometry

/// An affine transform taken apart: scale first, then shear along x, rotation and translation.
///
/// The decomposition is the QR one of CSS Transforms ("unmatrix"); a mirroring transform gets a
/// negative scale along the axis that is nearer to being turned round.
struct TransformComponents: Equatable {
  var scaleX: Double
  var scaleY: Double
  /// The tangent of the shear angle.
  var shear: Double
  /// Radians in −π…π, clockwise on the screen.
  var rotation: Double
  var translationX: Double
  var translationY: Double

  init(_ transform: AffineTransform) {
    var (a, b) = (transform.a, transform.b)
    var (c, d) = (transform.c, transform.d)
    scaleX = (a * a + b * b).squareRoot()
    if scaleX > 0 {
      a /= scaleX
      b /= scaleX
    }
    shear = a * c + b * d
    c -= a * shear
    d -= b * shear
    scaleY = (c * c + d * d).squareRoot()
    if scaleY > 0 { shear /= scaleY } else { shear = 0 }
    if transform.determinant < 0 {
      if a < d {
        scaleX = -scaleX
        shear = -shear
        (a, b) = (-a, -b)
      } else {
        scaleY = -scaleY
        shear = -shear
      }
    }
    // A transform without width has its direction from the other axis.
    rotation = scaleX != 0 ? atan2(b, a) : scaleY != 0 ? atan2(-c, d) : 0
    translationX = transform.tx
    translationY = transform.ty
  }

  /// The transform that has these components.
  var transform: AffineTransform {
    let cosine = cos(rotation)
    let sine = sin(rotation)
    return AffineTransform(
      a: scaleX * cosine, b: scaleX * sine,
      c: scaleY * (shear * cosine - sine), d: scaleY * (shear * sine + cosine),
      tx: translationX, ty: translationY)
  }

  /// The components at a fraction of the way to others, turning the shorter way round.
  func interpolated(to other: TransformComponents, at fraction: Double) -> TransformComponents {
    var result = self
    result.scaleX += (other.scaleX - scaleX) * fraction
    result.scaleY += (other.scaleY - scaleY) * fraction
    result.shear += (other.shear - shear) * fraction
    result.translationX += (other.translationX - translationX) * fraction
    result.translationY += (other.translationY - translationY) * fraction
    let turn = 2 * Double.pi
    let way = other.rotation - rotation
    result.rotation += (way - turn * (way / turn).rounded()) * fraction
    return result
  }
}

extension AffineTransform {
  func interpolated(to other: AffineTransform, at fraction: Double) -> AffineTransform {
    TransformComponents(self)
      .interpolated(to: TransformComponents(other), at: fraction).transform
  }

  /// This transform after `factor` times another one: a whole power of it, or its inverse for −1.
  func preceded(by other: AffineTransform, times factor: Double) -> AffineTransform {
    var step = other
    if factor < 0 {
      let determinant = other.determinant
      guard determinant != 0 else { return self }
      step = AffineTransform(
        a: other.d / determinant, b: -other.b / determinant,
        c: -other.c / determinant, d: other.a / determinant,
        tx: (other.c * other.ty - other.d * other.tx) / determinant,
        ty: (other.b * other.tx - other.a * other.ty) / determinant)
    }
    // By squaring, since an animation that accumulates may have run for weeks.
    var count = Int(min(abs(factor), 1e15))
    var power = AffineTransform.identity
    while count > 0 {
      if count & 1 == 1 { power = power.followed(by: step) }
      step = step.followed(by: step)
      count >>= 1
    }
    return power.followed(by: self)
  }
}
