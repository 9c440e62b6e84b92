/// Advice for lengths as other formats write them.
enum LengthAdvice {
  private static let words: [(start: String, hint: String)] = [
    ("calc(", "sums are written without calc: \"100% - 24\""),
    ("clamp(", "clamp(12, 4vmin, 60) is written \"max(12, min(4vmin, 60))\""),
    ("px", "points have no unit: \"100% - 24\""), ("dp", points), ("dip", points), ("sp", points),
    ("em", font), ("rem", font), ("ch", font), ("ex", font),
    ("vmax", "10vmax is written \"max(10vw, 10vh)\""),
    ("dvh", "heights of the screen have the unit vh"),
    ("svh", "heights of the screen have the unit vh"),
    ("lvh", "heights of the screen have the unit vh"),
    ("*", product), ("/", product),
    (
      "auto",
      "\"auto\" is for pictures, a `viewBox`, rows, columns, overlays and the layers in these"
    ),
  ]
  private static let points = "points have no unit: 24, or \"100% - 24\""
  private static let font =
    "a length does not follow a font: points have no unit, and vmin follows the screen"
  private static let product = "write the product or the quotient itself, such as \"33.3%\""

  /// - Parameter rest: of the text, from the first character that is wrong.
  static func hint(_ rest: String) -> String {
    for word in words where rest.utf8.starts(with: word.start.utf8) { return word.hint }
    return "lengths look like 12, \"50%\", \"100% - 24\" or \"min(60vmin, 480)\""
  }
}
