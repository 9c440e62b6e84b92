import System
import TestSupport
import Testing

@testable import Text

/// Levels of Unicode's annex 9. L stands for a letter, R for a Hebrew one, A for an Arabic one.
struct EmbeddingLevelsTests {
  private func levels(_ text: String, direction: Int8? = nil) -> (Int8, [Int8]) {
    let result = EmbeddingLevels(of: text.unicodeScalars.map(\.value), direction: direction)
    return (result.paragraph, result.levels)
  }

  @Test func `letters and numbers run in the direction of their script`() {
    #expect(levels("a \u{5D0}\u{5D1} 12") == (0, [0, 0, 1, 1, 1, 2, 2]))
    #expect(levels("\u{5D0} ab 1,2") == (1, [1, 1, 2, 2, 2, 2, 2, 2]))
    #expect(levels("\u{627} 1+2") == (1, [1, 1, 2, 1, 2]))
    #expect(levels("a 1+2%", direction: 1) == (1, [2, 2, 2, 2, 2, 2]))
    #expect(levels("\u{5D0}a  ", direction: 0) == (0, [1, 0, 0, 0]))
  }

  @Test func `brackets have the direction of their content, or of the text before them`() {
    #expect(levels("a(\u{5D0})\u{5D1}") == (0, [0, 0, 1, 0, 1]))
    #expect(levels("\u{5D0}(a)\u{5D1}", direction: 0) == (0, [1, 0, 0, 0, 1]))
    #expect(levels("a\u{5D0}(\u{5D1})\u{300}b") == (0, [0, 1, 1, 1, 1, 1, 0]))
    #expect(levels("a [b(\u{5D0}]c)") == (0, [0, 0, 0, 0, 0, 1, 0, 0, 0]))
  }

  @Test func `isolates and embeddings have levels of their own`() {
    // A first strong isolate, one that is not ended, and one in another.
    #expect(levels("a\u{2068}\u{5D0}1\u{2069}b") == (0, [0, 0, 1, 2, 0, 0]))
    #expect(levels("\u{2068}\u{5D0}", direction: 0) == (0, [0, 1]))
    #expect(levels("\u{2067}\u{5D0}\u{2069}a") == (0, [0, 1, 0, 0]))
    #expect(levels("a\u{2067}b\u{2066}\u{5D0}\u{2069}\u{2069}c") == (0, [0, 0, 2, 1, 3, 1, 0, 0]))
    #expect(levels("a\u{202B}b\u{202C}c") == (0, [0, 0, 2, 2, 0]))
    #expect(levels("a\u{202E}bc\u{202C}d") == (0, [0, 0, 1, 1, 1, 0]))
    // The end of an isolate ends the embeddings in it; a second end has nothing to end.
    #expect(levels("\u{2067}\u{202A}a\u{2069}b\u{2069}c") == (0, [0, 0, 2, 0, 0, 0, 0]))
  }

  @Test func `levels beyond the deepest one are counted and ended again`() {
    let deep = String(repeating: "\u{2067}", count: 200) + "\u{5D0}"
    let text = "a" + deep + String(repeating: "\u{2069}", count: 200) + "b"
    let (_, found) = levels(text)
    #expect(found.max() == 125 && found.last == 0)
    let nested = String(repeating: "\u{202A}", count: 200) + "a1\u{5D0}"
    #expect(levels(nested).1.suffix(3) == [124, 124, 125])
  }

  @Test func `controls in any order have levels within their bounds`() {
    let controls: [UInt32] = [
      0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200E, 0x200F, 0x28,
      0x29, 0x5D0, 0x661, 0x31, 0x300, 0x2C, 0x25, 0x20, 0x61, 0x2029,
    ]
    for seed in 0..<100 {
      var random = SeededGenerator(seed: UInt64(seed))
      let kinds = random.int(in: 2...controls.count)
      let text = (0..<random.int(in: 1...1_400)).map { _ in
        controls[random.int(in: 0...kinds - 1)]
      }
      let result = EmbeddingLevels(of: text, direction: nil)
      #expect(result.levels.count == text.count, "seed \(seed)")
      #expect(result.levels.allSatisfy { 0...126 ~= $0 }, "seed \(seed)")
    }
  }

  @Test(arguments: ["()", ")(", "[", "\u{2068}", "\u{2068}\u{2069}", "\u{2067}a\u{2069}"])
  func `levels of long texts are there at once`(_ unit: String) throws {
    let text = Array(String(repeating: unit, count: 16_000).unicodeScalars.map(\.value))
    let start = try threadTime()
    _ = EmbeddingLevels(of: text, direction: nil)
    // Each character looked at for each other one would take seconds.
    #expect(try threadTime() - start < 500_000)
  }

  @Test func `isolates and embeddings end with their paragraph`() {
    // An end in the next paragraph has nothing to end; letters there have the direction's level.
    #expect(levels("\u{2067}a\u{2029}\u{2069}b\u{5D0}") == (0, [0, 2, 0, 0, 0, 1]))
    #expect(levels("\u{202B}a\u{2029}b\u{202C}c", direction: 0) == (0, [0, 2, 0, 0, 0, 0]))
    #expect(levels("\u{2068}\u{2029}\u{5D0}\u{2069}a", direction: 0) == (0, [0, 0, 1, 0, 0]))
    // Beyond the deepest level, isolates have that of the text around them.
    let deep = String(repeating: "\u{2066}", count: 70)
    let ends = String(repeating: "\u{2066}\u{2029}", count: 4) + "a\u{2069}\u{2069}\u{2069}"
    #expect(levels(deep + ends).1.suffix(4) == [0, 0, 0, 0])
  }

  @Test func `characters that are never seen do not change the order of others`() {
    func runLevels(_ text: String) -> [Int8] {
      let scalars = text.unicodeScalars.map(\.value)
      return EmbeddingLevels(of: scalars, direction: 0).runLevels(of: scalars)
    }
    // Two isolates side by side stay apart, and so do letters around a mark.
    let isolates = "\u{2067}\u{5D0}\u{2069}\u{2067}\u{5D1}\u{2069}"
    #expect(runLevels(isolates) == [1, 1, 0, 0, 1, 1])
    #expect(runLevels("\u{5D0}\u{200E}\u{5D1}") == [1, 0, 1])
    #expect(runLevels("a\u{202B}\u{202C}\u{5D0}\u{200F}b") == [0, 0, 0, 1, 1, 0])
    #expect(runLevels("\u{200F}\u{200E}") == [0, 0])
    #expect(runLevels("") == [])
  }

  @Test func `marks of direction begin no runs`() throws {
    let marks = String(repeating: "\u{200F}\u{200E}", count: 600)
    let text = ShapedText("a" + marks + "b", fonts: try TestFonts.stack(TestFonts.latin))
    #expect(text.paragraphs[0].runs.count == 1)
    // The letters between marks keep their directions.
    let mixed = ShapedText("a\u{200F}.\u{200F}b", fonts: try TestFonts.stack(TestFonts.latin))
    #expect(mixed.paragraphs[0].runs.map(\.level) == [0, 1, 0])
  }
}
