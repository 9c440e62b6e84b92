import CodeUnits

/// Advice for texts that other languages take and JSON does not.
enum SyntaxAdvice {
  private static let words: [(word: String, hint: String)] = [
    ("True", "did you mean `true`?"), ("TRUE", "did you mean `true`?"),
    ("yes", "did you mean `true`?"), ("False", "did you mean `false`?"),
    ("FALSE", "did you mean `false`?"), ("no", "did you mean `false`?"),
    ("None", absent), ("undefined", absent), ("NaN", absent),
  ]
  private static let absent = "leave the key out for its default"

  /// The way to write in JSON the text at which the parser has stopped; nil for an unknown mistake.
  static func hint(at offset: Int, in bytes: [UInt8]) -> String? {
    guard bytes.indices.contains(offset) else { return nil }
    switch bytes[offset] {
    case UInt8(ascii: "'"), UInt8(ascii: "`"): return "texts and keys have double quotation marks"
    case UInt8(ascii: "#"): return "comments begin with `//`, and colours have quotation marks"
    case UInt8(ascii: "."): return "a number has a digit before its point, as in 0.5"
    case UInt8(ascii: "+"): return "a number has no plus sign"
    case UInt8(ascii: ";"): return "commas separate keys and values"
    case UInt8(ascii: "="): return "a colon stands between a key and its value"
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "_"):
      return hint(ofWordAt: offset, in: bytes)
    default: return nil
    }
  }

  private static func hint(ofWordAt offset: Int, in bytes: [UInt8]) -> String {
    let word = bytes[offset...].prefix(40).prefix {
      0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF || $0 == UInt8(ascii: "_")
    }
    let text = String(decoding: word, as: UTF8.self)
    for entry in words where entry.word.isIdentical(to: text) { return entry.hint }
    return "texts and keys have quotation marks: \"" + text + "\""
  }
}
