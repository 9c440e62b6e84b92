#ifndef FIRSTLIGHT_LINES_H
#define FIRSTLIGHT_LINES_H
#include <stdint.h>
#pragma clang assume_nonnull begin

// A corner of an outline, in 1/65536 px from the origin of its cells.
struct firstlight_corner {
  int32_t x, y;
};

// The cells of a small outline and the pixels that one of its runs touches, a bit for each, as
// `MaskCells` and `MaskTouches` in Sources/Raster have them.
struct firstlight_lines {
  // The row at the origin, or where it would be: of cells, and of the first column of words.
  int32_t *cells;
  uint64_t *words;
  // Cells in a row, and words in a column.
  long stride, word_stride;
  // The rows that are wanted, in 1/65536 px.
  int32_t top, bottom;
};

// Adds the lines from each corner to the next, as long as they go the first one's way to a side and
// up or down; for processors with AVX-512. Behind the last row there is room for another cell.
//
// Returns how many of `count` lines were added: none, where the first is level, upright or of no
// length.
long firstlight_widest_add_lines(
    const struct firstlight_lines *lines, const struct firstlight_corner *corners, long count);
#pragma clang assume_nonnull end
#endif
