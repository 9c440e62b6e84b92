#include "kernels.h"

#ifndef __x86_64__

void firstlight_use_wide_kernels(int use) { (void)use; }

#else

#include <cpuid.h>
#include <immintrin.h>

int firstlight_wide_kernels;

// AVX2 is there, and the system keeps the registers.
static int can_run(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  const unsigned needed = bit_OSXSAVE | bit_AVX;
  if ((c & needed) != needed) return 0;
  unsigned kept, high;
  __asm__("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
  if ((kept & 6) != 6) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}

void firstlight_use_wide_kernels(int use) { firstlight_wide_kernels = use && can_run(); }

__attribute__((constructor)) static void look(void) { firstlight_use_wide_kernels(1); }

#define WIDE __attribute__((target("avx2")))
#define INNER static inline __attribute__((always_inline, target("avx2")))
typedef __m256i Pixels;

INNER Pixels load(const uint32_t *from) { return _mm256_loadu_si256((const Pixels *)from); }
INNER void store(uint32_t *to, Pixels pixels) { _mm256_storeu_si256((Pixels *)to, pixels); }

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

// All ones in the first `count` pixels.
INNER Pixels lanes(long count) {
  const Pixels index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), index);
}

INNER Pixels repeated(uint8_t byte) { return _mm256_set1_epi16(byte); }

WIDE void firstlight_wide_fill(uint32_t *target, long count, uint32_t pixel) {
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

WIDE void firstlight_wide_blend_color(uint32_t *target, long count, uint32_t pixel) {
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

WIDE void firstlight_wide_blend_color_mask(
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

WIDE void firstlight_wide_blend(
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

WIDE void firstlight_wide_blend_mask(
    uint32_t *target, long count, const uint32_t *source, const uint8_t *mask) {
  for (long index = 0; index < count; index += 8) {
    Pixels part = factors(bytes(mask + index, count - index));
    store(target + index, over(scaled(load(source + index), part), load(target + index)));
  }
}

WIDE void firstlight_wide_write(
    uint32_t *target, long count, const uint32_t *source, int is_opaque, uint8_t coverage,
    uint32_t base, uint32_t rest) {
  const Pixels under = _mm256_set1_epi32((int)base);
  const Pixels under_low = low(under);
  const Pixels under_high = high(under);
  const Pixels part = repeated(coverage);
  const Pixels remaining = _mm256_set1_epi32((int)rest);
  for (long index = 0; index < count; index += 8) {
    const Pixels in = lanes(count - index);
    const int is_whole = index + 8 <= count;
    Pixels pixels = is_whole ? load(source + index)
                             : _mm256_maskload_epi32((const int *)source + index, in);
    if (coverage == 255 || !is_opaque) {
      if (coverage != 255) pixels = scaled(pixels, part);
      Pixels shining = inverse_alpha(pixels);
      Pixels below = joined(product(under_low, shining), product(under_high, shining));
      pixels = _mm256_add_epi32(pixels, below);
    } else {
      pixels = _mm256_add_epi32(scaled(pixels, part), remaining);
    }
    if (is_whole) {
      store(target + index, pixels);
    } else {
      _mm256_maskstore_epi32((int *)target + index, in, pixels);
    }
  }
}

// A component of eight pixels, which are a step apart.
INNER Pixels first(uint32_t start, uint32_t step) {
  const Pixels place = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  return _mm256_add_epi32(
      _mm256_set1_epi32((int)start), _mm256_mullo_epi32(_mm256_set1_epi32((int)step), place));
}

WIDE void firstlight_wide_linear(
    uint32_t *target, long count, uint32_t red_start, uint32_t green_start, uint32_t blue_start,
    uint32_t alpha_start, uint32_t red_step, uint32_t green_step, uint32_t blue_step,
    uint32_t alpha_step, int is_opaque) {
  Pixels red = first(red_start, red_step), green = first(green_start, green_step);
  Pixels blue = first(blue_start, blue_step), alpha = first(alpha_start, alpha_step);
  const Pixels red_jump = _mm256_set1_epi32((int)(8 * red_step));
  const Pixels green_jump = _mm256_set1_epi32((int)(8 * green_step));
  const Pixels blue_jump = _mm256_set1_epi32((int)(8 * blue_step));
  const Pixels alpha_jump = _mm256_set1_epi32((int)(8 * alpha_step));
  const Pixels top = _mm256_set1_epi32((int)0xFF000000);
  for (long index = 0; index < count; index += 8) {
    Pixels r = red, g = green, b = blue, a = top;
    if (!is_opaque) {
      // Rounding apart by 2⁻¹⁰ of a level must not lift a component above its alpha.
      r = _mm256_min_epu32(r, alpha);
      g = _mm256_min_epu32(g, alpha);
      b = _mm256_min_epu32(b, alpha);
      a = _mm256_and_si256(alpha, top);
      alpha = _mm256_add_epi32(alpha, alpha_jump);
    }
    Pixels pixels = _mm256_or_si256(
        _mm256_or_si256(a, _mm256_srli_epi32(_mm256_and_si256(r, top), 8)),
        _mm256_or_si256(
            _mm256_srli_epi32(_mm256_and_si256(g, top), 16), _mm256_srli_epi32(b, 24)));
    red = _mm256_add_epi32(red, red_jump);
    green = _mm256_add_epi32(green, green_jump);
    blue = _mm256_add_epi32(blue, blue_jump);
    if (index + 8 <= count) {
      store(target + index, pixels);
    } else {
      _mm256_maskstore_epi32((int *)target + index, lanes(count - index), pixels);
    }
  }
}

#endif
