// Signed area accumulators of rows, small contours and masks: the edges that are added to them, and
// the coverage that they sum up to.
//
// Names, levels and padding are those of kernels.h. In the padding of cells zeros are added, or
// written where they are emptied.
#ifndef FIRSTLIGHT_CELLS_H
#define FIRSTLIGHT_CELLS_H
#include <stdint.h>

#include "named.h"
#pragma clang assume_nonnull begin

// The cells of some rows, from one row to the next `stride` of them: `CellGrid` in Sources/Raster.
// There are two kinds.
//
// 1. Rows with marks, a bit for each pixel that is crossed: at most eight, and one cell more than
//    pixels in each at least. Behind the last row there is padding of six cells, and of another
//    word of marks.
// 2. A contour within its box, whose stride is a multiple of four up to 64, without marks; behind
//    the last row there is padding of six more rows and 32 cells, all of them 0. All coordinates
//    are below 2¹⁵ px.
struct firstlight_cells {
  int32_t *values;
  uint64_t *marks;
  // From one row to the next, in elements.
  long stride, mark_stride;
  long left, width;
  long first_row, row_count;
};

// One monotone piece of an outline, a line or at most a quarter of a circle: `Edge` in
// Sources/Raster, which says what holds of it. Lengths are in pixels except for heights.
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
  // Limits of x: those of an arc, too, are where it begins and ends, rounded to 1/65536.
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

// The lowest and the highest x of edges of one direction, in 1/65536 px, for each row of a contour
// and with padding of seven more.
struct firstlight_side {
  int32_t *low, *high;
};

struct firstlight_sides {
  struct firstlight_side down, up;
};

// The pixels of a row of a contour that an edge crosses or that lie between two, from its left
// border.
struct firstlight_extent {
  uint8_t start, end;
};

// `CellGrid.addPieces` of a line, except for pieces that cross more than three borders of pixels or
// lie not wholly in the width: returns a bit for each row, the first lowest, whose piece is left to
// others.
unsigned firstlight_add_line_avx2(
    const struct firstlight_cells *cells, const struct firstlight_edge *line);

// `ContourCells.add` of some edges of a contour, none of an arc of a radius below 3; it widens the
// limits of rows, where they are wanted. Level 2.
void firstlight_add_edges_avx512(
    const struct firstlight_cells *contour, const struct firstlight_edge *edges, long count,
    const struct firstlight_sides *_Nullable sides);

// `CellGrid.addAcross` of an arc: a piece of such an arc inside one row, from its left end to its
// right one in 1/65536 px, with y at the left end and the piece's height; coordinates are below 2¹⁵
// px. The cells are those of its first pixel and of all it crosses, with padding of sixteen more.
// Level 2.
void firstlight_add_arc_piece_avx512(
    int32_t *cells, const struct firstlight_edge *edge, long left, long right, long y,
    long height);

// `ContourCells.sumUp` of each row: sums all cells of a contour up to coverage and empties them.
// Rows of bytes are a stride apart. Around a row's extent up to three bytes before it and four
// behind, within the stride, may be written too.
void firstlight_sum_contour_avx2(
    const struct firstlight_cells *contour, uint8_t *bytes, struct firstlight_extent *extents);

// `CellGrid.sumUp`: sums the cells of a row of a grid up to coverage and empties them, from one
// pixel through another, the only ones with an edge. Up to three cells and bytes before the first
// one, from a multiple of four on, and four behind the last are written too.
void firstlight_sum_cells_avx2(
    int32_t *row, long first, long last, int is_even_odd, uint8_t *target);
#pragma clang assume_nonnull end
#endif
