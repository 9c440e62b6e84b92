import Geometry
import Text

/// The approximate number of a text's letters that can be visible on a screen of the reference
/// size, and their size. Letters outside of the screen are not drawn.
struct LetterCensus {
  /// The greatest size of the text's fonts, in pixels.
  private(set) var size = 0.0
  private(set) var count = 0.0

  /// The width of a letter, as a fraction of the font's size: that of narrow ones, but not of the
  /// narrowest.
  private static let advance = 0.4
  private static let lineHeight = 1.0
  /// The factor between sizes that are tried.
  private static let sizeStep = 1.5

  /// - Parameters:
  ///   - byteCount: the bytes of the longest text that the layer shows without a client.
  ///   - messageBytes: the most bytes of a client's text; 0 for none.
  init(
    _ text: TextDescription, _ extremes: LayerExtremes, _ around: SceneBudget.Surroundings,
    byteCount: Double, messageBytes: Double
  ) {
    let scale = around.scale.longest
    setSize(of: text, extremes, around)
    var own = Characters(text.string)
    let isKnown = Double(text.string.utf8.count) == byteCount
    if !isKnown { own = Characters(any: byteCount) }
    let message = Characters(any: messageBytes)
    let screen = SceneBudget.longestSide
    let spacing = around.context.side(text.letterSpacing) * scale
    let lineHeight = text.attributes.lineHeight ?? Self.lineHeight
    // The line feeds of other strings than the layer's own, of styled parts and of messages, are
    // not known.
    let isOneString = isKnown && !text.attributes.isWrapped
    let (greatest, least) = (size, Self.leastSize(of: text, size, around))
    // A text that shrinks and instances that grow have letters of many sizes: the costliest of
    // these counts. Below about 64 pixels, larger letters cost more for their area.
    var sizes = [greatest, least, min(max(64, least), greatest)]
    // Few letters cost the most where they just fill the screen.
    var next = 64 * Self.sizeStep
    while next < min(greatest, 4096) {
      if next > least { sizes.append(next) }
      next *= Self.sizeStep
    }
    var most = -1.0
    for size in sizes {
      let spacing = around.growth > 1 ? spacing * min(size / max(greatest, 0.01), 1) : spacing
      let line = screen / max(Self.advance * size + spacing, 0.01)
      let lines = screen / max(lineHeight * size, 0.01)
      let count = max(
        own.count(inPlaces: line * (isOneString ? min(lines, own.lines) : lines)),
        message.count(inPlaces: line * lines))
      let cost = FrameCost.letter(size) * count
      if cost > most { (most, self.size, self.count) = (cost, size, count) }
    }
  }

  /// The characters of a text, and the marks among them, which have no width: all of them may stand
  /// over one letter.
  private struct Characters {
    var plain = 0.0
    var marks = 0.0
    var lines = 1.0
    /// The number of marks if all characters are marks.
    private var mostMarks = 0.0

    init(_ text: String) {
      for scalar in text.unicodeScalars {
        if scalar.value == 0x0A { lines += 1 }
        if scalar.hasNoWidth { marks += 1 } else { plain += 1 }
      }
    }

    /// - Parameter byteCount: the bytes of an unknown text. Marks have two bytes at least.
    init(any byteCount: Double) { (plain, mostMarks) = (byteCount, byteCount / 2) }

    /// The characters that can be visible where so many fit beside and below one another.
    func count(inPlaces places: Double) -> Double { max(min(plain, places) + marks, mostMarks) }
  }

  /// The letters of a log: as many as it has places for.
  init(_ log: LogDescription, _ extremes: LayerExtremes, _ around: SceneBudget.Surroundings) {
    setSize(of: log.text, extremes, around)
    let (width, height) = (
      extremes.size.width * around.scale.dx, extremes.size.height * around.scale.dy
    )
    let screen = SceneBudget.longestSide
    let lines = min(max(height, 0), screen) / max(log.lineHeight * size, 0.01)
    let letters = min(max(width, 0), screen) / max(Self.advance * size, 0.01)
    count =
      min(lines, Double(SceneLimits.logLines)) * min(letters, Double(SceneLimits.logLineBytes))
  }

  /// The least size of the text's fonts, in pixels: in the smallest instance.
  private static func leastSize(
    of text: TextDescription, _ size: Double, _ around: SceneBudget.Surroundings
  ) -> Double {
    let scale = around.scale.longest / around.growth
    var points = min(size, around.context.side(text.fontSize) * scale)
    let others = text.runs.compactMap { $0.fontSize } + [text.minimumFontSize].compactMap { $0 }
    for other in others { points = min(points, around.context.side(other) * scale) }
    return max(points, 0)
  }

  private mutating func setSize(
    of text: TextDescription, _ extremes: LayerExtremes, _ around: SceneBudget.Surroundings
  ) {
    var points = max(around.context.side(text.fontSize), extremes.fontSize)
    for run in text.runs {
      if let size = run.fontSize { points = max(points, around.context.side(size)) }
    }
    size = max(points * around.scale.longest, 0)
  }
}
