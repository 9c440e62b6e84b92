import Geometry
import Testing

@testable import Text

/// The bounds of the cost of long texts.
@Suite struct TextBoundsTests {
  private func layout(_ string: String, size: Double = 17) throws -> TextLayout {
    var attributes = TextAttributes()
    attributes.size = size
    let text = ShapedText(string, fonts: try TestFonts.stack(TestFonts.latin))
    return TextLayout(text, attributes, in: Rect(x: 0, y: 0, width: 100, height: 40))
  }

  private func characters(_ string: String) throws -> [UInt32] {
    ShapedText(string, fonts: try TestFonts.stack(TestFonts.latin)).paragraphs.flatMap { $0.text }
  }

  // MARK: Pieces of lines

  @Test(arguments: [0.3, 17, 200] as [Double])
  func `a long line is drawn in pieces`(size: Double) throws {
    let line = try #require(try layout(String(repeating: "@", count: 4096), size: size).lines.first)
    #expect(line.pieces.count >= 64)
    for piece in line.pieces {
      #expect(piece.parts.count <= 64)
      #expect(piece.bounds.size.width <= 960)
    }
    #expect(line.glyphs.parts.count == 4096)
    let places = line.glyphs.parts.map { $0.placement.tx }
    #expect(places == places.sorted())
  }

  @Test func `pieces end at gaps`() throws {
    let line = try #require(
      try layout(String(repeating: "minimum ", count: 200)).lines.first)
    #expect((10...60).contains(line.pieces.count))
    for (piece, next) in zip(line.pieces, line.pieces.dropFirst()) {
      #expect(next.bounds.minX - piece.bounds.maxX > 2)
    }
  }

  @Test func `a usual line is one piece`() throws {
    let line = try #require(try layout("Please wait while the system is updated").lines.first)
    #expect(line.pieces.count == 1)
    #expect(try layout("").lines.allSatisfy { $0.pieces.isEmpty })
  }

  @Test func `runs with a style are in pieces, except with a line under them`() throws {
    for isUnderlined in [false, true] {
      var style = TextStyle()
      style.isUnderlined = isUnderlined
      let text = ShapedText(
        TextRunMark.marked(String(repeating: "@", count: 300), style: 1),
        fonts: try TestFonts.stack(TestFonts.latin), styles: [style])
      let line = try #require(
        TextLayout(text, TextAttributes(), in: Rect(x: 0, y: 0, width: 9, height: 9)).lines.first)
      #expect(isUnderlined ? line.styled.count == 1 : line.styled.count > 4)
      let count = line.styled.reduce(0) { $0 + $1.glyphs.parts.count }
      #expect(count == (isUnderlined ? 301 : 300))
    }
  }

  // MARK: Clusters

  @Test(arguments: ["\u{301}\u{316}", "\u{200D}", "\u{1100}", "\u{FE0F}"])
  func `a letter has 32 marks at most`(marks: String) throws {
    let first = marks == "\u{1100}" ? marks : "a"
    let text = try characters("x" + first + String(repeating: marks, count: 3500) + "b\r\nc")
    #expect(text.first == 0x78)
    #expect(text.count == 1 + 33 + 2)
    #expect(text.suffix(2) == [0x62, 0x63])
    let usual = "a" + String(repeating: "\u{301}", count: 32)
    #expect(try characters(usual) == usual.unicodeScalars.map { $0.value })
  }
}
