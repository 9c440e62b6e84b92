public import Geometry
public import Raster

extension LottieFile {
  /// The picture at a time, fitted into a size and centred in it. Nothing is drawn beside the
  /// composition.
  ///
  /// - Parameter seconds: from the first frame; clamped to the animation.
  public func drawing(at seconds: Double, size: PixelSize) -> DrawList {
    drawing(at: seconds, size: size, EffectCache())
  }

  func drawing(at seconds: Double, size: PixelSize, _ effects: EffectCache) -> DrawList {
    defer {
      kept.end()
      effects.end()
    }
    let width = Double(size.width)
    let height = Double(size.height)
    let scale = min(width / self.size.width, height / self.size.height)
    // From a whole pixel on, so that edges on whole units stay sharp.
    let left = max((width - self.size.width * scale) / 2, 0).rounded(.down)
    let top = max((height - self.size.height * scale) / 2, 0).rounded(.down)
    let matrix = AffineTransform.scale(x: scale, y: scale).followed(
      by: .translation(x: left, y: top))
    let evaluator = Evaluator(self, size: size)
    let nodes = evaluator.clipped(
      evaluator.nodes(composition, at: frame(at: seconds), matrix),
      to: Rect(origin: .zero, size: self.size), matrix)
    evaluator.budget.layer = ""
    let list = DrawList(
      nodes, size: size, evaluator.budget, effects, layers: evaluator.layerNodes)
    excess = evaluator.budget.excess.map { Self.excess(layer: $0) }
    return list
  }

  /// Replaces the pixels of a surface by the picture at a time, on a clear background.
  public func draw(at seconds: Double, into surface: Surface) {
    let list = drawing(at: seconds, size: surface.size)
    Renderer().draw(list.commands, groups: list.groups, into: surface)
  }

  private static func excess(layer: String) -> String {
    (layer.isEmpty ? "" : "layer '" + layer + "': ")
      + "the picture takes too much work, and the rest of it is left out; it may fit in a smaller "
      + "size, or with fewer mattes, masks, copies and compositions in each other"
  }

  /// The frame of a time; a whole one where the time is within its rounding to microseconds of it.
  private func frame(at seconds: Double) -> Double {
    let frame = range.start + (seconds > 0 ? seconds : 0) * frameRate
    let whole = frame.rounded()
    let isWhole = abs(frame - whole) <= 1e-6 * max(frameRate, 1)
    return min(isWhole ? whole : frame, range.end)
  }
}
