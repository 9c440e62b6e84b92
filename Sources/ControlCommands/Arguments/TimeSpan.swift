import ArgumentParser

/// A length of time on the command line: `0.5s`, `500ms`, `250us`, or seconds without a unit.
struct TimeSpan: Equatable, Sendable {
  /// A day: more is probably a typing error, and a day is far below the limit of an integer.
  static let maximumSeconds = 86_400.0

  /// From 0 to a day, in whole microseconds like the protocol.
  let microseconds: Int64

  var seconds: Double { Double(microseconds) / 1_000_000 }

  init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  init(_ text: String) throws {
    let units: [(suffix: String, microseconds: Double)] = [
      ("us", 1), ("µs", 1), ("ms", 1_000), ("s", 1_000_000), ("", 1_000_000),
    ]
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
      let number = DecimalText.parse(text.dropLast(unit.suffix.count))
    else {
      throw ValidationError("'\(text)' is not a time; write 0.5s, 500ms or 2")
    }
    let microseconds = number * unit.microseconds
    guard microseconds <= Self.maximumSeconds * 1_000_000 else {
      throw ValidationError("\(text) is longer than a day")
    }
    self.microseconds = Int64(microseconds.rounded())
  }
}
