// Lines and arcs of small outlines. Names, levels and padding are those of kernels.h.
#ifndef FIRSTLIGHT_LINES_H
#define FIRSTLIGHT_LINES_H
#include <stdint.h>

#include "cells.h"
#pragma clang assume_nonnull begin

// A corner of an outline, in 1/65536 px from the origin of its cells.
struct firstlight_corner {
  int32_t x, y;
};

// The cells of a small outline, and a bit for each pixel that one of its runs touches, as
// `CellGrid` and `PixelFootprint` in Sources/Raster store them.
struct firstlight_outline_cells {
  // The row at the origin, whether it exists or not: of cells, and of the first column of words.
  int32_t *cells;
  uint64_t *words;
  // Cells in a row, and words in a column.
  long stride, word_stride;
  // The rows that are wanted, in 1/65536 px.
  int32_t top, bottom;
};

// `addSloped` of `LineBatch`: adds the lines from each corner to the next, as long as they go to
// the same side, and up or down, as the first one. All corners lie left of a row's last cell, and
// behind the last row there is padding of another one. Level 2.
//
// Returns how many of `count` lines, at least one, were added: none if the first is level, upright
// or of no length. There is one corner more than lines.
long firstlight_add_lines_avx512(
    const struct firstlight_outline_cells *outline, const struct firstlight_corner *corners,
    long count);

// The loop of `CoverageRasterizer.add` of an arc: adds the pieces of a part of a circle of a radius
// not below 3, and marks their pixels. Behind the last row there is padding of six more rows and 32
// cells, all of them 0, and of seven words. Level 2.
void firstlight_add_arc_avx512(
    const struct firstlight_outline_cells *outline, const struct firstlight_edge *arc);
#pragma clang assume_nonnull end
#endif
