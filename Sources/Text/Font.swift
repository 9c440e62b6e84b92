import CHarfBuzz
public import Geometry
import System

/// A face of a font, ready for shaping and drawing.
///
/// Outlines come from HarfBuzz, which reads TrueType, CFF and CFF2 with their variations: unhinted,
/// in the font's own units, so that they are exact at every size. Bytes that make no sense give
/// empty glyphs.
@safe public final class Font {
  public let path: String
  /// Place in a collection, from 0.
  public let index: Int
  /// Lines' heights in parts of the font size: above and below the baseline, and between lines.
  public let ascent: Double
  public let descent: Double
  public let lineGap: Double

  /// Owned; HarfBuzz's face and the mapping below it live as long.
  let handle: OpaquePointer
  private let file: MappedFile
  private let drawing: OpaquePointer
  private let unitsPerEm: Double
  /// Outlines that were drawn before, by glyph.
  private var outlines: [UInt32: Path] = [:]
  private var outlineElementCount = 0

  /// Opens a face of a font file. A variable font takes the weight, within what it has.
  public convenience init(
    path: String, index: Int = 0, weight: Int = 400
  ) throws(FontError) {
    let plainFile = try FontError.wrapping(
      try PlainFile(path: path, limit: TextLimits.fontFileSize))
    _ = try FontTables(plainFile, try FontDirectory.header(of: plainFile), index: index)
    let file = try FontError.wrapping(try MappedFile(mapping: plainFile))
    try self.init(file, path: path, index: index, weight: weight)
  }

  private init(
    _ file: MappedFile, path: String, index: Int, weight: Int
  ) throws(FontError) {
    self.path = path
    self.index = index
    self.file = file
    let bytes = unsafe file.bytes
    let blob = unsafe hb_blob_create(
      unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count),
      HB_MEMORY_MODE_READONLY, nil, nil)
    let face = unsafe hb_face_create(blob, UInt32(index))
    unsafe handle = hb_font_create(face)
    unsafe drawing = Font.makeDrawingFunctions()
    let glyphCount = unsafe hb_face_get_glyph_count(face)
    let units = unsafe Double(hb_face_get_upem(face))
    unitsPerEm = units
    var extents = hb_font_extents_t()
    let hasExtents = unsafe hb_font_get_h_extents(handle, &extents) != 0
    var ascent = Double(extents.ascender) / units
    var descent = -Double(extents.descender) / units
    let gap = Double(extents.line_gap) / units
    // Metrics that no picture could be made of are as good as none.
    if !hasExtents || !(0...4 ~= ascent) || !(-1...4 ~= descent) || ascent + descent <= 0 {
      ascent = 0.8
      descent = 0.2
    }
    self.ascent = ascent
    self.descent = descent
    lineGap = min(max(gap, 0), 2)
    unsafe hb_blob_destroy(blob)
    unsafe hb_face_destroy(face)
    guard glyphCount > 0 else {
      throw .unusable(path: path, reason: "has no glyphs; is it damaged?")
    }
    if unsafe hb_ot_var_has_data(face) != 0 {
      var variation = hb_variation_t(tag: firstlight_tag_weight, value: Float(weight))
      unsafe hb_font_set_variations(handle, &variation, 1)
    }
  }

  deinit {
    unsafe hb_font_destroy(handle)
    unsafe hb_draw_funcs_destroy(drawing)
  }

  /// The glyph of a character, without regard to its neighbours; nil if the font has none.
  public func glyph(for scalar: UInt32) -> UInt32? {
    var glyph: UInt32 = 0
    guard unsafe hb_font_get_nominal_glyph(handle, scalar, &glyph) != 0, glyph != 0 else {
      return nil
    }
    return glyph
  }

  /// The part of the font size that a distance in the font's own units is.
  func em(_ distance: Int32) -> Double { Double(distance) / unitsPerEm }

  /// The most elements of outlines that are kept: about two megabytes.
  private static var keptElements: Int { 32_768 }

  /// A glyph's outline in parts of the font size, y downwards from the baseline, x from the pen.
  public func outline(of glyph: UInt32) -> Path {
    if let outline = outlines[glyph] { return outline }
    var recording = OutlineRecording(scale: 1 / unitsPerEm)
    unsafe withUnsafeMutablePointer(to: &recording) {
      unsafe hb_font_get_glyph_shape(handle, glyph, drawing, $0)
    }
    let outline = recording.path.isFinite ? recording.path : Path()
    if outlineElementCount > Font.keptElements {
      outlines.removeAll()
      outlineElementCount = 0
    }
    outlineElementCount += outline.elements.count
    outlines[glyph] = outline
    return outline
  }
}
