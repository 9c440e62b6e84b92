// What the loops for AVX2, and those for AVX-512, have in common.
#ifndef FIRSTLIGHT_WIDE_H
#define FIRSTLIGHT_WIDE_H
#include <immintrin.h>
#include <stdint.h>

extern int firstlight_wide_kernels;

// Lines that are going to be written are asked for as such; processors without that skip it.
#define WIDE __attribute__((target("avx2,prfchw")))
#define INNER static inline __attribute__((always_inline, target("avx2")))
typedef __m256i Pixels;

INNER Pixels load(const uint32_t *from) { return _mm256_loadu_si256((const Pixels *)from); }
INNER void store(uint32_t *to, Pixels pixels) { _mm256_storeu_si256((Pixels *)to, pixels); }

// All ones in the first `count` pixels.
INNER Pixels lanes(long count) {
  const Pixels index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), index);
}

// Components of the lower and the upper 16 bits of pixels, each in 16 bits.
INNER Pixels low(Pixels pixels) {
  return _mm256_and_si256(pixels, _mm256_set1_epi32(0x00FF00FF));
}
INNER Pixels high(Pixels pixels) { return _mm256_srli_epi16(pixels, 8); }

// round(a·b / 255): with t = x + 128, t·257 / 65536 is (t + t / 256) / 256.
INNER Pixels product(Pixels a, Pixels b) {
  Pixels t = _mm256_add_epi16(_mm256_mullo_epi16(a, b), _mm256_set1_epi16(128));
  return _mm256_mulhi_epu16(t, _mm256_set1_epi16(257));
}

INNER Pixels joined(Pixels low, Pixels high) {
  return _mm256_or_si256(low, _mm256_slli_epi16(high, 8));
}

// Every component times the factor in both halves of its pixel.
INNER Pixels scaled(Pixels pixels, Pixels factors) {
  return joined(product(low(pixels), factors), product(high(pixels), factors));
}

// 255 minus alpha, in both halves of each pixel.
INNER Pixels inverse_alpha(Pixels pixels) {
  const Pixels places = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(3, -1, 3, -1, 7, -1, 7, -1, 11, -1, 11, -1, 15, -1, 15, -1));
  Pixels inverse = _mm256_xor_si256(pixels, _mm256_set1_epi32(-1));
  return _mm256_shuffle_epi8(inverse, places);
}

INNER Pixels repeated(uint8_t byte) { return _mm256_set1_epi16(byte); }

INNER Pixels over(Pixels source, Pixels target) {
  return _mm256_add_epi32(source, scaled(target, inverse_alpha(source)));
}

// Eight bytes, each in both halves of a pixel.
INNER Pixels factors(uint64_t bytes) {
  const Pixels places = _mm256_setr_epi8(
      0, -1, 0, -1, 1, -1, 1, -1, 2, -1, 2, -1, 3, -1, 3, -1,
      4, -1, 4, -1, 5, -1, 5, -1, 6, -1, 6, -1, 7, -1, 7, -1);
  return _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)bytes), places);
}

// The first `count` coverage bytes, at most eight; behind them 0.
INNER uint64_t bytes(const uint8_t *mask, long count) {
  uint64_t word;
  __builtin_memcpy(&word, mask, 8);
  return count < 8 ? word & ((1ull << (8 * count)) - 1) : word;
}

// Pixels over a colour that is given in two halves.
INNER Pixels over_halves(Pixels source, Pixels target_low, Pixels target_high) {
  Pixels rest = inverse_alpha(source);
  return _mm256_add_epi32(source, joined(product(target_low, rest), product(target_high, rest)));
}

// Pixels of components with 24 fraction bits.
INNER Pixels gathered(Pixels red, Pixels green, Pixels blue, Pixels alpha) {
  const Pixels top = _mm256_set1_epi32((int)0xFF000000);
  return _mm256_or_si256(
      _mm256_or_si256(
          _mm256_and_si256(alpha, top), _mm256_srli_epi32(_mm256_and_si256(red, top), 8)),
      _mm256_or_si256(
          _mm256_srli_epi32(_mm256_and_si256(green, top), 16), _mm256_srli_epi32(blue, 24)));
}

// Eight pixels in the low halves of words. A component v becomes (v·n + threshold) / 255, rounded
// down: that is (v·n + threshold + 1) · 257 / 65536 up to 16383. `added` are thresholds and 1 in
// both halves of a word.
INNER Pixels dithered(Pixels pixels, Pixels added, Pixels outer) {
  const Pixels by = _mm256_set1_epi16(257);
  Pixels two = _mm256_maddubs_epi16(pixels, _mm256_set1_epi32(31 | 31 << 16));
  Pixels green = _mm256_maddubs_epi16(pixels, _mm256_set1_epi32(63 << 8));
  two = _mm256_mulhi_epu16(_mm256_add_epi16(two, added), by);
  green = _mm256_mulhi_epu16(_mm256_add_epi16(green, added), by);
  return _mm256_or_si256(_mm256_madd_epi16(two, outer), _mm256_slli_epi32(green, 5));
}

// The same on sixteen pixels at a time.
#define WIDEST __attribute__((target("avx512bw,avx512vl,prfchw")))
#define INNEST static inline __attribute__((always_inline, target("avx512bw,avx512vl")))

