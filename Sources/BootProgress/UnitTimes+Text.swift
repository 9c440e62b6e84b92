/// The times as a text: a first line that says what it is, the duration in milliseconds, and a line for each
/// unit, in the order of a boot: fraction and deviation in millionths, boots, missed, name.
///
///     firstlight-times 1
///     duration 18250
///     48213 1200 12 0 systemd-udevd.service
extension UnitTimes {
  /// Why a text is none of times.
  public struct Fault: Error, Sendable {
    /// Counted from 1.
    public let line: Int
    /// The content that belongs there.
    public let expected: StaticString

    public var message: String { "line \(line): \(expected) is expected" }
  }

  /// Bytes of a text, at most.
  public static let longestText = (limit + 2) * (UnitName.longest + 40)

  private static let million = 1_000_000
  private static let heading = Array("firstlight-times 1".utf8)

  public func encoded() -> [UInt8] {
    var text = Self.heading
    text.append(UInt8(ascii: "\n"))
    text += Array("duration \(Self.whole(duration * 1000, most: 3_600_000))\n".utf8)
    let sorted = units.map { (name: $0.key, unit: $0.value) }.sorted { a, b in
      a.unit.fraction != b.unit.fraction
        ? a.unit.fraction < b.unit.fraction
        : a.name.bytes.lexicographicallyPrecedes(b.name.bytes)
    }
    for (name, unit) in sorted {
      let fraction = Self.whole(unit.fraction * Double(Self.million), most: Self.million)
      let deviation = Self.whole(unit.deviation * Double(Self.million), most: Self.million)
      text += Array("\(fraction) \(deviation) \(unit.boots) \(unit.missed) ".utf8)
      text += name.bytes
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  /// - Throws: at the first thing that was never encoded so.
  public init(decoding text: [UInt8]) throws(Fault) {
    guard text.count <= Self.longestText else { throw Fault(line: 1, expected: "a shorter text") }
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard text.last == UInt8(ascii: "\n") else {
      throw Fault(line: lines.count, expected: "an end of the line")
    }
    lines.removeLast()
    guard lines.count >= 1, lines[0].elementsEqual(Self.heading) else {
      throw Fault(line: 1, expected: "'firstlight-times 1'")
    }
    guard lines.count >= 2, let milliseconds = Self.duration(lines[1]) else {
      throw Fault(line: 2, expected: "'duration', and milliseconds up to an hour")
    }
    guard lines.count - 2 <= Self.limit else {
      throw Fault(line: Self.limit + 3, expected: "no further unit")
    }
    self.init(duration: Double(milliseconds) / 1000)
    for (index, line) in lines.enumerated().dropFirst(2) {
      guard let (name, unit) = Self.unit(line), units[name] == nil else {
        throw Fault(line: index + 1, expected: "four numbers and the name of a further unit")
      }
      units[name] = unit
    }
  }

  private static func duration(_ line: ArraySlice<UInt8>) -> Int? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 2, words[0].elementsEqual("duration".utf8),
      let milliseconds = number(words[1], most: 3_600_000), milliseconds >= 200
    else { return nil }
    return milliseconds
  }

  private static func unit(_ line: ArraySlice<UInt8>) -> (UnitName, Unit)? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 5, let fraction = number(words[0], most: million),
      let deviation = number(words[1], most: million), let boots = number(words[2], most: million),
      let missed = number(words[3], most: million), let name = UnitName(Array(words[4]))
    else { return nil }
    return (
      name,
      Unit(
        fraction: Double(fraction) / Double(million),
        deviation: Double(deviation) / Double(million), boots: boots, missed: missed)
    )
  }

  private static func number(_ digits: ArraySlice<UInt8>, most: Int) -> Int? {
    guard (1...7).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value <= most ? value : nil
  }

  private static func whole(_ value: Double, most: Int) -> Int {
    guard value > 0 else { return 0 }
    return value < Double(most) ? Int(value.rounded()) : most
  }
}
