// FreeType: characters, metrics and glyph outlines of fonts.
#ifndef FIRSTLIGHT_CFREETYPE_H
#define FIRSTLIGHT_CFREETYPE_H
#include <ft2build.h>
#include FT_ADVANCES_H
#include FT_FREETYPE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_OUTLINE_H
#include FT_PARAMETER_TAGS_H

static const FT_ULong firstlight_tag_weight_axis = FT_MAKE_TAG('w', 'g', 'h', 't');
// Outlines as they are drawn, without hinting for small sizes.
static const FT_Int32 firstlight_load_outline = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;
// Distances in the font's own units.
static const FT_Int32 firstlight_load_distance = FT_LOAD_NO_SCALE;

// A face in memory that stays. A font with pictures of glyphs has its outlines all the same.
static inline FT_Error firstlight_open_face(
    FT_Library library, const void *bytes, FT_Long size, FT_Long index, FT_Face *face) {
  FT_Parameter parameter = {.tag = FT_PARAM_TAG_IGNORE_SBIX};
  FT_Open_Args arguments = {
      .flags = FT_OPEN_MEMORY | FT_OPEN_PARAMS,
      .memory_base = (const FT_Byte *)bytes,
      .memory_size = size,
      .num_params = 1,
      .params = &parameter,
  };
  return FT_Open_Face(library, &arguments, index, face);
}
static inline int firstlight_is_variable(FT_Face face) { return FT_HAS_MULTIPLE_MASTERS(face) != 0; }
// Selects the Unicode characters or, for a symbol font, the font's own ones.
static inline void firstlight_choose_characters(FT_Face face) {
  if (face->charmap || FT_Select_Charmap(face, FT_ENCODING_MS_SYMBOL) == 0) return;
  if (face->num_charmaps > 0) FT_Set_Charmap(face, face->charmaps[0]);
}
// True if the characters are a symbol font's own ones, from U+F000.
static inline int firstlight_is_symbolic(FT_Face face) {
  return face->charmap && face->charmap->encoding == FT_ENCODING_MS_SYMBOL;
}
// Hinting programs, without which some old fonts cannot be drawn, are not run for any font.
static inline void firstlight_drop_programs(FT_Face face) {
  face->face_flags &= ~FT_FACE_FLAG_TRICKY;
}
#endif
