#include "kernels.h"

#ifndef __x86_64__

void firstlight_use_kernel_level(int level) { (void)level; }

// Nothing calls these here, but a build without optimization links them.
void firstlight_fill_avx2(uint32_t *target, long count, uint32_t pixel) { __builtin_trap(); }
void firstlight_copy_avx2(uint32_t *target, long count, const uint32_t *source) {
  __builtin_trap();
}
void firstlight_blend_color_avx2(uint32_t *target, long count, uint32_t pixel) { __builtin_trap(); }
void firstlight_blend_color_mask_avx2(
    uint32_t *target, long count, uint32_t pixel, const uint8_t *mask) { __builtin_trap(); }
void firstlight_blend_avx2(
    uint32_t *target, long count, const uint32_t *source, uint8_t coverage) { __builtin_trap(); }
void firstlight_blend_mask_avx2(
    uint32_t *target, long count, const uint32_t *source, const uint8_t *mask) { __builtin_trap(); }
void firstlight_add_avx2(
    uint32_t *target, long count, const uint32_t *source, uint8_t coverage) { __builtin_trap(); }
void firstlight_add_mask_avx2(
    uint32_t *target, long count, const uint32_t *source, const uint8_t *mask) { __builtin_trap(); }
void firstlight_multiply_avx2(uint32_t *target, long count, const uint32_t *mask) { __builtin_trap(); }
void firstlight_write_avx2(
    uint32_t *target, long count, const uint32_t *source, int is_opaque, uint8_t coverage,
    uint32_t base, uint32_t rest) { __builtin_trap(); }
void firstlight_dither_avx2(
    const uint32_t *line, long count, void *target, uint64_t thresholds, int red_shift,
    int blue_shift) { __builtin_trap(); }

#else

#include <cpuid.h>

#include "dithering.h"
#include "vectors.h"

int firstlight_level;

// The level whose vectors the processor has and whose registers the system saves: 1 for AVX2, 2 for
// AVX-512 too.
static int highest_level(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  const unsigned needed = bit_OSXSAVE | bit_AVX;
  if ((c & needed) != needed) return 0;
  unsigned kept, high;
  __asm__("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
  if ((kept & 6) != 6) return 0;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2)) return 0;
  const unsigned wider = bit_AVX512F | bit_AVX512BW | bit_AVX512VL;
  return (b & wider) == wider && (kept & 0xE6) == 0xE6 ? 2 : 1;
}

void firstlight_use_kernel_level(int level) {
  const int limit = highest_level();
  firstlight_level = level < limit ? level : limit;
}

__attribute__((constructor)) static void look(void) { firstlight_use_kernel_level(2); }

// From this number of pixels on, more than fit in the second-level cache, the processor's own loop
// is faster.
enum { long_fill = 1 << 18 };

AVX2 void firstlight_fill_avx2(uint32_t *target, long count, uint32_t pixel) {
  if (count >= long_fill) {
    uint64_t pair = (uint64_t)pixel << 32 | pixel;
    unsigned long pairs = (unsigned long)count / 2;
    if (count & 1) target[count - 1] = pixel;
    __asm__ volatile("rep stosq" : "+D"(target), "+c"(pairs) : "a"(pair) : "memory");
    return;
  }
  const Pixels pixels = _mm256_set1_epi32((int)pixel);
  long index = 0;
  for (; index + 32 <= count; index += 32) {
    store(target + index, pixels);
    store(target + index + 8, pixels);
    store(target + index + 16, pixels);
    store(target + index + 24, pixels);
  }
  for (; index + 8 <= count; index += 8) store(target + index, pixels);
  if (index < count) _mm256_maskstore_epi32((int *)target + index, lanes(count - index), pixels);
}

// Copies whole lines of the target, and the pixels before and after them: a frame of equal rows
// took four fifths of the time of the C library's copies.
AVX512 static void copy_lines(uint32_t *target, long count, const uint32_t *source) {
  _mm512_storeu_si512(target, _mm512_loadu_si512(source));
  const long last = count - 16;
  for (long index = 16 - (long)((uintptr_t)target / 4 & 15); index < last; index += 16) {
    _mm512_storeu_si512(target + index, _mm512_loadu_si512(source + index));
  }
  _mm512_storeu_si512(target + last, _mm512_loadu_si512(source + last));
}

