internal import Geometry
internal import Layers
internal import Raster

/// What a layer itself shows, without its background and border, in its own coordinates.
///
/// - Parameters:
///   - layer: of the model, which holds the recorded drawing.
///   - presentation: gives all values.
func content(of layer: Layer, _ presentation: Layer) -> [DrawCommand] {
  switch presentation.kind {
  case .plain, .progress, .replicator: layer.drawing.commands
  case .shape: (presentation as? ShapeLayer)?.shapeCommands ?? []
  case .image: (presentation as? ImageLayer)?.imageCommands ?? []
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

extension ImageLayer {
  fileprivate var imageCommands: [DrawCommand] {
    guard let contents, let frame = contentsFrame, !frame.isEmpty else { return [] }
    let toFrame = AffineTransform(
      a: frame.width / Double(contents.size.width), b: 0, c: 0,
      d: frame.height / Double(contents.size.height), tx: frame.minX, ty: frame.minY)
    let paint = ImagePaint(image: contents, transform: toFrame, filter: filter)
    return [DrawCommand(shape: .fill(.rect(frame), .nonZero), paint: .image(paint))]
  }
}

extension GradientLayer {
  fileprivate var gradientCommands: [DrawCommand] {
    guard let gradient else { return [] }
    return [DrawCommand(shape: .fill(boundsPath, .nonZero), paint: .gradient(gradient))]
  }
}
