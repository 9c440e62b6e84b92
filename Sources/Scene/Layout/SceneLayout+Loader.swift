import Layers

/// Loader rings from their descriptions.
extension SceneLayout {
  func makeLoader(_ loader: LoaderDescription, _ inner: LengthContext) -> Layer {
    let layer = LoaderRingLayer(
      radius: max(0, inner.side(loader.radius)), lineWidth: max(0, inner.side(loader.lineWidth)))
    layer.strokeColor = loader.color
    layer.lineCap = loader.lineCap
    return layer
  }
}
