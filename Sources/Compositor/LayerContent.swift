internal import Geometry
internal import Layers
internal import Raster

/// The layer's own content, without its background and border, in its own coordinates.
///
/// - Parameters:
///   - layer: the layer of the model, which holds the recorded drawing.
///   - presentation: gives all values.
///   - transform: maps the layer's coordinates to framebuffer pixels.
func content(
  of layer: Layer, _ presentation: Layer, under transform: AffineTransform
) -> [DrawCommand] {
  switch presentation.kind {
  case .plain, .progress, .replicator, .text: layer.drawing.commands
  case .shape: (presentation as? ShapeLayer)?.shapeCommands ?? []
  case .image: (presentation as? ImageLayer)?.imageCommands(under: transform) ?? []
  case .gradient: (presentation as? GradientLayer)?.gradientCommands ?? []
  case .emitter: (presentation as? EmitterLayer)?.particleCommands ?? []
  }
}

extension ShapeLayer {
  fileprivate var shapeCommands: [DrawCommand] {
    guard let path, !path.isEmpty else { return [] }
    var commands: [DrawCommand] = []
    if let fillColor, fillColor.alpha > 0 {
      commands.append(DrawCommand(shape: .fill(path, fillRule), paint: .color(fillColor)))
    }
    if let strokeColor, strokeColor.alpha > 0, let range = strokeRange, lineWidth > 0 {
      var style = strokeStyle
      var line = path
      if style.dashes.isEmpty {
        line = path.trimmed(from: range.lowerBound, to: range.upperBound)
      } else {
        line = path.dashed(
          style.dashes, phase: style.dashPhase, from: range.lowerBound, to: range.upperBound)
        style.dashes = []
      }
      commands.append(DrawCommand(shape: .stroke(line, style), paint: .color(strokeColor)))
    }
    return commands
  }
}

extension GradientLayer {
  fileprivate var gradientCommands: [DrawCommand] {
    guard let gradient else { return [] }
    return [DrawCommand(shape: .fill(boundsPath, .nonZero), paint: .gradient(gradient))]
  }
}
