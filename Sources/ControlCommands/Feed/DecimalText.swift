/// Reads unsigned decimal numbers as people and tools write them, strictly: digits, at most one
/// point, no sign, exponent, `nan` or `inf`, which `Double.init` would accept.
enum DecimalText {
  /// - Returns: nil also for an integer part of more than 18 digits.
  static func parse(_ text: some StringProtocol) -> Double? {
    var wholeDigitCount = 0
    var fractionDigitCount = 0
    var hasPoint = false
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39:
        if hasPoint { fractionDigitCount += 1 } else { wholeDigitCount += 1 }
      case 0x2E where !hasPoint: hasPoint = true
      default: return nil
      }
    }
    guard wholeDigitCount + fractionDigitCount > 0, wholeDigitCount <= 18,
      fractionDigitCount <= 1_000
    else { return nil }
    return Double(text)
  }

  /// A number followed by a percent sign.
  static func parsePercent(_ text: some StringProtocol) -> Double? {
    guard text.hasSuffix("%") else { return nil }
    return parse(text.dropLast())
  }

  /// The words of a line, cut at spaces and tabs.
  static func words(of line: String) -> [Substring] {
    line.split { $0 == " " || $0 == "\t" }
  }
}
