// Memory from the C library, which Embedded Swift has no module for.
#ifndef FIRSTLIGHT_MEMORY_H
#define FIRSTLIGHT_MEMORY_H
#include <stddef.h>
#include <stdlib.h>

// Allocates bytes, all of them 0; returns null if there is no memory. A block above the threshold
// of the C library (M_MMAP_THRESHOLD) comes in new pages, which the kernel has cleared; smaller
// ones may be cleared here.
static inline void *_Nullable firstlight_allocate_zeros(size_t count) { return calloc(count, 1); }

static inline void firstlight_free(void *_Nonnull block) { free(block); }
#endif
