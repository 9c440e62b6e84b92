import Raster

/// The fill or stroke of a shape, as it is written.
enum PaintValue: Equatable {
  case none
  case color(Color)
  case currentColor
  /// A gradient or pattern by its name, and the paint that replaces a missing one.
  indirect case server(name: String, fallback: PaintValue?)
  /// The fill or the stroke of the element that refers to a marker or, as `use`, to another
  /// element.
  case ofContext(String)

  /// Nil where the text is no paint.
  init?(_ text: some StringProtocol) {
    let text = text.trimmed
    var scanner = TextScanner(text)
    if let name = ReferenceValue.name(&scanner) {
      let rest = scanner.rest
      if rest.isEmpty {
        self = .server(name: name, fallback: nil)
        return
      }
      guard let fallback = PaintValue(plain: rest) else { return nil }
      self = .server(name: name, fallback: fallback)
      return
    }
    self.init(plain: text)
  }

  private init?(plain text: some StringProtocol) {
    switch text.lowercased() {
    case "none": self = .none
    case "context-fill", "context-stroke": self = .ofContext(String(text))
    default:
      switch ColorValue(text) {
      case .color(let color): self = .color(color)
      case .currentColor: self = .currentColor
      case nil: return nil
      }
    }
  }
}

/// References in values: `url(#name)`.
enum ReferenceValue {
  /// The name in a reference; for an element of another file the name has a `#` in it. Nil where no
  /// reference comes next.
  static func name(_ scanner: inout TextScanner) -> String? {
    scanner.skipSpace()
    var ahead = scanner
    guard ahead.word().lowercased() == "url", ahead.take("("), let text = address(&ahead) else {
      return nil
    }
    scanner = ahead
    return text.utf8.first == UInt8(ascii: "#") ? String(text.dropFirst()) : String(text) + "#"
  }

  /// The address behind an opening bracket; the closing bracket is taken, too.
  private static func address(_ scanner: inout TextScanner) -> Substring? {
    scanner.skipSpace()
    for quote: Character in ["'", "\""] where scanner.take(quote) {
      guard let inside = scanner.text(upTo: quote) else { return nil }
      scanner.skipSpace()
      return scanner.take(")") ? inside.trimmed : nil
    }
    // Without quotes, white space within an address makes it wrong (CSS Syntax level 3, section
    // 4.3.6).
    guard let inside = scanner.text(upTo: ")")?.trimmed,
      !inside.utf8.contains(where: \.isXMLSpace)
    else { return nil }
    return inside
  }

  /// Nil where the text is no reference alone.
  static func name(_ text: some StringProtocol) -> String? {
    var scanner = TextScanner(text)
    guard let name = name(&scanner), scanner.rest.isEmpty else { return nil }
    return name
  }
}
