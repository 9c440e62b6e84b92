/// A text as glyphs, for any size: only another text, other fonts or another locale need a new one.
public struct ShapedText {
  let paragraphs: [ShapedParagraph]
  let fonts: FontStack
  let shaper: TextShaper
  let hasLigatures: Bool

  /// - Parameters:
  ///   - text: lines are broken at its line feeds and paragraph separators. Text beyond
  ///     `TextLimits.byteCount` is cut off.
  ///   - locale: as in `de-CH`; forms of letters may depend on it.
  ///   - hasLigatures: false for text with letter spacing.
  public init(_ text: String, fonts: FontStack, locale: String = "", hasLigatures: Bool = true) {
    self.fonts = fonts
    self.hasLigatures = hasLigatures
    let shaper = TextShaper(locale: locale)
    self.shaper = shaper
    paragraphs = ShapedText.paragraphs(of: text).map {
      ShapedParagraph(
        $0, direction: nil, fonts: fonts, shaper: shaper, hasLigatures: hasLigatures)
    }
  }

  /// The characters of each paragraph; a control character counts as a space.
  private static func paragraphs(of text: String) -> [[UInt32]] {
    var result: [[UInt32]] = [[]]
    var byteCount = 0
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      byteCount += UTF8.width(scalar)
      guard byteCount <= TextLimits.byteCount else { break }
      defer { isAfterReturn = scalar == "\r" }
      switch scalar.value {
      case 0x0A where isAfterReturn: continue
      case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029:
        guard result.count < TextLimits.lines else { return result }
        result.append([])
      case 0..<0x20, 0x7F..<0xA0: result[result.count - 1].append(0x20)
      default: result[result.count - 1].append(scalar.value)
      }
    }
    return result
  }

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
