/// Lists in the values of style sheets.
enum TextList {
  /// Cuts at a sign that stands neither in brackets nor in quotes.
  static func split(_ text: Substring, at sign: UInt8) -> [Substring] {
    split(text) { $0 == sign }
  }

  /// The words between white space that stands neither in brackets nor in quotes.
  static func words(_ text: Substring) -> [Substring] {
    split(text) { $0.isXMLSpace }.filter { !$0.isEmpty }
  }

  private static func split(_ text: Substring, where isCut: (UInt8) -> Bool) -> [Substring] {
    var parts: [Substring] = []
    let bytes = text.utf8
    var start = bytes.startIndex
    var index = start
    var depth = 0
    var quotes = QuoteScanner()
    while index < bytes.endIndex {
      let byte = bytes[index]
      if quotes.take(byte) {
        // It is no sign of the list.
      } else if byte == UInt8(ascii: "(") {
        depth += 1
      } else if byte == UInt8(ascii: ")") {
        depth = max(0, depth - 1)
      } else if depth == 0, isCut(byte) {
        parts.append(text[start..<index])
        start = bytes.index(after: index)
      }
      index = bytes.index(after: index)
    }
    parts.append(text[start..<bytes.endIndex])
    return parts
  }
}

/// Finds the quotes and the escapes of a style sheet, byte by byte. Quotes that are not closed end
/// with their line (CSS Syntax level 3, sections 4.3.5 and 4.3.7).
struct QuoteScanner {
  private var quote: UInt8 = 0
  private var isEscaped = false

  /// Takes the next byte.
  ///
  /// - Returns: true for quotes and the bytes in them, and for a backslash and the byte behind it.
  mutating func take(_ byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
      return true
    }
    if byte == UInt8(ascii: "\\") {
      isEscaped = true
      return true
    }
    if quote != 0 {
      if byte == quote || byte == UInt8(ascii: "\n") { quote = 0 }
      return true
    }
    guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { return false }
    quote = byte
    return true
  }
}
