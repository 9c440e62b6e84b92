// Gradients.
#include "kernels.h"

#ifndef __x86_64__

// Nothing calls these here, but a build that is not optimized links them.
void firstlight_linear_avx2(
    uint32_t *target, long count, uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha,
    uint32_t red_step, uint32_t green_step, uint32_t blue_step, uint32_t alpha_step,
    int is_opaque, uint64_t thresholds) { __builtin_trap(); }
void firstlight_curved_avx2(
    uint32_t *target, long count, long x, const struct firstlight_curve *curve, const float *bases,
    const uint32_t *table) { __builtin_trap(); }
void firstlight_curve_places_avx2(
    uint16_t *target, long count, long x, const struct firstlight_curve *curve, const float *bases) {
  __builtin_trap();
}
void firstlight_look_up_avx2(
    uint32_t *target, long count, const uint16_t *places, const uint32_t *table) {
  __builtin_trap();
}

#else

#include "vectors.h"

// Products and sums are rounded each for itself, as the baseline's are.
#pragma clang fp contract(off)

// A component of eight pixels, which are a step apart, and what is added to each.
AVX2_INLINE Pixels first(uint32_t start, uint32_t step, Pixels added) {
  const Pixels place = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const Pixels way = _mm256_mullo_epi32(_mm256_set1_epi32((int)step), place);
  return _mm256_add_epi32(added, _mm256_add_epi32(_mm256_set1_epi32((int)start), way));
}

// The opaque loop of `firstlight_linear_avx2` on sixteen pixels at a time, in half the time.
AVX512 static long linear_sixteens(
    uint32_t *target, long count, uint32_t red_start, uint32_t green_start, uint32_t blue_start,
    uint32_t red_step, uint32_t green_step, uint32_t blue_step, Pixels thresholds) {
  const __m512i place =
      _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i top = _mm512_set1_epi32((int)0xFF000000), middle = _mm512_set1_epi32(0xFF0000);
  const __m512i low = _mm512_set1_epi32(0xFF00);
  __m512i red = _mm512_mullo_epi32(place, _mm512_set1_epi32((int)red_step));
  __m512i green = _mm512_mullo_epi32(place, _mm512_set1_epi32((int)green_step));
  __m512i blue = _mm512_mullo_epi32(place, _mm512_set1_epi32((int)blue_step));
  const __m512i added = _mm512_broadcast_i64x4(thresholds);
  red = _mm512_add_epi32(added, _mm512_add_epi32(red, _mm512_set1_epi32((int)red_start)));
  green = _mm512_add_epi32(added, _mm512_add_epi32(green, _mm512_set1_epi32((int)green_start)));
  blue = _mm512_add_epi32(added, _mm512_add_epi32(blue, _mm512_set1_epi32((int)blue_start)));
  const __m512i red_jump = _mm512_set1_epi32((int)(16 * red_step));
  const __m512i green_jump = _mm512_set1_epi32((int)(16 * green_step));
  const __m512i blue_jump = _mm512_set1_epi32((int)(16 * blue_step));
  const long whole = count & ~15L;
  for (long index = 0; index < whole; index += 16) {
    // 0xF8 is a | b & c.
    __m512i pixels = _mm512_or_si512(top, _mm512_srli_epi32(blue, 24));
    pixels = _mm512_ternarylogic_epi32(pixels, _mm512_srli_epi32(red, 8), middle, 0xF8);
    pixels = _mm512_ternarylogic_epi32(pixels, _mm512_srli_epi32(green, 16), low, 0xF8);
    _mm512_storeu_si512(target + index, pixels);
    red = _mm512_add_epi32(red, red_jump);
    green = _mm512_add_epi32(green, green_jump);
    blue = _mm512_add_epi32(blue, blue_jump);
  }
  return whole;
}

