/* Corrections of the toolchain's Embedded Swift for 64-bit ARM: it returns a bridge object,
   such as that of a string, without the bits beside its address, while callers expect the object
   that they passed. Its own functions are weak: these come before them. */
#include <stdint.h>

void *swift_retain(void *object);

void *swift_bridgeObjectRetain_n(void *object, uint32_t count) {
  const uint64_t bits = (uint64_t)object;
  /* The highest bit marks objects that are not counted. */
  if (bits >> 63) return object;
  while (count-- > 0) swift_retain((void *)(bits & 0x0FFFFFFFFFFFFFF8));
  return object;
}

void *swift_bridgeObjectRetain(void *object) { return swift_bridgeObjectRetain_n(object, 1); }
