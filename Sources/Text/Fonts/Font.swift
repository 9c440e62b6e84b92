public import Geometry
import System

/// A face of a font, ready for shaping and drawing.
///
/// Outlines come from FreeType, which reads TrueType, CFF and CFF2 with their variations: unhinted,
/// in the font's own units, so that they are exact at every size. Invalid glyphs are empty.
@safe public final class Font {
  public let path: String
  /// Index in a collection, from 0.
  public let index: Int
  /// Lines' heights as fractions of the font size: above and below the baseline, and between lines.
  public let ascent: Double
  public let descent: Double
  public let lineGap: Double

  // Stored properties are destroyed in this order: the first uses the second, and both read the
  // mapping.
  private let shaping: ShapingFont
  private let face: FontFace
  let file: MappedFile
  /// Outlines that were drawn before, by glyph.
  private var outlines: [UInt32: Path] = [:]
  private var outlineElementCount = 0
  /// Nil for a font without glyphs in colours.
  private var colors: ColorTables?
  /// Nil for a font without glyphs that are pictures.
  private let bitmaps: BitmapTables?
  private var colorGlyphs = ColorGlyphCache()

  /// Opens a face of a font file. A variable font is set to the weight, within its range.
  public convenience init(
    path: String, index: Int = 0, weight: Int = 400
  ) throws(FontError) {
    try self.init(path: path, index: index, weight: weight, sharing: nil)
  }

  /// - Parameter former: the file as another face has it open, which is shared if it is the same.
  convenience init(
    path: String, index: Int, weight: Int, sharing former: MappedFile?
  ) throws(FontError) {
    let file = try FontError.wrapping(
      try PlainFile(path: path, limit: TextLimits.fontFileSize))
    try self.init(file, index: index, weight: weight, sharing: former)
  }

  /// A face of a font that another file carries. The font keeps a copy of the bytes.
  /// - Parameter name: stands for the path in messages.
  public convenience init(
    bytes: [UInt8], name: String, index: Int = 0, weight: Int = 400
  ) throws(FontError) {
    let file = try FontError.wrapping(
      try PlainFile(bytes: bytes, name: name, limit: TextLimits.fontFileSize))
    try self.init(file, index: index, weight: weight, sharing: nil)
  }

  private convenience init(
    _ plainFile: borrowing PlainFile, index: Int, weight: Int, sharing former: MappedFile?
  ) throws(FontError) {
    let header = try FontDirectory.header(of: plainFile)
    let tables = try FontTables(plainFile, header, index: index)
    let directory = try FontDirectory(plainFile, header, index: index)
    let colors = try ColorTables(plainFile, directory)
    let faceHeader = tables.hasOutlines ? nil : try FontFace.Header(plainFile, directory)
    let bytes: MappedFile
    if let former, former.isContent(of: plainFile) {
      bytes = former
    } else {
      bytes = try FontError.wrapping(try MappedFile(mapping: plainFile))
    }
    try self.init(
      bytes, path: plainFile.path, index: index, weight: weight, header: faceHeader,
      colors: colors, bitmaps: BitmapTables(bytes, directory))
  }

  private init(
    _ file: MappedFile, path: String, index: Int, weight: Int, header: FontFace.Header?,
    colors: ColorTables?, bitmaps: BitmapTables?
  ) throws(FontError) {
    self.path = path
    self.index = index
    self.colors = colors
    self.bitmaps = bitmaps
    self.file = file
    let face = try unsafe FontFace(file.bytes, path: path, index: index, header: header)
    let variation = face.setWeight(weight)
    let units = Double(face.unitsPerEm)
    self.colors?.unitsPerEm = units
    let heights = face.lineHeights
    var ascent = Double(heights.ascent) / units
    var descent = Double(heights.descent) / units
    // Metrics that are useless for drawing are replaced.
    if !(0...4 ~= ascent) || !(0...4 ~= descent) || ascent + descent <= 0 {
      ascent = 0.8
      descent = 0.2
    }
    self.ascent = ascent
    self.descent = descent
    lineGap = min(max(Double(heights.gap) / units, 0), 2)
    shaping = unsafe ShapingFont(file.bytes, index: index, face: face, variation: variation)
    self.face = face
  }

  /// The glyph of a character, without regard to its neighbours; nil if the font has none.
  public func glyph(for scalar: UInt32) -> UInt32? {
    let glyph = face.glyph(for: scalar)
    return glyph == 0 ? nil : glyph
  }

  /// HarfBuzz's font, for shaping; valid as long as this one.
  var handle: OpaquePointer { unsafe shaping.handle }

  /// A distance in the font's own units as a fraction of the font size.
  func em(_ distance: Int32) -> Double { Double(distance) / Double(face.unitsPerEm) }

  /// The most elements of cached outlines: about a megabyte.
  private static var keptElements: Int { 32_768 }

  /// True if the character's glyph has colours of its own.
  func hasColorGlyph(for scalar: UInt32) -> Bool {
    guard colors != nil || bitmaps != nil, let glyph = glyph(for: scalar) else { return false }
    return colorGlyph(of: glyph) != nil
  }

  /// A glyph that has colours of its own; nil for one that is an outline in the text's colour.
  public func colorGlyph(of glyph: UInt32) -> ColorGlyph? {
    if colors == nil, bitmaps == nil { return nil }
    return colorGlyphs.glyph(glyph) { glyph in
      colors?.glyph(glyph) { outline(of: $0) } ?? bitmaps?.glyph(glyph)
    }
  }

  /// A glyph's outline as fractions of the font size, y downwards from the baseline, x from the
  /// pen.
  public func outline(of glyph: UInt32) -> Path {
    if let outline = outlines[glyph] { return outline }
    let outline = face.outline(of: glyph)
    if outlineElementCount > Font.keptElements {
      outlines.removeAll()
      outlineElementCount = 0
    }
    outlineElementCount += outline.verbs.count
    outlines[glyph] = outline
    return outline
  }
}
