import Text

/// Characters in lines from top to bottom (CSS Writing Modes level 3, section 5.1).
enum VerticalText {
  /// True for characters of East Asian scripts, which stand upright; others are rotated by 90
  /// degrees, as are brackets and the line that makes vowels long.
  static func isUpright(_ text: String) -> Bool {
    guard let scalar = text.unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x3008...0x3011, 0x3014...0x301F, 0x3030, 0x30A0, 0x30FC, 0xFF08, 0xFF09, 0xFF3B, 0xFF3D,
      0xFF5B...0xFF60:
      return false
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFE10...0xFE1F, 0xFE30...0xFE48, 0xFF01...0xFF60, 0xFFE0...0xFFE7, 0x1F000...0x1FAFF,
      0x20000...0x3FFFD:
      return true
    default: return false
    }
  }

  /// The height of an upright character above and below its baseline, in font sizes. An East Asian
  /// character fills a square with the baseline at 0.88 of its height, the usual place in fonts
  /// without vertical metrics.
  static func extent(of text: String, in font: Font) -> (above: Double, below: Double) {
    isUpright(text) ? (0.88, 0.12) : (font.ascent, font.descent)
  }
}
