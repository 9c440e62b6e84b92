#ifndef FIRSTLIGHT_LIBFUZZER_H
#define FIRSTLIGHT_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

// Of the library that -sanitize=fuzzer links.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t greatest_size);

// Seconds of the processor that this thread has had.
static inline double firstlight_thread_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

#endif
