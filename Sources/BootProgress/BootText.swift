/// The reason why a text cannot be read as the times of units or as the record of a boot.
public struct BootTextFault: Error, Sendable {
  /// Counted from 1.
  public let line: Int
  /// The content that belongs there.
  let expected: StaticString

  public var message: String { "line \(line): \(expected) is expected" }
}

/// The lines and numbers of such texts.
enum BootText {
  /// The most milliseconds of a boot.
  private static let longestBoot = 3_600_000

  /// The lines, each with its line feed.
  static func lines(_ text: [UInt8]) throws(BootTextFault) -> [ArraySlice<UInt8>] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard text.last == UInt8(ascii: "\n") else {
      throw BootTextFault(line: lines.count, expected: "an end of the line")
    }
    lines.removeLast()
    return lines
  }

  /// The milliseconds of a line such as `duration 18250`.
  static func duration(_ line: ArraySlice<UInt8>) -> Int? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 2, words[0].elementsEqual("duration".utf8) else { return nil }
    return number(words[1], most: longestBoot)
  }

  static func number(_ digits: ArraySlice<UInt8>, most: Int) -> Int? {
    guard (1...7).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value <= most ? value : nil
  }

  static func milliseconds(_ seconds: Double) -> Int { whole(seconds * 1000, most: longestBoot) }

  static func whole(_ value: Double, most: Int) -> Int {
    guard value > 0 else { return 0 }
    return value < Double(most) ? Int(value.rounded()) : most
  }

  static func milliseconds(_ digits: ArraySlice<UInt8>) -> Int? {
    number(digits, most: longestBoot)
  }
}
