import CMath
public import Geometry
import Raster

/// A circle with a thicker ring on it in a contrasting colour, whose tip sends out sparks: the more
/// and the faster, the further the progress is. While the progress is not known there is only the
/// turning circle. With reduced motion there are no sparks.
public final class FireworksProgressStyle: TurningProgressStyle {
  /// The emitter of the sparks, in the ring's coordinates.
  public let emitter = EmitterLayer()
  private var center = Point.zero
  private var radius = 0.0

  public init() {
    super.init(progressColor: .progressBlue)
    emitter.name = "sparks"
    ring.addSublayer(emitter)
  }

  public override func metrics(radius: Double) -> Metrics {
    Metrics(
      trackWidth: max(radius * 0.075, 2).rounded(.down), trackRadius: radius,
      progressWidth: max(radius * 0.15, 2).rounded(.down), progressRadius: radius)
  }

  public override func layOut(in bounds: Rect) {
    super.layOut(in: bounds)
    center = bounds.center
    radius = ProgressLayer.radius(in: bounds)
    emitter.bounds = bounds
    emitter.position = center
  }

  public override func show(_ values: ProgressValues) {
    super.show(values)
    ring.strokeColor = values.progressColor.triad
    // The ring's own coordinates begin at 12 o'clock.
    let angle = values.progress * 2 * .pi
    emitter.emitterPosition = Point(
      x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    var spark = EmitterCell.spark(values.progressColor)
    let isQuiet = values.activity != .known || values.reducesMotion
    // Sparks of a large ring are larger, and fly as much further.
    let size = max(radius / 200, 1)
    spark.scale *= size
    spark.scaleRange *= size
    spark.scaleSpeed *= size
    spark.birthRate = isQuiet ? 0 : 200 * values.progress
    spark.velocity = 250 * values.progress * size
    spark.velocityRange *= size
    spark.emissionRange = angle
    if emitter.emitterCells != [spark] { emitter.emitterCells = [spark] }
  }
}

extension EmitterCell {
  /// A small glow of many colours around a tint that shrinks away.
  static func spark(_ tint: Color) -> EmitterCell {
    var cell = EmitterCell()
    cell.name = "spark"
    cell.contents = .glow(diameter: 40)
    cell.lifetime = 2
    cell.lifetimeRange = 2
    cell.velocityRange = 50
    cell.scale = 0.235
    cell.scaleRange = 0.4
    cell.scaleSpeed = -0.5
    cell.color = tint
    cell.redRange = 0.75
    cell.greenRange = 1
    cell.blueRange = 0.5
    cell.alphaRange = 1
    cell.alphaSpeed = 1
    return cell
  }
}

extension Color {
  /// A vivid colour that matches: 0.4187 of the colour circle, some five twelfths, before this one.
  var triad: Color {
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    let range = most - least
    var hue = 0.0
    if range > 0 {
      if most == red {
        hue = (green - blue) / range
      } else if most == green {
        hue = (blue - red) / range + 2
      } else {
        hue = (red - green) / range + 4
      }
    }
    let saturation = most > 0 && range / most >= 0.5 ? range / most : 1
    let brightness = most >= 0.5 ? most : 1
    hue -= 6 * (0.5 - 0.0813)
    func component(_ offset: Double) -> Double {
      let place = (hue + offset) / 6
      let sixth = (place - place.rounded(.down)) * 6
      return brightness * (1 - saturation * max(0, min(sixth, 4 - sixth, 1)))
    }
    return Color(red: component(5), green: component(3), blue: component(1), alpha: alpha)
  }
}
