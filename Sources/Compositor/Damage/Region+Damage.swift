internal import Geometry
internal import Raster

extension Region {
  /// Adds the boxes of something before and after it has moved.
  mutating func formUnion(_ before: PixelRect, _ after: PixelRect) {
    let both = before.union(after)
    if both.area <= before.area + after.area {
      // A small movement is cheaper as one rectangle than as slivers.
      formUnion(both)
    } else {
      formUnion(before)
      formUnion(after)
    }
  }
}

extension DrawCommand {
  /// Adds to `damage` every pixel in which this command may look different from another one, `old`,
  /// if only the shape's outline changed, and in place.
  ///
  /// - Parameter output: the pixels of interest; damage outside of it may be left out.
  /// - Returns: false, with nothing added, if more changed.
  func addMovedParts(
    since old: DrawCommand, within output: PixelRect, to damage: inout Region
  ) -> Bool {
    guard
      paint == old.paint, opacity == old.opacity, transform == old.transform, clips == old.clips,
      isAdded == old.isAdded
    else { return false }
    let limit = extentOfClips(in: output)
    if let ring = Ring(self), let former = Ring(old),
      ring.addDamage(since: former, within: limit, to: &damage)
    {
      return true
    }
    let difference: PathDifference?
    var outset = 0.0
    switch (old.shape, shape) {
    case (.fill(let oldPath, let oldRule), .fill(let newPath, let newRule))
    where oldRule == newRule:
      difference = PathDifference(
        oldPath, newPath, isFilled: true, transform: transform)
    case (.glyphs(let oldGlyphs), .glyphs(let newGlyphs)):
      difference = PathDifference(oldGlyphs, newGlyphs)
    case (.stroke(let oldPath, let oldStyle), .stroke(let newPath, let newStyle))
    where oldStyle == newStyle && newStyle.dashes.isEmpty:
      difference = PathDifference(
        oldPath, newPath, isFilled: false, transform: transform)
      outset = max(newStyle.outset(onto: oldPath), newStyle.outset(onto: newPath))
    default:
      return false
    }
    guard let difference else { return false }
    for part in [difference.first, difference.second] where !part.isNull {
      damage.formUnion(
        part.insetBy(dx: -outset, dy: -outset).transformed(by: transform).insetBy(dx: -1, dy: -1)
          .pixelCover.intersection(limit))
    }
    return true
  }
}

extension StrokeStyle {
  /// The greatest distance of a stroke's edge from its path.
  fileprivate func outset(onto path: Path) -> Double {
    let corner = join == .miter && path.hasCorners ? max(miterLimit, 1) : 1
    let end = cap == .square ? 2.0.squareRoot() : 1
    return width / 2 * max(corner, end)
  }
}
