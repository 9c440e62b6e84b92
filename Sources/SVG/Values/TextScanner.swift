/// Reads numbers, words and signs from the text of an attribute or a style sheet.
struct TextScanner {
  /// Larger numbers do not count as numbers.
  static let largestNumber = 1e15

  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { position >= bytes.count }

  /// The next byte; 0 at the end.
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  func peek(_ distance: Int) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  mutating func advance(_ count: Int = 1) { position = min(position + count, bytes.count) }

  /// True if white space was taken last.
  var isBehindSpace: Bool { position > 0 && bytes[position - 1].isXMLSpace }

  mutating func skipSpace() {
    while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
  }

  /// Skips white space with at most one comma in it.
  mutating func skipSeparator() {
    skipSpace()
    guard take(",") else { return }
    skipSpace()
  }

  /// Takes a sign if it comes next.
  mutating func take(_ sign: Character) -> Bool {
    guard let byte = sign.asciiValue, position < bytes.count, bytes[position] == byte else {
      return false
    }
    position += 1
    return true
  }

  /// A number as SVG writes it; nil, with nothing taken, where none comes next.
  mutating func number() -> Double? {
    let first = position
    if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { position += 1 }
    var digits = skipDigits()
    if next == UInt8(ascii: "."), peek(1).isDigit {
      position += 1
      digits += skipDigits()
    }
    guard digits > 0 else {
      position = first
      return nil
    }
    if next | 0x20 == UInt8(ascii: "e") {
      let sign = peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+") ? 1 : 0
      // Without a digit the `e` begins a unit, such as `em`.
      if peek(1 + sign).isDigit {
        position += 1 + sign
        _ = skipDigits()
      }
    }
    let text = String(decoding: bytes[first..<position], as: UTF8.self)
    guard let value = Double(text), abs(value) <= TextScanner.largestNumber else {
      position = first
      return nil
    }
    return value
  }

  private mutating func skipDigits() -> Int {
    let first = position
    while next.isDigit { position += 1 }
    return position - first
  }

  /// Letters, digits, hyphens and underscores, and bytes beyond ASCII; empty where none comes next.
  mutating func word() -> String {
    let first = position
    while position < bytes.count {
      let byte = bytes[position]
      guard
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || byte >= 0x80
      else { break }
      position += 1
    }
    return String(decoding: bytes[first..<position], as: UTF8.self)
  }

  /// A name in a style sheet: a word in which a backslash makes the next sign an ordinary
  /// character, or gives a character by its number (CSS Syntax level 3, section 4.3.7).
  mutating func name() -> String {
    var result = word()
    while next == UInt8(ascii: "\\"), position + 1 < bytes.count {
      position += 1
      let first = position
      while position < first + 6, isHexadecimal(next) { position += 1 }
      if position > first {
        let text = String(decoding: bytes[first..<position], as: UTF8.self)
        let scalar = UInt32(text, radix: 16).flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}"
        result.unicodeScalars.append(scalar)
        if next.isXMLSpace { position += 1 }
      } else {
        result += String(decoding: bytes[position...position], as: UTF8.self)
        position += 1
      }
      result += word()
    }
    return result
  }

  private func isHexadecimal(_ byte: UInt8) -> Bool {
    byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  /// Letters alone, as a unit has them: a number may follow with its sign and no space.
  mutating func letters() -> String {
    let first = position
    while next.isLetter { position += 1 }
    return String(decoding: bytes[first..<position], as: UTF8.self)
  }

  /// All up to a sign, which is taken too; nil, with nothing taken, where there is none.
  mutating func text(upTo sign: Character) -> String? {
    guard let byte = sign.asciiValue,
      let end = bytes[position...].firstIndex(of: byte)
    else { return nil }
    defer { position = end + 1 }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }

  /// All up to the bracket that closes the one before it, which is taken too; nil, with nothing
  /// taken, where there is none.
  mutating func textInBrackets() -> String? {
    var depth = 1
    for end in position..<bytes.count {
      if bytes[end] == UInt8(ascii: "(") { depth += 1 }
      if bytes[end] == UInt8(ascii: ")") { depth -= 1 }
      if depth > 0 { continue }
      defer { position = end + 1 }
      return String(decoding: bytes[position..<end], as: UTF8.self)
    }
    return nil
  }

  /// The rest, without the space around it.
  var rest: String { String(String(decoding: bytes[position...], as: UTF8.self).trimmed) }
}
