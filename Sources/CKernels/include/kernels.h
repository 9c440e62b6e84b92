// Loops over pixels for processors with wider vectors than every x86-64 has: AVX2, and AVX-512 in
// some of them.
//
// Each does to the bit what its namesake in Sources/Raster does, with the same arguments; pixels are
// premultiplied 0xAARRGGBB. They may only be called where `firstlight_has_wide_kernels` is not 0.
#ifndef FIRSTLIGHT_CKERNELS_H
#define FIRSTLIGHT_CKERNELS_H
#include <stdint.h>

#include "cells.h"
#include "edges.h"
#include "lines.h"

#pragma clang assume_nonnull begin

// Whether this processor, and the system for it, has what they need, and they are not turned off.
static inline int firstlight_has_wide_kernels(void) {
#ifdef __x86_64__
  extern int firstlight_wide_kernels;
  return firstlight_wide_kernels;
#else
  return 0;
#endif
}

// For tests: 0 turns them off, 1 has those for AVX2 run, 2 those for AVX-512 too, where they can.
void firstlight_use_wide_kernels(int level);

void firstlight_wide_fill(uint32_t *target, long count, uint32_t pixel);
// Copies a row to where it is not read soon.
void firstlight_wide_copy(uint32_t *target, long count, const uint32_t *source);
void firstlight_wide_blend_color(uint32_t *target, long count, uint32_t pixel);
void firstlight_wide_blend_color_mask(
    uint32_t *target, long count, uint32_t pixel, const uint8_t *mask);
// A stretch of a row: `mask` is where the coverage of its pixels begins, or below 0 for one value.
struct firstlight_span {
  int32_t x, length, mask;
  uint8_t value;
};
// Which of some spans a row has; below 0 of them where it is missing.
struct firstlight_kept_row {
  int32_t first_span, span_count;
};
// Rows whose coverage is there, from the first one on; spans with a mask say where it is in `masks`.
struct firstlight_kept_rows {
  const struct firstlight_kept_row *_Nullable rows;
  const struct firstlight_span *_Nullable spans;
  const uint8_t *_Nullable masks;
  long first_row;
};
// Writes rows of a surface, which are not read, from `row` on until one is not kept and from `x` to `end`:
// spans of one colour over another; returns their number. The rows are `stride` bytes apart. All spans lie
// before `end`. With `keeps_base` what no span covers holds the base already: it is not written, but for
// some of it behind a mask.
long firstlight_wide_write_rows(
    void *surface, long stride, long row, long rows, long x, long end,
    struct firstlight_kept_rows kept, uint32_t pixel, uint32_t base, int keeps_base);
// The same until edges are not apart or not in order; the bands, from left to right, hold the rows.
long firstlight_wide_write_bands(
    void *surface, long stride, long row, long rows, long x, long end,
    const struct firstlight_edge_band *_Nonnull const *_Nonnull bands, long count, uint32_t pixel,
    uint32_t base, int keeps_base);
// A shape of one colour between two pixels, in rows that are kept or, without these, that its bands
// hold, from left to right.
struct firstlight_row_item {
  struct firstlight_kept_rows kept;
  const struct firstlight_edge_band *_Nonnull const *_Nonnull bands;
  long count, x, end;
  uint32_t pixel;
};
// Writes rows from `x` to `end` that are of one colour each, with items over it from back to front, as
// long as each item's are kept, or its edges apart and in order; returns their number. `line` has room
// for a row and fifteen pixels more.
long firstlight_wide_write_items(
    void *surface, long stride, long row, long rows, long x, long end, const uint32_t *grounds,
    const struct firstlight_row_item *items, long count, uint32_t *line);
// Where pixels may be written: columns and rows of a surface whose rows are `stride` bytes apart.
struct firstlight_window {
  void *surface;
  long stride;
  long min_x, min_y, max_x, max_y;
};
// Sums the cells of a contour up and empties them, and writes within the window what they cover, one
// colour over another. What is in no row's reach stays as it is. For processors with AVX-512.
void firstlight_widest_write_contour(
    const struct firstlight_contour *contour, const struct firstlight_window *window,
    uint32_t pixel, uint32_t base, struct firstlight_reach *reaches);
void firstlight_wide_blend(
    uint32_t *target, long count, const uint32_t *source, uint8_t coverage);
void firstlight_wide_blend_mask(
    uint32_t *target, long count, const uint32_t *source, const uint8_t *mask);
void firstlight_wide_multiply(uint32_t *target, long count, const uint32_t *mask);
void firstlight_wide_write(
    uint32_t *target, long count, const uint32_t *source, int is_opaque, uint8_t coverage,
    uint32_t base, uint32_t rest);
// Colours that are linear along the row: the first pixel's components, and what each changes by from
// one to the next, with 24 fraction bits.
void firstlight_wide_linear(
    uint32_t *target, long count, uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha,
    uint32_t red_step, uint32_t green_step, uint32_t blue_step, uint32_t alpha_step,
    int is_opaque);
// A row of a gradient about a point, in whose unit space pixel x lies at (u + x·u_step, v + x·v_step):
// by the distance from the point, or where it is conic by the angle about it in turns.
struct firstlight_curve {
  float u, v, u_step, v_step;
  // The last place in the table of colours, whose first is at distance or angle 0.
  float scale;
  int32_t is_conic;
};
void firstlight_wide_curved(
    uint32_t *target, long count, long x, const struct firstlight_curve *curve,
    const uint32_t *table);
// Pixels as 16 bits with a dither: `thresholds` holds those of the first eight, the first lowest.
void firstlight_wide_dither(
    const uint32_t *line, long count, void *target, uint64_t thresholds, int red_shift,
    int blue_shift);
// Pixels as three bytes, most of them; returns how many.
long firstlight_wide_triples(const uint32_t *line, long count, void *target);
// Pixels before `end`, the last one first, most of them; returns how many. The others, up to `count`, are
// written by the caller, and may be written over here. Pixels have two, three or four bytes, and lie
// in words before they have three.
long firstlight_wide_reverse(const void *end, long count, int size, void *target);
// Columns of composed pixels that become rows of a scanout in another format.
struct firstlight_turn {
  // The first column's first pixel, and bytes from a pixel to the one below.
  const void *_Nullable source;
  long row_step;
  long columns, rows;
  // Where that pixel goes, and bytes from a column's place to the next one's.
  void *_Nullable target;
  long column_step;
  // Bytes that a pixel has there: two, with a dither, three or four.
  int32_t size;
  int32_t red_shift, blue_shift;
  // Whether red and blue change places, where it has three or four.
  int32_t swaps;
  // Of eight rows, from the first on, the thresholds of eight columns, the first lowest.
  uint64_t thresholds[8];
};
void firstlight_wide_turn(const struct firstlight_turn *turn);
#pragma clang assume_nonnull end
#endif
