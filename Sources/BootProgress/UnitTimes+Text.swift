/// The times as a text: a first line that says what it is, the duration in milliseconds, and a line
/// for each unit, in the order of a boot: fraction and deviation in millionths, boots, missed,
/// name.
///
///     firstlight-times 1
///     duration 18250
///     48213 1200 12 0 systemd-udevd.service
extension UnitTimes {
  /// The most bytes of a text.
  public static let longestText = (limit + 2) * (UnitName.longest + 40)

  private static let million = 1_000_000
  private static let heading = Array("firstlight-times 1".utf8)

  /// The text, of at most `longestText` bytes; numbers outside of its ranges are clamped.
  public func encoded() -> [UInt8] {
    var text = Self.heading
    text += Array("\nduration \(BootText.milliseconds(duration))\n".utf8)
    let sorted = units.map { (name: $0.key, unit: $0.value) }.sorted { a, b in
      a.unit.fraction != b.unit.fraction
        ? a.unit.fraction < b.unit.fraction
        : a.name.bytes.lexicographicallyPrecedes(b.name.bytes)
    }
    for (name, unit) in sorted {
      let fraction = BootText.whole(unit.fraction * Double(Self.million), most: Self.million)
      let deviation = BootText.whole(unit.deviation * Double(Self.million), most: Self.million)
      text += Array("\(fraction) \(deviation) \(unit.boots) \(unit.missed) ".utf8)
      text += name.bytes
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  /// - Throws: an error at the first place that `encoded()` cannot have written.
  public init(decoding text: [UInt8]) throws(BootTextFault) {
    guard text.count <= Self.longestText else {
      throw BootTextFault(line: 1, expected: "a shorter text")
    }
    let lines = try BootText.lines(text)
    guard lines.count >= 1, lines[0].elementsEqual(Self.heading) else {
      throw BootTextFault(line: 1, expected: "'firstlight-times 1'")
    }
    guard lines.count >= 2, let milliseconds = BootText.duration(lines[1]), milliseconds >= 200
    else {
      throw BootTextFault(line: 2, expected: "'duration', and milliseconds up to an hour")
    }
    guard lines.count - 2 <= Self.limit else {
      throw BootTextFault(line: Self.limit + 3, expected: "no further unit")
    }
    self.init(duration: Double(milliseconds) / 1000)
    for (index, line) in lines.enumerated().dropFirst(2) {
      guard let (name, unit) = Self.unit(line), units[name] == nil else {
        throw BootTextFault(
          line: index + 1, expected: "four numbers and the name of a further unit")
      }
      units[name] = unit
    }
  }

  private static func unit(_ line: ArraySlice<UInt8>) -> (UnitName, Unit)? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 5, let fraction = BootText.number(words[0], most: million),
      let deviation = BootText.number(words[1], most: million),
      let boots = BootText.number(words[2], most: million),
      let missed = BootText.number(words[3], most: million), let name = UnitName(Array(words[4]))
    else { return nil }
    return (
      name,
      Unit(
        fraction: Double(fraction) / Double(million),
        deviation: Double(deviation) / Double(million), boots: boots, missed: missed)
    )
  }
}
