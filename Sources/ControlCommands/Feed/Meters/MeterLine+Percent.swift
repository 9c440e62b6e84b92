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
    var all: [Percentage] = []
    for index in bytes.indices {
      let found: Percentage? =
        switch bytes[index] {
        case UInt8(ascii: "%"): percentage(endingAt: index) ?? percentage(behind: index)
        case UInt8(ascii: "p"), UInt8(ascii: "P"): percentage(beforeWordAt: index)
        default: nil
        }
      guard let found else { continue }
      // A number between two percent signs belongs to the second sign.
      while let last = all.last, last.end > found.start { all.removeLast() }
      all.append(found)
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
    guard start < end, let number = MeterNumber(bytes, at: start, groupsWithComma: false),
      number.end == end
    else { return nil }
    if number.value == 100, let part = part(ofHundredAt: start) {
      return Percentage(value: part.value, start: part.start, end: sign + 1, shape: .placed)
    }
    guard mayPrecedeNumber(start), !isProse(start, sign) else { return nil }
    return Percentage(
      value: number.value, start: start, end: sign + 1, shape: shape(start, sign + 1))
  }

  /// The number before the slash of qemu-img's `(42.00/100%)`.
  private func part(ofHundredAt index: Int) -> MeterNumber? {
    guard index > 1, bytes[index - 1] == UInt8(ascii: "/") else { return nil }
    var start = index - 1
    while start > 0, bytes[start - 1].isDigit || bytes[start - 1].separatesDigits { start -= 1 }
    guard mayPrecedeNumber(start),
      let number = MeterNumber(bytes, at: start, groupsWithComma: false),
      number.end == index - 1, number.value <= 100
    else { return nil }
    return number
  }

  /// A number behind its sign, as in Turkish, and as rpm's `%% 42.00` has it. No escape, as in
  /// `a%20b`.
  private func percentage(behind sign: Int) -> Percentage? {
    let start = bytes[..<sign].last == UInt8(ascii: "%") ? sign - 1 : sign
    guard start == 0 || bytes[start - 1] == 0x20, let place = nextIndex(from: sign + 1),
      place - sign <= 2, let number = MeterNumber(bytes, at: place, groupsWithComma: false),
      number.end == bytes.count || " ,;)]".utf8.contains(bytes[number.end]), number.value <= 100
    else { return nil }
    return Percentage(
      value: number.value, start: start, end: number.end,
      shape: isHead(start) && number.end == bytes.count ? .placed : .loose)
  }

  /// `42.00 percent completed`.
  private func percentage(beforeWordAt index: Int) -> Percentage? {
    guard index > 1, bytes[index - 1] == 0x20, bytes[index - 2].isDigit,
      word(from: index) == "percent"
    else { return nil }
    var start = index - 1
    while start > 0, bytes[start - 1].isDigit || bytes[start - 1].separatesDigits { start -= 1 }
    let end = index + "percent".utf8.count
    guard mayPrecedeNumber(start),
      let number = MeterNumber(bytes, at: start, groupsWithComma: false), number.end == index - 1
    else { return nil }
    return Percentage(value: number.value, start: start, end: end, shape: shape(start, end))
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
    if before.contains(where: \.isLetter), previous(before: start) != UInt8(ascii: ":"),
      !followsPoints(start)
    {
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
    default: return followsPoints(start) ? .placed : .loose
    }
  }
}
