// Signed area accumulators of rows and small outlines: adding edges to them, and summing them up to
// coverage.
//
// Names, levels and padding are those of kernels.h. In the padding of cells a kernel adds zeros, or
// writes zeros when it empties cells.
#ifndef FIRSTLIGHT_CELLS_H
#define FIRSTLIGHT_CELLS_H
#include <stdint.h>

#include "named.h"
#pragma clang assume_nonnull begin

// The cells of at most eight rows, from one row to the next `stride` of them, and a mark for each
// pixel that is crossed, a bit: `CellGrid` in Sources/Raster. Each row has at least one cell more
// than pixels. Behind the last row there is padding of six cells, and of another word of marks.
struct firstlight_cells {
  int32_t *values;
  uint64_t *marks;
  // From one row to the next, in elements.
  long stride, mark_stride;
  long left, width;
  long first_row, row_count;
};

// One monotone piece of an outline, a line or at most a quarter of a circle: `Edge` in
// Sources/Raster, whose comment has its invariants. Lengths are in pixels except for heights.
struct firstlight_edge {
  // In 1/65536 px; the first is above.
  long top, bottom;
  // Of a line, the place of its upper end; of an arc, its centre.
  double origin_x NAMED(originX), origin_y NAMED(originY);
  // Of a line dx/dy, of an arc the radius.
  double slope;
  // Of a line |dy/dx|, and 0 where it is vertical; of an arc of a radius below 8 1/(4r²), and else
  // 0.
  double inverse;
  // Limits of x. For an arc, too, they are x at its ends, rounded to 1/65536.
  double min_x NAMED(minX), max_x NAMED(maxX);
  // Of an arc, 1 right of the centre and −1 left of it; of a line 0.
  double side;
  // Of an arc, 1 below the centre and −1 above it.
  double half;
  // Of an arc of a radius from 3 to 256, ±65536 / 12r with the sign of `side`; else 0.
  double curvature;
  // 1 where the outline runs down, −1 where it runs up.
  long winding;
};

// `CellGrid.addPieces` of a line. Pieces that cross more than three borders of pixels, or do not
// lie wholly in the width, are not added: for each of them the result has a bit, the first row's
// lowest.
unsigned firstlight_add_line_avx2(
    const struct firstlight_cells *cells, const struct firstlight_edge *line);

// `CellGrid.addAcross` of an arc of a radius not below 3: a piece inside one row, from its left end
// to its right one in 1/65536 px, with y at the left end and the piece's height. Coordinates are
// below 2¹⁵ px. The cells begin with the piece's first pixel, and have padding of sixteen behind
// the last one. Level 2.
void firstlight_add_arc_piece_avx512(
    int32_t *cells, const struct firstlight_edge *edge, long left, long right, long y,
    long height);

// `CellGrid.sumUp`: sums the cells of a row of a grid up to coverage and empties them, from one
// pixel through another; there are no edges outside them. Up to three cells and bytes before the
// first pixel, from a multiple of four on, and four behind the last one are written too.
void firstlight_sum_cells_avx2(
    int32_t *row, long first, long last, int is_even_odd, uint8_t *target);
#pragma clang assume_nonnull end
#endif
