// libthai's dictionary, which finds the words of Thai texts.
#ifndef FIRSTLIGHT_CTHAI_H
#define FIRSTLIGHT_CTHAI_H
#include <stdint.h>
#include <thai/thwbrk.h>

// The places at which a line may begin, as indices of characters; the text ends with a 0. Gives
// their number, which is at most the count.
static inline int firstlight_thai_breaks(ThBrk *words, const uint32_t *text, int *places, size_t count) {
  // Both have 32 bits.
  _Static_assert(sizeof(thwchar_t) == sizeof(uint32_t), "a wide character is a code point");
  return th_brk_wc_find_breaks(words, (const thwchar_t *)text, places, count);
}
#endif
