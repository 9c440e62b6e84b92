/// The property `font`, which stands for several (CSS Fonts level 4, section 2.7).
enum FontShorthand {
  /// The properties that a value sets; nil where it cannot be read.
  static func longhands(_ text: String) -> [(name: String, value: String)]? {
    var style = "normal"
    var weight = "normal"
    var variant = "normal"
    var stretch = "normal"
    var rest = text.trimmed
    while let end = rest.firstIndex(where: \.isWhitespace) {
      let word = rest[..<end]
      let behind = rest[end...].trimmed
      switch word.lowercased() {
      case "italic", "oblique": style = String(word)
      case "bold", "bolder", "lighter": weight = String(word)
      case "small-caps": variant = "small-caps"
      case "normal": break
      default:
        if TextLook.stretches[word.lowercased()] != nil {
          stretch = String(word)
          break
        }
        if let number = Int(word), 1...1000 ~= number {
          weight = String(word)
          break
        }
        let size = word.prefix { $0 != "/" }
        guard isSize(size) else { return nil }
        var family = behind
        // The height of lines, which a text of one line does not have.
        if word.last == "/" || family.first == "/" {
          family = family.drop { $0 == "/" || $0.isWhitespace }.drop { !$0.isWhitespace }.trimmed
        }
        guard !family.isEmpty else { return nil }
        return [
          ("font-style", style), ("font-weight", weight), ("font-variant", variant),
          ("font-stretch", stretch), ("font-size", String(size)), ("font-family", String(family)),
        ]
      }
      rest = behind
    }
    return nil
  }

  private static let sizeWords: Set<String> = [
    "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "smaller", "larger",
  ]

  private static func isSize(_ text: Substring) -> Bool {
    if sizeWords.contains(text.lowercased()) { return true }
    guard let length = LengthValue(text) else { return false }
    return length.number == 0 || length.unit != .user || text.last?.isLetter == true
  }
}
