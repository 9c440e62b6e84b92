import Foundation
import Testing

@testable import Text

struct LineBreakTests {
  /// The text with a bar where a line may begin.
  private func marked(_ string: String) -> String {
    let scalars = string.unicodeScalars.map { $0.value }
    let breaks = LineBreaks.opportunities(
      in: scalars, boundaries: [Bool](repeating: true, count: scalars.count), thaiWords: nil)
    var result = String.UnicodeScalarView()
    for (index, scalar) in string.unicodeScalars.enumerated() {
      if breaks[index] { result.append("|") }
      result.append(scalar)
    }
    return String(result)
  }

  @Test(arguments: [
    "a |b", "a  |b", "well-|known", "minus |-5",
    "a\u{A0}b", "50\u{202F}%", "zero\u{200B}|width", "a—|b", "(a) |(b)", "end. |Next",
    "日|本|語", "日|本。|語", "「日|本」|語", "アッ|プ",
    "a|日", "日|a", "カー|ド",
  ])
  func `lines break where they may`(expected: String) {
    #expect(marked(expected.replacingOccurrences(of: "|", with: "")) == expected)
  }
}
