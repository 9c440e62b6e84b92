/// A thin circle with a thicker ring just inside it, both in the progress colour.
public final class InsetProgressStyle: TurningProgressStyle {
  public init(segmentCount: Int = 1) {
    super.init(progressColor: .progressBlue, segmentCount: segmentCount)
  }

  public override func metrics(radius: Double) -> Metrics {
    let trackWidth = max(radius * 0.08, 2).rounded(.down)
    let progressWidth = max(radius * 0.15, 2).rounded(.down)
    return Metrics(
      trackWidth: trackWidth, trackRadius: radius, progressWidth: progressWidth,
      // The two overlap by half a point.
      progressRadius: radius - (trackWidth + progressWidth) / 2 + 0.5)
  }
}
