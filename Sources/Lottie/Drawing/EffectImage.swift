import Geometry
import Raster

/// Pictures that are drawn by themselves before the picture that they are a part of.
enum EffectImage {
  /// Draws the part of nodes in an area into a buffer; nil where the budget is spent.
  static func buffer(
    of nodes: [PictureNode], in area: PixelRect, _ budget: EvaluationBudget, _ cache: EffectCache
  ) -> PixelBuffer? {
    guard budget.spend(pixels: area.area) else { return nil }
    let size = PixelSize(width: area.width, height: area.height)
    let buffer = PixelBuffer(size: size, format: .argb8888)
    let shifted = nodes.map { $0.shifted(x: -Double(area.minX), y: -Double(area.minY)) }
    let list = DrawList(shifted, size: size, budget, cache)
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
