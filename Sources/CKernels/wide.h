// What the loops for AVX2 have in common.
#ifndef FIRSTLIGHT_WIDE_H
#define FIRSTLIGHT_WIDE_H
#include <immintrin.h>
#include <stdint.h>

#define WIDE __attribute__((target("avx2")))
#define INNER static inline __attribute__((always_inline, target("avx2")))
typedef __m256i Pixels;

INNER Pixels load(const uint32_t *from) { return _mm256_loadu_si256((const Pixels *)from); }
INNER void store(uint32_t *to, Pixels pixels) { _mm256_storeu_si256((Pixels *)to, pixels); }

// All ones in the first `count` pixels.
INNER Pixels lanes(long count) {
  const Pixels index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), index);
}
#endif
