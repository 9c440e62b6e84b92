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

  /// Maps the layer's own coordinates to its superlayer's, if the superlayer has a transform for
  /// its sublayers: the projection of both transforms taken together.
  ///
  /// - Parameter sublayerTransform: the superlayer's `sublayerTransformInBounds`.
  public final func transformToSuperlayer(
    through sublayerTransform: Transform3D?
  ) -> AffineTransform {
    guard let sublayerTransform else { return transformToSuperlayer }
    let anchor = anchorInBounds
    return Transform3D.translation(x: -anchor.x, y: -anchor.y)
      .followed(by: values.transform)
      .followed(by: .translation(x: values.position.x, y: values.position.y))
      .followed(by: sublayerTransform).affineTransform
  }
}
