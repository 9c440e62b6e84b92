import Raster

extension LayerTree {
  /// Does what of the first commit is the same at any time: makes the presentations, shapes texts and
  /// breaks their lines. It may be done where nobody waits for the tree, and changes nothing that shows.
  public func prepare() { prepare(root) }

  private func prepare(_ layer: Layer) {
    if layer.presented == nil, LayerTree.isAlike(layer.kind) {
      let presentation = layer.makePresentation()
      _ = layer.updatePresentation(presentation)
      if layer.kind == .text {
        var drawing = Drawing()
        presentation.draw(into: &drawing)
      }
      layer.prepared = presentation
    }
    for sublayer in layer.sublayers { prepare(sublayer) }
    if let mask = layer.mask { prepare(mask) }
  }

  /// True for kinds whose presentation depends on the model alone, without time and history.
  private static func isAlike(_ kind: LayerKind) -> Bool {
    switch kind {
    case .plain, .shape, .image, .gradient, .text: true
    default: false
    }
  }
}
