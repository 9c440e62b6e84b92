import Geometry
import Layers
import Raster

/// Scenes that are scaled to the output. The root's sublayer transform does it, so that layers keep
/// their paths and lengths of the scene's own size.
extension SceneLayout {
  /// Moves the scene's middle to the middle of the screen, and scales about that.
  func sublayerTransform(_ fit: SceneFit, on screen: Size) -> Transform3D {
    let scale = fit.scale(to: screen)
    // The root's anchor, which its sublayers are scaled about, is the middle of the screen.
    let move = Transform3D.translation(
      x: (screen.width - fit.size.width) / 2, y: (screen.height - fit.size.height) / 2)
    return move.followed(by: .scale(x: scale, y: scale))
  }

  /// The layer of an overlay, which keeps the screen's own size.
  func overlayParent(in root: Layer, _ fit: SceneFit?) -> Layer {
    guard let fit else { return root }
    let layer = Layer()
    layer.bounds = root.bounds
    layer.position = Point(x: fit.size.width / 2, y: fit.size.height / 2)
    let scale = 1 / fit.scale(to: root.bounds.size)
    layer.transform = .scale(x: scale, y: scale)
    root.addSublayer(layer)
    return layer
  }
}
