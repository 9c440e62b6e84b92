import Geometry

/// A transform as the scene file describes it: scale, then rotation about x, y and z, then
/// translation, then a perspective.
struct TransformDescription: Equatable {
  /// About each axis, in radians.
  var rotation = Vector3D.zero
  var scale = Vector3D(dx: 1, dy: 1, dz: 1)
  /// Along each axis; empty for no translation, and two for none along z.
  var translation: [Length] = []
  /// The distance of the viewer; nil for none.
  var perspective: Length?

  func resolved(_ inner: LengthContext) -> Transform3D {
    var transform = Transform3D.scale(x: scale.dx, y: scale.dy, z: scale.dz)
    if rotation.dx != 0 {
      transform = transform.followed(by: .rotation(rotation.dx, x: 1, y: 0, z: 0))
    }
    if rotation.dy != 0 {
      transform = transform.followed(by: .rotation(rotation.dy, x: 0, y: 1, z: 0))
    }
    if rotation.dz != 0 { transform = transform.followed(by: .rotation(rotation.dz)) }
    if translation.count >= 2 {
      transform = transform.followed(
        by: .translation(
          x: inner.x(translation[0]), y: inner.y(translation[1]),
          z: translation.count > 2 ? inner.side(translation[2]) : 0))
    }
    if let perspective {
      transform = transform.followed(by: Self.perspective(inner.side(perspective)))
    }
    return transform
  }

  /// The view from a distance in points, at least one; 0 for none.
  static func perspective(_ distance: Double) -> Transform3D {
    var transform = Transform3D.identity
    if distance > 0 { transform.m34 = -1 / max(distance, 1) }
    return transform
  }
}
