// The C library's mathematics and number parsing, which Embedded Swift has no module for.
#ifndef FIRSTLIGHT_CMATH_H
#define FIRSTLIGHT_CMATH_H
// All shims see the C library alike, or its types would differ between modules.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <math.h>
#include <stdlib.h>
#endif
