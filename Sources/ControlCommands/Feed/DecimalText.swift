/// Reads unsigned decimal numbers as tools print them, strictly: digits, at most one point, no
/// sign, exponent, `nan` or `inf`, which `Double.init` would accept.
enum DecimalText {
  static func parse(_ text: some StringProtocol) -> Double? {
    var digitCount = 0
    var pointCount = 0
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: digitCount += 1
      case 0x2E: pointCount += 1
      default: return nil
      }
    }
    guard digitCount > 0, digitCount <= 18, pointCount <= 1 else { return nil }
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
