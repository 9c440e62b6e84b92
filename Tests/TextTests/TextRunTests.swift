import Geometry
import TestSupport
import Testing

@testable import Text

/// Runs of other looks in one text.
@Suite struct TextRunTests {
  private let bounds = Rect(x: 0, y: 0, width: 400, height: 300)

  private func shaped(_ parts: [(String, Int)], _ styles: [TextStyle]) throws -> ShapedText {
    let string = parts.map { TextRunMark.marked($0.0, style: $0.1) }.joined()
    return ShapedText(string, fonts: try TestFonts.stack(TestFonts.latin), styles: styles)
  }

  private func attributes(_ change: (inout TextAttributes) -> Void = { _ in }) -> TextAttributes {
    var attributes = TextAttributes()
    attributes.size = 20
    change(&attributes)
    return attributes
  }

  private func width(_ string: String, size: Double = 20) throws -> Double {
    try ShapedText(string, fonts: TestFonts.stack(TestFonts.latin)).naturalWidth(size: size)
  }

  @Test func `marks are taken out, and unknown ones have no style`() throws {
    let mark = String(Character(try #require(Unicode.Scalar(0xFDD3 as UInt32))))
    let marked = "a" + TextRunMark.marked("b\(mark)c", style: 7) + "d"
    #expect(TextRunMark.removed(from: marked) == "abcd")
    #expect(TextRunMark.removed(from: "plain") == "plain")
    #expect(TextRunMark.marked("x", style: 0) == "x")
    #expect(TextRunMark.marked("x", style: 32) == "x")
    let text = ShapedText(
      marked, fonts: try TestFonts.stack(TestFonts.latin), styles: [TextStyle(scale: 3)])
    #expect(abs(text.naturalWidth(size: 20) - (try width("abcd"))) < 1e-9)
  }

  @Test func `a run has its own size and font, and the text around keeps its own`() throws {
    let compact = try TestFonts.stack(TestFonts.compact)
    let text = try shaped(
      [("on ", 0), ("big", 1), (" and ", 0), ("other", 2)],
      [TextStyle(scale: 2), TextStyle(fonts: compact)])
    let other = ShapedText("other", fonts: compact).naturalWidth(size: 20)
    // Spaces at the end would hang over.
    let words = try width("on\u{A0}") + width("\u{A0}and\u{A0}") + width("big", size: 40)
    let expected = words + other
    #expect(abs(text.naturalWidth(size: 20) - expected) < 0.5)
    let layout = TextLayout(text, attributes(), in: bounds)
    #expect(layout.lines[0].styled.map { $0.style } == [1, 2])
    #expect(!layout.lines[0].path.isEmpty)
    let height = layout.lines[0].styled[0].path.bounds.height
    let plain = TextLayout(
      ShapedText("big", fonts: try TestFonts.stack(TestFonts.latin)), attributes(), in: bounds)
    #expect(abs(height - 2 * plain.lines[0].path.bounds.height) < 0.01)
  }

  @Test func `letters of one style are kerned within it`() throws {
    let kerned = try shaped([("x", 0), ("AV", 1)], [TextStyle(isUnderlined: false)])
    #expect(
      abs(kerned.naturalWidth(size: 20) - (try width("x")) - (try width("AV"))) < 1e-9)
  }

  @Test func `a line is as high as its largest run asks for`() throws {
    let text = try shaped([("Title\n", 1), ("small", 0)], [TextStyle(scale: 2)])
    let layout = TextLayout(text, attributes(), in: bounds)
    let font = try #require(text.fonts.primary)
    let line = attributes().lineHeight(of: font, size: 20)
    #expect(layout.lines.count == 2)
    #expect(
      abs(layout.lines[0].origin.y - 2 * (line - (font.descent + font.lineGap / 2) * 20)) < 0.01)
    #expect(
      abs(layout.lines[1].origin.y - 3 * line + (font.descent + font.lineGap / 2) * 20) < 0.01)
    #expect(abs(text.height(attributes(), width: 400) - 3 * line) < 0.01)
  }

  @Test func `a blank line is as high as its run asks for`() throws {
    let text = try shaped([("a\n\n \nb", 1), ("\n\nc", 0)], [TextStyle(scale: 2)])
    let line = attributes().lineHeight(of: try #require(text.fonts.primary), size: 20)
    // Four lines of the large run, then a blank line and a full one.
    #expect(abs(text.height(attributes(), width: 400) - 10 * line) < 0.01)
  }

  @Test func `words of several looks wrap, and an ellipsis has the look before it`() throws {
    let text = try shaped(
      [("one two ", 0), ("three four five six", 1)], [TextStyle(scale: 2, isUnderlined: true)])
    let box = Rect(x: 0, y: 0, width: 100, height: 110)
    let wrapped = TextLayout(text, attributes { $0.isWrapped = true }, in: box)
    #expect(wrapped.lines.count > 3)
    #expect(wrapped.lines.allSatisfy { $0.width <= 100 })
    let cut = TextLayout(
      text,
      attributes {
        $0.isWrapped = true
        $0.truncation = .end
      }, in: box)
    #expect(cut.isTruncated)
    #expect(cut.lines.count < wrapped.lines.count)
    let last = try #require(cut.lines.last)
    #expect(last.path.isEmpty && last.styled.count == 1)
    let fitted = TextLayout(
      text,
      attributes {
        $0.isWrapped = true
        $0.minimumSize = 4
      }, in: box)
    #expect(fitted.size < 20 && fitted.size >= 4)
    #expect(
      text.height(
        attributes {
          $0.size = fitted.size; $0.isWrapped = true
        }, width: 100) <= 110.01)
  }

  @Test func `a line lies under its run alone`() throws {
    let text = try shaped([("ab ", 0), ("cd", 1)], [TextStyle(isUnderlined: true)])
    let layout = TextLayout(text, attributes(), in: bounds)
    let run = layout.lines[0].styled[0].path.bounds
    #expect(abs(run.minX - (try width("ab\u{A0}"))) < 2)
    #expect(abs(run.maxX - layout.lines[0].width) < 1e-6)
    #expect(run.maxY > layout.lines[0].origin.y + 2)
  }

  /// The winding number of a path's control polygons around a point.
  private func winding(of path: Path, around point: Point) -> Int {
    var (number, current, start) = (0, Point.zero, Point.zero)
    func add(_ end: Point) {
      if (current.y <= point.y) != (end.y <= point.y) {
        let part = (point.y - current.y) / (end.y - current.y)
        if current.x + part * (end.x - current.x) > point.x {
          number += end.y > current.y ? 1 : -1
        }
      }
      current = end
    }
    for element in path.elements {
      switch element {
      case .move(let point): (start, current) = (point, point)
      case .line(let end): add(end)
      case .quadratic(let control, let end): [control, end].forEach(add)
      case .cubic(let control1, let control2, let end): [control1, control2, end].forEach(add)
      case .arc(let arc): add(arc.end)
      case .close: add(start)
      }
    }
    return number
  }

  @Test(arguments: [TestFonts.latin, TestFonts.compact])
  func `a line has no holes at descenders, and none between scripts`(_ font: String) throws {
    // Latin and Cyrillic letters with stems through the line.
    let text = ShapedText(
      TextRunMark.marked("pq\u{440}\u{436}", style: 1), fonts: try TestFonts.stack(font),
      hasLigatures: false, styles: [TextStyle(isUnderlined: true)])
    #expect(text.paragraphs[0].runs.count == 2)
    let layout = TextLayout(text, attributes { $0.letterSpacing = 6 }, in: bounds)
    let line = layout.lines[0]
    let path = try #require(line.styled.first).path
    let y = line.origin.y + 0.13 * 20
    let numbers = stride(from: 0.25, to: line.width, by: 0.25).map {
      abs(winding(of: path, around: Point(x: $0, y: y)))
    }
    #expect(numbers.min() == 1 && numbers.max() == 2)
  }

  @Test func `runs lie in their places from right to left`() throws {
    let text = try shaped([("\u{5D0}\u{5D1} ", 0), ("\u{5D2}\u{5D3}", 1)], [TextStyle(scale: 2)])
    let layout = TextLayout(text, attributes(), in: bounds)
    // The end of the text is at the left.
    #expect(layout.lines[0].styled[0].path.bounds.maxX < layout.lines[0].path.bounds.minX)
  }
}
