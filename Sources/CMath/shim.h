// The C library's mathematics, which Embedded Swift has no module for, and numbers in texts.
#ifndef FIRSTLIGHT_CMATH_H
#define FIRSTLIGHT_CMATH_H
#include <math.h>
#include "number.h"
#endif
