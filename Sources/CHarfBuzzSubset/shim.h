// HarfBuzz: fonts with a part of their characters.
#ifndef FIRSTLIGHT_CHARFBUZZSUBSET_H
#define FIRSTLIGHT_CHARFBUZZSUBSET_H
#include <harfbuzz/hb-subset.h>
#include <harfbuzz/hb.h>
#include <stddef.h>

// Makes a font of a face that has some characters alone, with all that shaping does to them, its
// names, its variations, and the box for characters that it lacks. Programs that fit outlines to
// pixels are left out. Returns the file's bytes, for hb_blob_destroy, or NULL.
static inline hb_blob_t *firstlight_subset_font(const void *bytes, unsigned count, unsigned index,
                                                const uint32_t *scalars, unsigned scalar_count) {
  hb_blob_t *result = NULL;
  hb_blob_t *blob = hb_blob_create((const char *)bytes, count, HB_MEMORY_MODE_READONLY, NULL, NULL);
  hb_face_t *face = hb_face_create(blob, index);
  hb_subset_input_t *input = hb_subset_input_create_or_fail();
  if (input) {
    hb_set_t *characters = hb_subset_input_unicode_set(input);
    for (unsigned place = 0; place < scalar_count; place++) hb_set_add(characters, scalars[place]);
    // All features of all scripts, and all names in all languages: faces are found by them.
    const hb_subset_sets_t all[] = {HB_SUBSET_SETS_LAYOUT_FEATURE_TAG,
                                    HB_SUBSET_SETS_LAYOUT_SCRIPT_TAG, HB_SUBSET_SETS_NAME_ID,
                                    HB_SUBSET_SETS_NAME_LANG_ID};
    for (unsigned place = 0; place < sizeof all / sizeof *all; place++) {
      hb_set_t *set = hb_subset_input_set(input, all[place]);
      hb_set_clear(set);
      hb_set_invert(set);
    }
    hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING | HB_SUBSET_FLAGS_NAME_LEGACY |
                                         HB_SUBSET_FLAGS_NOTDEF_OUTLINE);
    hb_face_t *subset = hb_subset_or_fail(face, input);
    if (subset) {
      result = hb_face_reference_blob(subset);
      hb_face_destroy(subset);
    }
    hb_subset_input_destroy(input);
  }
  hb_face_destroy(face);
  hb_blob_destroy(blob);
  return result;
}
#endif
