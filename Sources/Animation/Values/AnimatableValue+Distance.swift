import Geometry

extension AnimatableValue {
  /// The distance to another value: the length of the difference of all numbers. Colours are
  /// premultiplied with their alpha, unless they are differences themselves; transforms are
  /// decomposed. Values without a difference, such as paths, have a distance of 1.
  func distance(to other: AnimatableValue, areDifferences: Bool = false) -> Double {
    switch (self, other) {
    case (.scalar(let a), .scalar(let b)): abs(b - a)
    case (.point(let a), .point(let b)): (b - a).length
    case (.size(let a), .size(let b)):
      Vector(dx: b.width - a.width, dy: b.height - a.height).length
    case (.rect(let a), .rect(let b)):
      length(
        (b.origin - a.origin).length,
        Vector(dx: b.width - a.width, dy: b.height - a.height).length)
    case (.color(let a), .color(let b)): a.distance(to: b, isStraight: areDifferences)
    case (.transform(let a), .transform(let b)):
      a.distance(to: b)
    case (.scalars(let a), .scalars(let b)) where a.count == b.count:
      zip(a, b).reduce(0) { length($0, $1.1 - $1.0) }
    case (.colors(let a), .colors(let b)) where a.count == b.count:
      zip(a, b).reduce(0) { length($0, $1.0.distance(to: $1.1, isStraight: areDifferences)) }
    default: 1
    }
  }
}

extension ColorComponents {
  fileprivate func distance(to other: ColorComponents, isStraight: Bool) -> Double {
    let (own, others) = isStraight ? (1, 1) : (alpha, other.alpha)
    return length(
      length(other.red * others - red * own, other.green * others - green * own),
      length(other.blue * others - blue * own, other.alpha - alpha))
  }
}

extension Transform3D {
  fileprivate func distance(to other: Transform3D) -> Double {
    if isAffine && other.isAffine {
      return TransformComponents(affineTransform)
        .distance(to: TransformComponents(other.affineTransform))
    }
    let end = TransformComponents3D(other)
    return TransformComponents3D(self, reflecting: end.reflectedAxis).distance(to: end)
  }
}

extension TransformComponents3D {
  /// The rotation counts with its angle. The perspective, which is not drawn, does not count.
  fileprivate func distance(to other: TransformComponents3D) -> Double {
    let sheared = Vector3D(
      dx: other.shear.xy - shear.xy, dy: other.shear.xz - shear.xz,
      dz: other.shear.yz - shear.yz)
    return length(
      length((other.translation - translation).length, rotation.angle(to: other.rotation)),
      length((other.scale - scale).length, sheared.length))
  }
}

extension TransformComponents {
  /// The rotation counts along the way of the interpolation.
  fileprivate func distance(to other: TransformComponents) -> Double {
    let turned = interpolated(to: other, fraction: 1)
    return length(
      length((turned.translation - translation).length, turned.rotation - rotation),
      length(length(turned.scaleX - scaleX, turned.scaleY - scaleY), turned.shear - shear))
  }
}

private func length(_ a: Double, _ b: Double) -> Double { Vector(dx: a, dy: b).length }
