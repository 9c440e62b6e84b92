/// Data that stands in a reference (RFC 2397): `data:image/png;base64,…`, or with escapes `%3C`.
enum DataReference {
  /// Nil if the reference holds no such data.
  static func bytes(_ reference: some StringProtocol) -> [UInt8]? {
    guard let comma = reference.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let head = reference[..<comma].trimmed.lowercased()
    let text = withoutFragment(reference[reference.utf8.index(after: comma)...])
    return head.hasSuffix("base64") ? decoded(text) : unescaped(text)
  }

  /// The text before a fragment, `#` and a name, at its end. Colours within markup, whose `#`
  /// should be escaped, are none.
  private static func withoutFragment<Text: StringProtocol>(_ text: Text) -> Text.SubSequence {
    var sign: Text.Index?
    var before: (UInt8, UInt8) = (0, 0)
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      switch byte {
      case UInt8(ascii: "#"): sign = sign ?? index
      case UInt8(ascii: ">"): sign = nil
      // An escaped `>`.
      case UInt8(ascii: "E"), UInt8(ascii: "e"):
        if before == (UInt8(ascii: "%"), UInt8(ascii: "3")) { sign = nil }
      default: break
      }
      before = (before.1, byte)
    }
    guard let sign else { return text[...] }
    return text[..<sign]
  }

  /// Text with its escapes, `%20` for a space, as the bytes that they stand for; a wrong one stands
  /// for itself.
  static func unescaped(_ text: some StringProtocol) -> [UInt8] {
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        source[index + 1].isDigit || source[index + 1].isLetter,
        let code = UInt8(String(decoding: source[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return bytes
  }

  private static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
      let value: UInt8
      switch byte {
      case 0x41...0x5A: value = byte - 0x41
      case 0x61...0x7A: value = byte - 0x61 + 26
      case 0x30...0x39: value = byte - 0x30 + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="): continue
      default:
        if byte.isXMLSpace { continue }
        return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
