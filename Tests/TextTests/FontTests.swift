import Foundation
import Geometry
import TestSupport
import Testing

@testable import Text

struct FontTests {
  @Test func `a glyph's outline is in parts of the size, downwards, and exact`() throws {
    let font = try Font(path: TestFonts.latin)
    // DejaVu Sans has 2048 units; its H stands on the baseline and is 1493 high.
    let glyph = try #require(font.glyph(for: 0x48))
    let bounds = font.outline(of: glyph).bounds
    #expect(bounds.minY == -1493.0 / 2048)
    #expect(bounds.maxY == 0)
    #expect(bounds.minX == 201.0 / 2048)
    #expect(font.ascent == 1901.0 / 2048)
    #expect(font.descent == 483.0 / 2048)
  }

  @Test func `outlines come from TrueType and from CFF`() throws {
    func curves(_ path: String) throws -> (quadratic: Bool, cubic: Bool) {
      let font = try Font(path: path)
      let outline = font.outline(of: try #require(font.glyph(for: 0x6F)))
      return (
        outline.elements.contains { if case .quadratic = $0 { true } else { false } },
        outline.elements.contains { if case .cubic = $0 { true } else { false } }
      )
    }
    #expect(try curves(TestFonts.latin) == (true, false))
    #expect(try curves(TestFonts.compact) == (false, true))
  }

  @Test(arguments: [TestFonts.latin, TestFonts.compact])
  func `a font in memory is that of a file`(path: String) throws {
    let file = try Font(path: path)
    let memory: Font
    do {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      memory = try Font(bytes: bytes, name: "F")
    }
    #expect(memory.path == "F")
    #expect(memory.ascent == file.ascent && memory.descent == file.descent)
    for scalar in "Rag".unicodeScalars {
      let glyph = try #require(file.glyph(for: scalar.value))
      #expect(memory.glyph(for: scalar.value) == glyph)
      #expect(memory.outline(of: glyph) == file.outline(of: glyph))
    }
    // Before the fonts that are asked for, and not alone.
    let fonts = try FontStack(
      FontDescriptor(sources: [.file(FontFile(path: TestFonts.devanagari))]),
      in: FontCatalog(directories: []), first: memory)
    #expect(fonts.fonts.map { $0.path } == ["F", TestFonts.devanagari])
    let start = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)).prefix(4096))
    let fault = FontError.unusable(
      path: "G", reason: "is cut short or damaged; install it again")
    #expect(throws: fault) { try Font(bytes: start, name: "G") }
  }

  @Test func `the error of a font that cannot be used has the reason`() throws {
    let directory = try TemporaryDirectory()
    func reason(_ bytes: [UInt8], index: Int = 0) throws -> String {
      let path = directory("font")
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      do throws(FontError) {
        _ = try Font(path: path, index: index)
        return ""
      } catch {
        return error.description
      }
    }
    let font = [UInt8](try Data(contentsOf: URL(fileURLWithPath: TestFonts.devanagari)))
    #expect(try reason([]).contains("is not a TrueType or OpenType font"))
    for name in ["wOFF", "wOF2"] {
      #expect(try reason(Array(name.utf8) + [0, 1, 0, 0]).contains("is a WOFF"))
    }
    #expect(try reason(Array("\u{89}PNG".utf8)).contains("is not a TrueType or OpenType font"))
    #expect(try reason(Array(font.prefix(20_000))).contains("is cut short"))
    #expect(try reason(font, index: 1).contains("it has 1, counted from 0"))
    #expect(try reason(font) == "")
  }

  @Test(arguments: [TestFonts.latin, TestFonts.devanagari, TestFonts.compact])
  func `a damaged font never traps`(path: String) throws {
    let directory = try TemporaryDirectory()
    let original = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var opened = 0
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var bytes = original
      // The tables' directory and beginnings, or anywhere.
      let reach = generator.chance(0.5) ? min(4_000, bytes.count) : bytes.count
      for _ in 0..<generator.int(in: 1...200) {
        bytes[generator.int(in: 0...reach - 1)] = UInt8(generator.int(in: 0...255))
      }
      if generator.chance(0.2) { bytes.removeLast(generator.int(in: 1...bytes.count / 2)) }
      let file = directory("\(seed).ttf")
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      guard
        let stack = try? FontStack(
          FontDescriptor(sources: [.file(FontFile(path: file))]),
          in: FontCatalog(directories: []))
      else { continue }
      opened += 1
      let text = ShapedText("AVfi Të 12% नमस्ते क्ष שלום سلام", fonts: stack)
      let layout = TextLayout(text, TextAttributes(), in: Rect(x: 0, y: 0, width: 300, height: 50))
      #expect(layout.lines.allSatisfy { $0.path.isFinite && $0.width.isFinite }, "seed \(seed)")
    }
    // The damage must not all be of the kind that is refused at once.
    #expect(opened > 5)
  }

  @Test func `a font whose file is truncated in place continues without the lost glyphs`() throws {
    let directory = try TemporaryDirectory()
    for path in [TestFonts.latin, TestFonts.compact, TestFonts.devanagari] {
      let copy = directory("font")
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      let stack = try TestFonts.stack(copy)
      let font = try #require(stack.primary)
      let handle = try #require(FileHandle(forWritingAtPath: copy))
      try handle.truncate(atOffset: 5000)
      try handle.close()
      for scalar in UInt32(0x20)..<0x2000 {
        guard let glyph = font.glyph(for: scalar) else { continue }
        _ = font.outline(of: glyph)
      }
      _ = ShapedText("Büro नमस्ते مرحبا", fonts: stack)
    }
  }
}
