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
    var quote: UInt8 = 0
    while index < bytes.endIndex {
      let byte = bytes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
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