AVX2 void firstlight_linear_avx2(
    uint32_t *target, long count, uint32_t red_start, uint32_t green_start, uint32_t blue_start,
    uint32_t alpha_start, uint32_t red_step, uint32_t green_step, uint32_t blue_step,
    uint32_t alpha_step, int is_opaque, uint64_t thresholds) {
  // A byte is t / 255 of a level, with t + t·2⁸ + t·2¹⁶.
  const Pixels bytes = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)thresholds));
  const Pixels added = _mm256_mullo_epi32(bytes, _mm256_set1_epi32(0x10101));
  if (is_opaque && firstlight_level > 1) {
    const long done = linear_sixteens(
        target, count, red_start, green_start, blue_start, red_step, green_step, blue_step, added);
    const uint32_t steps = (uint32_t)done;
    target += done, count -= done;
    red_start += steps * red_step, green_start += steps * green_step;
    blue_start += steps * blue_step;
  }
  Pixels red = first(red_start, red_step, added), green = first(green_start, green_step, added);
  Pixels blue = first(blue_start, blue_step, added), alpha = first(alpha_start, alpha_step, added);
  const Pixels red_jump = _mm256_set1_epi32((int)(8 * red_step));
  const Pixels green_jump = _mm256_set1_epi32((int)(8 * green_step));
  const Pixels blue_jump = _mm256_set1_epi32((int)(8 * blue_step));
  const Pixels alpha_jump = _mm256_set1_epi32((int)(8 * alpha_step));
  const Pixels top = _mm256_set1_epi32((int)0xFF000000);
  long index = 0;
  if (is_opaque) {
    for (; index + 8 <= count; index += 8) {
      store(target + index, gathered(red, green, blue, top));
      red = _mm256_add_epi32(red, red_jump);
      green = _mm256_add_epi32(green, green_jump);
      blue = _mm256_add_epi32(blue, blue_jump);
    }
    alpha = top;
  }
  for (; index < count; index += 8) {
    // Rounding apart by 2⁻¹⁰ of a level must not lift a component above its alpha.
    Pixels pixels = gathered(
        is_opaque ? red : _mm256_min_epu32(red, alpha),
        is_opaque ? green : _mm256_min_epu32(green, alpha),
        is_opaque ? blue : _mm256_min_epu32(blue, alpha), alpha);
    red = _mm256_add_epi32(red, red_jump);
    green = _mm256_add_epi32(green, green_jump);
    blue = _mm256_add_epi32(blue, blue_jump);
    alpha = _mm256_add_epi32(alpha, alpha_jump);
    if (index + 8 <= count) {
      store(target + index, pixels);
    } else {
      _mm256_maskstore_epi32((int *)target + index, lanes(count - index), pixels);
    }
  }
}

// The angle of (u, v) in turns, by the polynomial of the baseline.
AVX2_INLINE __m256 turns(__m256 u, __m256 v) {
  const __m256 zero = _mm256_setzero_ps();
  const __m256 is_left = _mm256_cmp_ps(u, zero, _CMP_LT_OQ);
  const __m256 is_above = _mm256_cmp_ps(v, zero, _CMP_LT_OQ);
  const __m256 sign = _mm256_set1_ps(-0.0f), one = _mm256_set1_ps(1);
  u = _mm256_andnot_ps(sign, u), v = _mm256_andnot_ps(sign, v);
  const __m256 is_steep = _mm256_cmp_ps(v, u, _CMP_GT_OQ);
  const __m256 high = _mm256_max_ps(v, u);
  __m256 ratio = _mm256_div_ps(_mm256_min_ps(u, v), high);
  ratio = _mm256_andnot_ps(_mm256_cmp_ps(high, zero, _CMP_EQ_OQ), ratio);
  const __m256 square = _mm256_mul_ps(ratio, ratio);
  const float coefficients[] = {
      0.05265332f, -0.11643287f, 0.19354346f, -0.33262347f, 0.99997726f};
  __m256 result = _mm256_set1_ps(-0.0117212f);
  for (int index = 0; index < 5; index++) {
    result = _mm256_add_ps(_mm256_mul_ps(result, square), _mm256_set1_ps(coefficients[index]));
  }
  result = _mm256_mul_ps(_mm256_mul_ps(result, ratio), _mm256_set1_ps(0.15915494309189535f));
  result = _mm256_blendv_ps(result, _mm256_sub_ps(_mm256_set1_ps(0.25f), result), is_steep);
  result = _mm256_blendv_ps(result, _mm256_sub_ps(_mm256_set1_ps(0.5f), result), is_left);
  result = _mm256_blendv_ps(result, _mm256_sub_ps(one, result), is_above);
  return _mm256_andnot_ps(_mm256_cmp_ps(result, one, _CMP_GE_OQ), result);
}

