// Stores that go to memory without reading the line of the cache first, which Swift has no word
// for.
#ifndef FIRSTLIGHT_CSTREAMING_H
#define FIRSTLIGHT_CSTREAMING_H
#include <stdint.h>

typedef uint32_t firstlight_four __attribute__((vector_size(16)));

// Stores four words at a multiple of 16.
static inline void firstlight_stream_words(
    void *target, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  firstlight_four words = {a, b, c, d};
  __builtin_nontemporal_store(words, (firstlight_four *)target);
}

// Stores eight bytes at a multiple of 8.
static inline void firstlight_stream_long(void *target, uint64_t value) {
  __builtin_nontemporal_store(value, (uint64_t *)target);
}

// Makes what was streamed visible before what is stored from now on.
static inline void firstlight_end_stream(void) {
#ifdef __x86_64__
  __builtin_ia32_sfence();
#else
  __sync_synchronize();
#endif
}
#endif
