// Images that do not lie at whole pixels, and smaller copies of images.
#include "images.h"

#ifndef __x86_64__

// Nothing calls these here, but a build without optimization links them.
void firstlight_sample_avx2(
    uint32_t *target, long count, const struct firstlight_sampling *sampling) {
  __builtin_trap();
}
void firstlight_mix_columns_avx2(
    uint32_t *target, long count, const uint32_t *pixels, int64_t u, int64_t u_step) {
  __builtin_trap();
}
void firstlight_mix_rows_avx2(
    uint32_t *target, long count, const uint32_t *above, const uint32_t *below, uint8_t weight) {
  __builtin_trap();
}
void firstlight_shift_avx2(
    uint32_t *target, long count, const struct firstlight_sampling *sampling) {
  __builtin_trap();
}
void firstlight_add_rows_avx2(
    uint64_t *sums, const uint32_t *pixels, long width, long stride, const uint32_t *weights,
    long rows) { __builtin_trap(); }
void firstlight_add_columns_avx2(
    uint32_t *target, const uint64_t *sums, const struct firstlight_reduced *windows, long count,
    const uint32_t *weights, long taps) { __builtin_trap(); }

#else

#include "vectors.h"

// Means of pixels, the second with weight/256, rounded: a + (b − a)·weight / 256 in 16 bits.
// Intermediate results may overflow, but not the final one. The weights are in both halves of each
// pixel.
AVX2_INLINE Pixels mix(Pixels a, Pixels b, Pixels weights) {
  const Pixels half = _mm256_set1_epi16(128), upper = _mm256_set1_epi32((int)0xFF00FF00);
  const Pixels a_low = low(a), a_high = _mm256_srli_epi16(a, 8);
  const Pixels low_step = _mm256_mullo_epi16(_mm256_sub_epi16(low(b), a_low), weights);
  const Pixels high_step =
      _mm256_mullo_epi16(_mm256_sub_epi16(_mm256_srli_epi16(b, 8), a_high), weights);
  const Pixels low_sum = _mm256_add_epi16(
      _mm256_add_epi16(_mm256_slli_epi16(a_low, 8), half), low_step);
  const Pixels high_sum =
      _mm256_add_epi16(_mm256_add_epi16(_mm256_and_si256(a, upper), half), high_step);
  return _mm256_or_si256(_mm256_srli_epi16(low_sum, 8), _mm256_and_si256(high_sum, upper));
}

// The even 32-bit parts of two vectors, or the odd ones: parts of four and four pixels, in the
// order of `places`.
AVX2_INLINE Pixels even(Pixels a, Pixels b) {
  return _mm256_castps_si256(
      _mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0x88));
}
AVX2_INLINE Pixels odd(Pixels a, Pixels b) {
  return _mm256_castps_si256(
      _mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0xDD));
}

AVX2_INLINE Pixels weights(Pixels first, Pixels second) {
  const Pixels places = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(3, -1, 3, -1, 7, -1, 7, -1, 11, -1, 11, -1, 15, -1, 15, -1));
  return _mm256_shuffle_epi8(even(first, second), places);
}

// Places of four pixels: 0, 1, 4 and 5 of eight, or 2, 3, 6 and 7.
AVX2_INLINE Pixels places(int64_t start, int64_t step, int from) {
  return _mm256_setr_epi64x(
      start + from * step, start + (from + 1) * step, start + (from + 4) * step,
      start + (from + 5) * step);
}

AVX2_INLINE Pixels pairs(const uint32_t *pixels, Pixels offsets) {
  return _mm256_i64gather_epi64((const long long *)pixels, offsets, 4);
}

AVX2 void firstlight_sample_avx2(
    uint32_t *target, long count, const struct firstlight_sampling *sampling) {
  const struct firstlight_sampling from = *sampling;
  const uint32_t *under = from.pixels + from.below;
  const Pixels width = _mm256_set1_epi64x(from.width);
  for (long index = 0; index < count; index += 8) {
    // Fewer than eight pixels are left: the last eight are computed, some of them once more.
    if (index + 8 > count) index = count - 8;
    const int64_t u = from.u + index * from.u_step, v = from.v + index * from.v_step;
    const Pixels u0 = places(u, from.u_step, 0), u1 = places(u, from.u_step, 2);
    const Pixels v0 = places(v, from.v_step, 0), v1 = places(v, from.v_step, 2);
    const Pixels offsets0 = _mm256_add_epi64(
        _mm256_mul_epu32(_mm256_srli_epi64(v0, 32), width), _mm256_srli_epi64(u0, 32));
    const Pixels offsets1 = _mm256_add_epi64(
        _mm256_mul_epu32(_mm256_srli_epi64(v1, 32), width), _mm256_srli_epi64(u1, 32));
    const Pixels above0 = pairs(from.pixels, offsets0), above1 = pairs(from.pixels, offsets1);
    const Pixels below0 = pairs(under, offsets0), below1 = pairs(under, offsets1);
    const Pixels across = weights(u0, u1);
    const Pixels above = mix(even(above0, above1), odd(above0, above1), across);
    const Pixels below = mix(even(below0, below1), odd(below0, below1), across);
    store(target + index, mix(above, below, weights(v0, v1)));
  }
}

