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
    guard ahead.word().lowercased() == "url", ahead.take("("), let inside = ahead.text(upTo: ")")
    else { return nil }
    scanner = ahead
    var text = inside.trimmed
    if let quote = text.utf8.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      text = text.dropFirst()
      if text.utf8.last == quote { text = text.dropLast() }
      text = text.trimmed
    }
    return text.utf8.first == UInt8(ascii: "#") ? String(text.dropFirst()) : String(text) + "#"
  }

  /// Nil where the text is no reference alone.
  static func name(_ text: some StringProtocol) -> String? {
    var scanner = TextScanner(text)
    guard let name = name(&scanner), scanner.rest.isEmpty else { return nil }
    return name
  }
}
