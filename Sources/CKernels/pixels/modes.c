#include "kernels.h"

#ifndef __x86_64__

// Nothing calls this here, but a build without optimization links it.
int firstlight_blend_mode_avx2(
    uint32_t *target, long count, const uint32_t *source, uint8_t coverage, int mode) {
  __builtin_trap();
}

#else

#include "vectors.h"

// Components of eight pixels.
typedef __m256 Parts;

AVX2_INLINE Parts part(Pixels pixels, int shift) {
  return _mm256_cvtepi32_ps(
      _mm256_and_si256(_mm256_srli_epi32(pixels, shift), _mm256_set1_epi32(255)));
}

AVX2_INLINE Parts all(float value) { return _mm256_set1_ps(value); }

// Rounded to the nearest byte.
AVX2_INLINE Pixels byte(Parts value) {
  const Parts limited = _mm256_min_ps(_mm256_max_ps(value, all(0)), all(255));
  return _mm256_cvttps_epi32(limited + all(0.5f));
}

AVX2_INLINE Parts hard_light(Parts b, Parts s) {
  const Parts light = all(2) * s - all(1);
  return _mm256_blendv_ps(
      b + light - b * light, b * all(2) * s, _mm256_cmp_ps(s, all(0.5f), _CMP_LE_OQ));
}

// `BlendMode.mix` of one component, of the modes by their raw values.
AVX2_INLINE Parts mix(Parts b, Parts s, int mode) {
  switch (mode) {
    case 1: return b * s;                                                  // multiply
    case 2: return b + s - b * s;                                          // screen
    case 3: return hard_light(s, b);                                       // overlay
    case 4: return _mm256_min_ps(s, b);                                    // darken
    case 5: return _mm256_max_ps(s, b);                                    // lighten
    case 8: return hard_light(b, s);                                       // hard light
    case 10: return _mm256_max_ps(s, b) - _mm256_min_ps(s, b);             // difference
    default: return b + s - all(2) * b * s;                                // exclusion
  }
}

AVX2_INLINE Pixels blended(Pixels source, Pixels backdrop, int mode) {
  const Parts source_alpha = part(source, 24), backdrop_alpha = part(backdrop, 24);
  const Parts both = source_alpha * backdrop_alpha / all(255);
  const Parts source_rest = (all(255) - backdrop_alpha) / all(255);
  const Parts backdrop_rest = (all(255) - source_alpha) / all(255);
  const Pixels alpha = byte(source_alpha + backdrop_alpha - both);
  Pixels result = _mm256_slli_epi32(alpha, 24);
#pragma clang loop unroll(full)
  for (int shift = 0; shift < 24; shift += 8) {
    const Parts s = part(source, shift), b = part(backdrop, shift);
    const Parts mixed = mix(b / backdrop_alpha, s / source_alpha, mode);
    const Pixels sum = byte(s * source_rest + b * backdrop_rest + mixed * both);
    result = _mm256_or_si256(result, _mm256_slli_epi32(_mm256_min_epi32(sum, alpha), shift));
  }
  // Where one of the two is clear, the other one stays as it is.
  const Pixels zero = _mm256_setzero_si256();
  result = _mm256_blendv_epi8(
      result, source, _mm256_cmpeq_epi32(_mm256_srli_epi32(backdrop, 24), zero));
  return _mm256_blendv_epi8(
      result, backdrop, _mm256_cmpeq_epi32(_mm256_srli_epi32(source, 24), zero));
}

#define CASE(MODE)                                                                       \
  case MODE:                                                                             \
    for (long index = 0; index < count; index += 8) {                                    \
      const Pixels factors = _mm256_and_si256(part, lanes(count - index));               \
      const Pixels pixels = scaled(load(source + index), factors);                       \
      store(target + index, blended(pixels, load(target + index), MODE));                \
    }                                                                                    \
    return 1;

AVX2 int firstlight_blend_mode_avx2(
    uint32_t *target, long count, const uint32_t *source, uint8_t coverage, int mode) {
  const Pixels part = repeated(coverage);
  switch (mode) {
    CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(8) CASE(10) CASE(11)
    default: return 0;
  }
}

#endif
