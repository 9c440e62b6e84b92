import CFreeType
import Foundation
import Geometry
import Raster
import TestSupport
import Testing

@testable import Text

/// Glyphs in colours, of the tables `COLR` and `CPAL`.
@Suite struct ColorGlyphTests {
  private static func path(_ version: Int) -> String {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fonts/colors-\(version).ttf").path
  }

  private func glyph(_ scalar: UInt32, version: Int) throws -> ColorGlyph? {
    let font = try Font(path: Self.path(version))
    return font.colorGlyph(of: try #require(font.glyph(for: scalar)))
  }

  @Test func `layers have the colours of the palette, or the text's own`() throws {
    for version in 0...1 {
      let face = try #require(try glyph(0x1F600, version: version))
      #expect(face.pieces.count == 3 && face.pieces.allSatisfy { $0.areas.count == 1 })
      let colors = face.pieces.compactMap { piece -> ColorGlyph.Color? in
        if case .color(let color) = piece.fill { color } else { nil }
      }
      #expect(colors[0] == ColorGlyph.Color(red: 1, green: 0.8, blue: 0, alpha: 1))
      #expect(colors[1].blue == 0.4 && !colors[1].isForeground && colors[2].isForeground)
      // From 430 to 600 units above the baseline.
      let eye = face.pieces[1].areas[0].bounds
      #expect(abs(eye.minX - 0.32) < 1e-9 && abs(eye.maxX - 0.42) < 1e-9)
      #expect(abs(eye.minY + 0.6) < 1e-9 && abs(eye.maxY + 0.43) < 1e-9)
    }
    #expect(try glyph(0x41, version: 1) == nil)
    #expect(try Font(path: TestFonts.latin).colorGlyph(of: 40) == nil)
  }

  @Test func `layers are drawn as FreeType draws them`() throws {
    let size = 96
    let face = try #require(try glyph(0x1F600, version: 0))
    let buffer = PixelBuffer(size: PixelSize(width: size, height: size), format: .argb8888)
    let place = AffineTransform.scale(x: Double(size), y: Double(size)).followed(
      by: .translation(x: 0, y: 80))
    Renderer().draw(
      face.pieces.map { piece in
        var paint = Paint.color(.black)
        if case .color(let color) = piece.fill, !color.isForeground {
          paint = .color(
            Color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha))
        }
        return DrawCommand(shape: .fill(piece.areas[0], .nonZero), paint: paint, transform: place)
      }, into: buffer.surface)
    let drawn = buffer.makeImage().premultipliedPixels

    var library: FT_Library?
    var handle: FT_Face?
    unsafe #expect(FT_Init_FreeType(&library) == 0)
    unsafe #expect(FT_New_Face(library, Self.path(0), 0, &handle) == 0)
    defer {
      unsafe FT_Done_Face(handle)
      unsafe FT_Done_FreeType(library)
    }
    unsafe #expect(FT_Set_Pixel_Sizes(handle, 0, UInt32(size)) == 0)
    let index = unsafe FT_Get_Char_Index(handle, 0x1F600)
    // In colours, rendered, without hinting.
    unsafe #expect(FT_Load_Glyph(handle, index, 1 << 20 | 1 << 2 | 1 << 1) == 0)
    let slot = try unsafe #require(handle?.pointee.glyph).pointee
    let bitmap = unsafe slot.bitmap
    let (width, height) = unsafe (Int(bitmap.width), Int(bitmap.rows))
    let (left, top) = unsafe (Int(slot.bitmap_left), Int(slot.bitmap_top))
    #expect(width > 60 && height > 60)
    var (largest, largestInside) = (0, 0)
    for y in 0..<height {
      for x in 0..<width {
        let row = 80 - top + y
        for component in 0..<4 {
          let theirs = unsafe Int(bitmap.buffer[y * Int(bitmap.pitch) + 4 * x + component])
          let ours = Int(drawn[row * size + left + x] >> UInt32(8 * component) & 255)
          largest = max(largest, abs(theirs - ours))
          // Eye and mouth have no curves.
          if 27..<69 ~= left + x, 21..<67 ~= row {
            largestInside = max(largestInside, abs(theirs - ours))
          }
        }
      }
    }
    // FreeType rounds points to 1/64 px, which are up to four levels a side; its chords are up to
    // 1/16 px off a curve.
    #expect(largestInside <= 6 && largest <= 18)
  }

  @Test func `paints of version 1 become areas with colours, gradients and transforms`() throws {
    let layers = try #require(try glyph(0x1F601, version: 1)).pieces
    #expect(layers.count == 3)
    guard case .gradient(.axial(let start, let end), let stops, .pad, let map) = layers[0].fill
    else {
      Issue.record("no axial gradient")
      return
    }
    #expect(map.apply(to: start) == .zero)
    #expect((map.apply(to: end) - Point(x: 1, y: 0)).length < 1e-12)
    #expect(
      stops.map { $0.offset } == [0, 1] && stops[0].color.red == 1 && stops[1].color.blue == 1)
    // Scaled by half about the origin, half of a half of the palette's alpha.
    #expect(layers[1].areas[0].bounds == Rect(x: 0, y: -0.5, width: 0.5, height: 0.5))
    guard case .color(let green) = layers[1].fill else { return }
    #expect(abs(green.alpha - 0.25) < 0.002 && green.green == 1)
    #expect(layers[2].areas[0].bounds.minX == 0.8)

