// The coverage of an edge in the rows that it runs through.
//
// Names and levels are those of kernels.h. Kernels decide where the coverage of a row lies in a
// strip, and which bytes a strip has for an edge that is not shown.
#ifndef FIRSTLIGHT_EDGES_H
#define FIRSTLIGHT_EDGES_H
#include <stdint.h>

#include "cells.h"

#pragma clang assume_nonnull begin

enum { firstlight_strip_rows = 16, firstlight_strip_pixels = 112 };

// Rows are counted from `first_row`.
struct firstlight_edge_strip {
  long first_row;
  long row_count;
  // The winding left of the edge, and its change by the edge.
  int32_t outer, step;
  // The pixels for which the coverage holds; an edge that crosses none of them has no bytes.
  int32_t shown_left, shown_right;
  // The pixels that the edge crosses in each row, the last one included, and where their coverage
  // begins in `bytes`; below 0 where it is too long.
  int32_t low[firstlight_strip_rows];
  int32_t high[firstlight_strip_rows];
  int32_t offset[firstlight_strip_rows];
  uint8_t bytes[firstlight_strip_pixels + 16];
};

static inline int32_t *firstlight_strip_low(struct firstlight_edge_strip *strip) {
  return strip->low;
}
static inline int32_t *firstlight_strip_high(struct firstlight_edge_strip *strip) {
  return strip->high;
}
static inline int32_t *firstlight_strip_offset(struct firstlight_edge_strip *strip) {
  return strip->offset;
}
static inline uint8_t *firstlight_strip_bytes(struct firstlight_edge_strip *strip) {
  return strip->bytes;
}

// `EdgeStrip.fillRows`: fills a strip whose first row, windings and shown pixels are set. The edge
// is a line, or an arc of a radius not below 3, and runs through all of the rows, at most 16. Of an
// edge that is shown, only rows up to a limit are filled.
void firstlight_line_strip_avx2(
    struct firstlight_edge_strip *strip, long rows, long limit, const struct firstlight_edge *line);
void firstlight_arc_strip_avx2(
    struct firstlight_edge_strip *strip, long rows, long limit, const struct firstlight_edge *arc);
// The form of `firstlight_arc_strip_avx2` for processors with AVX-512, called by that function.
void firstlight_arc_strip_avx512(
    struct firstlight_edge_strip *strip, long rows, long limit, const struct firstlight_edge *arc);
#pragma clang assume_nonnull end
#endif
