// FriBidi: the embedding levels of the Unicode bidirectional algorithm.
#ifndef FIRSTLIGHT_CFRIBIDI_H
#define FIRSTLIGHT_CFRIBIDI_H
#include <fribidi/fribidi.h>
#include <stdlib.h>

// Stores the level of each character of a paragraph. `direction` is 0 for left to right, 1 for
// right to left, −1 for the direction of the first strong character. Returns the paragraph's own
// level, or −1 without memory.
static inline int firstlight_bidi_levels(const uint32_t *text, int count, int direction,
                                         int8_t *levels) {
  FriBidiParType base = direction < 0    ? FRIBIDI_PAR_ON
                        : direction == 0 ? FRIBIDI_PAR_LTR
                                         : FRIBIDI_PAR_RTL;
  FriBidiCharType *types = (FriBidiCharType *)calloc((size_t)count, sizeof *types);
  FriBidiBracketType *brackets = (FriBidiBracketType *)calloc((size_t)count, sizeof *brackets);
  int level = -1;
  if (types && brackets) {
    fribidi_get_bidi_types(text, count, types);
    fribidi_get_bracket_types(text, count, types, brackets);
    if (fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, levels) > 0)
      level = FRIBIDI_IS_RTL(base) ? 1 : 0;
  }
  free(types);
  free(brackets);
  return level;
}
#endif
