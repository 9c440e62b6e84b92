// Pixels of 16 bits, dithered.
#ifndef FIRSTLIGHT_DITHERING_H
#define FIRSTLIGHT_DITHERING_H
#include "vectors.h"

// Eight pixels in the low halves of words. A component v becomes (v·n + threshold) / 255, rounded
// down: that is (v·n + threshold + 1) · 257 / 65536 up to 16383. `added` are thresholds and 1 in
// both halves of a word.
AVX2_INLINE Pixels dithered(Pixels pixels, Pixels added, Pixels outer) {
  const Pixels by = _mm256_set1_epi16(257);
  Pixels two = _mm256_maddubs_epi16(pixels, _mm256_set1_epi32(31 | 31 << 16));
  Pixels green = _mm256_maddubs_epi16(pixels, _mm256_set1_epi32(63 << 8));
  two = _mm256_mulhi_epu16(_mm256_add_epi16(two, added), by);
  green = _mm256_mulhi_epu16(_mm256_add_epi16(green, added), by);
  return _mm256_or_si256(_mm256_madd_epi16(two, outer), _mm256_slli_epi32(green, 5));
}

// Sixteen pixels, dithered alike.
AVX512_INLINE __m512i dithered16(__m512i pixels, __m512i added, __m512i outer) {
  const __m512i by = _mm512_set1_epi16(257);
  const __m512i two_steps = _mm512_set1_epi32(31 | 31 << 16), steps = _mm512_set1_epi32(63 << 8);
  __m512i two = _mm512_add_epi16(_mm512_maddubs_epi16(pixels, two_steps), added);
  __m512i green = _mm512_add_epi16(_mm512_maddubs_epi16(pixels, steps), added);
  two = _mm512_madd_epi16(_mm512_mulhi_epu16(two, by), outer);
  green = _mm512_slli_epi32(_mm512_mulhi_epu16(green, by), 5);
  return _mm512_or_si512(two, green);
}

// Factors that narrow components of sixteen bits and move them to their places: for blue, red and
// green.
struct narrowing {
  __m512i steps[3], places[3];
};

AVX512_INLINE struct narrowing narrowing_of(int red_shift, int blue_shift) {
  struct narrowing how;
  how.steps[0] = how.steps[1] = _mm512_set1_epi16(31);
  // Green is the upper byte.
  how.steps[2] = _mm512_set1_epi16(63 << 8);
  how.places[0] = _mm512_set1_epi16((short)(1 << blue_shift));
  how.places[1] = _mm512_set1_epi16((short)(1 << red_shift));
  how.places[2] = _mm512_set1_epi16(1 << 5);
  return how;
}

// Pixels of a row as 16 bits in the lower halves of words, and the pixels below them in the upper
// halves. The components of both are in 16 bits each, so that no alpha is computed. `added` is
// thresholds plus 1.
AVX512_INLINE __m512i narrowed(
    __m512i row, __m512i below, __m512i added, const struct narrowing *how) {
  const __m512i by = _mm512_set1_epi16(257);
  // 0xCA takes bits of the second where the first has them, else of the third.
  const __m512i half = _mm512_set1_epi32(0xFFFF);
  const __m512i low = _mm512_ternarylogic_epi32(half, row, _mm512_slli_epi32(below, 16), 0xCA);
  const __m512i high = _mm512_ternarylogic_epi32(half, _mm512_srli_epi32(row, 16), below, 0xCA);
  __m512i c[3] = {low, high, low};
#pragma clang loop unroll(full)
  for (int i = 0; i < 3; i++) {
    const __m512i value = _mm512_add_epi16(_mm512_maddubs_epi16(c[i], how->steps[i]), added);
    c[i] = _mm512_mullo_epi16(_mm512_mulhi_epu16(value, by), how->places[i]);
  }
  // 0xFE is a | b | c.
  return _mm512_ternarylogic_epi32(c[0], c[1], c[2], 0xFE);
}
#endif
