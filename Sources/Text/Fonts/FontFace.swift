import CFreeType
import Geometry
import System

/// FreeType's face of a font: its characters, metrics, advances and outlines.
///
/// FreeType scales it to 64 parts of one of the font's own units. So points are exact if the font
/// has them in whole units, and accurate to 1/64 if parts of other glyphs or variations move them.
@safe struct FontFace: ~Copyable {
  /// Units in the font size, 16…16384.
  let unitsPerEm: Int
  /// Owned, like the library below it; the bytes are not.
  private let handle: FT_Face
  private let library: FT_Library

  /// Units above and below the baseline, and between lines.
  struct LineHeights {
    var ascent: Int
    var descent: Int
    var gap: Int
  }

  /// Numbers of the tables `head` and `hhea`, which FreeType does not give for a font without
  /// outlines.
  struct Header {
    var unitsPerEm: Int
    var lineHeights: LineHeights

    init(_ file: borrowing PlainFile, _ directory: FontDirectory) throws(FontError) {
      let head = try directory.bytes(of: "head", count: 54, in: file)
      let heights = try directory.bytes(of: "hhea", count: 36, in: file)
      func signed(_ place: Int) -> Int { Int(Int16(truncatingIfNeeded: heights.short(at: place))) }
      unitsPerEm = head.short(at: 18)
      lineHeights = LineHeights(
        ascent: abs(signed(4)), descent: abs(signed(6)), gap: signed(8))
    }
  }

  /// Nil for a font with outlines.
  private let header: Header?

  /// - Parameters:
  ///   - bytes: the font file's; they must last as long as the face.
  ///   - header: for a font without outlines.
  init(
    _ bytes: UnsafeRawBufferPointer, path: String, index: Int, header: Header?
  ) throws(FontError) {
    self.header = header
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else {
      preconditionFailure("out of memory")
    }
    var handle: FT_Face?
    let error = unsafe firstlight_open_face(
      library, bytes.baseAddress, bytes.count, index, &handle)
    guard error == 0, let handle = unsafe handle else {
      unsafe FT_Done_FreeType(library)
      throw .unusable(
        path: path, reason: "is damaged, says FreeType by error \(error); install it again")
    }
    let units = unsafe header?.unitsPerEm ?? Int(handle.pointee.units_per_EM)
    let reason: String? =
      if unsafe handle.pointee.num_glyphs <= 0 {
        "has no glyphs; is it damaged?"
      } else if unsafe !(16...16_384 ~= units)
        || header == nil && FT_Set_Pixel_Sizes(handle, 0, UInt32(units)) != 0
      {
        "has \(units) units to its size, and not 16 to 16384; is it damaged?"
      } else {
        nil
      }
    if let reason {
      unsafe FT_Done_Face(handle)
      unsafe FT_Done_FreeType(library)
      throw .unusable(path: path, reason: reason)
    }
    unsafe firstlight_choose_characters(handle)
    unsafe firstlight_drop_programs(handle)
    unitsPerEm = units
    unsafe self.handle = handle
    unsafe self.library = library
  }

  deinit {
    unsafe FT_Done_Face(handle)
    unsafe FT_Done_FreeType(library)
  }

  /// The pointer that HarfBuzz passes to its callbacks; valid as long as the face.
  @unsafe var reference: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(handle) }

  /// Lines' heights in the font's units: above and below the baseline, and between lines.
  var lineHeights: LineHeights {
    if let header { return header.lineHeights }
    let face = unsafe handle.pointee
    let ascender = unsafe Int(face.ascender)
    let descender = unsafe Int(face.descender)
    // Some fonts have the depth below the baseline with the wrong sign.
    return LineHeights(
      ascent: abs(ascender), descent: abs(descender),
      gap: unsafe Int(face.height) - ascender + descender)
  }

  /// Sets a variable font to a weight, within its range, and leaves its other axes alone.
  ///
  /// - Returns: the font's position on each of its axes, in 1/16384 from −1 to 1; empty for a font
  ///   that does not vary.
  func setWeight(_ weight: Int) -> [Int32] {
    var variations: UnsafeMutablePointer<FT_MM_Var>?
    guard unsafe firstlight_is_variable(handle) != 0,
      unsafe FT_Get_MM_Var(handle, &variations) == 0, let variations = unsafe variations
    else { return [] }
    defer { unsafe FT_Done_MM_Var(library, variations) }
    let count = unsafe variations.pointee.num_axis
    var places: [FT_Fixed] = []
    for index in 0..<Int(count) {
      let axis = unsafe variations.pointee.axis[index]
      places.append(
        unsafe axis.tag == firstlight_tag_weight_axis ? FT_Fixed(weight) << 16 : axis.def)
    }
    guard unsafe FT_Set_Var_Design_Coordinates(handle, count, &places) == 0,
      unsafe FT_Get_Var_Blend_Coordinates(handle, count, &places) == 0
    else { return [] }
    return places.map { Int32(truncatingIfNeeded: ($0 + 2) >> 2) }
  }

  /// The glyph of a character; 0 if the font has none.
  func glyph(for scalar: UInt32) -> UInt32 { unsafe FontFace.glyph(for: scalar, in: handle) }

  @unsafe static func glyph(for scalar: UInt32, in face: FT_Face) -> UInt32 {
    let glyph = unsafe FT_Get_Char_Index(face, UInt(scalar))
    guard glyph == 0, scalar <= 0xFF, unsafe firstlight_is_symbolic(face) != 0 else {
      return glyph
    }
    return unsafe FT_Get_Char_Index(face, UInt(scalar) + 0xF000)
  }

  /// A glyph's outline as fractions of the font size, y downwards from the baseline, x from the
  /// pen; empty if it is invalid.
  func outline(of glyph: UInt32) -> Path {
    guard unsafe FT_Load_Glyph(handle, glyph, firstlight_load_outline) == 0,
      let slot = unsafe handle.pointee.glyph,
      unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return Path() }
    return unsafe OutlineRecording.path(
      of: &slot.pointee.outline, scale: 1 / Double(64 * unitsPerEm))
  }
}
