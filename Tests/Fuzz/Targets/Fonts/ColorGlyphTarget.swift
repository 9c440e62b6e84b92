import Foundation
import Geometry
import Raster

@testable import Layers
@testable import Text

/// Glyphs in colours: the tables of a font, as they are or written as a graph of paints, walked and
/// drawn. A picture in two halves equals the whole, and no glyph has more pieces or elements than a
/// text can draw.
enum ColorGlyphTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let isMade = source.isOnce(in: 2)
    let palette = Array(source.take(64))
    let outlines = (0..<2).map { _ in outline(&source) }
    let table = isMade ? graph(&source) : Array(source.rest())
    var tables = ColorTables(FontBytes(bytes: table), palette: FontBytes(bytes: palette))
    tables.unitsPerEm = Double([1000, 2048, 16, 16_384][bytes.count % 4])
    for number in [UInt32(0), 1, 2, 65_535] {
      guard
        let glyph = tables.glyph(
          number, outline: { outlines[Int($0 & 1)] })
      else { continue }
      let elements = glyph.pieces.reduce(0) { sum, piece in
        sum + piece.areas.reduce(0) { $0 + $1.elements.count }
      }
      try require(
        glyph.pieces.count <= 2048 && elements <= ColorTables.mostElements,
        "a glyph has \(glyph.pieces.count) pieces and \(elements) elements")
      try draw(glyph)
    }
  }

  private static func draw(_ glyph: ColorGlyph) throws(Finding) {
    let place = AffineTransform.scale(x: 24, y: 24).followed(by: .translation(x: 4, y: 26))
    let commands = TextLayout.ColoredGlyph(glyph: glyph, transform: place).commands(.white)
    let size = PixelSize(width: 40, height: 32)
    let whole = PixelBuffer(size: size, format: .argb8888)
    let parts = PixelBuffer(size: size, format: .argb8888)
    let renderer = Renderer()
    renderer.draw(commands, into: whole.surface)
    for x in [0, 20] {
      let part = PixelRect(minX: x, minY: 0, maxX: x + 20, maxY: 32)
      renderer.draw(commands, region: Region(part), into: parts.surface)
    }
    try require(whole.bytes == parts.bytes, "two halves of a glyph differ from the whole")
  }

  private static func outline(_ source: inout ByteSource) -> Path {
    var path = Path()
    switch source.choice(4) {
    case 0: path.addRect(Rect(x: 0, y: -0.8, width: 0.9, height: 1))
    case 1: path.addEllipse(in: Rect(x: 0.1, y: -0.7, width: 0.6, height: 0.9))
    case 2:
      path.move(to: Point(x: 0, y: 0))
      for _ in 0..<source.choice(32) {
        path.addLine(
          to: Point(x: Double(source.byte()) / 255, y: Double(source.byte()) / 255 - 0.8))
      }
      path.close()
    default: break
    }
    return path
  }

  // MARK: Nearly valid tables

  /// A table of version 1 with one record for each of the glyphs 0 to 2, whose paints refer to
  /// later ones.
  private static func graph(_ source: inout ByteSource) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ value: Int, _ count: Int) {
      for index in (0..<count).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
      }
    }
    // The head: records of base glyphs at 34, and a list of layers behind them.
    let glyphs = 3
    let (list, layers) = (34, 34 + 4 + 6 * glyphs)
    let layerCount = source.choice(6)
    let paints = layers + 4 + 4 * layerCount
    for (value, count) in [
      (1, 2), (0, 2), (0, 4), (0, 4), (0, 2), (list, 4), (layers, 4), (0, 4), (0, 4), (0, 4),
    ] {
      add(value, count)
    }
    let slots = 12
    func place(_ slot: Int) -> Int { paints + slot % slots * paintSize }
    add(glyphs, 4)
    for glyph in 0..<glyphs {
      add(glyph, 2)
      add(place(source.choice(slots)) - list, 4)
    }
    add(layerCount, 4)
    for _ in 0..<layerCount { add(place(source.choice(slots)) - layers, 4) }
    for slot in 0..<slots {
      let paint = self.paint(&source) { place(slot + 1 + $0) - place(slot) }
      bytes += paint + [UInt8](repeating: 0, count: max(paintSize - paint.count, 0))
    }
    return bytes + source.rest()
  }

  private static let paintSize = 64

  /// - Parameter next: the distance to a paint so many slots behind this one.
  private static func paint(_ source: inout ByteSource, _ next: (Int) -> Int) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ value: Int, _ count: Int) {
      for index in (0..<count).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
      }
    }
    let format = source.choice(33)
    add(format, 1)
    switch format {
    case 1:
      add(source.choice(256), 1)
      add(source.choice(4), 4)
    case 2, 3:
      add(source.pick([0, 1, 0xFFFF, 40]), 2)
      add(Int(source.bits(2)), 2)
    case 4...9:
      // The colour line is in the same slot, behind the numbers.
      add(32, 3)
      for _ in 0..<6 { add(Int(source.bits(2)), 2) }
      bytes += [UInt8](repeating: 0, count: 32 - bytes.count)
      add(source.choice(4), 1)
      let count = source.choice(5)
      add(count, 2)
      for _ in 0..<min(count, 4) {
        add(source.pick([0, 4096, 16_384, 0x8000, 0x7FFF]), 2)
        add(source.pick([0, 1, 0xFFFF]), 2)
        add(16_384, 2)
      }
    case 10:
      add(next(source.choice(4)), 3)
      add(source.choice(3), 2)
    case 11: add(source.choice(4), 2)
    case 32:
      add(next(source.choice(3)), 3)
      add(source.choice(28), 1)
      add(next(source.choice(3)), 3)
    default:
      add(next(source.choice(3)), 3)
      for _ in 0..<4 {
        add(source.pick([0x4000, 0, 0x2000, 0x8000, 0x7FFF, Int(source.bits(2))]), 2)
      }
    }
    return bytes
  }
}
