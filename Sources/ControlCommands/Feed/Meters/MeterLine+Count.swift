extension MeterLine {
  /// A number of things out of a total.
  struct Count {
    var done: Double
    var total: Double
    var start: Int
    var end: Int
    var shape: Shape
    /// True for whole numbers without a unit, as steps are counted.
    var isOfSteps: Bool
    /// True if `of` stands between the numbers.
    var isSpelled: Bool

    var fraction: Double { done / total }
  }

  /// The line's count: `12/160`, `[3/9]`, `4.4/16.9 MB`, `12 of 160 MB`. Nil if there is none, or
  /// if there are several and none looks like a meter's. If a step and things within the step are
  /// counted, it is the step's count.
  var count: Count? {
    var all: [Count] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index].isDigit, mayPrecedeNumber(index) || index > 0 && isLabelled(index),
        let count = count(at: index)
      else {
        index += 1
        continue
      }
      all.append(count)
      index = count.end
    }
    guard let best = all.map(\.shape).max(), let first = all.first else { return nil }
    // Several counts may be a row of figures: a meter's count comes first, or has a bar.
    if best == .drawn || all.count == 1 { return first }
    return first.shape == best && best > .loose ? first : nil
  }

  /// e2fsck's `pass done total device`, as a fraction of all its passes; nil for anything else.
  var passes: Double? {
    let words = bytes.split(separator: 0x20)
    guard words.count == 3 || words.count == 4,
      let numbers = Self.wholes(words.prefix(3)), (1...5).contains(numbers[0]),
      numbers[2] > 0, numbers[1] <= numbers[2]
    else { return nil }
    if words.count == 3 {
      // Digits in groups: one number.
      if words[1].count == 3 && words[2].count == 3 { return nil }
    } else if words[3].contains(UInt8(ascii: "%")) || Unit(words[3]) != nil {
      return nil
    }
    let pass = Int(numbers[0])
    let (start, end) = (Self.passEnds[pass - 1], Self.passEnds[pass])
    return start + (end - start) * numbers[1] / numbers[2]
  }

  /// The ends of e2fsck's five passes, by its own scale.
  private static let passEnds = [0, 0.7, 0.9, 0.92, 0.95, 1]

  private static func wholes(_ words: ArraySlice<ArraySlice<UInt8>>) -> [Double]? {
    var result: [Double] = []
    for word in words {
      guard word.count <= 15, word.allSatisfy(\.isDigit) else { return nil }
      result.append(word.reduce(0) { $0 * 10 + Double($1 - 0x30) })
    }
    return result
  }

  // MARK: Reading

  private func isLabelled(_ index: Int) -> Bool { bytes[index - 1] == UInt8(ascii: "=") }

  private func count(at start: Int) -> Count? {
    guard let number = MeterNumber(bytes, at: start) else { return nil }
    let lefts = [number.extendedRight(in: bytes), number].compactMap { $0 }
    for left in lefts {
      if let count = count(from: left) { return count }
    }
    return nil
  }

  private func count(from left: MeterNumber) -> Count? {
    let (unit, afterUnit) = unit(from: left.end)
    guard let (place, isWord) = separator(from: afterUnit) else { return nil }
    guard let near = MeterNumber(bytes, at: place) else { return nil }
    for right in [near.extendedRight(in: bytes), near].compactMap({ $0 }) {
      let (rightUnit, end) = self.unit(from: right.end)
      if end < bytes.count, bytes[end].isInWord || "/%-:".utf8.contains(bytes[end]) {
        guard bytes[end] == UInt8(ascii: ":"), end + 1 == bytes.count || bytes[end + 1] == 0x20
        else { continue }
      }
      let hasUnit = unit != nil || rightUnit != nil
      guard hasUnit || left.isWhole && right.isWhole else { continue }
      let scale = rightUnit.map { (unit ?? $0).scale / $0.scale } ?? 1
      let done = left.value * scale
      guard right.value > 0, done <= right.value * 1.000001, !isTime(from: end),
        hasUnit || right.value > 1 || saysSteps(left.start, end)
      else { continue }
      return Count(
        done: min(done, right.value), total: right.value, start: left.start, end: end,
        shape: shape(left.start, end, hasUnit: hasUnit, isWord: isWord), isOfSteps: !hasUnit,
        isSpelled: isWord)
    }
    return nil
  }

  /// True if a time of day follows: the count is a date.
  private func isTime(from index: Int) -> Bool {
    guard let start = nextIndex(from: index) else { return false }
    let hours = bytes[start...].prefix { $0.isDigit }
    return !hours.isEmpty && hours.endIndex < bytes.count
      && bytes[hours.endIndex] == UInt8(ascii: ":")
  }

  /// True if "one of one" is called a step, and is not the number of something.
  private func saysSteps(_ start: Int, _ end: Int) -> Bool {
    hasBar || openBracket(before: start) != nil
      || previous(before: start) == nil && next(from: end) == nil
  }

  /// The words between the numbers, in languages of tools.
  private static let separators: Set<String> = ["of", "de", "von", "di", "van", "av", "af", "sur"]
  /// The words before the number of a step, within which something else is counted.
  private static let steps: Set<String> = ["pass", "step", "stage", "phase", "part"]

  /// The start of the second number, after `/` or `of`.
  private func separator(from index: Int) -> (place: Int, isWord: Bool)? {
    guard let sign = nextIndex(from: index), sign - index <= 2 else { return nil }
    if bytes[sign] == UInt8(ascii: "/") {
      guard let place = nextIndex(from: sign + 1), place - sign <= 8 else { return nil }
      return (place, false)
    }
    let word = word(from: sign)
    let end = sign + word.utf8.count
    guard sign > index, Self.separators.contains(word), let place = nextIndex(from: end),
      place > end, place - end <= 8
    else { return nil }
    return (place, true)
  }

  private func unit(from index: Int) -> (Unit?, end: Int) {
    guard let start = nextIndex(from: index), start - index <= 1 else { return (nil, index) }
    let letters = bytes[start...].prefix { $0.isLetter }
    guard let unit = Unit(letters) else { return (nil, index) }
    return (unit, letters.endIndex)
  }

  private func shape(_ start: Int, _ end: Int, hasUnit: Bool, isWord: Bool) -> Shape {
    if hasBar { return .drawn }
    let isLast = next(from: end) == nil
    if !hasUnit, Self.steps.contains(word(before: start)) { return .placed }
    if hasUnit { return isLast || hasPace(after: end) || isWord ? .placed : .loose }
    if isWord { return .loose }
    if let open = openBracket(before: start) {
      return isHead(open) && [UInt8(ascii: "]"), UInt8(ascii: ")")].contains(next(from: end))
        ? .placed : .loose
    }
    if next(from: end) == UInt8(ascii: ":") { return .placed }
    guard isLast else { return .loose }
    let before = bytes[..<start]
    return before.allSatisfy { $0 == 0x20 } || before.suffix(2).allSatisfy { $0 == 0x20 }
      || previous(before: start).map { ":.=".utf8.contains($0) } ?? true ? .placed : .loose
  }
}

extension MeterLine {
  /// The unit of the counted things.
  struct Unit {
    /// The unit's size in the smallest unit.
    var scale: Double

    /// Bytes and bits with the usual prefixes, and things that tools count; nil for other words.
    init?(_ word: ArraySlice<UInt8>) {
      let name = String(decoding: word, as: UTF8.self)
      switch name.lowercased() {
      case "b", "byte", "bytes", "block", "blocks", "file", "files", "sector", "sectors", "record",
        "records", "object", "objects", "package", "packages", "item", "items", "chunk", "chunks":
        scale = 1
        return
      default: break
      }
      guard let first = name.lowercased().first,
        let power = Array("kmgtpe").firstIndex(of: first)
      else { return nil }
      let base: Double
      switch name.dropFirst().lowercased() {
      case "b", "byte", "bytes", "bit", "bits": base = 1000
      case "", "i", "ib", "ibit": base = 1024
      default: return nil
      }
      scale = 1
      for _ in 0...power { scale *= base }
    }
  }
}
