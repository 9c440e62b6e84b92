import Geometry
import Raster

/// The area of a mask, in framebuffer pixels, by the even-odd rule.
struct MaskArea {
  private let path: Path
  /// Pixels by which it is grown, or shrunk where below zero.
  private let expansion: Double
  /// True if it is all that is outside.
  var isInverted = false

  init(_ path: Path, expansion: Double) {
    self.path = path
    self.expansion = abs(expansion) > 0.01 && abs(expansion) < 1e5 ? expansion : 0
  }

  /// The area, as far as an opacity goes.
  func nodes(opacity: Double, in surface: Rect) -> [PictureNode] {
    isInverted ? outside(opacity, surface) : inside(opacity)
  }

  /// The rest of the surface where the area is removed at an opacity.
  func rest(opacity: Double, in surface: Rect) -> [PictureNode] {
    var nodes = isInverted ? inside(1) : outside(1, surface)
    // Over each other, the two add up to one less their product: 1 − opacity·area.
    if opacity < 1 {
      nodes.append(
        .command(Evaluator.white(.fill(.rect(surface), .nonZero), opacity: 1 - opacity)))
    }
    return nodes
  }

  private func inside(_ opacity: Double) -> [PictureNode] {
    var nodes: [PictureNode] = [.command(Evaluator.white(.fill(path, .evenOdd), opacity: 1))]
    if expansion > 0 { nodes.append(edge) }
    if expansion < 0 {
      nodes = PictureNode.masked(
        nodes, by: PictureMask(nodes: [edge], kind: .invertedAlpha))
    }
    return PictureNode.faded(nodes, opacity: opacity)
  }

  private func outside(_ opacity: Double, _ surface: Rect) -> [PictureNode] {
    guard expansion == 0 else {
      let all = PictureNode.command(Evaluator.white(.fill(.rect(surface), .nonZero), opacity: 1))
      return PictureNode.faded(
        PictureNode.masked([all], by: PictureMask(nodes: inside(1), kind: .invertedAlpha)),
        opacity: opacity)
    }
    var outer = path
    outer.addRect(surface)
    return [.command(Evaluator.white(.fill(outer, .evenOdd), opacity: opacity))]
  }

  private var edge: PictureNode {
    .command(
      Evaluator.white(
        .stroke(path, StrokeStyle(width: 2 * abs(expansion), join: .round)), opacity: 1))
  }
}
