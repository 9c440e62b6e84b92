public import Geometry
public import Raster

/// Sparks that fly from the middle to all sides. With reduced motion there are none.
public final class SparksContent: ProgressContent {
  private let emitter = EmitterLayer()
  private let color: Color?

  /// Around a colour, or around the tint.
  public init(color: Color? = nil) {
    self.color = color
    super.init(layer: emitter)
  }

  public override func layOut(center: Point, radius: Double) {
    emitter.position = center
  }

  public override func show(_ values: ProgressValues) {
    var spark = EmitterCell.spark(color ?? values.progressColor)
    spark.birthRate = values.reducesMotion ? 0 : 250
    spark.velocity = 200
    spark.emissionRange = 2 * .pi
    if emitter.emitterCells != [spark] { emitter.emitterCells = [spark] }
  }
}
