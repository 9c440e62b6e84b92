// What an edge covers in the rows that it runs through.
//
// What kernels.h says of names and levels holds here; but where in a band the coverage of a row lies,
// and what it holds where the edge is not to be shown, is up to the kernel.
#ifndef FIRSTLIGHT_EDGES_H
#define FIRSTLIGHT_EDGES_H
#include <stdint.h>

#include "cells.h"

#pragma clang assume_nonnull begin

enum { firstlight_band_rows = 16, firstlight_band_pixels = 112 };

// Rows are counted from `first_row`.
struct firstlight_edge_band {
  long first_row;
  long row_count;
  // The winding left of the edge, and what it changes by.
  int32_t outer, step;
  // The pixels for which the coverage holds; an edge that crosses none of them has no bytes.
  int32_t shown_left, shown_right;
  // The pixels that the edge crosses in each row, the last one included, and where their coverage
  // begins in `bytes`; below 0 where it is too long.
  int32_t low[firstlight_band_rows];
  int32_t high[firstlight_band_rows];
  int32_t offset[firstlight_band_rows];
  uint8_t bytes[firstlight_band_pixels + 16];
};

static inline int32_t *firstlight_band_low(struct firstlight_edge_band *band) {
  return band->low;
}
static inline int32_t *firstlight_band_high(struct firstlight_edge_band *band) {
  return band->high;
}
static inline int32_t *firstlight_band_offset(struct firstlight_edge_band *band) {
  return band->offset;
}
static inline uint8_t *firstlight_band_bytes(struct firstlight_edge_band *band) {
  return band->bytes;
}

// `EdgeBand.fillRows`: fills a band whose first row, windings and pixels to be shown are set, of a line
// or an arc whose radius is not below 3. That runs through all of the rows, at most 16, whole; where it
// is to be shown, only those up to a limit are filled.
void firstlight_wide_line_band(
    struct firstlight_edge_band *band, long rows, long limit, const struct firstlight_edge *line);
void firstlight_wide_arc_band(
    struct firstlight_edge_band *band, long rows, long limit, const struct firstlight_edge *arc);
// The same, which the other one calls on level 2.
void firstlight_widest_arc_band(
    struct firstlight_edge_band *band, long rows, long limit, const struct firstlight_edge *arc);
#pragma clang assume_nonnull end
#endif
