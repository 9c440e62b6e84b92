#ifndef FIRSTLIGHT_CPNG_H
#define FIRSTLIGHT_CPNG_H
#include <png.h>
#endif