    let turned = try #require(try glyph(0x1F602, version: 1)).pieces
    #expect(turned.count == 2)
    guard case .gradient(.radial, _, _, _) = turned[0].fill else { return #expect(Bool(false)) }
    // A quarter turn, counter-clockwise about the middle: from 320…420 × 430…600 to 400…570 ×
    // 320…420.
    let box = turned[1].areas[0].bounds
    #expect(abs(box.minX - 0.4) < 1e-9 && abs(box.maxX - 0.57) < 1e-9)
    #expect(abs(box.minY + 0.42) < 1e-9 && abs(box.maxY + 0.32) < 1e-9)

    let nested = try #require(try glyph(0x1F603, version: 1)).pieces
    #expect(nested.count == 4)
    guard case .gradient(.conic(let center, let angle), _, _, _) = nested[0].fill else {
      return #expect(Bool(false))
    }
    #expect(center == Point(x: 500, y: 500) && abs(angle) < 1e-9)
    #expect(nested[1].areas[0].bounds == Rect(x: 0.5, y: -0.5, width: 0.5, height: 0.5))
  }

  @Test(arguments: [0, 1])
  func `a glyph has no more elements than a text can draw`(version: Int) {
    var bytes: [UInt8] = []
    func add(_ value: Int, _ count: Int) {
      for index in (0..<count).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
      }
    }
    if version == 0 {
      // One glyph of 1000 layers behind the head.
      for (value, count) in [
        (0, 2), (1, 2), (14, 4), (20, 4), (1000, 2), (0, 2), (0, 2), (1000, 2),
      ] {
        add(value, count)
      }
      for _ in 0..<1000 { add(1, 4) }
    } else {
      // A list of 255 layers, all of one paint of a glyph, which a colour fills.
      for (value, count) in [
        (1, 2), (0, 2), (0, 4), (0, 4), (0, 2), (34, 4), (60, 4), (0, 4), (0, 4), (0, 4),
      ] {
        add(value, count)
      }
      for (value, count) in [(1, 4), (0, 2), (10, 4), (1, 1), (255, 1), (0, 4)] {
        add(value, count)
      }
      bytes += [UInt8](repeating: 0, count: 60 - bytes.count)
      add(255, 4)
      for _ in 0..<255 { add(4 + 4 * 255, 4) }
      for (value, count) in [(10, 1), (6, 3), (1, 2), (2, 1), (0, 2), (16_384, 2)] {
        add(value, count)
      }
    }
    let palette = [0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 14, 0, 0, 0, 0, 0, 255].map { UInt8($0) }
    var area = Path()
    for index in 0..<400 { area.addLine(to: Point(x: Double(index % 7), y: Double(index))) }
    let tables = ColorTables(FontBytes(bytes: bytes), palette: FontBytes(bytes: palette))
    let pieces = tables.glyph(0, outline: { _ in area })?.pieces ?? []
    let count = pieces.reduce(0) { sum, piece in
      sum + piece.areas.reduce(0) { $0 + $1.elements.count }
    }
    #expect(count <= 32_768)
    #expect(count > 32_768 - 2 * area.elements.count)
  }

  @Test func `no changed bytes trap or take long`() throws {
    let whole = try [UInt8](Data(contentsOf: URL(filePath: Self.path(1))))
    func table(_ name: String) throws -> [UInt8] {
      let bytes = FontBytes(bytes: whole)
      for record in stride(from: 12, to: 12 + 16 * bytes.short(at: 4), by: 16)
      where String(decoding: whole[record..<record + 4], as: UTF8.self) == name {
        let start = bytes.word(at: record + 8)
        return Array(whole[start..<start + bytes.word(at: record + 12)])
      }
      throw CocoaError(.fileReadCorruptFile)
    }
    let (colors, palette) = (try table("COLR"), try table("CPAL"))
    var generator = SeededGenerator(seed: 0xC01A)
    let square = Path.rect(Rect(x: 0, y: -1, width: 1, height: 1))
    for _ in 0..<3000 {
      var (colors, palette) = (colors, palette)
      for _ in 0..<generator.int(in: 1...6) {
        colors[generator.int(in: 0...(colors.count - 1))] = UInt8(generator.int(in: 0...255))
        palette[generator.int(in: 0...(palette.count - 1))] = UInt8(generator.int(in: 0...255))
      }
      if generator.chance(0.2) { colors.removeLast(generator.int(in: 1...(colors.count - 1))) }
      let tables = ColorTables(FontBytes(bytes: colors), palette: FontBytes(bytes: palette))
      for glyph in 0..<12 {
        let result = tables.glyph(UInt32(glyph)) { _ in square }
        #expect((result?.pieces.count ?? 0) <= 2048)
      }
    }
  }
}
