import Geometry

/// The components of a transform under its key paths.
///
/// If the plane stays flat and its front stays in front, they are those of `TransformComponents`
/// and the factor of the depth. In space, scale factors and angles are those of
/// `TransformComponents3D`, applied about x, then y, then z. An angle is read within half a turn,
/// but any may be set.
extension Transform3D {
  /// The part that a component names; nil if a transform has no such part.
  ///
  /// The scale as a whole is the mean of the factors: of those in the plane, or of all three if the
  /// transform leaves the plane or scales its depth. Setting it sets all three.
  func component(_ component: AnimationKeyPath.Component) -> AnimatableValue? {
    switch component {
    case .translation: return .size(Size(width: m41, height: m42))
    case .translationX: return .scalar(m41)
    case .translationY: return .scalar(m42)
    case .translationZ: return .scalar(m43)
    default: break
    }
    if staysInPlane {
      let parts = TransformComponents(affineTransform)
      switch component {
      case .scale where m33 != 1: return .scalar((parts.scaleX + parts.scaleY + m33) / 3)
      case .scale: return .scalar((parts.scaleX + parts.scaleY) / 2)
      case .scaleX: return .scalar(parts.scaleX)
      case .scaleY: return .scalar(parts.scaleY)
      case .scaleZ: return .scalar(m33)
      case .rotation: return .scalar(parts.rotation)
      case .rotationX, .rotationY: return .scalar(0)
      default: return nil
      }
    }
    let parts = TransformComponents3D(self)
    switch component {
    case .scale: return .scalar((parts.scale.dx + parts.scale.dy + parts.scale.dz) / 3)
    case .scaleX: return .scalar(parts.scale.dx)
    case .scaleY: return .scalar(parts.scale.dy)
    case .scaleZ: return .scalar(parts.scale.dz)
    case .rotation: return .scalar(parts.rotation.angles.dz)
    case .rotationX: return .scalar(parts.rotation.angles.dx)
    case .rotationY: return .scalar(parts.rotation.angles.dy)
    default: return nil
    }
  }

  /// The transform with one part replaced; nil if the part does not fit.
  func replacing(
    _ component: AnimationKeyPath.Component, with part: AnimatableValue
  ) -> Transform3D? {
    switch (component, part) {
    case (.translation, .size(let offset)):
      return moved(to: Vector3D(dx: offset.width, dy: offset.height, dz: m43))
    case (.translationX, .scalar(let x)): return moved(to: Vector3D(dx: x, dy: m42, dz: m43))
    case (.translationY, .scalar(let y)): return moved(to: Vector3D(dx: m41, dy: y, dz: m43))
    case (.translationZ, .scalar(let z)): return moved(to: Vector3D(dx: m41, dy: m42, dz: z))
    case (_, .scalar(let value)):
      return staysInPlane
        ? replacingInPlane(component, with: value) : replacingInSpace(component, with: value)
    default: return nil
    }
  }

  /// False for half a turn about x or y, too, which mirrors the plane and the depth.
  private var staysInPlane: Bool {
    keepsPlaneFlat && (m33 >= 0 || m11 * m22 - m12 * m21 >= 0)
  }

  private func moved(to place: Vector3D) -> Transform3D {
    var moved = self
    if hasPerspective {
      var parts = TransformComponents3D(self)
      parts.translation = place
      return parts.transform
    }
    moved.translation = place
    return moved
  }

  private func replacingInPlane(
    _ component: AnimationKeyPath.Component, with value: Double
  ) -> Transform3D? {
    var parts = TransformComponents(affineTransform)
    var depth = m33
    switch component {
    case .scale: (parts.scaleX, parts.scaleY, depth) = (value, value, value)
    case .scaleX: parts.scaleX = value
    case .scaleY: parts.scaleY = value
    case .scaleZ: depth = value
    case .rotation: parts.rotation = value
    case .rotationX, .rotationY: return replacingInSpace(component, with: value)
    default: return nil
    }
    var replaced = Transform3D(parts.transform)
    replaced.m33 = depth
    replaced.m43 = m43
    return replaced
  }

  private func replacingInSpace(
    _ component: AnimationKeyPath.Component, with value: Double
  ) -> Transform3D? {
    var parts = TransformComponents3D(self)
    var angles = parts.rotation.angles
    switch component {
    case .scale: parts.scale = Vector3D(dx: value, dy: value, dz: value)
    case .scaleX: parts.scale.dx = value
    case .scaleY: parts.scale.dy = value
    case .scaleZ: parts.scale.dz = value
    case .rotation: angles.dz = value
    case .rotationX: angles.dx = value
    case .rotationY: angles.dy = value
    default: return nil
    }
    switch component {
    case .rotation, .rotationX, .rotationY: parts.rotation = Quaternion(angles: angles)
    default: break
    }
    return parts.transform
  }
}
