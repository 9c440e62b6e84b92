/* What the Embedded Swift of the toolchain has wrong for 64-bit ARM: it gives a bridge object, as
   strings have one, back without the bits beside its address, while callers go on with what they
   are given back as if it was what they gave. Its own functions are weak: these come before them. */
#include <stdint.h>

void *swift_retain(void *object);

void *swift_bridgeObjectRetain_n(void *object, uint32_t count) {
  const uint64_t bits = (uint64_t)object;
  /* The highest bit is that of what is not counted. */
  if (bits >> 63) return object;
  while (count-- > 0) swift_retain((void *)(bits & 0x0FFFFFFFFFFFFFF8));
  return object;
}

void *swift_bridgeObjectRetain(void *object) { return swift_bridgeObjectRetain_n(object, 1); }
