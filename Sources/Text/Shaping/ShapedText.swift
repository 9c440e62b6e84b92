/// Characters with the number of the style of each.
struct StyledCharacters {
  var text: [UInt32] = []
  /// Empty while all have the style 0.
  var styles: [UInt8] = []
  /// The style of the line feed at their end, which counts if there are none.
  var endStyle = 0

  mutating func append(_ scalar: UInt32, _ style: Int) {
    if style > 0, styles.isEmpty { styles = [UInt8](repeating: 0, count: text.count) }
    text.append(scalar)
    if style > 0 || !styles.isEmpty { styles.append(UInt8(truncatingIfNeeded: style)) }
  }

  func style(at index: Int) -> Int { styles.isEmpty ? 0 : Int(styles[index]) }
}

/// A text as glyphs, for any size: only another text, other fonts or another locale need a new
/// shaping.
public struct ShapedText {
  let paragraphs: [ShapedParagraph]
  let fonts: FontStack
  let shaper: TextShaper
  let hasLigatures: Bool
  let styles: [TextStyle]

  /// - Parameters:
  ///   - text: lines are broken at its line feeds and paragraph separators. Text beyond
  ///     `TextLimits.byteCount` is cut off.
  ///   - locale: as in `de-CH`; forms of letters may depend on it.
  ///   - hasLigatures: false for text with letter spacing.
  ///   - hasKerning: false for letters that are placed by their advances alone.
  ///   - styles: of the runs that `TextRunMark`s begin; the first one has the number 1.
  public init(
    _ text: String, fonts: FontStack, locale: String = "", hasLigatures: Bool = true,
    hasKerning: Bool = true, styles: [TextStyle] = []
  ) {
    self.fonts = fonts
    self.styles = styles
    self.hasLigatures = hasLigatures
    let shaper = TextShaper(locale: locale, hasKerning: hasKerning)
    self.shaper = shaper
    paragraphs = ShapedText.paragraphs(of: text, styleCount: styles.count).map {
      ShapedParagraph(
        $0, direction: nil, fonts: fonts, styles: styles, shaper: shaper,
        hasLigatures: hasLigatures)
    }
  }

  /// The characters of each paragraph; a control character counts as a space.
  private static func paragraphs(of text: String, styleCount: Int) -> [StyledCharacters] {
    var result = [StyledCharacters()]
    var style = 0
    var byteCount = 0
    var isAfterReturn = false
    // By characters: an index between two flags is found anew from the first of them.
    for character in text {
      var clusterLength = 0
      for scalar in character.unicodeScalars {
        byteCount += UTF8.width(scalar)
        guard byteCount <= TextLimits.byteCount else { return result }
        clusterLength += 1
        if clusterLength > TextLimits.clusterLength { continue }
        defer { isAfterReturn = scalar == "\r" }
        if styleCount > 0, let begun = TextRunMark.style(of: scalar.value) {
          style = begun <= styleCount ? begun : 0
          continue
        }
        switch scalar.value {
        case 0x0A where isAfterReturn: continue
        case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029:
          guard result.count < TextLimits.lines else { return result }
          result[result.count - 1].endStyle = style
          result.append(StyledCharacters())
        case 0..<0x20, 0x7F..<0xA0: result[result.count - 1].append(0x20, style)
        default: result[result.count - 1].append(scalar.value, style)
        }
      }
    }
    return result
  }

  /// The least factor of the font size that a line may have.
  var leastScale: Double { styles.reduce(1) { min($0, $1.scale) } }

  /// The least height of all lines, if they are wrapped, in heights of a line of the font size.
  var leastHeight: Double { paragraphs.reduce(0) { $0 + $1.leastHeight } }

  /// The width of the widest paragraph on one line, in points.
  public func naturalWidth(size: Double, letterSpacing: Double = 0) -> Double {
    var width = 0.0
    for paragraph in paragraphs {
      let range = paragraph.trimmed(paragraph.text.indices)
      width = max(
        width, paragraph.width(of: range, size: size, letterSpacing: letterSpacing))
    }
    return width
  }
}
