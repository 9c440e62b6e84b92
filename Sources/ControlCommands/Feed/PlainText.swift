/// A line of a terminal, reduced to the few characters of meters.
///
/// Escape sequences and control characters are removed. Digits of every script, full-width forms,
/// signs and blanks become their ASCII counterparts, glyphs for drawing bars become `#`, pictures
/// become blanks and all other characters the letter `x`.
enum PlainText {
  static func bytes(of line: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(line.utf8.count)
    var scalars = line.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if scalar.value == 0x1B {
        skipEscape(&scalars)
      } else if scalar.value == 0x9B {
        skipControl(&scalars)
      } else if let byte = byte(for: scalar) {
        result.append(byte)
      }
    }
    return result
  }

  /// Skips the rest of a sequence: `ESC [ … letter`, `ESC ] … BEL` or `ESC \`, or two characters.
  private static func skipEscape(_ scalars: inout String.UnicodeScalarView.Iterator) {
    guard let kind = scalars.next() else { return }
    switch kind {
    case "[": skipControl(&scalars)
    case "]", "P", "X", "^", "_":
      while let next = scalars.next() {
        if next.value == 0x07 { return }
        if next.value == 0x1B {
          _ = scalars.next()
          return
        }
      }
    case "(", ")", "*", "+", "#", "%", " ": _ = scalars.next()
    default: return
    }
  }

  /// Skips a sequence's numbers and its letter.
  private static func skipControl(_ scalars: inout String.UnicodeScalarView.Iterator) {
    while let next = scalars.next() {
      if (0x40...0x7E).contains(next.value) { return }
    }
  }

  /// Nil for a scalar without width.
  private static func byte(for scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0x09: 0x20
    case 0x20..<0x7F: UInt8(scalar.value)
    case 0x00..<0x20, 0x7F..<0xA0: nil
    // Marks on the character before.
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: nil
    // Soft hyphen, Arabic letter mark, zero-width characters, directions, joiners, variants.
    case 0xAD, 0x61C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFE00...0xFE0F, 0xFEFF:
      nil
    // A byte that is no UTF-8 is mostly a blank of Latin 1.
    case 0xFFFD: 0x20
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: 0x20
    case 0x2010...0x2015, 0x2212, 0xFE63: ascii("-")
    case 0x2044, 0x2215: ascii("/")
    case 0x2026: ascii(".")
    case 0x66A, 0xFE6A: ascii("%")
    case 0x66B: ascii(".")
    case 0x66C, 0x2019: ascii("'")
    case 0x2190...0x21FF: ascii(">")
    case 0x2500...0x25FF, 0x2800...0x28FF, 0x2B1B, 0x2B1C: ascii("#")
    case 0xFF01...0xFF5E: UInt8(scalar.value - 0xFEE0)
    case 0x2600...0x27BF, 0x2B00...0x2BFF, 0x1F000...0x1FAFF: 0x20
    default: digit(scalar) ?? ascii("x")
    }
  }

  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    guard scalar.properties.numericType == .decimal,
      let value = scalar.properties.numericValue, (0...9).contains(value)
    else { return nil }
    return 0x30 + UInt8(value)
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> UInt8 { UInt8(ascii: scalar) }
}
