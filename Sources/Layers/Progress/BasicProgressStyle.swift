import Animation
import Raster

/// A thin circle, and a ring that straddles it. While the progress is not known the ring is faint
/// and the circle's line swells to four times its width and thins.
public final class BasicProgressStyle: CircularProgressStyle {
  static var swelling: Double { 4 }
  static var faintness: Double { 0.3 }

  public init(segmentCount: Int = 1) {
    super.init(progressColor: .progressBlue, trackColor: .black, segmentCount: segmentCount)
  }

  /// One point for a small ring; more for a large one, so that the line does not look like a hair.
  private static func trackWidth(radius: Double) -> Double { max(radius / 160, 1) }

  public override func metrics(radius: Double) -> Metrics {
    Metrics(
      trackWidth: BasicProgressStyle.trackWidth(radius: radius), trackRadius: radius,
      progressWidth: max(radius * 0.125, 4), progressRadius: radius)
  }

  public override func transition(to activity: ProgressActivity, animated: Bool) {
    ring.opacity = activity == .known ? 1 : BasicProgressStyle.faintness
    if activity == .unknown { swell() } else { endSwelling(animated: animated) }
  }

  /// Makes the line's width grow and shrink without end, starting from the presented width.
  private func swell() {
    guard !isEndless(track, key: ProgressStyle.endlessKey) else { return }
    let least = track.lineWidth
    let most = BasicProgressStyle.swelling * least
    let presented = track.presentation()?.lineWidth ?? least
    track.add(
      .basic(
        BasicAnimation(
          keyPath: AnimationKeyPath(.lineWidth), from: .scalar(least), to: .scalar(most),
          timing: MediaTiming(
            timeOffset: (presented - least) / (most - least), duration: 1,
            repeatCount: .infinity, autoreverses: true),
          timingFunction: .linear)),
      forKey: ProgressStyle.endlessKey)
  }

  private func endSwelling(animated: Bool) {
    end(
      AnimationKeyPath(.lineWidth), of: track, key: ProgressStyle.endlessKey, in: 1,
      animated: animated)
  }
}

extension Color {
  /// The tint of styles without colours of their own.
  static var progressBlue: Color { Color(red: 10.0 / 255, green: 132.0 / 255, blue: 1) }
}
