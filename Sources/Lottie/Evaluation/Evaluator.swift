import Geometry
import Raster

/// Goes through the compositions of a file at one time and gives the nodes to paint, in framebuffer
/// pixels.
final class Evaluator {
  let file: LottieFile
  let size: PixelSize
  let budget = EvaluationBudget()
  private var depth = 0
  /// The number of layers with effects around the present one.
  private var effectDepth = 0

  /// The nodes of the outermost layers, by their ends.
  private(set) var layerNodes: [LayerNodes] = []

  /// Compositions within each other.
  private static let depthLimit = 64

  init(_ file: LottieFile, size: PixelSize) {
    self.file = file
    self.size = size
  }

  /// The area of all pixels, and of those around them that effects can bring in.
  var surfaceArea: Rect {
    let margin = Double(PictureEffect.largestExtent(in: size)) + 2
    return Rect(
      minX: -margin, minY: -margin, maxX: Double(size.width) + margin,
      maxY: Double(size.height) + margin)
  }

  /// The nodes of a composition's layers, from back to front.
  func nodes(
    _ composition: CompositionModel, at frame: Double, _ matrix: AffineTransform
  ) -> [PictureNode] {
    guard depth < Evaluator.depthLimit else {
      budget.exceed()
      return []
    }
    depth += 1
    defer { depth -= 1 }
    // Even layers that are not visible at this frame take time to examine.
    guard budget.spend(steps: composition.layers.count / 16) else { return [] }
    var nodes: [PictureNode] = []
    var matrices = LayerMatrices(composition)
    for index in composition.layers.indices.reversed()
    where !composition.layers[index].isMatte {
      if depth == 1 { budget.layer = composition.layers[index].name }
      let layer = layer(index, of: composition, at: frame, matrix, &matrices)
      nodes += PictureNode.blended(layer, composition.layers[index].blendMode)
      if depth == 1 {
        layerNodes.append(LayerNodes(name: composition.layers[index].name, end: nodes.count))
      }
    }
    return composition.isBlended ? PictureNode.isolated(nodes) : nodes
  }

  private func layer(
    _ index: Int, of composition: CompositionModel, at frame: Double, _ matrix: AffineTransform,
    _ matrices: inout LayerMatrices, isMatte: Bool = false
  ) -> [PictureNode] {
    let layer = composition.layers[index]
    // Seen at its last frame too, as lottie-ios does, where the next layer may begin.
    guard !layer.isHidden, frame >= layer.range.start, frame <= layer.range.end,
      budget.spend(steps: 1)
    else { return [] }
    if case .null = layer.content { return [] }
    let opacity = min(max(layer.transform.opacity.number(at: frame) / 100, 0), 1)
    guard opacity > 0 else { return [] }
    let outer = matrix
    let matrix = matrices.transform(of: index, at: frame).followed(by: outer)
    guard matrix.isFinite else { return [] }
    effectDepth += layer.effects.isEmpty ? 0 : 1
    var nodes = content(layer, at: frame, matrix)
    effectDepth -= layer.effects.isEmpty ? 0 : 1
    if let mask = mask(layer.masks, at: frame, matrix) {
      nodes = PictureNode.cut(nodes, by: PictureMask(nodes: mask))
    }
    let effects = layer.effects.compactMap { $0.effect(at: frame, matrix) }
    if !effects.isEmpty, !nodes.isEmpty {
      nodes = [.group(PictureGroup(nodes: nodes, effects: effects))]
    }
    nodes = PictureNode.faded(nodes, opacity: opacity)
    // Another matte does not cut a matte, so that no chain of them leads back to its start.
    if let matte = layer.matte, !isMatte, !nodes.isEmpty,
      composition.layers.indices.contains(matte.layer)
    {
      let mask = self.layer(
        matte.layer, of: composition, at: frame, outer, &matrices, isMatte: true)
      nodes = PictureNode.cut(nodes, by: PictureMask(nodes: mask, kind: matte.kind))
    }
    return nodes
  }

  // MARK: Content

