/// A number that is written as a text, with a unit, as CSS has it: `45deg`, `300ms`, `50%`.
struct WrittenNumber {
  /// The value in the unit of scenes: degrees, seconds, points or 1 for 100%.
  let value: Double

  /// Nil if the text is none, or has more than nine digits.
  init?(_ text: String) {
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let digits = rest.prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard 1...10 ~= digits.count, parts.count <= 2, parts.contains(where: { !$0.isEmpty }) else {
      return nil
    }
    var (number, scale) = (0.0, 1.0)
    for (index, part) in parts.enumerated() {
      for digit in part {
        number = number * 10 + Double(digit - 0x30)
        if index == 1 { scale *= 10 }
      }
    }
    switch String(decoding: Array(rest.dropFirst(digits.count)), as: UTF8.self) {
    case "", "deg", "s", "px", "pt": break
    case "ms": scale *= 1000
    case "%": scale *= 100
    case "turn": number *= 360
    default: return nil
    }
    value = (isNegative ? -number : number) / scale
  }

  var hint: String { "write " + plain(value) + ", without a unit and quotation marks" }
}
