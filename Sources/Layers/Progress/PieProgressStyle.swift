/// A pie on a faint disc. While the progress is unknown the disc turns, with a slice missing.
public final class PieProgressStyle: TurningProgressStyle {
  public init() {
    super.init(progressColor: .progressBlue)
    track.opacity = FilledProgressStyle.faintness
  }

  public override func metrics(radius: Double) -> Metrics {
    Metrics(
      trackWidth: radius, trackRadius: radius / 2, progressWidth: radius,
      progressRadius: radius / 2)
  }
}
