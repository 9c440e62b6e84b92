import CodeUnits
import Raster
import Text

/// The properties of a text layer, in the model or in the presentation.
struct TextLayerValues: Equatable {
  var template = TextTemplate("")
  var unknown: TextTemplate?
  var locale = ""
  var fonts: FontStack
  var progress = 0.0
  var isIndeterminate = false
  var phases = JobPhases()
  var remaining: Double?
  var color = Color.white
  var attributes = TextAttributes()
  var styles: [TextLayer.RunStyle] = []
  var code: QRStyle?
  var entry: TextEntry?
  var quantizesPosition = false

  /// The values that the glyphs depend on.
  struct ShapingInput: Equatable {
    var string: String
    var locale: String
    var fonts: FontStack
    var hasLigatures: Bool
    var styles: [TextStyle]

    static func == (a: ShapingInput, b: ShapingInput) -> Bool {
      // Texts that are equivalent in Unicode need not look the same in a font.
      a.locale == b.locale && a.fonts == b.fonts && a.hasLigatures == b.hasLigatures
        && a.styles == b.styles && a.string.isIdentical(to: b.string)
    }
  }

  var shapingInput: ShapingInput {
    // A text that is being typed has a place for the caret between any two characters.
    ShapingInput(
      string: shownString, locale: locale, fonts: fonts,
      hasLigatures: attributes.letterSpacing == 0 && entry == nil,
      styles: entry == nil ? styles.map { $0.style } : [])
  }

  /// True if the text takes the same space as with other values.
  func hasContentSize(of other: TextLayerValues) -> Bool {
    attributes == other.attributes && shapingInput == other.shapingInput
  }

  var percent: Int { ProgressState.completeParts(of: 100, at: progress) }

  var phase: String { isIndeterminate ? phases.label : phases.label(at: progress) }

  /// True if the job has come to its end.
  var isOver: Bool { phases.value >= 1 && !isIndeterminate }

  /// The text with its placeholders filled in; the percentage is rounded down.
  var shownString: String {
    let progress = isIndeterminate ? nil : progress
    if let unknown, template.isUnknown(progress: progress, remaining: remaining) {
      // At the end the remaining time is not unknown, but over. A text with the percentage or the
      // phase stays.
      return isOver && !unknown.tellsState
        ? ""
        : unknown.filled(
          progress: progress, phase: phase, remaining: remaining, isOver: false, locale: locale)
    }
    return template.filled(
      progress: progress, phase: phase, remaining: remaining, isOver: isOver, locale: locale)
  }
}
