internal import Geometry
internal import Layers
internal import Raster

/// The values that a layer inherits from those above it in the tree.
struct LayerContext: Equatable {
  /// Maps the surrounding coordinates, in points, to pixels: of the framebuffer, or of a plane in
  /// space.
  var transform: AffineTransform
  /// Maps the plane's pixels to the framebuffer's; nil if they are those.
  @Rare var projection: Projection? = nil
  /// The superlayer's transform between a sublayer's own transform and `transform`.
  @Rare var sublayerTransform: Transform3D? = nil
  /// In a transform layer: maps its own space to that of the surrounding coordinates.
  @Rare var space: Transform3D? = nil
  /// In a transform layer: its opacity.
  var opacity = 1.0
  var isHidden: Bool
  /// In the pixels that `transform` gives.
  var clips: [Shape]
  /// Clips around the plane in space, in framebuffer pixels.
  var outerClips: [Shape] = []

  /// The surroundings of a root layer.
  static func output(scale: Double) -> LayerContext {
    LayerContext(
      transform: .scale(x: scale, y: scale), isHidden: false, clips: [])
  }

  /// The context of the layer's own content.
  func entering(_ layer: Layer) -> LayerContext {
    var inner = self
    inner.isHidden = isHidden || layer.isHidden || !(layer.opacity > 0)
    inner.opacity = 1
    if sublayerTransform == nil && !layer.hasDepth && space == nil {
      inner.transform = layer.transformToSuperlayer.followed(by: transform)
      // Neither the layer nor its shadow has an area, and recording a mask or an emitter in it
      // would be useless.
      if inner.transform.isFlat { inner.isHidden = true }
      return inner
    }
    inner.sublayerTransform = nil
    var own = layer.spaceToSuperlayer(through: sublayerTransform)
    if let space { own = own.followed(by: space) }
    if !layer.isDoubleSided && own.facesAway { inner.isHidden = true }
    if layer.keepsDepth {
      inner.space = own
      inner.opacity = opacity(of: layer)
      return inner
    }
    inner.space = nil
    let plane = Projection(own)
    if plane.isAffine {
      inner.transform = plane.numerators.followed(by: transform)
    } else {
      inner.enterPlane(plane.followed(by: transform), bounds: layer.bounds)
    }
    return inner
  }

  /// Makes a layer's plane the target: all commands are recorded in its pixels.
  ///
  /// - Parameter plane: maps the layer's coordinates to the pixels of the surrounding ones.
  private mutating func enterPlane(_ plane: Projection, bounds: Rect) {
    if let projection {
      outerClips += clips.map { $0.projected(by: projection) }
    } else {
      outerClips = clips
    }
    clips = []
    // About the size of the middle on the screen, by powers of two, so that shadows are kept while
    // the layer moves.
    var scale = plane.derivative(at: bounds.center).scaleFactor
    scale = scale > 1.0 / 256 ? min(scale * 1.414, 256).binade : 1.0 / 256
    transform = .scale(x: scale, y: scale)
    let whole = Projection(.scale(x: 1 / scale, y: 1 / scale)).followed(by: plane)
    projection = projection.map { whole.followed(by: $0) } ?? whole
    if !(projection?.isFinite ?? true) { isHidden = true }
  }

  /// The opacity of a layer in this context, with that of the transform layers around it.
  func opacity(of layer: Layer) -> Double { min(layer.opacity, 1) * opacity }

  /// The transform of a layer's drawing, if this is the context of the layer's own content. A
  /// moving text is placed at quarters of a pixel, so that its coverage can be used again.
  fileprivate func transformOfContent(of layer: Layer) -> AffineTransform {
    let scale = layer.contentsScale
    guard layer.contentKind == .text, transform.a == scale, transform.d == scale, transform.b == 0,
      transform.c == 0, projection == nil, (layer as? TextLayer)?.quantizesPosition == true
    else { return transform }
    var place = transform
    place.tx = (transform.tx * 4).rounded() / 4
    place.ty = (transform.ty * 4).rounded() / 4
    return place
  }

  /// The commands as they are on the framebuffer.
  func settle(_ commands: [DrawCommand]) -> [DrawCommand] {
    guard let projection else { return commands }
    return commands.map { $0.projected(by: projection, clips: outerClips) }
  }

