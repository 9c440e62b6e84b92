// Gradients.
#include "kernels.h"

#ifndef __x86_64__

// Nothing calls these here, but a build without optimization links them.
void firstlight_linear_avx2(
    uint32_t *target, long count, uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha,
    uint32_t red_step, uint32_t green_step, uint32_t blue_step, uint32_t alpha_step,
    int is_opaque, uint64_t thresholds) { __builtin_trap(); }
void firstlight_curve_places_avx2(
    uint16_t *target, long count, long x, const struct firstlight_curve *curve, const float *bases) {
  __builtin_trap();
}

#else

#include "vectors.h"

// Products and sums are rounded one by one, as the baseline's are.
#pragma clang fp contract(off)

// A component of eight pixels, which are a step apart, plus a number for each pixel.
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
    // Rounding one by one, by 2⁻¹⁰ of a level, must not lift a component above its alpha.
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

// Vectors of sixteen, in registers of either level.
typedef float Floats __attribute__((ext_vector_type(16)));
typedef int32_t Masks __attribute__((ext_vector_type(16)));
typedef uint16_t Places __attribute__((ext_vector_type(16)));
#define EACH_LEVEL static inline __attribute__((always_inline))
// Values of these types are not passed, since all is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

// The angle of (u, v) in turns, by the polynomial of the baseline.
EACH_LEVEL Floats turns(Floats u, Floats v) {
  const Masks is_left = u < 0, is_above = v < 0, magnitude = 0x7FFFFFFF;
  u = (Floats)((Masks)u & magnitude), v = (Floats)((Masks)v & magnitude);
  const Masks is_steep = v > u;
  const Floats high = is_steep ? v : u, low = is_steep ? u : v;
  const Floats ratio = (Floats)((Masks)(low / high) & (high != 0));
  const Floats square = ratio * ratio;
  const float coefficients[] = {
      0.05265332f, -0.11643287f, 0.19354346f, -0.33262347f, 0.99997726f};
  Floats result = -0.0117212f;
  for (int index = 0; index < 5; index++) result = result * square + coefficients[index];
  result = result * ratio * 0.15915494309189535f;
  result = is_steep ? 0.25f - result : result;
  result = is_left ? 0.5f - result : result;
  result = is_above ? 1 - result : result;
  return (Floats)((Masks)result & ~(result >= 1));
}

// Writes fewer than sixteen places: a call to copy them would take longer.
EACH_LEVEL void write_some(uint16_t *target, Places places, long count) {
  if (count & 8) __builtin_memcpy(target, &places, 16), places.lo = places.hi, target += 8;
  if (count & 4) __builtin_memcpy(target, &places, 8), places.s0123 = places.s4567, target += 4;
  if (count & 2) __builtin_memcpy(target, &places, 4), places.s0 = places.s2, target += 2;
  if (count & 1) *target = places.s0;
}

EACH_LEVEL void find_places(
    uint16_t *target, long count, long x, struct firstlight_curve curve, const float *bases,
    int is_conic) {
  Floats base;
  __builtin_memcpy(&base, bases, 32);
  base.hi = base.lo;
  const Floats lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  for (long index = 0; index < count; index += 16) {
    const Floats place = (float)(x + index) + lane;
    const Floats u = curve.u + place * curve.u_step, v = curve.v + place * curve.v_step;
    const Floats offset = is_conic ? turns(u, v) : __builtin_elementwise_sqrt(u * u + v * v);
    // An offset that is not a number is 1 too. Adding 2²³, and the table's place, leaves the
    // rounded number in the low bits.
    const Floats entry = (offset < 1 ? offset : 1) * curve.scale + base;
    const Places places = __builtin_convertvector((Masks)entry & 0x1FFF, Places);
    if (index + 16 <= count) {
      __builtin_memcpy(target + index, &places, 32);
    } else {
      write_some(target + index, places, count - index);
    }
  }
}

// `firstlight_curve_places_avx2` in half the time.
AVX512 static void find_places_avx512(
    uint16_t *target, long count, long x, const struct firstlight_curve *curve, const float *bases) {
  if (curve->is_conic) return find_places(target, count, x, *curve, bases, 1);
  find_places(target, count, x, *curve, bases, 0);
}

AVX2 void firstlight_curve_places_avx2(
    uint16_t *target, long count, long x, const struct firstlight_curve *curve, const float *bases) {
  if (firstlight_level > 1) return find_places_avx512(target, count, x, curve, bases);
  if (curve->is_conic) return find_places(target, count, x, *curve, bases, 1);
  find_places(target, count, x, *curve, bases, 0);
}

#endif
