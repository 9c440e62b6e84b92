// Targets of functions, by the kernel level that they need; kernels.h says which levels there are.
#ifndef FIRSTLIGHT_TARGETS_H
#define FIRSTLIGHT_TARGETS_H
#include <immintrin.h>

// The level, for functions that use AVX-512 if it is available; defined in pixels/blend.c.
extern int firstlight_level;

// Level 1. Cache lines that are going to be written are requested as such; processors without that
// instruction skip it.
#define AVX2 __attribute__((target("avx2,prfchw")))
// A part of functions of level 1 or 2.
#define AVX2_INLINE static inline __attribute__((always_inline, target("avx2")))

// Level 2: available if all of the named parts of AVX-512 are.
#define AVX512 __attribute__((target("avx512bw,avx512vl,prfchw")))
#define AVX512_INLINE static inline __attribute__((always_inline, target("avx512bw,avx512vl")))
#endif
