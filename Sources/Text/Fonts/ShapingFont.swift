import CFreeType
import CHarfBuzz

/// HarfBuzz's view of a font: it reads the tables for shaping itself, and uses FreeType's face for
/// glyphs of characters and their advances.
@safe struct ShapingFont: ~Copyable {
  /// Owned; HarfBuzz's face below it lives as long.
  let handle: OpaquePointer

  /// - Parameters:
  ///   - bytes: the font file's; they must last as long as this, as must the face.
  ///   - variation: the place on each axis, as `FontFace.setWeight` gives it.
  init(
    _ bytes: UnsafeRawBufferPointer, index: Int, face: borrowing FontFace, variation: [Int32]
  ) {
    let blob = unsafe hb_blob_create(
      unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count),
      HB_MEMORY_MODE_READONLY, nil, nil)
    let shapingFace = unsafe hb_face_create(blob, UInt32(index))
    unsafe hb_face_set_upem(shapingFace, UInt32(face.unitsPerEm))
    guard let handle = unsafe hb_font_create(shapingFace) else {
      preconditionFailure("out of memory")
    }
    unsafe hb_blob_destroy(blob)
    unsafe hb_face_destroy(shapingFace)
    let functions = unsafe ShapingFont.makeFunctions()
    unsafe hb_font_set_funcs(handle, functions, face.reference, nil)
    unsafe hb_font_funcs_destroy(functions)
    if !variation.isEmpty {
      unsafe hb_font_set_var_coords_normalized(handle, variation, UInt32(variation.count))
    }
    unsafe self.handle = handle
  }

  deinit { unsafe hb_font_destroy(handle) }

  /// Functions whose data are `FontFace.reference`.
  private static func makeFunctions() -> OpaquePointer? {
    let functions = unsafe hb_font_funcs_create()
    unsafe hb_font_funcs_set_nominal_glyph_func(
      functions,
      { _, data, scalar, glyph, _ in
        guard let data = unsafe data, let glyph = unsafe glyph else { return 0 }
        let found = unsafe FontFace.glyph(for: scalar, in: FT_Face(OpaquePointer(data)))
        unsafe glyph.pointee = found
        return found == 0 ? 0 : 1
      }, nil, nil)
    unsafe hb_font_funcs_set_variation_glyph_func(
      functions,
      { _, data, scalar, selector, glyph, _ in
        guard let data = unsafe data, let glyph = unsafe glyph else { return 0 }
        let found = unsafe FT_Face_GetCharVariantIndex(
          FT_Face(OpaquePointer(data)), UInt(scalar), UInt(selector))
        unsafe glyph.pointee = found
        return found == 0 ? 0 : 1
      }, nil, nil)
    unsafe hb_font_funcs_set_glyph_h_advance_func(
      functions,
      { _, data, glyph, _ in
        guard let data = unsafe data else { return 0 }
        var advance: FT_Fixed = 0
        let error = unsafe FT_Get_Advance(
          FT_Face(OpaquePointer(data)), glyph, firstlight_load_distance, &advance)
        return error == 0 ? hb_position_t(truncatingIfNeeded: advance) : 0
      }, nil, nil)
    return unsafe functions
  }
}
