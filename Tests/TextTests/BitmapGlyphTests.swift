import CFreeType
import Foundation
import Geometry
import Raster
import TestSupport
import Testing

@testable import Text

/// Glyphs that are pictures, of the tables `CBDT` and `sbix`.
@Suite struct BitmapGlyphTests {
  private enum Kind: String, CaseIterable {
    case located, standard

    var path: String {
      URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fonts/pictures-\(rawValue).ttf").path
    }
  }

  /// A picture, and its map to fractions of the font size.
  private func picture(_ scalar: UInt32, _ kind: Kind) throws -> (Image, Geometry.AffineTransform) {
    let font = try Font(path: kind.path)
    let glyph = try #require(font.glyph(for: scalar).flatMap { font.colorGlyph(of: $0) })
    #expect(glyph.pieces.count == 1 && glyph.pieces[0].areas.count == 1)
    guard case .image(let image, let place) = glyph.pieces[0].fill else {
      throw CocoaError(.featureUnsupported)
    }
    return (image, place)
  }

  @Test(arguments: Kind.allCases, [0x1F600, 0x2600, 0x1F680] as [UInt32])
  private func `pictures and their places are FreeType's`(kind: Kind, scalar: UInt32) throws {
    let (image, place) = try picture(scalar, kind)
    var library: FT_Library?
    var handle: FT_Face?
    unsafe #expect(FT_Init_FreeType(&library) == 0)
    unsafe #expect(FT_New_Face(library, kind.path, 0, &handle) == 0)
    defer {
      unsafe FT_Done_Face(handle)
      unsafe FT_Done_FreeType(library)
    }
    // The second of the font's sizes, of 20 pixels.
    unsafe #expect(FT_Select_Size(handle, 1) == 0)
    let index = unsafe FT_Get_Char_Index(handle, UInt(scalar))
    unsafe #expect(FT_Load_Glyph(handle, index, 1 << 20) == 0)
    let slot = try unsafe #require(handle?.pointee.glyph).pointee
    let bitmap = unsafe slot.bitmap
    let (width, height) = unsafe (Int(bitmap.width), Int(bitmap.rows))
    #expect(image.size == PixelSize(width: width, height: height))
    let (left, top) = unsafe (Double(slot.bitmap_left), Double(slot.bitmap_top))
    #expect(abs(place.tx - left / 20) < 1e-9 && abs(place.ty + top / 20) < 1e-9)
    #expect(place.a == 0.05 && place.d == 0.05)
    var largest = 0
    let drawn = image.premultipliedPixels
    for y in 0..<height {
      for x in 0..<width {
        for component in 0..<4 {
          let theirs = unsafe Int(bitmap.buffer[y * Int(bitmap.pitch) + 4 * x + component])
          let ours = Int(drawn[y * width + x] >> UInt32(8 * component) & 255)
          largest = max(largest, abs(theirs - ours))
        }
      }
    }
    #expect(largest <= 1)
  }

  @Test(arguments: Kind.allCases)
  private func `glyphs without a picture are outlines`(kind: Kind) throws {
    let font = try Font(path: kind.path)
    for glyph in [0, 4, 65_535, UInt32.max] {
      #expect(font.colorGlyph(of: glyph) == nil)
      #expect(font.outline(of: glyph).isEmpty)
    }
    #expect(abs(font.ascent - 0.95) < 1e-9 && abs(font.descent - 0.25) < 1e-9)
  }

  @Test(arguments: Kind.allCases)
  private func `a text is laid out with bitmap glyphs`(kind: Kind) throws {
    var attributes = TextAttributes()
    attributes.size = 50
    let layout = TextLayout(
      ShapedText("\u{1F600}\u{1F680}", fonts: try TestFonts.stack(kind.path)), attributes,
      in: Rect(x: 10, y: 0, width: 500, height: 100))
    let line = try #require(layout.lines.first)
    #expect(line.path.isEmpty && line.colored.count == 2)
    #expect(abs(line.width - 2 * 1.2 * 50) < 1e-9)
    #expect(line.colored[1].transform.tx - line.colored[0].transform.tx == 60)
  }

  @Test func `emoji are in colours where a font has them so`() throws {
    let directory = try TemporaryDirectory()
    try Data(contentsOf: URL(filePath: Kind.located.path))
      .write(to: URL(filePath: directory("SmallEmoji.ttf")))
    let fonts = try FontStack(
      FontDescriptor(sources: [.file(FontFile(path: TestFonts.latin))]),
      in: FontCatalog(directories: [directory.path]))
    func isColored(_ text: String) -> Bool? {
      var attributes = TextAttributes()
      attributes.size = 20
      let layout = TextLayout(
        ShapedText(text, fonts: fonts), attributes, in: Rect(x: 0, y: 0, width: 500, height: 100))
      return layout.lines.first.map { !$0.colored.isEmpty && $0.path.isEmpty }
    }
    // The primary font has the first two, too.
    #expect(isColored("\u{1F600}") == true)
    #expect(isColored("\u{1F600}\u{FE0E}") == false)
    #expect(isColored("\u{1F680}") == true)
    #expect(isColored("\u{2600}") == false)
    #expect(isColored("\u{2600}\u{FE0F}") == true)
    // A character that the font in colours lacks.
    #expect(isColored("\u{1F601}") == false)
    #expect(isColored("1\u{FE0F}") == false)
  }

  @Test func `pictures that nobody holds make room for others`() {
    func glyph() -> ColorGlyph {
      let size = PixelSize(width: 1024, height: 1024)
      let image = Image(size: size, premultiplied: PixelMemory(count: 1024 * 1024))
      return ColorGlyph([ColorGlyph.Piece(areas: [Path()], fill: .image(image, .identity))])
    }
    var cache = ColorGlyphCache()
    var made = 0
    var held: [ColorGlyph?] = []
    for number in 0..<6 as Range<UInt32> {
      held.append(
        cache.glyph(number) { _ in
          made += 1
          return glyph()
        })
    }
    #expect(made == 4)
    #expect(held.map { $0?.pieces.count } == [1, 1, 1, 1, 0, 0])
    held.removeFirst(2)
    #expect(cache.glyph(7, make: { _ in glyph() })?.pieces.count == 1)
    // The two that are still held are the same as before.
    #expect(cache.glyph(2, make: { _ in glyph() }) === held[0])
  }

  @Test(arguments: Kind.allCases)
  private func `no byte that is damaged or missing traps`(kind: Kind) throws {
    let directory = try TemporaryDirectory()
    let path = directory("font.ttf")
    let whole = [UInt8](try Data(contentsOf: URL(filePath: kind.path)))
    var generator = SeededGenerator(seed: 0xCBD7)
    let values: [UInt8] = [0, 1, 2, 3, 4, 5, 17, 18, 19, 127, 128, 255]
    var (opened, shown) = (0, 0)
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<generator.int(in: 1...4) {
        bytes[generator.int(in: 0...(bytes.count - 1))] =
          values[generator.int(in: 0...(values.count - 1))]
      }
      if generator.chance(0.1) { bytes.removeLast(generator.int(in: 1...(bytes.count - 1))) }
      try Data(bytes).write(to: URL(filePath: path))
      guard let font = try? Font(path: path) else { continue }
      opened += 1
      for glyph in [0, 1, 2, 3, 65_535, UInt32.max] {
        shown += font.colorGlyph(of: glyph)?.pieces.count ?? 0
      }
    }
    #expect(opened > 500 && shown > 500)
  }
}
