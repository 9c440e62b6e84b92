// Targets of functions, by the kernel level that they need; kernels.h says which levels there are.
#ifndef FIRSTLIGHT_TARGETS_H
#define FIRSTLIGHT_TARGETS_H
#include <immintrin.h>

// The level, for what takes AVX-512 where it is there; defined in pixels/blend.c.
extern int firstlight_level;

// Level 1. Lines that are going to be written are asked for as such; processors without that skip
// it.
#define AVX2 __attribute__((target("avx2,prfchw")))
// A part of functions of level 1 or 2.
#define AVX2_INLINE static inline __attribute__((always_inline, target("avx2")))

// Level 2: it is there with all of AVX-512 that is named here.
#define AVX512 __attribute__((target("avx512bw,avx512vl,prfchw")))
#define AVX512_INLINE static inline __attribute__((always_inline, target("avx512bw,avx512vl")))
#endif
