import Geometry
import Raster

/// The area of a mask, in framebuffer pixels, by the even-odd rule.
struct MaskArea {
  let path: Path
  /// True if the area is everything outside of the path.
  let isInverted: Bool

  /// The area at an opacity.
  func nodes(opacity: Double, in surface: Rect) -> [PictureNode] {
    PictureNode.faded(isInverted ? outside(surface) : inside, opacity: opacity)
  }

  /// The rest of the surface where the area is removed at an opacity.
  func rest(opacity: Double, in surface: Rect) -> [PictureNode] {
    var nodes = isInverted ? inside : outside(surface)
    // The outside of the area, and white at 1 − opacity over it, give 1 − opacity·area.
    if opacity < 1 {
      nodes.append(
        .command(Evaluator.white(.fill(.rect(surface), .nonZero), opacity: 1 - opacity)))
    }
    return nodes
  }

  private var inside: [PictureNode] {
    [.command(Evaluator.white(.fill(path, .evenOdd), opacity: 1))]
  }

  private func outside(_ surface: Rect) -> [PictureNode] {
    var outer = path
    outer.addRect(surface)
    return [.command(Evaluator.white(.fill(outer, .evenOdd), opacity: 1))]
  }
}
