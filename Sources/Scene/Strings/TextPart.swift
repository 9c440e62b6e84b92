/// A part of a text of a scene: as it is written, or a named string.
enum TextPart {
  case literal(String)
  case named(String)

  /// The parts of a text: `"@name"` is a named string, and so is each `{@name}` in a longer one.
  /// Two at signs at the beginning stand for one.
  static func parts(of text: String) -> [TextPart] {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return [.literal(text)] }
    if let name = SceneReader.reference(in: text, after: UInt8(ascii: "@")) {
      return [.named(name)]
    }
    let bytes = Array(text.utf8)
    return parts(of: bytes[(bytes.starts(with: "@@".utf8) ? 1 : 0)...])
  }

  /// The parts of a named string, in which at signs outside braces stand for themselves.
  static func parts(ofString string: String) -> [TextPart] {
    guard string.utf8.contains(UInt8(ascii: "@")) else { return [.literal(string)] }
    return parts(of: Array(string.utf8)[...])
  }

  private static func parts(of bytes: ArraySlice<UInt8>) -> [TextPart] {
    var parts: [TextPart] = []
    var start = bytes.startIndex
    var index = start
    while let brace = bytes[index...].firstIndex(of: UInt8(ascii: "{")) {
      index = brace + 1
      guard let end = bytes[index...].prefix(66).firstIndex(of: UInt8(ascii: "}")),
        let name = SceneReader.reference(
          in: String(decoding: bytes[index..<end], as: UTF8.self), after: UInt8(ascii: "@"))
      else { continue }
      if start < brace {
        parts.append(.literal(String(decoding: bytes[start..<brace], as: UTF8.self)))
      }
      parts.append(.named(name))
      start = end + 1
      index = start
    }
    if start < bytes.endIndex {
      parts.append(.literal(String(decoding: bytes[start...], as: UTF8.self)))
    }
    return parts
  }
}
