// Signed area accumulators of several rows, for processors with AVX2.
//
// What is added is what `CellRow` in Sources/Raster adds, to the bit.
#ifndef FIRSTLIGHT_CELLS_H
#define FIRSTLIGHT_CELLS_H
#include <stdint.h>
#pragma clang assume_nonnull begin

// At most eight rows of the cells of `width` pixels and two more, and a bit for each pixel that is
// crossed; behind the last row there is room for two more cells, and for another word of bits.
struct firstlight_cells {
  int32_t *values;
  uint64_t *marks;
  // From one row to the next, in elements.
  long value_stride, mark_stride;
  long left, width;
  long first_row, row_count;
};

struct firstlight_line {
  long top, bottom;
  double origin_x, origin_y, slope, min_x, max_x, inverse;
  double sign;
};

// Accumulates the pieces of a line of up to four pixels, all of them in the rows; returns a bit for
// each row, the first lowest, of which a piece is left to others.
unsigned firstlight_wide_add_line(
    const struct firstlight_cells *cells, const struct firstlight_line *line);
#pragma clang assume_nonnull end
#endif
