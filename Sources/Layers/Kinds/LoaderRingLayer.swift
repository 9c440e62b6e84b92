public import Animation
public import Geometry
import Raster

/// A ring in the middle of the bounds whose stroke grows with a progress.
public final class LoaderRingLayer: ShapeLayer {
  /// Radius of the middle of the stroke.
  public let radius: Double

  /// Key of the animation that runs while the progress is unknown.
  static var indeterminateKey: String { "indeterminate" }

  /// Seconds of one turn of the arc while the progress is unknown.
  static var indeterminatePeriod: Double { 1.6 }

  public init(radius: Double = 20, lineWidth: Double = 2) {
    self.radius = radius
    super.init()
    self.lineWidth = lineWidth
    fillColor = nil
    strokeColor = .black
    strokeEnd = 0
    layoutHandler = { layer in
      guard let ring = layer as? LoaderRingLayer else { return }
      ring.path = ring.circlePath
      if ring.isIndeterminate { ring.spin() }
    }
  }

  public override var kind: LayerKind { .loader }

  /// The part of the ring that is drawn. A new value is clamped to 0…1, NaN counts as 0, and the
  /// change animates by default.
  public var progress: Double {
    get { strokeEnd }
    set { strokeEnd = newValue.isNaN ? 0 : min(max(newValue, 0), 1) }
  }

  /// True while the progress is unknown: a quarter of the ring turns without end.
  public var isIndeterminate = false {
    didSet {
      guard isIndeterminate != oldValue else { return }
      if isIndeterminate {
        spin()
      } else {
        removeAnimation(forKey: LoaderRingLayer.indeterminateKey)
      }
    }
  }

  public override var progressProperty: AnimatableProperty? { .strokeEnd }

  public override var job: JobState {
    var job = JobState()
    job.isIndeterminate = isIndeterminate
    return job
  }

  public override func show(_ job: JobState, animated: Bool) {
    isIndeterminate = job.isIndeterminate
  }

  /// The circle, clockwise from 12 o'clock.
  public var circlePath: Path {
    .circle(center: bounds.center, radius: radius, from: -.pi / 2)
  }

  private func spin() {
    func quarter(from angle: Double) -> AnimatableValue {
      .path(
        .arc(center: bounds.center, radius: radius, startAngle: angle, sweep: .pi / 2))
    }
    let turn = BasicAnimation(
      keyPath: AnimationKeyPath(.path), from: quarter(from: -.pi / 2),
      to: quarter(from: 1.5 * .pi))
    let whole = BasicAnimation(
      keyPath: AnimationKeyPath(.strokeEnd), from: .scalar(1), to: .scalar(1))
    add(
      .group(
        AnimationGroup(
          [.basic(turn), .basic(whole)],
          timing: MediaTiming(
            duration: LoaderRingLayer.indeterminatePeriod, repeatCount: .infinity),
          timingFunction: .linear)),
      forKey: LoaderRingLayer.indeterminateKey)
  }
}
