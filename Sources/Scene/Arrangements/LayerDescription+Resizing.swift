import Geometry
import Layers

/// Layers that an arrangement has given another size: what refers to the size follows.
extension LayerDescription {
  /// Sets the lengths of a layer and of the layers in it that refer to its new bounds.
  ///
  /// - Parameters:
  ///   - output: the size that `vw`, `vh` and `vmin` refer to.
  ///   - moved: by index, true for layers that controls move, which stay where they are.
  func refit(_ layer: Layer, output: Size, moved: [Bool]) {
    let inner = LengthContext(size: layer.bounds.size, output: output)
    if cornerRadius.isRelative { layer.cornerRadius = max(0, inner.side(cornerRadius)) }
    if borderWidth.isRelative { layer.borderWidth = max(0, inner.side(borderWidth)) }
    if case .shape(let shape) = content, let layer = Self.shapeLayer(layer) {
      layer.path = shape.path.resolved(inner)
      if shape.lineWidth.isRelative { layer.lineWidth = max(0, inner.side(shape.lineWidth)) }
    }
    if let mask = compositing.mask.first, let layer = layer.mask {
      mask.refit(layer, in: inner, moved: moved)
    }
    switch content {
    // An arrangement gives its layers their sizes itself, and the layers of these kinds are others.
    case .arrangement, .progress, .loader, .log, .emitter: return
    default: break
    }
    for (description, sublayer) in zip(sublayers, layer.sublayers) {
      description.refit(sublayer, in: inner, moved: moved)
    }
  }

  /// Gives a layer its place in a superlayer of another size.
  private func refit(_ layer: Layer, in outer: LengthContext, moved: [Bool]) {
    guard !moved[index] else { return }
    if case .arrangement = content { return }
    let size = size(outer)
    layer.bounds = Rect(origin: layer.bounds.origin, size: size)
    layer.position = position(size, outer)
    refit(layer, output: outer.output, moved: moved)
  }

  private static func shapeLayer(_ layer: Layer) -> ShapeLayer? { layer as? ShapeLayer }
}

extension Length {
  /// True if the length depends on the layer around it.
  var isRelative: Bool {
    let output = Size(width: 0, height: 0)
    return resolved(reference: 0, output: output) != resolved(reference: 1, output: output)
  }
}