// Pixels of a row with the colours of a table or, without one, their places there.
AVX2_INLINE void curved(
    uint32_t *target, uint16_t *places, long count, long x, const struct firstlight_curve *curve,
    const float *bases, const uint32_t *table, int is_conic) {
  const __m256 u0 = _mm256_set1_ps(curve->u), v0 = _mm256_set1_ps(curve->v);
  const __m256 u_step = _mm256_set1_ps(curve->u_step), v_step = _mm256_set1_ps(curve->v_step);
  const __m256 scale = _mm256_set1_ps(curve->scale), one = _mm256_set1_ps(1);
  const __m256 base = _mm256_loadu_ps(bases);
  const __m256 lane = _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7);
  for (long index = 0; index < count; index += 8) {
    const __m256 place = _mm256_add_ps(_mm256_set1_ps((float)(x + index)), lane);
    const __m256 u = _mm256_add_ps(u0, _mm256_mul_ps(place, u_step));
    const __m256 v = _mm256_add_ps(v0, _mm256_mul_ps(place, v_step));
    const __m256 offset =
        is_conic ? turns(u, v)
                 : _mm256_sqrt_ps(_mm256_add_ps(_mm256_mul_ps(u, u), _mm256_mul_ps(v, v)));
    // An offset that is not a number is 1 too. Adding 2^23, and the table's place, leaves the
    // rounded number in the low bits.
    const __m256 entry = _mm256_add_ps(_mm256_mul_ps(_mm256_min_ps(offset, one), scale), base);
    const Pixels place_in_table =
        _mm256_and_si256(_mm256_castps_si256(entry), _mm256_set1_epi32(0x1FFF));
    if (places) {
      const __m128i eight = _mm_packus_epi32(
          _mm256_castsi256_si128(place_in_table), _mm256_extracti128_si256(place_in_table, 1));
      if (index + 8 <= count) {
        _mm_storeu_si128((__m128i *)(places + index), eight);
      } else {
        __builtin_memcpy(places + index, &eight, 2 * (unsigned long)(count - index));
      }
      continue;
    }
    const Pixels pixels = _mm256_i32gather_epi32((const int *)table, place_in_table, 4);
    if (index + 8 <= count) {
      store(target + index, pixels);
    } else {
      _mm256_maskstore_epi32((int *)target + index, lanes(count - index), pixels);
    }
  }
}

AVX2 void firstlight_curved_avx2(
    uint32_t *target, long count, long x, const struct firstlight_curve *curve, const float *bases,
    const uint32_t *table) {
  if (curve->is_conic) return curved(target, 0, count, x, curve, bases, table, 1);
  curved(target, 0, count, x, curve, bases, table, 0);
}

AVX2 void firstlight_curve_places_avx2(
    uint16_t *target, long count, long x, const struct firstlight_curve *curve, const float *bases) {
  if (curve->is_conic) return curved(0, target, count, x, curve, bases, 0, 1);
  curved(0, target, count, x, curve, bases, 0, 0);
}

AVX2 void firstlight_look_up_avx2(
    uint32_t *target, long count, const uint16_t *places, const uint32_t *table) {
  long index = 0;
  for (; index + 8 <= count; index += 8) {
    const Pixels eight = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(places + index)));
    store(target + index, _mm256_i32gather_epi32((const int *)table, eight, 4));
  }
  for (; index < count; index++) target[index] = table[places[index]];
}

#endif
