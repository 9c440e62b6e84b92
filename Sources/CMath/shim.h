// The C library's mathematics and number parsing, which Embedded Swift has no module for.
#ifndef FIRSTLIGHT_CMATH_H
#define FIRSTLIGHT_CMATH_H
#include <math.h>
#include <stdlib.h>
#endif
