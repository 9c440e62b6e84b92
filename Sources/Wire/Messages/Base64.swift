/// Bytes as text, by RFC 4648 with padding.
public enum Base64 {
  private static let alphabet: [UInt8] = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Four characters for each three bytes, on one line.
  public static func encode(_ bytes: Span<UInt8>) -> String {
    let alphabet = Self.alphabet
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var word = 0
      for offset in 0..<3 {
        word = word << 8 | (offset < count ? Int(bytes[index + offset]) : 0)
      }
      for offset in 0..<4 {
        text.append(
          offset <= count ? alphabet[word >> (18 - 6 * offset) & 63] : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil if it is not base64 with padding.
  public static func decode(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var index = 0
    while index < characters.count {
      var padding = 0
      if index + 4 == characters.count {
        if characters[index + 3] == UInt8(ascii: "=") { padding = 1 }
        if padding == 1, characters[index + 2] == UInt8(ascii: "=") { padding = 2 }
      }
      var word = 0
      for offset in 0..<4 {
        var digit = 0
        if offset < 4 - padding {
          guard let value = value(of: characters[index + offset]) else { return nil }
          digit = value
        }
        word = word << 6 | digit
      }
      // Bits under the padding have to be zero, so that the encoding is unique.
      if padding > 0, word & (1 << (8 * padding) - 1) != 0 { return nil }
      for offset in 0..<(3 - padding) {
        bytes.append(UInt8(truncatingIfNeeded: word >> (16 - 8 * offset)))
      }
      index += 4
    }
    return bytes
  }

  private static func value(of character: UInt8) -> Int? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character) - 97 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character) - 48 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
