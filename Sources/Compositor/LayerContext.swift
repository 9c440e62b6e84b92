internal import Geometry
internal import Layers
internal import Raster

/// The values that a layer inherits from those above it in the tree.
struct LayerContext: Equatable {
  /// Maps the surrounding coordinates, in points, to framebuffer pixels.
  var transform: AffineTransform
  /// The superlayer's transform between a sublayer's own transform and `transform`.
  var sublayerTransform: Transform3D?
  var isHidden: Bool
  /// In framebuffer pixels.
  var clips: [Shape]

  /// The surroundings of a root layer.
  static func output(scale: Double) -> LayerContext {
    LayerContext(
      transform: .scale(x: scale, y: scale), isHidden: false, clips: [])
  }

  /// The context of the layer's own content.
  func entering(_ layer: Layer) -> LayerContext {
    LayerContext(
      transform: layer.transformToSuperlayer(through: sublayerTransform).followed(by: transform),
      isHidden: isHidden || layer.isHidden || !(layer.opacity > 0), clips: clips)
  }

  /// The context of the mask of a layer, if this is the context of the layer's own content. Clips
  /// of the layer apply to the masked picture.
  var forMask: LayerContext {
    LayerContext(transform: transform, isHidden: isHidden, clips: [])
  }

  /// The context of the sublayers of a layer, if this is the context of the layer's own content.
  func forSublayers(of layer: Layer) -> LayerContext {
    var context = self
    context.sublayerTransform = layer.sublayerTransformInBounds
    if layer.masksToBounds {
      context.clips.append(.fill(layer.boundsPath.transformed(by: transform), .nonZero))
    }
    return context
  }
}

extension Layer {
  /// The bounds with their rounded corners.
  var boundsPath: Path {
    rounded(bounds, radius: cornerRadius)
  }

  /// A rectangle with the layer's form of corners.
  func rounded(_ rect: Rect, radius: Double) -> Path {
    radius > 0
      ? .roundedRect(rect, radius: radius, corners: maskedCorners, curve: cornerCurve) : .rect(rect)
  }
}

/// The commands of a layer under its sublayers: its background, then its drawing.
///
/// - Parameter context: the layer's own.
func contentCommands(
  of layer: Layer, _ presentation: Layer, in context: LayerContext
) -> [DrawCommand] {
  if context.isHidden { return [] }
  var commands: [DrawCommand] = []
  if let color = presentation.backgroundColor, color.alpha > 0, !presentation.bounds.isEmpty {
    commands.append(
      DrawCommand(
        shape: .fill(presentation.boundsPath, .nonZero), paint: .color(color),
        transform: context.transform, clips: context.clips))
  }
  let contentClips = context.forSublayers(of: presentation).clips
  for command in content(of: layer, presentation, under: context.transform) {
    commands.append(
      DrawCommand(
        shape: command.shape, paint: command.paint, opacity: command.opacity,
        transform: command.transform.followed(by: context.transform),
        clips: contentClips + command.clips.map { $0.transformed(by: context.transform) }))
  }
  return presentation.instanceTint?.applied(to: commands) ?? commands
}

/// A layer's border, which lies inside its bounds and over its sublayers.
///
/// - Parameter context: the layer's own.
func borderCommands(of layer: Layer, in context: LayerContext) -> [DrawCommand] {
  guard !context.isHidden, layer.borderWidth > 0, let color = layer.borderColor, color.alpha > 0,
    !layer.bounds.isEmpty
  else { return [] }
  var outline = layer.boundsPath
  let inside = layer.bounds.insetBy(dx: layer.borderWidth, dy: layer.borderWidth)
  if !inside.isEmpty {
    outline.append(layer.rounded(inside, radius: layer.cornerRadius - layer.borderWidth))
  }
  let commands = [
    DrawCommand(
      shape: .fill(outline, .evenOdd), paint: .color(color), transform: context.transform,
      clips: context.clips)
  ]
  return layer.instanceTint?.applied(to: commands) ?? commands
}

extension Shape {
  /// The same area in another space.
  func transformed(by transform: AffineTransform) -> Shape {
    switch self {
    case .fill(let path, let rule):
      .fill(path.transformed(by: transform), rule)
    case .stroke(let path, let style):
      // The outline is made before the transform, since a pen need not stay round under it.
      .fill(path.stroked(style, tolerance: 0.01).transformed(by: transform), .nonZero)
    }
  }
}
