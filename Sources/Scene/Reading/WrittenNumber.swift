/// The meaning of the number at a key.
enum NumberUnit {
  /// A plain number, such as a factor or a part of 1.
  case none
  case seconds, degrees

  /// The word for the unit; nil for a plain number.
  var noun: String? {
    switch self {
    case .none: nil
    case .seconds: "seconds"
    case .degrees: "degrees"
    }
  }
}

/// A number that is written as a text, with a unit, as in CSS: `45deg`, `300ms`, `50%`.
struct WrittenNumber {
  private enum Unit { case none, seconds, degrees, points, percent }

  /// In degrees, seconds, points or parts of 1.
  private let value: Double
  private let unit: Unit

  /// Nil if the text is none, or has more than ten digits and points.
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
    case "": unit = .none
    case "deg": unit = .degrees
    case "turn": (unit, number) = (.degrees, number * 360)
    case "s": unit = .seconds
    case "ms": (unit, scale) = (.seconds, scale * 1000)
    case "px", "pt": unit = .points
    case "%": (unit, scale) = (.percent, scale * 100)
    default: return nil
    }
    value = (isNegative ? -number : number) / scale
  }

  /// A part of 1 that is written in percent or as a plain number; nil for another unit.
  var part: Double? { unit == .percent || unit == .none ? value : nil }

  /// The way to write the number at a key; the key's own unit if the number has another one. Nil if
  /// it is out of range, or has a unit where there is none.
  func hint(for key: String, in range: ClosedRange<Double>, _ own: NumberUnit) -> String? {
    let isRight =
      switch (own, unit) {
      case (_, .none), (.seconds, .seconds), (.degrees, .degrees), (.none, .points),
        (.none, .percent):
        true
      default: false
      }
    guard isRight else { return own.noun.map { "`" + key + "` is a number of " + $0 } }
    guard range.contains(value) else { return nil }
    return "write " + plain(value) + (own.noun.map { ", the number of " + $0 } ?? "")
      + ", without a unit and quotation marks"
  }
}
