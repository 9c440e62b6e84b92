import Geometry
import Layers

/// A plane of its own for the sublayers of a layer, as SVG's `viewBox` with `xMidYMid meet`: they
/// are drawn in its coordinates, and scaled so that the rectangle lies within the layer's bounds,
/// in their middle.
struct ViewBox: Equatable {
  /// In the sublayers' coordinates; not empty.
  var rect: Rect

  /// Points of the layer in one of the sublayers.
  func scale(to size: Size) -> Double {
    min(size.width / rect.width, size.height / rect.height)
  }

  /// The transform of sublayers, which is about the layer's anchor.
  /// - Parameter anchor: in the layer's coordinates.
  func transform(to size: Size, about anchor: Point) -> Transform3D {
    let scale = scale(to: size)
    return Transform3D.scale(x: scale, y: scale).followed(
      by: .translation(
        x: size.width / 2 - scale * rect.midX - (1 - scale) * anchor.x,
        y: size.height / 2 - scale * rect.midY - (1 - scale) * anchor.y))
  }
}
