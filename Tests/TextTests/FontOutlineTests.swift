import Foundation
import Geometry
import TestSupport
import Testing

@testable import Text

/// Outlines, point for point, of small fonts that were made for this: 1000 units, glyphs of A and
/// B, weights 100 to 900 with 400 between.
struct FontOutlineTests {
  static let variable = file("variable.ttf")
  static let compact = file("variable-cff2.otf")

  static func file(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fonts")
      .appendingPathComponent(name).path
  }

  /// A glyph's outline in units, y upwards.
  private func outline(_ character: Unicode.Scalar, of font: Font) throws -> [String] {
    let outline = font.outline(of: try #require(font.glyph(for: character.value)))
    // To a millionth of a unit, since a thousandth of the size is no binary fraction.
    func units(_ value: Double) -> Double { (value * 1e9).rounded() / 1e6 + 0 }
    func text(_ point: Point) -> String { "\(units(point.x)),\(units(-point.y))" }
    return outline.elements.map {
      switch $0 {
      case .move(let end): "move \(text(end))"
      case .line(let end): "line \(text(end))"
      case .quadratic(let control, let end): "quadratic \(text(control)) \(text(end))"
      case .cubic(let control1, let control2, let end):
        "cubic \(text(control1)) \(text(control2)) \(text(end))"
      case .arc: "arc"
      case .close: "close"
      }
    }
  }

  @Test func `TrueType's curves are quadratic, and contours closed`() throws {
    let font = try Font(path: Self.variable)
    #expect(
      try outline("A", of: font) == [
        "move 100.0,0.0", "line 100.0,400.0", "quadratic 300.0,600.0 500.0,400.0",
        "line 500.0,0.0", "line 100.0,0.0", "close",
      ])
    // The letter, 50 to the right and 100 up.
    #expect(
      try outline("B", of: font) == [
        "move 150.0,100.0", "line 150.0,500.0", "quadratic 350.0,700.0 550.0,500.0",
        "line 550.0,100.0", "line 150.0,100.0", "close",
      ])
  }

  @Test func `a weight moves points, by parts of a unit too`() throws {
    let font = try Font(path: Self.variable, weight: 650)
    #expect(
      try outline("A", of: font) == [
        "move 100.0,0.0", "line 100.0,400.0", "quadratic 310.0,650.5 520.0,400.0",
        "line 520.0,0.0", "line 100.0,0.0", "close",
      ])
    // Parts of other glyphs move, too: by half of 10, 30.
    #expect(try outline("B", of: font)[0] == "move 155.0,115.0")
    #expect(
      try outline("A", of: try Font(path: Self.variable, weight: 250))[2]
        == "quadratic 295.0,600.0 490.0,400.0")
    // Weights are clamped to the font's range.
    let black = try outline("A", of: try Font(path: Self.variable, weight: 900))
    #expect(black[2] == "quadratic 320.0,701.0 540.0,400.0")
    #expect(try outline("A", of: try Font(path: Self.variable, weight: 1000)) == black)
  }

  @Test func `CFF's curves are cubic, and vary`() throws {
    #expect(
      try outline("A", of: try Font(path: Self.compact)) == [
        "move 100.0,0.0", "line 100.0,400.0", "cubic 150.0,500.0 350.0,600.0 400.0,500.0",
        "line 400.0,100.0", "line 100.0,0.0", "close",
      ])
    #expect(
      try outline("B", of: try Font(path: Self.compact, weight: 650)) == [
        "move 120.0,0.0", "line 450.0,0.0", "line 450.0,500.0", "line 120.0,0.0", "close",
      ])
  }

  @Test(arguments: [
    (Self.variable, 400, 1300.0), (Self.variable, 650, 1370), (Self.compact, 650, 1300),
  ])
  func `a weight moves advances`(path: String, weight: Int, width: Double) throws {
    let stack = try FontStack(
      FontDescriptor(sources: [.file(FontFile(path: path))], weight: weight),
      in: FontCatalog(directories: []))
    var attributes = TextAttributes()
    attributes.size = 1000
    let layout = TextLayout(
      ShapedText("AB", fonts: stack), attributes, in: Rect(x: 0, y: 0, width: 5000, height: 5000))
    #expect(layout.lines.map(\.width) == [width])
  }

  @Test func `letters stand for the characters of a font of symbols`() throws {
    let font = try Font(path: Self.file("symbols.ttf"))
    #expect(font.glyph(for: 0x41) == font.glyph(for: 0xF041))
    #expect(font.glyph(for: 0x41) != nil)
    #expect(font.glyph(for: 0x42) == nil)
  }

  @Test func `a font of bitmaps is recognized`() {
    #expect {
      _ = try Font(path: Self.file("bitmaps.ttf"))
    } throws: {
      ($0 as? FontError)?.description.contains("it has bitmaps only; name a font") == true
    }
  }

  @Test(arguments: [Self.variable, Self.compact])
  func `no byte that is damaged or missing traps`(path: String) throws {
    let directory = try TemporaryDirectory()
    let original = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var opened = 0
    func open(_ bytes: [UInt8], _ name: String) throws {
      let path = directory(name)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      guard let font = try? Font(path: path, weight: 650) else { return }
      opened += 1
      for glyph in 0...3 as ClosedRange<UInt32> {
        #expect(font.outline(of: glyph).isFinite, "\(name), glyph \(glyph)")
      }
    }
    for count in stride(from: 0, to: original.count, by: 7) {
      try open(Array(original.prefix(count)), "cut-\(count)")
    }
    for index in original.indices {
      for value in [0x00, 0x7F, 0xFF] as [UInt8] {
        var bytes = original
        bytes[index] = value
        try open(bytes, "\(index)-\(value)")
      }
    }
    // The damage must not all be of the kind that is refused at once.
    #expect(opened > original.count)
  }
}
