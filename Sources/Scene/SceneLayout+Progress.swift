import Layers

/// Progress layers from their descriptions.
extension SceneLayout {
  func makeProgress(_ progress: ProgressDescription, _ inner: LengthContext) -> Layer {
    let layer = ProgressLayer(style: makeStyle(progress, inner))
    if let color = progress.trackColor { layer.trackColor = color }
    if let color = progress.progressColor { layer.progressColor = color }
    layer.progress = progress.progress
    layer.content = progress.content.map { makeContent($0) }
    layer.isIndeterminate = progress.isIndeterminate
    return layer
  }

  private func makeStyle(
    _ progress: ProgressDescription, _ inner: LengthContext
  ) -> ProgressStyle {
    switch progress.style {
    case .circle(let trackWidth, let progressWidth):
      let circle = CircleProgressStyle(segmentCount: progress.segments)
      if let trackWidth { circle.trackWidth = max(0, inner.side(trackWidth)) }
      if let progressWidth { circle.progressWidth = max(0, inner.side(progressWidth)) }
      return circle
    case .line(let width, let spacing):
      let line = LineProgressStyle(segmentCount: progress.segments)
      if let width { line.lineWidth = max(0, inner.side(width)) }
      if let spacing { line.spacing = max(0, inner.side(spacing)) }
      return line
    case .basic: return BasicProgressStyle(segmentCount: progress.segments)
    case .inset: return InsetProgressStyle(segmentCount: progress.segments)
    case .filled: return FilledProgressStyle()
    case .pie: return PieProgressStyle()
    }
  }

  private func makeContent(_ content: ProgressDescription.Content) -> ProgressContent {
    switch content {
    case .stop: StopContent()
    }
  }
}
