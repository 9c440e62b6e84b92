/// A boot as a text: a first line that says what it is, the duration in milliseconds, 0 before the
/// end, and a line for each start: its time in milliseconds, and the unit's name.
///
///     firstlight-boot 1
///     duration 18250
///     871 systemd-udevd.service
extension BootRecord {
  private static let heading = Array("firstlight-boot 1".utf8)

  /// The text. Times are rounded to milliseconds, and clamped to an hour.
  public func encoded() -> [UInt8] {
    var text = Self.heading
    text += Array("\nduration \(BootText.milliseconds(duration))\n".utf8)
    for start in starts {
      text += Array("\(BootText.milliseconds(start.time)) ".utf8)
      text += start.name.bytes
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  /// - Throws: an error at the first place that `encoded()` cannot have written.
  public init(decoding text: [UInt8]) throws(BootTextFault) {
    let lines = try BootText.lines(text)
    guard lines.count >= 1, lines[0].elementsEqual(Self.heading) else {
      throw BootTextFault(line: 1, expected: "'firstlight-boot 1'")
    }
    guard lines.count >= 2, let milliseconds = BootText.duration(lines[1]) else {
      throw BootTextFault(line: 2, expected: "'duration', and milliseconds up to an hour")
    }
    self.init()
    duration = Double(milliseconds) / 1000
    for (index, line) in lines.enumerated().dropFirst(2) {
      guard let start = Self.start(line), add(start.name, at: start.time) else {
        throw BootTextFault(
          line: index + 1, expected: "milliseconds and the name of a further unit")
      }
    }
  }

  private static func start(_ line: ArraySlice<UInt8>) -> Start? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 2, let milliseconds = BootText.milliseconds(words[0]),
      let name = UnitName(Array(words[1]))
    else { return nil }
    return Start(name: name, time: Double(milliseconds) / 1000)
  }
}