AVX2_INLINE long long pair(const uint32_t *pixels, int64_t u) {
  long long both;
  __builtin_memcpy(&both, pixels + (u >> 32), sizeof both);
  return both;
}

// Loads two pixels at a time: gathers took 1.8 times as long on an AMD processor.
AVX2 void firstlight_mix_columns_avx2(
    uint32_t *target, long count, const uint32_t *pixels, int64_t u, int64_t u_step) {
  for (long index = 0; index < count; index += 8) {
    if (index + 8 > count) index = count - 8;
    const int64_t first = u + index * u_step, fifth = first + 4 * u_step;
    const Pixels one = _mm256_setr_epi64x(
        pair(pixels, first), pair(pixels, first + u_step), pair(pixels, fifth),
        pair(pixels, fifth + u_step));
    const Pixels two = _mm256_setr_epi64x(
        pair(pixels, first + 2 * u_step), pair(pixels, first + 3 * u_step),
        pair(pixels, fifth + 2 * u_step), pair(pixels, fifth + 3 * u_step));
    store(target + index,
        mix(even(one, two), odd(one, two),
            weights(places(first, u_step, 0), places(first, u_step, 2))));
  }
}

AVX2 void firstlight_mix_rows_avx2(
    uint32_t *target, long count, const uint32_t *above, const uint32_t *below, uint8_t weight) {
  const Pixels down = repeated(weight);
  for (long index = 0; index < count; index += 8) {
    if (index + 8 > count) index = count - 8;
    store(target + index, mix(load(above + index), load(below + index), down));
  }
}

AVX2 void firstlight_shift_avx2(
    uint32_t *target, long count, const struct firstlight_sampling *sampling) {
  const uint32_t *above =
      sampling->pixels + (sampling->v >> 32) * sampling->width + (sampling->u >> 32);
  const uint32_t *below = above + sampling->below;
  const Pixels across = repeated((uint8_t)(sampling->u >> 24));
  const Pixels down = repeated((uint8_t)(sampling->v >> 24));
  for (long index = 0; index < count; index += 8) {
    if (index + 8 > count) index = count - 8;
    const Pixels upper = mix(load(above + index), load(above + index + 1), across);
    const Pixels lower = mix(load(below + index), load(below + index + 1), across);
    store(target + index, mix(upper, lower, down));
  }
}

// The components of a pixel in 32 bits each.
AVX2_INLINE __m128i one(const uint32_t *from) {
  return _mm_cvtepu8_epi32(_mm_cvtsi32_si128((int)*from));
}

// Adds the products of pairs of 16 bits with two weights, which are signed there: from 32768 on a
// weight is 65536 too small, and what is missing is added as the upper half of the sum.
AVX2_INLINE Pixels add_pairs(Pixels sum, Pixels pairs, Pixels both, int adds_low, int adds_high) {
  sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, both));
  if (adds_low) sum = _mm256_add_epi32(sum, _mm256_slli_epi32(pairs, 16));
  if (!adds_high) return sum;
  return _mm256_add_epi32(sum, _mm256_and_si256(pairs, _mm256_set1_epi32((int)0xFFFF0000)));
}

// Sums of two and two pixels as 16 bits a component.
AVX2_INLINE Pixels words(Pixels first, Pixels second) {
  return _mm256_packus_epi32(_mm256_srli_epi32(first, 8), _mm256_srli_epi32(second, 8));
}