void firstlight_copy_avx2(uint32_t *target, long count, const uint32_t *source) {
  if (firstlight_level > 1 && count >= 16) return copy_lines(target, count, source);
  __builtin_memcpy(target, source, (unsigned long)count * 4);
}

AVX2 void firstlight_blend_color_avx2(uint32_t *target, long count, uint32_t pixel) {
  const Pixels source = _mm256_set1_epi32((int)pixel);
  const Pixels rest = inverse_alpha(source);
  long index = 0;
  for (; index + 8 <= count; index += 8) {
    store(target + index, _mm256_add_epi32(source, scaled(load(target + index), rest)));
  }
  if (index < count) {
    Pixels pixels = _mm256_add_epi32(source, scaled(load(target + index), rest));
    _mm256_maskstore_epi32((int *)target + index, lanes(count - index), pixels);
  }
}

AVX2 void firstlight_blend_color_mask_avx2(
    uint32_t *target, long count, uint32_t pixel, const uint8_t *mask) {
  const Pixels source = _mm256_set1_epi32((int)pixel);
  const Pixels source_low = low(source);
  const Pixels source_high = high(source);
  for (long index = 0; index < count; index += 8) {
    Pixels part = factors(bytes(mask + index, count - index));
    Pixels pixels = joined(product(source_low, part), product(source_high, part));
    store(target + index, over(pixels, load(target + index)));
  }
}

AVX2 void firstlight_blend_avx2(
    uint32_t *target, long count, const uint32_t *source, uint8_t coverage) {
  long index = 0;
  if (coverage == 255) {
    for (; index + 8 <= count; index += 8) {
      store(target + index, over(load(source + index), load(target + index)));
    }
  }
  const Pixels part = repeated(coverage);
  for (; index + 8 <= count; index += 8) {
    store(target + index, over(scaled(load(source + index), part), load(target + index)));
  }
  if (index < count) {
    Pixels last = _mm256_and_si256(part, lanes(count - index));
    store(target + index, over(scaled(load(source + index), last), load(target + index)));
  }
}

AVX2 void firstlight_blend_mask_avx2(
    uint32_t *target, long count, const uint32_t *source, const uint8_t *mask) {
  for (long index = 0; index < count; index += 8) {
    Pixels part = factors(bytes(mask + index, count - index));
    store(target + index, over(scaled(load(source + index), part), load(target + index)));
  }
}

// Adds pixels, scaled by a factor each, to a run.
AVX2 void firstlight_add_avx2(
    uint32_t *target, long count, const uint32_t *source, uint8_t coverage) {
  const Pixels part = repeated(coverage);
  long index = 0;
  for (; index + 8 <= count; index += 8) {
    const Pixels pixels = scaled(load(source + index), part);
    store(target + index, _mm256_adds_epu8(pixels, load(target + index)));
  }
  if (index < count) {
    const Pixels pixels = scaled(load(source + index), _mm256_and_si256(part, lanes(count - index)));
    store(target + index, _mm256_adds_epu8(pixels, load(target + index)));
  }
}

AVX2 void firstlight_add_mask_avx2(
    uint32_t *target, long count, const uint32_t *source, const uint8_t *mask) {
  for (long index = 0; index < count; index += 8) {
    const Pixels part = factors(bytes(mask + index, count - index));
    const Pixels pixels = scaled(load(source + index), part);
    store(target + index, _mm256_adds_epu8(pixels, load(target + index)));
  }
}

AVX2 void firstlight_multiply_avx2(uint32_t *target, long count, const uint32_t *mask) {
  const Pixels places = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(3, -1, 3, -1, 7, -1, 7, -1, 11, -1, 11, -1, 15, -1, 15, -1));
  for (long index = 0; index < count; index += 8) {
    const Pixels old = load(target + index);
    const Pixels alpha = _mm256_shuffle_epi8(load(mask + index), places);
    Pixels pixels = scaled(old, alpha);
    if (index + 8 > count) pixels = _mm256_blendv_epi8(old, pixels, lanes(count - index));
    store(target + index, pixels);
  }
}

