import Foundation
import Geometry
import System
import TestSupport
import Testing

@testable import Text

/// The cost of texts that are made to be expensive: characters that are shaped or examined.
struct LineBreakerTests {
  private func attributes(_ change: (inout TextAttributes) -> Void) -> TextAttributes {
    var attributes = TextAttributes()
    change(&attributes)
    return attributes
  }

  @Test func `spaces are measured once for each size`() throws {
    // No size fits, for the words after the spaces need more lines than there may be. The spaces
    // gone back over at each of them would take minutes.
    let text = ShapedText(
      String(repeating: " ", count: 16_000) + "W W W W",
      fonts: try TestFonts.stack(TestFonts.latin))
    let attributes = attributes {
      $0.size = 500
      $0.minimumSize = 480
      $0.isWrapped = true
      $0.maximumLines = 3
    }
    let layout = TextLayout(
      text, attributes, in: Rect(x: 0, y: 0, width: 500, height: 2_000))
    #expect(layout.lines.isEmpty)
    // Shaped once, and for each of 21 sizes looked at and measured.
    #expect(text.shaper.workCount <= 16_007 * (1 + 2 * 21) + 1_000)
  }

  @Test func `the time for flags grows with their number alone`() throws {
    let fonts = try TestFonts.stack(TestFonts.latin)
    func time(_ count: Int) throws -> Int64 {
      let flags = String(repeating: "\u{1F1E6}", count: count)
      let start = try threadTime()
      let text = ShapedText(flags, fonts: fonts)
      #expect(text.paragraphs[0].text.count == count)
      return Int64(try threadTime() - start)
    }
    // Fonts are read the first time.
    _ = try time(1_000)
    // Counted from the first one for each, four times the flags are sixteen times the work.
    #expect(try time(4_000) < 7 * time(1_000))
  }

  @Test func `more paragraphs than lines are not set at all`() throws {
    let text = ShapedText(
      String(repeating: " ", count: 15_000) + String(repeating: "\n", count: 990),
      fonts: try TestFonts.stack(TestFonts.latin))
    let attributes = attributes {
      $0.size = 2_000
      $0.minimumSize = 1
      $0.isWrapped = true
    }
    let layout = TextLayout(
      text, attributes, in: Rect(x: 0, y: 0, width: 1_280, height: 720))
    #expect(layout.lines.isEmpty)
    // Shaped once.
    #expect(text.shaper.workCount <= 16_000)
  }

  @Test func `lines without space are not set for the sake of a small run`() throws {
    let text = ShapedText(
      TextRunMark.marked("x", style: 1) + String(repeating: " W", count: 450),
      fonts: try TestFonts.stack(TestFonts.latin), styles: [TextStyle(scale: 0.01)])
    let attributes = attributes {
      $0.size = 500
      $0.minimumSize = 1
      $0.isWrapped = true
    }
    let layout = TextLayout(text, attributes, in: Rect(x: 0, y: 0, width: 200, height: 100))
    #expect(layout.size >= 4 && layout.size < 7)
    // Each size examines only the characters that fit the height, and not a hundred times as many.
    #expect(text.shaper.workCount <= 60_000)
  }

  @Test func `a line asks for the sizes of its own runs alone`() throws {
    let string = String(repeating: "a" + TextRunMark.marked("b", style: 1), count: 500)
    let text = ShapedText(
      string, fonts: try TestFonts.stack(TestFonts.latin), styles: [TextStyle(scale: 2)])
    let paragraph = text.paragraphs[0]
    #expect(paragraph.runs.count == 1_000)
    let count = text.shaper.workCount
    #expect(paragraph.scale(of: 998..<999) == 1 && paragraph.scale(of: 0..<2) == 2)
    #expect(1...30 ~= text.shaper.workCount - count)
  }

  @Test(arguments: [TextAttributes.Truncation.start, .middle, .end])
  func `a text is not shaped anew for each character without space`(
    _ truncation: TextAttributes.Truncation
  ) throws {
    let hidden = String(repeating: "\u{200B}", count: 8_000 / 3)
    let text = ShapedText(
      hidden + String(repeating: "W", count: 12) + hidden,
      fonts: try TestFonts.stack(TestFonts.latin))
    let attributes = attributes {
      $0.size = 20
      $0.truncation = truncation
    }
    // Not even the ellipsis fits; or it fits with two letters beside it.
    for (width, most) in [(1.0, 25.0), (65, 65)] {
      let bounds = Rect(x: 0, y: 0, width: width, height: 100)
      let layout = TextLayout(text, attributes, in: bounds)
      let line = try #require(layout.lines.first)
      #expect(line.width > 0 && line.width <= most + 1e-6)
      #expect(layout.isTruncated)
    }
    // Shaped once and, for each width, in a few tries; estimated for each character.
    let count = text.paragraphs[0].text.count
    #expect(text.shaper.workCount <= count * 30)
  }

