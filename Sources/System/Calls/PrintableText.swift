extension String {
  /// The text on one line, harmless to a terminal or a log: line breaks, control characters and
  /// characters that change the direction of the rest are escaped, as `\n`, `\x1b` and `\u{202e}`.
  /// A printable text stays unchanged, including backslashes.
  public var printable: String {
    guard unicodeScalars.contains(where: { $0.isUnprintable }) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isUnprintable {
        result += scalar.writtenOut
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Several lines of such a text: line feeds and tabs stay unchanged.
  public var printableLines: String {
    guard unicodeScalars.contains(where: { $0.isUnprintable && !$0.isLayout }) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isUnprintable, !scalar.isLayout {
        result += scalar.writtenOut
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text's beginning, of at most so many bytes and of whole characters; an ellipsis stands for
  /// the rest.
  public func prefix(utf8Count limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      count += scalar.utf8.count
      if count > limit { break }
      scalars.append(scalar)
    }
    return String(scalars) + "…"
  }
}

extension Unicode.Scalar {
  /// True for characters that have an effect instead of a shape: control characters, line and
  /// paragraph separators, and marks that change the direction or the shape of the following text.
  /// Joiners between letters are text.
  public var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  fileprivate var isLayout: Bool { value == 0x0A || value == 0x09 }

  fileprivate var writtenOut: String {
    switch value {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0..<0x10: "\\x0" + String(value, radix: 16)
    case 0..<0x80: "\\x" + String(value, radix: 16)
    default: "\\u{" + String(value, radix: 16) + "}"
    }
  }
}
