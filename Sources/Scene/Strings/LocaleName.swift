/// A language tag in the form in which tags are compared: `de-at` for `de-AT`, `de_AT` and
/// `de_AT.UTF-8`.
package struct LocaleName: Equatable {
  /// Lower case, with hyphens; empty for none, and for the locales `C` and `POSIX`.
  package let text: String

  package init(_ tag: String) {
    var bytes: [UInt8] = []
    for byte in tag.utf8 {
      // The character set and the variant of a locale of the C library.
      if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@") { break }
      switch byte {
      case UInt8(ascii: "_"): bytes.append(UInt8(ascii: "-"))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      default: bytes.append(byte)
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    self.text = text == "c" || text == "posix" ? "" : text
  }

  /// The tag without its last part; nil for a language alone.
  package var parent: LocaleName? {
    guard let end = text.utf8.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    return LocaleName(String(text[..<end]))
  }

  package var language: String {
    String(text[..<(text.utf8.firstIndex(of: UInt8(ascii: "-")) ?? text.endIndex)])
  }

  /// True for 1 to 128 letters, digits, hyphens and underscores that begin with a letter, perhaps
  /// with the character set and variant of a locale of the C library.
  static func isValid(_ tag: String) -> Bool {
    guard let first = tag.utf8.first, tag.utf8.count <= SceneLimits.locale,
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20
    else { return false }
    return tag.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "@"):
        true
      default: false
      }
    }
  }
}
