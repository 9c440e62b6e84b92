// HarfBuzz: shaping.
#ifndef FIRSTLIGHT_CHARFBUZZ_H
#define FIRSTLIGHT_CHARFBUZZ_H
#include <harfbuzz/hb.h>


static inline hb_script_t firstlight_script(hb_codepoint_t scalar) {
  return hb_unicode_script(hb_unicode_funcs_get_default(), scalar);
}
// True if the scalar belongs to the one before it: a mark, or an invisible character.
static inline int firstlight_is_mark(hb_codepoint_t scalar) {
  switch (hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar)) {
    case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_FORMAT:
    case HB_UNICODE_GENERAL_CATEGORY_CONTROL: return 1;
    default: return 0;
  }
}
// True if the scalar may stand over another one without an advance of its own, or is never seen:
// vowels and finals of Hangul's letters, too.
static inline int firstlight_has_no_width(hb_codepoint_t scalar) {
  if (scalar >= 0x1160 && scalar < 0x1200) return 1;
  switch (hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar)) {
    case HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_FORMAT: return 1;
    default: return 0;
  }
}
// The values of Zyyy and Zinh: scripts of characters that many scripts share.
static inline int firstlight_is_shared_script(hb_script_t script) {
  return script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED ||
         script == HB_SCRIPT_UNKNOWN;
}

// Fills a buffer with a part of a text, in its context.
static inline void firstlight_buffer_fill(hb_buffer_t *buffer, const uint32_t *text, int count,
                                          int start, int length, int is_right_to_left,
                                          hb_script_t script, hb_language_t language) {
  hb_buffer_clear_contents(buffer);
  hb_buffer_add_codepoints(buffer, text, count, (unsigned)start, length);
  hb_buffer_set_direction(buffer, is_right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  hb_buffer_set_script(buffer, script);
  hb_buffer_set_language(buffer, language);
}
// Shapes; without ligatures for text with letter spacing, and without kerning on request.
static inline void firstlight_shape(hb_font_t *font, hb_buffer_t *buffer, int has_ligatures,
                                    int has_kerning) {
  static const hb_feature_t off[3] = {
      {HB_TAG('l', 'i', 'g', 'a'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
      {HB_TAG('c', 'l', 'i', 'g'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
      {HB_TAG('k', 'e', 'r', 'n'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
  };
  int first = has_ligatures ? 2 : 0;
  int end = has_kerning ? 2 : 3;
  hb_shape(font, buffer, off + first, (unsigned)(end - first));
}
#endif
