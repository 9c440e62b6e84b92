// Arithmetic that loops for AVX2 and for AVX-512 share.
#ifndef FIRSTLIGHT_VECTORS_H
#define FIRSTLIGHT_VECTORS_H
#include <stdint.h>

#include "../targets.h"

typedef __m256i Pixels;

AVX2_INLINE Pixels load(const uint32_t *from) { return _mm256_loadu_si256((const Pixels *)from); }
AVX2_INLINE void store(uint32_t *to, Pixels pixels) { _mm256_storeu_si256((Pixels *)to, pixels); }

// All ones in the first `count` pixels.
AVX2_INLINE Pixels lanes(long count) {
  const Pixels index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), index);
}

// Components of the lower and the upper 16 bits of pixels, each in 16 bits.
AVX2_INLINE Pixels low(Pixels pixels) {
  return _mm256_and_si256(pixels, _mm256_set1_epi32(0x00FF00FF));
}
AVX2_INLINE Pixels high(Pixels pixels) { return _mm256_srli_epi16(pixels, 8); }

// round(a·b / 255): with t = x + 128, t·257 / 65536 is (t + t / 256) / 256.
AVX2_INLINE Pixels product(Pixels a, Pixels b) {
  Pixels t = _mm256_add_epi16(_mm256_mullo_epi16(a, b), _mm256_set1_epi16(128));
  return _mm256_mulhi_epu16(t, _mm256_set1_epi16(257));
}

AVX2_INLINE Pixels joined(Pixels low, Pixels high) {
  return _mm256_or_si256(low, _mm256_slli_epi16(high, 8));
}

// Every component times the factor in both halves of its pixel.
AVX2_INLINE Pixels scaled(Pixels pixels, Pixels factors) {
  return joined(product(low(pixels), factors), product(high(pixels), factors));
}

// 255 minus alpha, in both halves of each pixel.
AVX2_INLINE Pixels inverse_alpha(Pixels pixels) {
  const Pixels places = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(3, -1, 3, -1, 7, -1, 7, -1, 11, -1, 11, -1, 15, -1, 15, -1));
  Pixels inverse = _mm256_xor_si256(pixels, _mm256_set1_epi32(-1));
  return _mm256_shuffle_epi8(inverse, places);
}

AVX2_INLINE Pixels repeated(uint8_t byte) { return _mm256_set1_epi16(byte); }

AVX2_INLINE Pixels over(Pixels source, Pixels target) {
  return _mm256_add_epi32(source, scaled(target, inverse_alpha(source)));
}

// Eight bytes, each in both halves of a pixel.
AVX2_INLINE Pixels factors(uint64_t bytes) {
  const Pixels places = _mm256_setr_epi8(
      0, -1, 0, -1, 1, -1, 1, -1, 2, -1, 2, -1, 3, -1, 3, -1,
      4, -1, 4, -1, 5, -1, 5, -1, 6, -1, 6, -1, 7, -1, 7, -1);
  return _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)bytes), places);
}

// The first `count` coverage bytes, at most eight; behind them 0.
AVX2_INLINE uint64_t bytes(const uint8_t *mask, long count) {
  uint64_t word;
  __builtin_memcpy(&word, mask, 8);
  return count < 8 ? word & ((1ull << (8 * count)) - 1) : word;
}

// Pixels over a colour that is given in two halves.
AVX2_INLINE Pixels over_halves(Pixels source, Pixels target_low, Pixels target_high) {
  Pixels rest = inverse_alpha(source);
  return _mm256_add_epi32(source, joined(product(target_low, rest), product(target_high, rest)));
}

// Pixels of components with 24 fraction bits.
AVX2_INLINE Pixels gathered(Pixels red, Pixels green, Pixels blue, Pixels alpha) {
  const Pixels top = _mm256_set1_epi32((int)0xFF000000);
  return _mm256_or_si256(
      _mm256_or_si256(
          _mm256_and_si256(alpha, top), _mm256_srli_epi32(_mm256_and_si256(red, top), 8)),
      _mm256_or_si256(
          _mm256_srli_epi32(_mm256_and_si256(green, top), 16), _mm256_srli_epi32(blue, 24)));
}

// Sixteen pixels at a time.

AVX512_INLINE __m512i product16(__m512i a, __m512i b) {
  __m512i t = _mm512_add_epi16(_mm512_mullo_epi16(a, b), _mm512_set1_epi16(128));
  return _mm512_mulhi_epu16(t, _mm512_set1_epi16(257));
}

AVX512_INLINE __m512i low16(__m512i pixels) {
  return _mm512_and_si512(pixels, _mm512_set1_epi32(0x00FF00FF));
}

AVX512_INLINE __m512i joined16(__m512i low, __m512i high) {
  return _mm512_or_si512(low, _mm512_slli_epi16(high, 8));
}

AVX512_INLINE __m512i inverse_alpha16(__m512i pixels) {
  const __m512i places = _mm512_broadcast_i32x4(
      _mm_setr_epi8(3, -1, 3, -1, 7, -1, 7, -1, 11, -1, 11, -1, 15, -1, 15, -1));
  __m512i inverse = _mm512_xor_si512(pixels, _mm512_set1_epi32(-1));
  return _mm512_shuffle_epi8(inverse, places);
}

AVX512_INLINE __m512i over_halves16(__m512i source, __m512i target_low, __m512i target_high) {
  const __m512i rest = inverse_alpha16(source);
  return _mm512_add_epi32(
      source, joined16(product16(target_low, rest), product16(target_high, rest)));
}

AVX512_INLINE __m512i scaled16(__m512i pixels, __m512i factors) {
  return joined16(
      product16(low16(pixels), factors), product16(_mm512_srli_epi16(pixels, 8), factors));
}

#endif
