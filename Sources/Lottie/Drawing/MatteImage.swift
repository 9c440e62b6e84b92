import Geometry
import Raster

/// Pictures that are drawn by themselves before the picture that they are a part of.
enum MatteImage {
  /// Draws nodes into a buffer of the whole picture's size; nil where the budget is spent.
  static func buffer(
    of nodes: [PictureNode], size: PixelSize, _ budget: EvaluationBudget
  ) -> PixelBuffer? {
    guard budget.take(pixels: size.width * size.height) else { return nil }
    let buffer = PixelBuffer(size: size, format: .argb8888)
    let list = DrawList(nodes, size: size, budget)
    Renderer().draw(list.commands, groups: list.groups, into: buffer.surface)
    return buffer
  }

  /// A command whose alpha is how far a mask lets a picture through.
  static func command(
    _ mask: PictureMask, size: PixelSize, _ budget: EvaluationBudget
  ) -> DrawCommand? {
    guard let buffer = buffer(of: mask.nodes, size: size, budget) else { return nil }
    let plane =
      switch mask.kind {
      case .alpha: AlphaPlane(of: buffer)
      case .invertedAlpha: AlphaPlane(of: buffer).inverted
      case .luma: AlphaPlane(lumaOf: buffer.makeImage())
      case .invertedLuma: AlphaPlane(lumaOf: buffer.makeImage()).inverted
      }
    return command(Image(tinting: plane, with: .white), at: .zero)
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