AVX2 void firstlight_add_rows_avx2(
    uint64_t *sums, const uint32_t *pixels, long width, long stride, const uint32_t *weights,
    long rows) {
  if (width < 8) {
    for (long column = 0; column < width; column++) {
      __m128i sum = _mm_set1_epi32(128);
      for (long row = 0; row < rows; row++) {
        const __m128i weight = _mm_set1_epi32((int)weights[row]);
        sum = _mm_add_epi32(sum, _mm_mullo_epi32(one(pixels + row * stride + column), weight));
      }
      sum = _mm_srli_epi32(sum, 8);
      _mm_storel_epi64((__m128i *)(sums + column), _mm_packus_epi32(sum, sum));
    }
    return;
  }
  const Pixels none = _mm256_setzero_si256();
  for (long column = 0; column < width; column += 8) {
    // Fewer than eight columns are left: the last eight are computed, some of them once more.
    if (column + 8 > width) column = width - 8;
    // Of pixels 0 and 4, 1 and 5, 2 and 6, 3 and 7.
    Pixels a = _mm256_set1_epi32(128), b = a, c = a, d = a;
    // Two rows at a time: products of 16 bits take half the time of those of 32.
    for (long row = 0; row < rows; row += 2) {
      const uint32_t *from = pixels + row * stride + column;
      const int is_pair = row + 1 < rows;
      const uint32_t upper = weights[row], lower = is_pair ? weights[row + 1] : 0;
      const Pixels first = load(from), second = is_pair ? load(from + stride) : none;
      const Pixels both = _mm256_set1_epi32((int)((upper & 0xFFFF) | lower << 16));
      const int adds_upper = upper >= 32768, adds_lower = lower >= 32768;
      const Pixels low = _mm256_unpacklo_epi8(first, second);
      const Pixels high = _mm256_unpackhi_epi8(first, second);
      a = add_pairs(a, _mm256_unpacklo_epi8(low, none), both, adds_upper, adds_lower);
      b = add_pairs(b, _mm256_unpackhi_epi8(low, none), both, adds_upper, adds_lower);
      c = add_pairs(c, _mm256_unpacklo_epi8(high, none), both, adds_upper, adds_lower);
      d = add_pairs(d, _mm256_unpackhi_epi8(high, none), both, adds_upper, adds_lower);
    }
    const Pixels left = words(a, b), right = words(c, d);
    _mm256_storeu_si256((Pixels *)(sums + column), _mm256_permute2x128_si256(left, right, 0x20));
    _mm256_storeu_si256(
        (Pixels *)(sums + column + 4), _mm256_permute2x128_si256(left, right, 0x31));
  }
}

// The sum of `taps` products of components and weights, rounded.
AVX2_INLINE __m128i window_sum(const uint64_t *from, const uint32_t *weights, long taps) {
  __m128i sum = _mm_set1_epi32(0x800000);
  for (long tap = 0; tap < taps; tap++) {
    const __m128i part = _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)(from + tap)));
    sum = _mm_add_epi32(sum, _mm_mullo_epi32(part, _mm_set1_epi32((int)weights[tap])));
  }
  return _mm_srli_epi32(sum, 24);
}

// Four windows at a time, so that their products do not wait for each other.
AVX2_INLINE void add_windows(
    uint32_t *target, const uint64_t *sums, const struct firstlight_reduced *windows, long count,
    const uint32_t *weights, long taps) {
  long index = 0;
  for (; index + 4 <= count; index += 4) {
    const struct firstlight_reduced *four = windows + index;
    const uint32_t *weight = weights + index * taps;
    const __m128i a = window_sum(sums + four[0].first, weight, taps);
    const __m128i b = window_sum(sums + four[1].first, weight + taps, taps);
    const __m128i c = window_sum(sums + four[2].first, weight + 2 * taps, taps);
    const __m128i d = window_sum(sums + four[3].first, weight + 3 * taps, taps);
    _mm_storeu_si128(
        (__m128i *)(target + index),
        _mm_packus_epi16(_mm_packus_epi32(a, b), _mm_packus_epi32(c, d)));
  }
  for (; index < count; index++) {
    const __m128i sum = window_sum(sums + windows[index].first, weights + index * taps, taps);
    const __m128i words = _mm_packus_epi32(sum, sum);
    target[index] = (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(words, words));
  }
}

AVX2 void firstlight_add_columns_avx2(
    uint32_t *target, const uint64_t *sums, const struct firstlight_reduced *windows, long count,
    const uint32_t *weights, long taps) {
  if (taps == 2) return add_windows(target, sums, windows, count, weights, 2);
  if (taps == 3) return add_windows(target, sums, windows, count, weights, 3);
  add_windows(target, sums, windows, count, weights, taps);
}

#endif