  @Test func `the greatest number that fits is found in few tries`() {
    for seed in 0..<500 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let limit = generator.int(in: 0...20_000)
      let greatest = generator.int(in: 0...limit)
      let guess = generator.int(in: 0...limit)
      var tries = 0
      let found = LineBreaker.greatest(upTo: limit, from: guess) { number in
        tries += 1
        #expect((1...limit).contains(number), "seed \(seed)")
        return number <= greatest
      }
      #expect(found == greatest, "seed \(seed)")
      #expect(tries <= 2 * (Int.bitWidth - limit.leadingZeroBitCount), "seed \(seed)")
    }
    var tries = 0
    let found = LineBreaker.greatest(upTo: 16_000, from: 700) { number in
      tries += 1
      return number <= 700
    }
    #expect(found == 700 && tries == 2)
  }

  @Test func `balanced lines are about equally long, and as many as others`() throws {
    let fonts = try TestFonts.stack(TestFonts.latin)
    func lines(_ string: String, width: Double, balanced: Bool) -> [String] {
      let text = ShapedText(string, fonts: fonts)
      let attributes = attributes {
        $0.size = 20
        $0.isWrapped = true
        $0.isBalanced = balanced
      }
      let breaker = LineBreaker(text, attributes, width: width)
      return breaker.lines(size: 20, limit: 0).lines.map { line in
        let characters = line.runs.flatMap { line.text[$0.range] }
        return String(
          String.UnicodeScalarView(characters.compactMap { Unicode.Scalar($0) }))
      }
    }
    let sentence = "aaaa aaaa aaaa aaaa aaaa aa"
    let width = ShapedText("aaaa aaaa aaaa aaaa aaaa", fonts: fonts).naturalWidth(size: 20) + 1
    #expect(lines(sentence, width: width, balanced: false) == ["aaaa aaaa aaaa aaaa aaaa", "aa"])
    #expect(lines(sentence, width: width, balanced: true) == ["aaaa aaaa aaaa", "aaaa aaaa aa"])
    // Paragraphs are balanced by themselves, one line stays, and words are not divided.
    #expect(
      lines(sentence + "\naa", width: width, balanced: true)
        == ["aaaa aaaa aaaa", "aaaa aaaa aa", "aa"])
    let word = String(repeating: "a", count: 40)
    #expect(
      lines(word, width: width, balanced: true) == lines(word, width: width, balanced: false))
    #expect(lines("", width: width, balanced: true) == lines("", width: width, balanced: false))
  }

  @Test(arguments: [TextAttributes.Truncation.none, .end])
  func `balanced lines with larger words need no more height than others`(
    _ truncation: TextAttributes.Truncation
  ) throws {
    let large = TextRunMark.marked("aa", style: 1)
    let text = ShapedText(
      "\(large) \(large) a a a", fonts: try TestFonts.stack(TestFonts.latin),
      styles: [TextStyle(scale: 3)])
    func stack(_ lineCount: Double, balanced: Bool) throws -> LineStack {
      // Both large words have room in a line; one with all small words needs less.
      let width = ShapedText("aa", fonts: text.fonts).naturalWidth(size: 20) * 7
      let attributes = attributes {
        ($0.size, $0.minimumSize, $0.lineHeight) = (20, 8, 1)
        ($0.isWrapped, $0.isBalanced, $0.truncation) = (true, balanced, truncation)
      }
      let bounds = Rect(x: 0, y: 0, width: width, height: 20 * lineCount)
      return try #require(LineStack(text, attributes, in: bounds))
    }
    let plain = try stack(4, balanced: false)
    #expect(plain.size == 20 && plain.lines.map(\.scale) == [3, 1])
    let balanced = try stack(4, balanced: true)
    #expect(balanced.size == 20 && balanced.lines.map(\.scale) == [3, 1])
    #expect(!balanced.isTruncated)
  }
}
