extension MeterLine {
  /// A number with a percent sign.
  struct Percentage {
    var value: Double
    var start: Int
    var end: Int
    var shape: Shape
  }

  /// The line's percentage; nil if there is none.
  ///
  /// The first one that looks most like a meter's is used, as the total precedes the parts. In a
  /// row with nothing between, to which a tool that never ends its line appends, it is the last.
  var percentage: Percentage? {
    let all = bytes.indices.compactMap {
      bytes[$0] == UInt8(ascii: "%") ? percentage(endingAt: $0) : nil
    }
    guard let best = all.map(\.shape).max() else { return nil }
    let isLadder = zip(all, all.dropFirst()).allSatisfy { before, after in
      bytes[before.end..<after.start].allSatisfy { " .-#=>".utf8.contains($0) }
    }
    return isLadder ? all.last : all.first { $0.shape == best }
  }

  /// Nil for the escape `%20`, after a minus or a letter, and for percentages in prose.
  private func percentage(endingAt sign: Int) -> Percentage? {
    if sign + 1 < bytes.count, bytes[sign + 1].isInWord { return nil }
    var end = sign
    while end > 0, sign - end < 2, bytes[end - 1] == 0x20 { end -= 1 }
    var start = end
    while start > 0, bytes[start - 1].isDigit || bytes[start - 1].separatesDigits { start -= 1 }
    while start < end, bytes[start].separatesDigits { start += 1 }
    guard start < end, mayPrecedeNumber(start),
      let number = MeterNumber(bytes, at: start, groupsWithComma: false), number.end == end,
      !isProse(start, sign)
    else { return nil }
    return Percentage(
      value: number.value, start: start, end: sign + 1, shape: shape(start, sign + 1))
  }

  /// False after letters, other numbers, minus signs and in addresses.
  func mayPrecedeNumber(_ start: Int) -> Bool {
    guard start > 0 else { return true }
    let before = bytes[start - 1]
    if before == UInt8(ascii: "-") {
      // A bar of dashes is not a minus.
      return bytes[..<start].suffix(3).allSatisfy { $0 == before } && start >= 3
    }
    return !before.isInWord && !"%/\\+$&~^@".utf8.contains(before) && !before.separatesDigits
      || before == UInt8(ascii: ".") && start >= 3 && bytes[start - 2] == before
  }

  private func isProse(_ start: Int, _ sign: Int) -> Bool {
    let after = word(from: sign + 1)
    if after == "of", let of = nextIndex(from: sign + 1), let next = next(from: of + 2),
      !next.isDigit, next != UInt8(ascii: "~")
    {
      return true
    }
    guard let open = openBracket(before: start) else { return false }
    let before = bytes[(open + 1)..<start]
    if before.contains(where: \.isLetter), previous(before: start) != UInt8(ascii: ":") {
      return true
    }
    return bytes[open] == UInt8(ascii: "(") && !after.isEmpty && !Self.endings.contains(after)
      && !after.hasPrefix("eta")
  }

  private static let endings: Set<String> = [
    "done", "complete", "completed", "finished", "ready", "copied", "written",
  ]

  private func shape(_ start: Int, _ end: Int) -> Shape {
    if hasBar { return .drawn }
    if isHead(start) || Self.endings.contains(word(from: end)) || hasPace(after: end) {
      return .placed
    }
    switch previous(before: start) {
    case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "["), UInt8(ascii: "|"): return .placed
    case UInt8(ascii: ".")
    where bytes[..<start].reversed().drop { $0 == 0x20 }.prefix(2) == [
      0x2E, 0x2E,
    ]:
      return .placed
    default: return .loose
    }
  }
}
