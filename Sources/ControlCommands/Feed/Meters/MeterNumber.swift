/// A number in a line, with its place.
struct MeterNumber: Equatable {
  var value: Double
  var start: Int
  var end: Int
  var isWhole: Bool

  /// The number that begins at an index: digits, with points or commas between them, and groups of
  /// three separated by either or by apostrophes. Punctuation after it does not belong to it.
  ///
  /// - Parameter groupsWithComma: `1,234` is a group and no fraction.
  /// - Returns: nil without a digit, with invalid separators, and for more digits than any meter
  ///   has.
  init?(_ bytes: [UInt8], at start: Int, groupsWithComma: Bool = true) {
    var end = start
    while end < bytes.count, bytes[end].isDigit || bytes[end].separatesDigits { end += 1 }
    while end > start, !bytes[end - 1].isDigit { end -= 1 }
    guard end > start, bytes[start].isDigit, end - start <= 40 else { return nil }
    guard let (value, isWhole) = Self.value(of: bytes[start..<end], groupsWithComma)
    else { return nil }
    self.value = value
    self.start = start
    self.end = end
    self.isWhole = isWhole
  }

  /// The number with the groups of three that follow it after single blanks; nil without any.
  func extendedRight(in bytes: [UInt8]) -> MeterNumber? {
    guard isWhole, (1...3).contains(end - start) else { return nil }
    var number = self
    while number.end + 3 < bytes.count, bytes[number.end] == 0x20,
      bytes[(number.end + 1)...(number.end + 3)].allSatisfy(\.isDigit),
      number.end + 4 >= bytes.count || !bytes[number.end + 4].isDigit, number.value < 1e15
    {
      let group = bytes[(number.end + 1)...(number.end + 3)]
      number.value = group.reduce(0) { $0 * 10 + Double($1 - 0x30) } + number.value * 1000
      number.end += 4
    }
    return number.end > end ? number : nil
  }

  private static func value(
    of text: ArraySlice<UInt8>, _ groupsWithComma: Bool
  ) -> (Double, isWhole: Bool)? {
    let parts = text.split(whereSeparator: { $0.separatesDigits })
    let marks = text.filter { $0.separatesDigits }
    guard parts.count == marks.count + 1, text.count(where: \.isDigit) <= 18 else { return nil }
    let digits = { (parts: ArraySlice<ArraySlice<UInt8>>) in
      parts.joined().reduce(0.0) { $0 * 10 + Double($1 - 0x30) }
    }
    let areGroups =
      parts.dropFirst().allSatisfy { $0.count == 3 } && (1...3).contains(parts[0].count)
    guard let last = marks.last else { return (digits(parts[...]), true) }
    if marks.allSatisfy({ $0 == last }) {
      let isGrouped =
        last == UInt8(ascii: "'") || marks.count > 1
        || last == UInt8(ascii: ",") && groupsWithComma && areGroups && parts[0] != [0x30]
      if isGrouped { return areGroups ? (digits(parts[...]), true) : nil }
    }
    // The last one separates the fraction, the others separate groups.
    let wholes = parts.dropLast()
    guard last != UInt8(ascii: "'"), !marks.dropLast().contains(last),
      wholes.count == 1
        || wholes.dropFirst().allSatisfy({ $0.count == 3 }) && (1...3).contains(wholes[0].count)
    else { return nil }
    let fraction = parts[parts.count - 1].reversed().reduce(0.0) { ($0 + Double($1 - 0x30)) / 10 }
    return (digits(wholes) + fraction, false)
  }
}

extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  /// A point, a comma or an apostrophe.
  var separatesDigits: Bool { self == 0x2E || self == 0x2C || self == 0x27 }
  /// True if it continues a word, so that adjacent digits are no number of their own.
  var isInWord: Bool { isLetter || isDigit || self == UInt8(ascii: "_") }
}
