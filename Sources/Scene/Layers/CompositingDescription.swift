import Geometry
import Layers
import Raster

/// The composition of a layer beyond its own content, as the scene file describes it: its shadow,
/// its mode, its mask and the transform of its sublayers.
struct CompositingDescription {
  var shadowColor: Color?
  var shadowOpacity = 0.0
  var shadowRadius: Length?
  /// Two lengths in the layer's own coordinates; empty for a layer's default.
  var shadowOffset: [Length] = []
  var shadowPath: PathDescription?
  /// Standard deviation of the blur of the picture behind the layer.
  var backgroundBlur: Length?
  var viewBox: ViewBox?
  var sublayerTransform: TransformDescription?
  /// The distance from which the sublayers are seen.
  var perspective: Length?
  var isDoubleSided = true
  var blendMode = BlendMode.normal
  var isolatesBlending = false
  /// At most one layer.
  var mask: [LayerDescription] = []

  /// Gives a layer everything except the mask.
  @inline(never)
  func apply(to layer: Layer, _ inner: LengthContext) {
    layer.shadowOpacity = shadowOpacity
    if let shadowColor { layer.shadowColor = shadowColor }
    if let shadowRadius { layer.shadowRadius = max(0, inner.side(shadowRadius)) }
    if shadowOffset.count == 2 {
      layer.shadowOffset = Size(
        width: inner.x(shadowOffset[0]), height: inner.y(shadowOffset[1]))
    }
    if let shadowPath { layer.shadowPath = shadowPath.resolved(inner) }
    if let backgroundBlur { layer.backgroundBlur = max(0, inner.side(backgroundBlur)) }
    layer.blendMode = blendMode
    layer.isolatesBlending = isolatesBlending
    if viewBox != nil || sublayerTransform != nil || perspective != nil {
      layer.sublayerTransform = sublayerTransform(inner, anchor: layer.anchorPoint)
    }
    layer.isDoubleSided = isDoubleSided
  }

  /// - Parameters:
  ///   - inner: measures of the layer.
  ///   - anchor: in parts of the layer's size.
  func sublayerTransform(_ inner: LengthContext, anchor: Point) -> Transform3D {
    var transform = Transform3D.identity
    if let viewBox {
      transform = viewBox.transform(
        to: inner.size,
        about: Point(x: anchor.x * inner.size.width, y: anchor.y * inner.size.height))
    }
    if let sublayerTransform {
      transform = transform.followed(by: sublayerTransform.resolved(inner))
    }
    if let perspective {
      transform = transform.followed(
        by: TransformDescription.perspective(inner.side(perspective)))
    }
    return transform
  }
}
