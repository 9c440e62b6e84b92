/// A pie on a faint disc. While the progress is not known the disc lacks a slice and turns.
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