// Writes pixels over one colour: the result of `EXPRESSION` for `pixels`.
#define WRITE(EXPRESSION)                                                                \
  for (; index + 8 <= count; index += 8) {                                               \
    const Pixels pixels = load(source + index);                                          \
    store(target + index, EXPRESSION);                                                   \
  }                                                                                      \
  if (index < count) {                                                                   \
    const Pixels in = lanes(count - index);                                              \
    const Pixels pixels = _mm256_maskload_epi32((const int *)source + index, in);        \
    _mm256_maskstore_epi32((int *)target + index, in, EXPRESSION);                       \
  }

// The loops of `firstlight_write_avx2` on sixteen pixels at a time, in three quarters of the time
// for a frame. Thanks to the early prefetch a frame takes as long as copying it.
AVX512 static long write_sixteens(
    uint32_t *target, long count, const uint32_t *source, uint8_t coverage, uint32_t base,
    uint32_t rest) {
  const __m512i under_low = low16(_mm512_set1_epi32((int)base));
  const __m512i under_high = _mm512_srli_epi16(_mm512_set1_epi32((int)base), 8);
  const __m512i part = _mm512_set1_epi16(coverage);
  const __m512i remaining = _mm512_set1_epi32((int)rest);
  const long whole = count & ~15L;
  for (long index = 0; index < whole; index += 16) {
    __builtin_prefetch(source + index + 1024);
    const __m512i pixels = _mm512_loadu_si512(source + index);
    _mm512_storeu_si512(
        target + index, coverage == 255
                            ? over_halves16(pixels, under_low, under_high)
                            : _mm512_add_epi32(scaled16(pixels, part), remaining));
  }
  return whole;
}

AVX2 void firstlight_write_avx2(
    uint32_t *target, long count, const uint32_t *source, int is_opaque, uint8_t coverage,
    uint32_t base, uint32_t rest) {
  const Pixels under = _mm256_set1_epi32((int)base);
  const Pixels under_low = low(under);
  const Pixels under_high = high(under);
  const Pixels part = repeated(coverage);
  const Pixels remaining = _mm256_set1_epi32((int)rest);
  long index = 0;
  if (firstlight_level > 1 && (coverage == 255 || is_opaque)) {
    index = write_sixteens(target, count, source, coverage, base, rest);
  }
  if (coverage == 255) {
    WRITE(over_halves(pixels, under_low, under_high))
  } else if (is_opaque) {
    WRITE(_mm256_add_epi32(scaled(pixels, part), remaining))
  } else {
    WRITE(over_halves(scaled(pixels, part), under_low, under_high))
  }
}

// The loop on sixteen pixels at a time takes two thirds of the time.
AVX512 static long dither_sixteens(
    const uint32_t *line, long count, uint16_t *target, Pixels thresholds, int outer_factors) {
  const __m512i added = _mm512_broadcast_i64x4(thresholds);
  const __m512i outer = _mm512_set1_epi32(outer_factors);
  const long whole = count & ~15L;
  for (long index = 0; index < whole; index += 16) {
    const __m512i words = dithered16(_mm512_loadu_si512(line + index), added, outer);
    store((uint32_t *)(target + index), _mm512_cvtepi32_epi16(words));
  }
  return whole;
}

AVX2 void firstlight_dither_avx2(
    const uint32_t *line, long count, void *target, uint64_t thresholds, int red_shift,
    int blue_shift) {
  const Pixels added = _mm256_add_epi16(factors(thresholds), _mm256_set1_epi16(1));
  const int outer_factors = 1 << red_shift << 16 | 1 << blue_shift;
  const Pixels outer = _mm256_set1_epi32(outer_factors);
  const long done =
      firstlight_level > 1 ? dither_sixteens(line, count, target, added, outer_factors) : 0;
  uint32_t last[16] = {0};
  for (long index = done; index < count; index += 16) {
    const long rest = count - index;
    const uint32_t *from = line + index;
    if (rest < 16) {
      __builtin_memcpy(last, from, (unsigned long)rest * 4);
      from = last;
    }
    Pixels words = _mm256_packus_epi32(
        dithered(load(from), added, outer), dithered(load(from + 8), added, outer));
    words = _mm256_permute4x64_epi64(words, _MM_SHUFFLE(3, 1, 2, 0));
    uint16_t *to = (uint16_t *)target + index;
    if (rest < 16) {
      _mm256_storeu_si256((Pixels *)last, words);
      __builtin_memcpy(to, last, (unsigned long)rest * 2);
    } else {
      _mm256_storeu_si256((Pixels *)to, words);
    }
  }
}

#endif
