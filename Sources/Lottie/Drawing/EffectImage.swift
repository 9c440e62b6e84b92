import Geometry
import Raster

/// Pictures that are drawn by themselves before the picture that they are a part of.
enum EffectImage {
  /// Draws nodes into a buffer; nil where the budget is spent.
  static func buffer(
    of nodes: [PictureNode], size: PixelSize, _ budget: EvaluationBudget
  ) -> PixelBuffer? {
    guard budget.take(pixels: size.width * size.height) else { return nil }
    let buffer = PixelBuffer(size: size, format: .argb8888)
    let list = DrawList(nodes, size: size, budget)
    Renderer().draw(list.commands, groups: list.groups, into: buffer.surface)
    return buffer
  }

  /// Paints a picture pixel for pixel.
  static func command(_ image: Image, at origin: Point) -> DrawCommand {
    let area = Rect(
      origin: origin,
      size: Size(width: Double(image.size.width), height: Double(image.size.height)))
    return DrawCommand(
      shape: .fill(.rect(area), .nonZero),
      paint: .image(
        ImagePaint(
          image: image, transform: .translation(x: origin.x, y: origin.y), filter: .nearest)))
  }
}
