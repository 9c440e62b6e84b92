public import Geometry
public import Raster
public import Text

/// The progress in whole percent, as a language writes them. The text is as large as 1.3 radii
/// allow, in steps of a point, at most 120 points; it is hidden where 13 points are too many. The
/// size that fits 100 % is used for all numbers, so that it does not jump with the number of
/// digits. While the progress is unknown there is no text.
public final class PercentageContent: ProgressContent {
  private let text: TextLayer
  private let color: Color?

  /// The range of text sizes in points; below it the text is hidden.
  public static var sizes: ClosedRange<Double> { 13...120 }

  /// In a colour, or in the tint.
  /// - Parameter locale: a language tag as in `de-CH`; empty for English.
  public init(fonts: FontStack, locale: String = "", color: Color? = nil) {
    self.color = color
    text = TextLayer(fonts: fonts)
    text.string = "{percent}"
    text.locale = locale
    text.attributes = PercentageContent.attributes
    super.init(layer: text)
  }

  private static var attributes: TextAttributes {
    var attributes = TextAttributes()
    attributes.size = sizes.upperBound
    attributes.minimumSize = sizes.lowerBound
    attributes.alignment = .center
    attributes.verticalAlignment = .center
    return attributes
  }

  public override func layOut(center: Point, radius: Double) {
    let side = 1.3 * radius
    text.bounds = Rect(x: 0, y: 0, width: side, height: side)
    text.position = center
    var attributes = PercentageContent.attributes
    let whole = ShapedText(
      PercentFormat(locale: text.locale).text(100), fonts: text.fonts, locale: text.locale)
    let size = TextLayout(whole, attributes, in: text.bounds).size
    if size > 0 { attributes.size = size }
    text.attributes = attributes
  }

  public override func show(_ values: ProgressValues) {
    text.progress = values.progress
    text.foregroundColor = color ?? values.progressColor
  }

  public override func transition(to activity: ProgressActivity) {
    text.opacity = activity == .known ? 1 : 0
  }
}
