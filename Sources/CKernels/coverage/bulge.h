// The area between an arc and its chord, equal to `Edge.bulge` in Sources/Raster to the bit; the
// comment there says where the numbers come from.
//
// For a chord whose square is q px² it is b + b · (q · tail), in floats and in this order, where b
// is q · (constant + q · (slope − q · bend)) · curvature.
#ifndef FIRSTLIGHT_BULGE_H
#define FIRSTLIGHT_BULGE_H
#include "cells.h"
#include "../targets.h"

static const float bulge_constant = .2973f, bulge_slope = .8471f, bulge_bend = .1443f;

AVX2_INLINE float bulge_tail(const struct firstlight_edge *edge) {
  return (float)(.3 * edge->inverse);
}
#endif
