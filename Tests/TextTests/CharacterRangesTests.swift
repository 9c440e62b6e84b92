import System
import TestSupport
import Testing

@testable import Text

/// The characters of a face by its `cmap` table.
struct CharacterRangesTests {
  private static func table(_ path: String) throws -> FontBytes {
    let file = try PlainFile(path: path, limit: TextLimits.fontFileSize)
    let tables = try FontTables(file, try FontDirectory.header(of: file), index: 0)
    return try FontBytes(file, tables.characters)
  }

  /// A table with one part for a platform and an encoding.
  private static func table(_ platform: Int, _ encoding: Int, _ part: [Int]) -> FontBytes {
    let words = [0, 1, platform, encoding, 0, 12] + part
    return FontBytes(bytes: words.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] })
  }

  @Test(arguments: [TestFonts.latin, TestFonts.devanagari, TestFonts.compact])
  func `ranges contain all characters of a font, and at most a tenth more`(path: String) throws {
    let font = try Font(path: path)
    let characters = CharacterRanges(try Self.table(path))
    var (has, contains) = (0, 0)
    for scalar in (0...0x3FFFF) as ClosedRange<UInt32> {
      let isContained = characters.contains(scalar)
      if font.glyph(for: scalar) != nil {
        has += 1
        #expect(isContained, "\(scalar)")
      }
      if isContained { contains += 1 }
    }
    #expect(has > 100)
    #expect(contains <= has + has / 10 + 10)
  }

  @Test func `ranges are read from segments and from groups`() {
    // Ends and starts of U+0041…U+005A, U+005B and the last.
    let segments = Self.table(
      3, 1, [4, 40, 0, 6, 0, 0, 0, 0x5A, 0x5B, 0xFFFF, 0, 0x41, 0x5B, 0xFFFF, 0, 0, 0, 0, 0, 0])
    let groups = Self.table(
      3, 10, [12, 0, 0, 40, 0, 0, 0, 2, 0, 0x41, 0, 0x5B, 0, 1, 1, 0xF600, 1, 0xF601, 0, 40])
    for characters in [CharacterRanges(segments), CharacterRanges(groups)] {
      #expect(
        [0x40, 0x41, 0x5A, 0x5B, 0x5C].map { characters.contains($0) }
          == [false, true, true, true, false])
    }
    let characters = CharacterRanges(groups)
    #expect(
      [0x1F5FF, 0x1F600, 0x1F601, 0x1F602].map { characters.contains($0) }
        == [false, true, true, false])
  }

  @Test func `an unknown format is left to the font, and a missing table is empty`() {
    #expect(CharacterRanges(Self.table(1, 0, [0, 262, 0])).contains(0x41))
    #expect(CharacterRanges(Self.table(3, 1, [6, 12, 0, 0x41, 1, 3])).contains(0x5000))
    #expect(!CharacterRanges(FontBytes(bytes: [])).contains(0x41))
  }

  @Test func `a damaged table never traps`() throws {
    let original = try Self.table(TestFonts.latin).bytes
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var bytes = original
      for _ in 0..<generator.int(in: 1...100) {
        let reach = generator.chance(0.5) ? 60 : bytes.count
        bytes[generator.int(in: 0...reach - 1)] = UInt8(generator.int(in: 0...255))
      }
      if generator.chance(0.3) { bytes.removeLast(generator.int(in: 1...bytes.count)) }
      let characters = CharacterRanges(FontBytes(bytes: bytes))
      _ = characters.contains(UInt32(generator.int(in: 0...0x10FFFF)))
    }
  }
}