  private func content(
    _ layer: LayerModel, at frame: Double, _ matrix: AffineTransform
  ) -> [PictureNode] {
    switch layer.content {
    case .null: return []
    case .solid(let size, let color):
      let area = Rect(origin: .zero, size: size)
      return [
        .command(
          DrawCommand(
            shape: .fill(.rect(area), .nonZero), paint: .color(color), transform: matrix))
      ]
    case .image(let asset):
      guard case .image(let image, let size) = file.assets[asset], image.size.width > 0,
        image.size.height > 0
      else { return [] }
      let scale = AffineTransform.scale(
        x: size.width / Double(image.size.width), y: size.height / Double(image.size.height))
      return [
        .command(
          DrawCommand(
            shape: .fill(.rect(Rect(origin: .zero, size: size)), .nonZero),
            paint: .image(ImagePaint(image: image, transform: scale)), transform: matrix))
      ]
    case .shapes(let content):
      let nodes = content.nodes(at: frame, budget, file.kept).map { $0.transformed(by: matrix) }
      return content.isBlended ? PictureNode.isolated(nodes) : nodes
    case .text(let content):
      let isUpright = abs(matrix.b) < 1e-9 && abs(matrix.c) < 1e-9 && matrix.a > 0
      let nodes = content.nodes(
        at: frame, pixels: isUpright ? matrix.a : nil, file.texts, budget, file.kept)
      return nodes.map { $0.transformed(by: matrix) }
    case .composition(let asset, let size):
      guard case .composition(let composition) = file.assets[asset] else { return [] }
      let inner = nodes(composition, at: innerFrame(layer, at: frame), matrix)
      // A layer without a size is not clipped.
      guard size.width > 0, size.height > 0 else { return inner }
      return clipped(inner, to: Rect(origin: .zero, size: size), matrix)
    }
  }

  private func innerFrame(_ layer: LayerModel, at frame: Double) -> Double {
    if let remap = layer.timeRemap { return remap.number(at: frame) * file.frameRate }
    return (frame - layer.startTime) / layer.stretch
  }

  /// Clips nodes to a rectangle in the space that the matrix maps to pixels.
  func clipped(
    _ nodes: [PictureNode], to rect: Rect, _ matrix: AffineTransform
  ) -> [PictureNode] {
    let isUpright =
      (abs(matrix.b) < 1e-9 && abs(matrix.c) < 1e-9)
      || (abs(matrix.a) < 1e-9 && abs(matrix.d) < 1e-9)
    let pixels = Rect(
      minX: 0, minY: 0, maxX: Double(size.width), maxY: Double(size.height))
    let seen = effectDepth > 0 ? surfaceArea : pixels
    let slack = rect.transformed(by: matrix).insetBy(dx: -0.01, dy: -0.01)
    if isUpright, slack.contains(seen) { return nodes }
    guard budget.spend(steps: PictureNode.count(nodes) / 4) else { return [] }
    let area = Shape.fill(Path.rect(rect).transformed(by: matrix), .nonZero)
    return nodes.map { $0.clipped(to: area) }
  }

  // MARK: Masks

  /// The nodes whose alpha is that of a layer's masks together; nil without masks.
  private func mask(
    _ masks: [MaskModel], at frame: Double, _ matrix: AffineTransform
  ) -> [PictureNode]? {
    guard !masks.isEmpty else { return nil }
    var nodes: [PictureNode] = []
    for (index, mask) in masks.enumerated() {
      let opacity = min(max(mask.opacity.number(at: frame) / 100, 0), 1)
      let path = mask.path.value(at: frame).contours.path.transformed(by: matrix)
      // If its masks are too much for the budget, the layer is left out.
      guard budget.spend(steps: 1), budget.spend(vertices: path.elements.count) else { return [] }
      let area = MaskArea(path: path, isInverted: mask.isInverted)
      let shown =
        mask.mode == .subtract
        ? area.rest(opacity: opacity, in: surfaceArea)
        : area.nodes(opacity: opacity, in: surfaceArea)
      // Before the first one there is nothing to cut.
      if mask.mode == .add || index == 0 {
        nodes += shown
      } else {
        nodes = PictureNode.masked(nodes, by: PictureMask(nodes: shown))
      }
    }
    return nodes
  }

  static func white(_ shape: Shape, opacity: Double) -> DrawCommand {
    DrawCommand(shape: shape, paint: .color(.white), opacity: opacity)
  }
}
