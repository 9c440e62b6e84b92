// Signed area accumulators of several rows, for processors with AVX2.
//
// What is added is what `CellRow` in Sources/Raster adds, to the bit.
#ifndef FIRSTLIGHT_CELLS_H
#define FIRSTLIGHT_CELLS_H
#include <stdint.h>
#pragma clang assume_nonnull begin

// At most eight rows of the cells of `width` pixels and two more, and a bit for each pixel that is
// crossed; behind the last row there is room for six more cells, and for another word of bits.
struct firstlight_cells {
  int32_t *values;
  uint64_t *marks;
  // From one row to the next, in elements.
  long value_stride, mark_stride;
  long left, width;
  long first_row, row_count;
};

// An edge: a line, or with a side a part of a circle, for which the others are what they are for
// `Edge` in Sources/Raster. `curvature` is 0 where its bulges do not count, and where they are those
// of a small circle, of radius 3 or more; then `small_inverse` is 1/(4r²), and 0 elsewhere.
struct firstlight_line {
  long top, bottom;
  double origin_x, origin_y, slope, min_x, max_x, inverse;
  double side, half, curvature, small_inverse;
  double sign;
};

// The cells of a contour within its box, whose stride is at most 64; behind the last row there is room
// for six more rows and 32 cells, all of them 0. All coordinates are below 2¹⁵ px.
struct firstlight_contour {
  int32_t *values;
  long stride;
  long left, first_row, row_count;
};

// The lowest and the highest x of edges of one direction, in 1/65536 px, for each row of a contour and
// with room for seven more.
struct firstlight_side {
  int32_t *low, *high;
};

struct firstlight_sides {
  struct firstlight_side down, up;
};

// The pixels of a row of a contour that an edge crosses or that lie between two, from its left border.
struct firstlight_reach {
  uint8_t start, end;
};

// Accumulates the pieces of a line of up to four pixels, all of them in the rows; returns a bit for
// each row, the first lowest, of which a piece is left to others.
unsigned firstlight_wide_add_line(
    const struct firstlight_cells *cells, const struct firstlight_line *line);

// Accumulates edges of a contour, none of an arc of a radius below 3, and widens the limits of rows,
// where they are wanted; for processors with AVX-512.
void firstlight_widest_add_edges(
    const struct firstlight_contour *contour, const struct firstlight_line *lines, long count,
    const struct firstlight_sides *_Nullable sides);

// Accumulates a piece of such an arc inside one row, from its left end to its right one in 1/65536 px,
// with y at the left end and the piece's height; coordinates are below 2¹⁵ px. The cells are those of its
// first pixel and of all it crosses, with room for sixteen more. For processors with AVX-512.
void firstlight_widest_add_arc_piece(
    int32_t *cells, const struct firstlight_line *line, long left, long right, long y,
    long height);

// Sums all cells of a contour up to coverage and empties them. Around a row's reach up to three bytes
// before it and eight behind may be written too.
void firstlight_wide_take_contour(
    const struct firstlight_contour *contour, uint8_t *bytes, struct firstlight_reach *reaches);

// Sums the cells of a row of a mask up to coverage and empties them, as `MaskCells` does, from one pixel
// through another, the only ones with an edge.
void firstlight_wide_take_coverage(
    int32_t *row, long first, long last, int is_even_odd, uint8_t *target);
#pragma clang assume_nonnull end
#endif
