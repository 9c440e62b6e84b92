import Raster

extension LayerTree {
  /// Does the part of the first commit that does not depend on the time: makes the presentations,
  /// shapes texts and breaks their lines. It may run ahead of need, on another thread, and changes
  /// nothing visible.
  public func prepare() { prepare(root) }

  private func prepare(_ layer: Layer) {
    if layer.presented == nil, LayerTree.isAlike(layer.contentKind) {
      let presentation = layer.makePresentation()
      _ = layer.updatePresentation(presentation)
      if layer.contentKind == .text {
        var drawing = Drawing()
        presentation.draw(into: &drawing)
      }
      layer.prepared = presentation
    }
    for sublayer in layer.sublayers { prepare(sublayer) }
    if let mask = layer.mask { prepare(mask) }
  }

  /// True for kinds whose presentation depends on the model alone, not on time or history.
  private static func isAlike(_ kind: ContentKind) -> Bool {
    switch kind {
    case .plain, .shape, .image, .gradient, .text: true
    default: false
    }
  }
}
