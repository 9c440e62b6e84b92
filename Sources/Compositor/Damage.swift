internal import Geometry
internal import Raster

extension DrawCommand {
  /// Adds to `damage` every pixel in which this command may look other than `old` did.
  func addDamage(since old: DrawCommand, to damage: inout Region) {
    if self == old { return }
    if let moved = movedPart(since: old) {
      damage.formUnion(moved)
    } else {
      damage.formUnion(old.bounds)
      damage.formUnion(bounds)
    }
  }

  /// Bounds of the part that moved where nothing but the shape's outline changed, and that in place.
  private func movedPart(since old: DrawCommand) -> PixelRect? {
    guard
      paint == old.paint, opacity == old.opacity, transform == old.transform, clips == old.clips
    else { return nil }
    let keepsCircles = transform.isSimilarity
    let difference: Rect
    switch (old.shape, shape) {
    case (.fill(let oldPath, let oldRule), .fill(let newPath, let newRule)):
      guard oldRule == newRule,
        let bounds = differenceBounds(oldPath, newPath, isFilled: true, keepsCircles: keepsCircles)
      else { return nil }
      difference = bounds
    case (.stroke(let oldPath, let oldStyle), .stroke(let newPath, let newStyle)):
      guard oldStyle == newStyle, newStyle.dashes.isEmpty,
        let bounds = differenceBounds(oldPath, newPath, isFilled: false, keepsCircles: keepsCircles)
      else { return nil }
      let reach = newStyle.reach(onto: newPath)
      difference = bounds.insetBy(dx: -reach, dy: -reach)
    default:
      return nil
    }
    return difference.transformed(by: transform).insetBy(dx: -1, dy: -1).pixelCover
      .intersection(old.bounds.union(bounds))
  }
}

extension StrokeStyle {
  /// How far from a path its stroke can reach.
  fileprivate func reach(onto path: Path) -> Double {
    // A move and one segment have no corner.
    let corner = join == .miter && path.elements.count > 2 ? max(miterLimit, 1) : 1
    let end = cap == .square ? 2.0.squareRoot() : 1
    return width / 2 * max(corner, end)
  }
}
