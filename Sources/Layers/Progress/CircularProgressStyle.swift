import Animation
public import Geometry
public import Raster

/// The base of round styles: a track and a ring above it around the middle, each a stroked circle
/// that starts at 12 o'clock and runs clockwise. The ring is stroked up to the progress.
///
/// A subclass gives the widths and radii for a size, and the motion while the progress is unknown.
open class CircularProgressStyle: ProgressStyle {
  public final let track = ShapeLayer()
  public final let ring = ShapeLayer()
  /// The number of equal arcs, with gaps as long as the arcs. The progress lights whole arcs; 1 is
  /// a whole circle.
  public final var segmentCount: Int { didSet { settingsDidChange() } }

  /// Widths of the strokes, and radii of their middles.
  public struct Metrics: Equatable, Sendable {
    public var trackWidth: Double
    public var trackRadius: Double
    public var progressWidth: Double
    public var progressRadius: Double
  }

  /// - Parameters:
  ///   - back: layers behind the track.
  ///   - front: layers before the ring.
  public init(
    progressColor: Color, trackColor: Color? = nil, segmentCount: Int = 1, back: [Layer] = [],
    front: [Layer] = []
  ) {
    precondition(segmentCount > 0, "there is at least one segment")
    self.segmentCount = segmentCount
    super.init(
      layers: back + [track, ring] + front, progressColor: progressColor, trackColor: trackColor)
    track.name = "track"
    ring.name = "ring"
    for layer in [track, ring] {
      layer.fillColor = nil
      layer.setValue(.scalar(-.pi / 2), for: AnimationKeyPath.rotation)
    }
  }

  /// The sizes for a radius, which is half the shorter side of the layer.
  open func metrics(radius: Double) -> Metrics {
    Metrics(trackWidth: 1, trackRadius: radius, progressWidth: 1, progressRadius: radius)
  }

  open override var pace: ProgressPace { .even(seconds: 0.4) }

  open override func layOut(in bounds: Rect) {
    let metrics = metrics(radius: ProgressLayer.radius(in: bounds))
    place(track, metrics.trackRadius, metrics.trackWidth, in: bounds)
    place(ring, metrics.progressRadius, metrics.progressWidth, in: bounds)
  }

  open override func show(_ values: ProgressValues) {
    track.strokeColor = values.trackColor
    ring.strokeColor = values.progressColor
    ring.strokeEnd =
      segmentCount == 1
      ? values.progress
      : Double(ProgressState.completeParts(of: segmentCount, at: values.progress))
        / Double(segmentCount)
  }

  final func place(_ layer: ShapeLayer, _ radius: Double, _ width: Double, in bounds: Rect) {
    let radius = max(radius, 0)
    layer.bounds = bounds
    layer.position = bounds.center
    layer.path = .circle(center: bounds.center, radius: radius)
    layer.lineWidth = width
    let dash = Double.pi * radius / Double(segmentCount)
    layer.lineDashPattern = segmentCount > 1 && dash > 0 ? [dash, dash] : []
  }
}

extension AnimationKeyPath {
  /// `transform.rotation`.
  static var rotation: AnimationKeyPath {
    guard let keyPath = AnimationKeyPath(.transform, .rotation) else {
      preconditionFailure("transforms have a rotation")
    }
    return keyPath
  }
}
