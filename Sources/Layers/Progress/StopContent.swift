public import Geometry
public import Raster

/// A small square with round corners: the sign that the job can be stopped.
public final class StopContent: ProgressContent {
  private let square = Layer()
  private let color: Color?

  /// In a colour, or in the tint.
  public init(color: Color? = nil) {
    self.color = color
    super.init(layer: square)
  }

  public override func layOut(center: Point, radius: Double) {
    let side = radius * 0.4
    square.bounds = Rect(x: 0, y: 0, width: side, height: side)
    square.cornerRadius = side / 8
    square.position = center
  }

  public override func show(_ values: ProgressValues) {
    square.backgroundColor = color ?? values.progressColor
  }
}
