// Lines of small outlines. Names, levels and padding are those of kernels.h.
#ifndef FIRSTLIGHT_LINES_H
#define FIRSTLIGHT_LINES_H
#include <stdint.h>
#pragma clang assume_nonnull begin

// A corner of an outline, in 1/65536 px from the origin of its cells.
struct firstlight_corner {
  int32_t x, y;
};

// The cells of a small outline, and a bit for each pixel that one of its runs touches, as
// `CellGrid` and `PixelFootprint` in Sources/Raster store them.
struct firstlight_lines {
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
    const struct firstlight_lines *lines, const struct firstlight_corner *corners, long count);
#pragma clang assume_nonnull end
#endif
