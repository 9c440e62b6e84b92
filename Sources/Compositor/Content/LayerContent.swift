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
  switch presentation.contentKind {
  case .plain, .progress, .replicator: layer.drawing.commands
  case .text:
    (presentation as? TextLayer)?.code == nil
      ? layer.drawing.commands
      : layer.drawing.commands.map { $0.onWholePixels(under: transform) }
  case .shape: (presentation as? ShapeLayer)?.shapeCommands ?? []
  case .image: (presentation as? ImageLayer)?.imageCommands(under: transform) ?? []
  case .gradient: (presentation as? GradientLayer)?.gradientCommands ?? []
  case .emitter: (presentation as? EmitterLayer)?.particleCommands ?? []
  }
}

extension ShapeLayer {
  /// The most dashes that are made here, so that the dashes of two frames can be compared.
  private static let mostOwnDashes = 1000

  fileprivate var shapeCommands: [DrawCommand] {
    guard let path, !path.isEmpty else { return [] }
    var commands: [DrawCommand] = []
    if let fillColor, fillColor.alpha > 0 {
      commands.append(DrawCommand(shape: .fill(path, fillRule), paint: .color(fillColor)))
    }
    if let strokeColor, strokeColor.alpha > 0, let range = strokeRange, lineWidth > 0 {
      var style = strokeStyle
      var line = path
      // If there are more dashes, the rasterizer makes only the visible ones.
      if style.dashes.isEmpty {
        line = path.trimmed(from: range.lowerBound, to: range.upperBound)
      } else if range != 0...1 || path.dashCount(style.dashes) <= Self.mostOwnDashes {
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

extension DrawCommand {
  /// The command with the units of its shape as many whole pixels wide as fit, and on whole pixels,
  /// about the same middle. The command stays as it is if the units are rotated, or narrower than a
  /// pixel.
  fileprivate func onWholePixels(under transform: AffineTransform) -> DrawCommand {
    let whole = self.transform.followed(by: transform)
    let isUpright = whole.b == 0 && whole.c == 0
    guard isUpright || whole.a == 0 && whole.d == 0, case .fill(let path, _) = shape,
      let back = transform.inverse
    else { return self }
    let sides = isUpright ? (whole.a, whole.d) : (whole.b, whole.c)
    let unit = (min(abs(sides.0), abs(sides.1)) + 1e-6).rounded(.down)
    guard unit >= 1 else { return self }
    let bounds = path.bounds
    let middle = bounds.transformed(by: whole)
    // The unit's own directions, and the corner of the box at whole pixels.
    var snapped = AffineTransform(
      a: whole.a.sign(unit), b: whole.b.sign(unit), c: whole.c.sign(unit), d: whole.d.sign(unit),
      tx: 0, ty: 0)
    let box = bounds.transformed(by: snapped)
    snapped.tx = (middle.midX - box.midX).rounded() + (box.minX.rounded() - box.minX)
    snapped.ty = (middle.midY - box.midY).rounded() + (box.minY.rounded() - box.minY)
    var command = self
    command.transform = snapped.followed(by: back)
    return command
  }
}

extension Double {
  /// A length with this number's sign; 0 for 0.
  fileprivate func sign(_ length: Double) -> Double {
    self == 0 ? 0 : self < 0 ? -length : length
  }
}
