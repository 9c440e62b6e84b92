import Animation
public import Geometry

extension Layer {
  /// Applied to the sublayers and not to the layer itself or its mask, about the anchor point.
  public final var sublayerTransform: Transform3D {
    get { values.sublayerTransform }
    set {
      change(.sublayerTransform, unless: sublayerTransform == newValue) {
        values.sublayerTransform = newValue
      }
    }
  }

  /// The sublayer transform in the layer's own coordinates, about its anchor point; nil if it
  /// changes nothing.
  public final var sublayerTransformInBounds: Transform3D? {
    guard values.sublayerTransform != .identity else { return nil }
    let anchor = anchorInBounds
    return Transform3D.translation(x: -anchor.x, y: -anchor.y)
      .followed(by: values.sublayerTransform)
      .followed(by: .translation(x: anchor.x, y: anchor.y))
  }

  /// Maps the layer's own space to its superlayer's, with the z position.
  ///
  /// - Parameter sublayerTransform: the superlayer's `sublayerTransformInBounds`.
  public final func spaceToSuperlayer(through sublayerTransform: Transform3D?) -> Transform3D {
    let anchor = anchorInBounds
    let space = Transform3D.translation(x: -anchor.x, y: -anchor.y)
      .followed(by: values.transform)
      .followed(
        by: .translation(x: values.position.x, y: values.position.y, z: values.zPosition))
    return sublayerTransform.map { space.followed(by: $0) } ?? space
  }
}