  /// The part of the bounds that the background and a backdrop fill, and to which a layer that
  /// masks to its bounds clips its sublayers, if this is the context of the layer's own content.
  /// Under an opaque border it ends at the border's middle: with a common edge, both would cover
  /// part of the same pixels, and the background would show around the border.
  func innerPath(of layer: Layer) -> Path {
    let half = layer.borderWidth / 2
    let inside = layer.bounds.insetBy(dx: half, dy: half)
    guard half > 0, layer.borderColor?.alpha == 1, layer.instanceTint == nil, !inside.isEmpty,
      // A thinner border, also one that is seen from the side, would have one of its edges in the
      // same pixels.
      projection == nil, layer.borderWidth * transform.smallestScale >= 2,
      layer.cornerRadius > 0 || layer.bounds.coversPixelsInPart(under: transform)
    else { return layer.boundsPath }
    return layer.rounded(inside, radius: layer.cornerRadius - half)
  }

  /// The context of the mask of a layer, if this is the context of the layer's own content. Clips
  /// of the layer apply to the masked picture.
  var forMask: LayerContext {
    LayerContext(transform: transform, projection: projection, isHidden: isHidden, clips: [])
  }

  /// The context of the sublayers of a layer, if this is the context of the layer's own content.
  func forSublayers(of layer: Layer) -> LayerContext {
    var context = self
    context.sublayerTransform = layer.sublayerTransformInBounds
    if layer.masksToBounds && !layer.keepsDepth {
      context.clips.append(.fill(innerPath(of: layer).transformed(by: transform), .nonZero))
    }
    return context
  }
}

extension AffineTransform {
  /// True if the axis across or the one down has no length, as under a scale of 0.
  fileprivate var isFlat: Bool { a == 0 && b == 0 || c == 0 && d == 0 }
}

/// A context that several entries share.
final class SharedContext {
  let value: LayerContext

  init(_ value: LayerContext) { self.value = value }
}

extension Rect {
  /// True unless each edge lies between two pixels.
  fileprivate func coversPixelsInPart(under transform: AffineTransform) -> Bool {
    guard transform.b == 0 && transform.c == 0 || transform.a == 0 && transform.d == 0 else {
      return true
    }
    let rect = transformed(by: transform)
    return [rect.minX, rect.minY, rect.maxX, rect.maxY].contains { $0 != $0.rounded() }
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
  if context.isHidden || presentation.keepsDepth { return [] }
  var commands: [DrawCommand] = []
  if let color = presentation.backgroundColor, color.alpha > 0, !presentation.bounds.isEmpty {
    commands.append(
      DrawCommand(
        shape: .fill(context.innerPath(of: presentation), .nonZero), paint: .color(color),
        transform: context.transform, clips: context.clips))
  }
  let contentClips = context.forSublayers(of: presentation).clips
  let transform = context.transformOfContent(of: presentation)
  for command in content(of: layer, presentation, under: transform) {
    var placed = command
    placed.transform = command.transform.followed(by: transform)
    // Commands without clips of their own share these: appending nothing would make a copy.
    placed.clips = contentClips
    if !command.clips.isEmpty {
      placed.clips += command.clips.map { $0.transformed(by: transform) }
    }
    commands.append(placed)
  }
  return context.settle(presentation.instanceTint?.applied(to: commands) ?? commands)
}

/// A layer's border, which lies inside its bounds and over its sublayers.
///
/// - Parameter context: the layer's own.
func borderCommands(of layer: Layer, in context: LayerContext) -> [DrawCommand] {
  guard !context.isHidden, !layer.keepsDepth, layer.borderWidth > 0, let color = layer.borderColor,
    color.alpha > 0,
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
  return context.settle(layer.instanceTint?.applied(to: commands) ?? commands)
}

extension Shape {
  /// The area in another space.
  func transformed(by transform: AffineTransform) -> Shape {
    switch self {
    case .fill(let path, let rule):
      .fill(path.transformed(by: transform), rule)
    case .glyphs(let glyphs):
      .fill(glyphs.path.transformed(by: transform), .nonZero)
    case .stroke(let path, let style):
      // The outline is made before the transform, since a pen need not stay round under it.
      .fill(path.stroked(style, tolerance: 0.01).transformed(by: transform), .nonZero)
    }
  }
}
