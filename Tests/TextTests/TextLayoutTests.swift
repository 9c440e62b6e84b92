import Geometry
import TestSupport
import Testing

@testable import Text

struct TextLayoutTests {
  private let bounds = Rect(x: 10, y: 20, width: 200, height: 100)

  private func layout(
    _ string: String, in bounds: Rect? = nil, fonts: FontStack? = nil,
    _ change: (inout TextAttributes) -> Void = { _ in }
  ) throws -> TextLayout {
    var attributes = TextAttributes()
    attributes.size = 20
    change(&attributes)
    let fonts = try fonts ?? TestFonts.stack(TestFonts.latin)
    let text = ShapedText(string, fonts: fonts, hasLigatures: attributes.letterSpacing == 0)
    return TextLayout(text, attributes, in: bounds ?? self.bounds)
  }

  private func width(_ string: String, size: Double = 20) throws -> Double {
    try ShapedText(string, fonts: TestFonts.stack(TestFonts.latin)).naturalWidth(size: size)
  }

  /// Characters of the only line in the order in which they are seen.
  private func visualOrder(_ string: String) throws -> [Int] {
    let text = ShapedText(string, fonts: try TestFonts.stack(TestFonts.latin))
    let lines = LineBreaker(text, TextAttributes(), width: 1e6).lines(size: 10, limit: 0).lines
    return lines.flatMap { $0.runs.flatMap { $0.glyphs.map { $0.cluster } } }
  }

  @Test func `pairs are kerned and widths grow with the size`() throws {
    #expect(try width("AV") < width("A") + width("V") - 0.5)
    #expect(abs(try width("AV", size: 40) - 2 * width("AV")) < 1e-9)
    let fonts = try TestFonts.stack(TestFonts.latin)
    for hasLigatures in [true, false] {
      let apart = ShapedText(
        "AV", fonts: fonts, hasLigatures: hasLigatures, hasKerning: false)
      #expect(abs(try apart.naturalWidth(size: 20) - width("A") - width("V")) < 1e-9)
    }
  }

  @Test func `letters set apart have no ligatures and gaps between them only`() throws {
    let plain = try layout("ffi")
    let apart = try layout("ffi") { $0.letterSpacing = 5 }
    #expect(apart.lines[0].width > plain.lines[0].width + 9)
    let one = try layout("f") { $0.letterSpacing = 5 }
    #expect(one.lines[0].width == (try layout("f")).lines[0].width)
  }

  @Test func `lines stand where their alignment has them`() throws {
    func left(_ string: String, _ alignment: TextAttributes.Alignment) throws -> Double {
      try layout(string) { $0.alignment = alignment }.lines[0].origin.x
    }
    let width = try width("abc")
    #expect(try left("abc", .left) == 10)
    #expect(try left("abc", .natural) == 10)
    #expect(isClose(try left("abc", .center), 110 - width / 2))
    #expect(isClose(try left("abc", .right), 210 - width))
    // A paragraph that begins with Hebrew begins at the right.
    let hebrew = try self.width("שלום")
    #expect(isClose(try left("שלום", .natural), 210 - hebrew))
    // Spaces at the end hang over.
    #expect(isClose(try left("abc  ", .right), 210 - width))
  }

  @Test func `lines stand between top and bottom`() throws {
    func baseline(_ alignment: TextAttributes.VerticalAlignment) throws -> Double {
      try layout("abc") { $0.verticalAlignment = alignment }.lines[0].origin.y
    }
    let ascent = 1901.0 / 2048 * 20
    let height = (1901.0 + 483) / 2048 * 20
    #expect(isClose(try baseline(.top), 20 + ascent))
    #expect(isClose(try baseline(.center), 70 - height / 2 + ascent))
    #expect(isClose(try baseline(.bottom), 120 - height + ascent))
    let spread = try layout("a\nb\r\nc") { $0.lineHeight = 2 }
    #expect(spread.lines.count == 3)
    #expect(isClose(spread.lines[2].origin.y - spread.lines[0].origin.y, 80))
  }

