public import Geometry
import Raster

/// A ring in the middle of the bounds whose stroke grows with a progress.
public final class LoaderRingLayer: ShapeLayer {
  /// Radius of the middle of the stroke.
  public let radius: Double

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
    }
  }

  /// The part of the ring that is drawn. What is set is clamped to 0…1, no number counting as 0,
  /// and animates by default.
  public var progress: Double {
    get { strokeEnd }
    set { strokeEnd = newValue.isNaN ? 0 : min(max(newValue, 0), 1) }
  }

  /// The circle, from 3 o'clock on.
  public var circlePath: Path { .circle(center: bounds.center, radius: radius) }
}