INNEST __m512i product16(__m512i a, __m512i b) {
  __m512i t = _mm512_add_epi16(_mm512_mullo_epi16(a, b), _mm512_set1_epi16(128));
  return _mm512_mulhi_epu16(t, _mm512_set1_epi16(257));
}

INNEST __m512i low16(__m512i pixels) {
  return _mm512_and_si512(pixels, _mm512_set1_epi32(0x00FF00FF));
}

INNEST __m512i joined16(__m512i low, __m512i high) {
  return _mm512_or_si512(low, _mm512_slli_epi16(high, 8));
}

INNEST __m512i over_halves16(__m512i source, __m512i target_low, __m512i target_high) {
  const __m512i places = _mm512_broadcast_i32x4(
      _mm_setr_epi8(3, -1, 3, -1, 7, -1, 7, -1, 11, -1, 11, -1, 15, -1, 15, -1));
  __m512i rest = _mm512_xor_si512(source, _mm512_set1_epi32(-1));
  rest = _mm512_shuffle_epi8(rest, places);
  return _mm512_add_epi32(
      source, joined16(product16(target_low, rest), product16(target_high, rest)));
}

INNEST __m512i scaled16(__m512i pixels, __m512i factors) {
  return joined16(
      product16(low16(pixels), factors), product16(_mm512_srli_epi16(pixels, 8), factors));
}

INNEST __m512i dithered16(__m512i pixels, __m512i added, __m512i outer) {
  const __m512i by = _mm512_set1_epi16(257);
  const __m512i two_steps = _mm512_set1_epi32(31 | 31 << 16), steps = _mm512_set1_epi32(63 << 8);
  __m512i two = _mm512_add_epi16(_mm512_maddubs_epi16(pixels, two_steps), added);
  __m512i green = _mm512_add_epi16(_mm512_maddubs_epi16(pixels, steps), added);
  two = _mm512_madd_epi16(_mm512_mulhi_epu16(two, by), outer);
  green = _mm512_slli_epi32(_mm512_mulhi_epu16(green, by), 5);
  return _mm512_or_si512(two, green);
}

// How pixels are laid over a colour and then dithered: of blue, red and green that colour, or where
// coverage is below 255 what is added, the steps, and a factor that brings them to their place.
struct narrowing {
  int coverage;
  __m512i part, base[3], rest[3], steps[3], places[3];
};

INNEST struct narrowing narrowing_of(
    int coverage, uint32_t base, uint32_t rest, int red_shift, int blue_shift) {
  struct narrowing how = {coverage, _mm512_set1_epi16((short)coverage)};
  const int shifts[3] = {0, 16, 8};
#pragma clang loop unroll(full)
  for (int i = 0; i < 3; i++) {
    how.base[i] = _mm512_set1_epi16((short)(base >> shifts[i] & 255));
    how.rest[i] = _mm512_set1_epi16((short)(rest >> shifts[i] & 255));
  }
  how.steps[0] = how.steps[1] = _mm512_set1_epi16(31);
  // Where pixels are not laid over anything, green is the upper byte.
  how.steps[2] = _mm512_set1_epi16((short)(coverage < 0 ? 63 << 8 : 63));
  how.places[0] = _mm512_set1_epi16((short)(1 << blue_shift));
  how.places[1] = _mm512_set1_epi16((short)(1 << red_shift));
  how.places[2] = _mm512_set1_epi16(1 << 5);
  return how;
}

// Pixels of a row as 16 bits in the lower halves of words, and those below them in the upper ones.
// Components of both are in 16 bits each, so that no alpha is computed. `added` are thresholds and 1.
INNEST __m512i narrowed(
    __m512i row, __m512i below, __m512i added, const struct narrowing *how) {
  const __m512i by = _mm512_set1_epi16(257), byte = _mm512_set1_epi16(255);
  // 0xCA takes bits of the second where the first has them, else of the third.
  const __m512i half = _mm512_set1_epi32(0xFFFF);
  const __m512i low = _mm512_ternarylogic_epi32(half, row, _mm512_slli_epi32(below, 16), 0xCA);
  const __m512i high = _mm512_ternarylogic_epi32(half, _mm512_srli_epi32(row, 16), below, 0xCA);
  __m512i c[3] = {low, high, low};
  if (how->coverage >= 0) {
    c[0] = _mm512_and_si512(low, byte);
    c[1] = _mm512_and_si512(high, byte);
    c[2] = _mm512_srli_epi16(low, 8);
    const __m512i rest = _mm512_srli_epi16(_mm512_xor_si512(high, _mm512_set1_epi32(-1)), 8);
#pragma clang loop unroll(full)
    for (int i = 0; i < 3; i++) {
      c[i] = how->coverage == 255 ? _mm512_add_epi16(c[i], product16(how->base[i], rest))
                                  : _mm512_add_epi16(product16(c[i], how->part), how->rest[i]);
    }
  }
#pragma clang loop unroll(full)
  for (int i = 0; i < 3; i++) {
    const __m512i value = _mm512_add_epi16(_mm512_maddubs_epi16(c[i], how->steps[i]), added);
    c[i] = _mm512_mullo_epi16(_mm512_mulhi_epu16(value, by), how->places[i]);
  }
  // 0xFE is a | b | c.
  return _mm512_ternarylogic_epi32(c[0], c[1], c[2], 0xFE);
}
#endif
