// FreeType: faces of fonts, their metrics and glyph outlines.
#ifndef FIRSTLIGHT_CFREETYPE_H
#define FIRSTLIGHT_CFREETYPE_H
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_MULTIPLE_MASTERS_H
#endif
