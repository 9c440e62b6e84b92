import JSON
import TestSupport

/// Changes JSON text where it has values: another value, one more, one less, or two that change
/// places.
struct JSONMutator {
  /// A part of the text that is a string, a number or a word.
  private struct Token {
    var range: Range<Int>
    var isKey: Bool
  }

  /// - Returns: nil where there is nothing to change.
  static func mutate(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8]? {
    let tokens = tokens(of: text)
    guard !tokens.isEmpty else { return nil }
    let token = tokens[random.int(in: 0...tokens.count - 1)]
    let other = tokens[random.int(in: 0...tokens.count - 1)]
    var result = text
    switch random.int(in: 0...7) {
    case 0: result.replaceSubrange(token.range, with: text[other.range])
    case 1:
      result.insert(contentsOf: Array(",".utf8) + text[token.range], at: token.range.upperBound)
    case 2:
      result.removeSubrange(
        min(
          token.range.lowerBound, other.range.lowerBound)..<max(
            token.range.lowerBound, other.range.lowerBound))
    case 3:
      let part = text[
        min(
          token.range.lowerBound, other.range.lowerBound)..<max(
            token.range.upperBound, other.range.upperBound)]
      result.insert(contentsOf: Array(part) + Array(",".utf8), at: token.range.lowerBound)
    default:
      let word = words[random.int(in: 0...words.count - 1)]
      result.replaceSubrange(token.range, with: Array(word.utf8))
    }
    return result
  }

  private static let words = [
    "0", "1", "-1", "0.5", "-0.0", "2", "60", "100", "255", "1000", "9999", "10000", "32768",
    "-32768", "65536", "86400", "1e6", "1e9", "1e15", "1e18", "1e19", "9223372036854775807",
    "-9223372036854775808", "1e100", "1e300", "-1e300", "1e-300", "5e-324", "1e-9", "true", "false",
    "null", "[]", "{}", "[0,0]", "[1e300,1e300]", "[[]]", "\"\"", "\"x\"", "\"50%\"", "\"1e9%\"",
    "\"-100%\"", "\"100%-4\"", "\"#FF0080\"", "\"#0000\"", "\"forever\"", "\"\\u0000\"",
    "\"\\uD800\"", "\"{percent}\"", "\"..\"", "\"/dev/zero\"", "\"M0 0 L9 9\"",
  ]

  private static func tokens(of text: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var index = 0
    while index < text.count {
      let start = index
      let byte = text[index]
      if byte == UInt8(ascii: "\"") {
        index += 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, text.count)
      } else if isWord(byte) {
        while index < text.count, isWord(text[index]) { index += 1 }
      } else {
        index += 1
        continue
      }
      tokens.append(
        Token(
          range: start..<index, isKey: index < text.count && text[index] == UInt8(ascii: ":")))
    }
    // A value is worth more than a key, whose change mostly makes an unknown one.
    let values = tokens.filter { !$0.isKey }
    return values.isEmpty ? tokens : values
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
