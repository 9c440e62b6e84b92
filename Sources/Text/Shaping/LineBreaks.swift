/// The opportunities to break lines: after spaces, hyphens and dashes, at soft breaks, and between
/// ideographs and syllables of East Asia, except where their punctuation forbids it.
///
/// The rules are those of Unicode's annex 14 for these characters. Thai breaks between its words;
/// similar scripts, which need a dictionary, too, break at spaces only.
enum LineBreaks {
  /// For each character, true if a line may begin before it.
  /// - Parameter thaiWords: nil if there is no dictionary: Thai breaks at spaces only.
  static func opportunities(
    in text: [UInt32], boundaries: [Bool], thaiWords: @autoclosure () -> WordList?
  ) -> [Bool] {
    var result = [Bool](repeating: false, count: text.count)
    for index in text.indices.dropFirst() where boundaries[index] {
      result[index] = isOpportunity(text, index)
    }
    for index in ThaiWords.beginnings(in: text, by: thaiWords()) where boundaries[index] {
      result[index] = true
    }
    return result
  }

  private static func isOpportunity(_ text: [UInt32], _ index: Int) -> Bool {
    let before = text[index - 1]
    let after = text[index]
    if isSpace(after) || isGlue(before) || isGlue(after) { return false }
    if before == 0x200B { return true }
    if closes(after) || after == 0x200B { return false }
    if isSpace(before) { return true }
    if opens(before) { return false }
    switch before {
    // A hyphen does not end a line before a number, since it may be a minus sign.
    case 0x2D: return !(0x30...0x39 ~= after) && index >= 2 && !isSpace(text[index - 2])
    case 0x2010, 0x2012, 0x2013, 0x2014: return true
    default: return isIdeographic(before) && !opensLatin(after) || isIdeographic(after)
    }
  }

  static func isSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
    default: false
    }
  }

  /// True for a character that forbids breaks on both of its sides.
  private static func isGlue(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA0, 0x2007, 0x2011, 0x202F, 0x2060, 0xFEFF, 0x200D: true
    default: false
    }
  }

  private static func isIdeographic(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2E80...0x2FFF, 0x3001...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x1F000...0x1FAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// True for a character that cannot begin a line.
  private static func closes(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x21, 0x25, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0xBB, 0x2019, 0x201D,
      0x2026, 0x2030, 0x203A, 0x3001, 0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011,
      0x3015, 0x3017, 0x3019, 0x301B, 0x301E, 0x301F, 0x30FB...0x30FE, 0x309B...0x309E,
      0xFF01, 0xFF05, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0xFF60,
      0xFF61, 0xFF63, 0xFF64, 0x66A, 0x60C, 0x61B, 0x61F, 0x6D4, 0x964, 0x965:
      true
    // Small kana.
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x30A1,
      0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30F5, 0x30F6:
      true
    default: false
    }
  }

  /// True for a character that cannot end a line.
  private static func opens(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x28, 0x5B, 0x7B, 0xA1, 0xAB, 0xBF, 0x2018, 0x201A, 0x201C, 0x201E, 0x2039, 0x3008,
      0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D, 0xFF08, 0xFF3B,
      0xFF5B, 0xFF5F, 0xFF62:
      true
    default: false
    }
  }

  /// A quotation mark or apostrophe that belongs to the letters around it.
  private static func opensLatin(_ scalar: UInt32) -> Bool { scalar == 0x22 || scalar == 0x27 }
}