  @Test func `text runs both ways`() throws {
    #expect(try visualOrder("abc") == [0, 1, 2])
    #expect(try visualOrder("אבג") == [2, 1, 0])
    // Numbers keep their direction within Hebrew: the line begins at the right.
    #expect(try visualOrder("אב 12") == [3, 4, 2, 1, 0])
    // A Latin paragraph keeps its own, with the Hebrew word turned round in it.
    #expect(try visualOrder("ab אב cd") == [0, 1, 2, 4, 3, 5, 6, 7])
    // A percentage goes with its number.
    #expect(try visualOrder("א 42%") == [2, 3, 4, 1, 0])
  }

  @Test func `a wrapped text breaks where it may and never sticks out`() throws {
    for seed in 0..<40 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let words = ["a", "bridge", "extraordinarily", "שלום", "12,5%", "日本語", "well-known", "ä"]
      let string = (0..<generator.int(in: 1...30)).map { _ in
        words[generator.int(in: 0...words.count - 1)]
      }.joined(separator: " ")
      let narrow = Rect(x: 0, y: 0, width: generator.double(in: 30...200), height: 1000)
      let layout = try layout(string, in: narrow) { $0.isWrapped = true }
      for line in layout.lines {
        #expect(line.width <= narrow.size.width + 1e-6, "seed \(seed)")
      }
      // Nothing is lost: the lines' widths add up to the text's, less the spaces between.
      let whole = try width(string)
      #expect(layout.lines.reduce(0) { $0 + $1.width } <= whole + 1e-6, "seed \(seed)")
    }
  }

  @Test func `too many lines end in an ellipsis`() throws {
    let string = "one two three four five six seven eight nine ten"
    let layout = try layout(string) {
      $0.isWrapped = true
      $0.maximumLines = 2
      $0.truncation = .end
    }
    #expect(layout.lines.count == 2)
    #expect(layout.isTruncated)
    #expect(layout.lines.allSatisfy { $0.width <= 200 })
    // The height bounds them too.
    let low = try self.layout(string, in: Rect(x: 0, y: 0, width: 200, height: 30)) {
      $0.isWrapped = true
      $0.truncation = .end
    }
    #expect(low.lines.count == 1 && low.isTruncated)
  }

  @Test(arguments: [TextAttributes.Truncation.start, .middle, .end])
  func `an ellipsis takes as little as it needs`(_ truncation: TextAttributes.Truncation) throws {
    let string = "The quick brown fox jumps over the lazy dog"
    let layout = try layout(string) { $0.truncation = truncation }
    #expect(layout.isTruncated)
    #expect(layout.lines[0].width <= 200)
    #expect(layout.lines[0].width > 200 - 25)
    let enough = try self.layout("short") { $0.truncation = truncation }
    #expect(!enough.isTruncated)
  }

  @Test func `a text is stepped down to fit, and hidden below the least size`() throws {
    let needed = try width("100%", size: 1)
    // At most 1.3 r wide, from 120 points down by 1, hidden under 13.
    for radius in [20.0, 28, 40, 66.6, 300] {
      let area = Rect(x: 0, y: 0, width: 1.3 * radius, height: 200)
      let layout = try layout("100%", in: area) {
        $0.size = 120
        $0.minimumSize = 13
      }
      let fitting = min(120, (area.size.width / needed).rounded(.down))
      #expect(layout.size == (fitting >= 13 ? fitting : 0), "radius \(radius)")
      #expect(layout.lines.isEmpty == (fitting < 13))
    }
  }

  @Test(arguments: [false, true])
  func `a text that may be truncated is so at the least size`(isWrapped: Bool) throws {
    let area = Rect(x: 0, y: 0, width: 160, height: 40)
    let words = "one two three four five six seven eight nine ten eleven twelve"
    func result(_ truncation: TextAttributes.Truncation, least: Double, size: Double = 20) throws
      -> TextLayout
    {
      try layout(words, in: area) {
        $0.size = size
        $0.minimumSize = least
        $0.isWrapped = isWrapped
        $0.maximumLines = 2
        $0.truncation = truncation
      }
    }
    let cut = try result(.end, least: 12)
    #expect(cut.size == 12 && cut.isTruncated && cut.lines.count == (isWrapped ? 2 : 1))
    #expect(cut.lines.allSatisfy { $0.width <= 160 })
    // Not in whole points from the size.
    #expect(try result(.middle, least: 12, size: 20.5).size == 12)
    #expect(try result(.end, least: 30).size == 20)
    #expect(try result(.none, least: 12).lines.isEmpty)
    let whole = try result(.end, least: 2)
    #expect(whole.size < 12 && !whole.isTruncated)
  }

  @Test func `a text beyond the limit is cut and bounded`() throws {
    let text = ShapedText(
      String(repeating: "abcé ", count: 300_000), fonts: try TestFonts.stack(TestFonts.latin))
    let count = text.paragraphs.reduce(0) { $0 + $1.text.count }
    #expect(count <= TextLimits.byteCount && count > TextLimits.byteCount * 3 / 4)
    let lines = ShapedText(
      String(repeating: "\n", count: 10_000), fonts: try TestFonts.stack(TestFonts.latin))
    #expect(lines.paragraphs.count == TextLimits.lines)
  }

  @Test func `any characters can be set`() throws {
    let fonts = try TestFonts.stack(TestFonts.latin)
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var scalars = String.UnicodeScalarView()
      for _ in 0..<generator.int(in: 0...60) {
        let ranges: [ClosedRange<Int>] = [
          0...0x7F, 0x300...0x36F, 0x590...0x6FF, 0x900...0x97F, 0x2000...0x206F, 0...0x10FFFF,
        ]
        let range = ranges[generator.int(in: 0...ranges.count - 1)]
        if let scalar = Unicode.Scalar(UInt32(generator.int(in: range))) { scalars.append(scalar) }
      }
      let layout = try layout(String(scalars), fonts: fonts) {
        $0.isWrapped = generator.chance(0.5)
        $0.truncation = generator.chance(0.5) ? .middle : .end
        $0.maximumLines = generator.int(in: 0...3)
        $0.alignment = .justified
        if generator.chance(0.3) { $0.minimumSize = 5 }
      }
      #expect(
        layout.lines.allSatisfy { $0.path.isFinite && $0.width.isFinite }, "seed \(seed)")
    }
  }

  @Test(arguments: ["a b c", "\u{5D0} \u{5D1} c"])
  func `a last line is justified if it is asked to be`(text: String) throws {
    let usual = try layout(text) { $0.alignment = .justified }
    let filled = try layout(text) {
      $0.alignment = .justified
      $0.justifiesLastLine = true
    }
    #expect(usual.lines[0].width < 100)
    #expect(isClose(filled.lines[0].width, 200))
  }

  @Test func `marks stand on their letters, composed or not`() throws {
    // DejaVu Sans has the composed letter; both spellings give the same picture.
    let composed = try layout("\u{C4}")
    let apart = try layout("A\u{308}")
    #expect(composed.lines[0].width == apart.lines[0].width)
    #expect(composed.lines[0].path.bounds == apart.lines[0].path.bounds)
    // One that no letter has in one piece: the mark takes no room of its own.
    let stacked = try layout("q\u{308}")
    #expect(stacked.lines[0].width == (try layout("q")).lines[0].width)
    #expect(stacked.lines[0].path.bounds.minY < (try layout("q")).lines[0].path.bounds.minY - 2)
  }

  @Test func `glyphs stand between pixels where their advances put them`() throws {
    let lines = try (0...3).map { count in
      try layout(String(repeating: "i", count: count) + "H") { $0.size = 13 }.lines[0]
    }
    let advance = try width("i", size: 13)
    #expect(advance != advance.rounded())
    for (count, line) in lines.enumerated() {
      // The H is last: it ends where it would end alone, plus as many advances.
      #expect(
        isClose(line.path.bounds.maxX, lines[0].path.bounds.maxX + Double(count) * advance))
    }
  }

  @Test func `broken UTF-8 is shown as replacement characters`() throws {
    let broken = String(decoding: [0x61, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0x62], as: UTF8.self)
    let text = ShapedText(broken, fonts: try TestFonts.stack(TestFonts.latin))
    #expect(text.paragraphs[0].text.contains(0xFFFD))
    #expect(try layout(broken).lines[0].width > 0)
  }
}

private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }
