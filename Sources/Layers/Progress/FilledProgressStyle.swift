public import Geometry

/// A pie inside a circle, on a faint disc, all in the tint. While the progress is not known there
/// is only the turning circle.
public final class FilledProgressStyle: TurningProgressStyle {
  static var faintness: Double { 0.3 }

  private let disc = ShapeLayer()

  public init() {
    super.init(progressColor: .progressBlue, back: [disc])
    disc.name = "disc"
    disc.opacity = FilledProgressStyle.faintness
  }

  public override func metrics(radius: Double) -> Metrics {
    let trackWidth = max(radius * 0.15, 4).rounded(.down)
    let pieRadius = radius - (trackWidth / 2).rounded(.down)
    // A stroke as wide as the pie's radius, half way out, covers the pie.
    return Metrics(
      trackWidth: trackWidth, trackRadius: radius, progressWidth: pieRadius,
      progressRadius: pieRadius / 2)
  }

  public override func layOut(in bounds: Rect) {
    super.layOut(in: bounds)
    let metrics = metrics(radius: ProgressLayer.radius(in: bounds))
    if metrics.progressWidth + metrics.trackWidth / 2 <= metrics.trackRadius {
      // A pie that only touches the circle reaches half a point under it, so that no seam shows.
      let radius = metrics.progressWidth + 0.5
      ring.lineWidth = radius
      ring.path = .circle(center: bounds.center, radius: radius / 2)
    }
    disc.bounds = bounds
    disc.position = bounds.center
    disc.path = .circle(center: bounds.center, radius: ProgressLayer.radius(in: bounds))
  }

  public override func show(_ values: ProgressValues) {
    super.show(values)
    disc.fillColor = values.trackColor
  }

  public override func transition(to activity: ProgressActivity, animated: Bool) {
    super.transition(to: activity, animated: animated)
    disc.opacity = activity == .known ? FilledProgressStyle.faintness : 0
  }
}
