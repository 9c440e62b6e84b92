// Loops over pixels for processors with wider vectors than every x86-64 has.
//
// 1. A name ends with the level that is needed: `…_avx2` may be called from
//    `firstlight_kernel_level` 1 on, and by itself takes what level 2 has; `…_avx512` on level 2
//    only.
// 2. Each names what in Sources/Raster it does the work of: its result has the same bits, if not
//    the same arguments. Where nothing has its place, it says what the result equals.
// 3. Pixels are premultiplied 0xAARRGGBB, and lie at a multiple of four bytes. Counts may be 0.
// 4. Padding is memory behind what the arguments tell of. It is read whatever it holds; where it is
//    said to be written, it gets the bits back that were read, so nothing else may write there
//    meanwhile. Without a word of padding there is none.
#ifndef FIRSTLIGHT_CKERNELS_H
#define FIRSTLIGHT_CKERNELS_H
#include <stdint.h>

#include "cells.h"
#include "edges.h"
#include "images.h"
#include "lines.h"
#include "memory.h"
#include "named.h"

#pragma clang assume_nonnull begin

// The level of this processor and the system, as far as it is not turned off: 0 is nothing, 1 AVX2,
// and 2 AVX-512 F, BW and VL too. `KernelLevel` in Sources/Raster.
static inline int firstlight_kernel_level(void) {
#ifdef __x86_64__
  extern int firstlight_level;
  return firstlight_level;
#else
  return 0;
#endif
}

// For tests: sets the level, or the highest one that there is.
void firstlight_use_kernel_level(int level);

// `Blend.fill`.
void firstlight_fill_avx2(uint32_t *target, long count, uint32_t pixel);
// `Blend.copy`: to where it is not read soon, and does not overlap.
void firstlight_copy_avx2(uint32_t *target, long count, const uint32_t *source);
// `Blend.blend(_:count:with:)`. Padding: seven pixels of the target, not written.
void firstlight_blend_color_avx2(uint32_t *target, long count, uint32_t pixel);
// `Blend.blend(_:count:with:mask:)` of a colour. Padding: seven pixels of the target, written;
// seven bytes of the mask.
void firstlight_blend_color_mask_avx2(
    uint32_t *target, long count, uint32_t pixel, const uint8_t *mask);
// `Blend.blend(_:count:with:coverage:)`. Padding: seven pixels of the target, written, and of the
// source.
void firstlight_blend_avx2(
    uint32_t *target, long count, const uint32_t *source, uint8_t coverage);
// `Blend.blend(_:count:with:mask:)` of pixels. Padding: seven pixels of the target, written, and of
// the source; seven bytes of the mask.
void firstlight_blend_mask_avx2(
    uint32_t *target, long count, const uint32_t *source, const uint8_t *mask);
// `Blend.add(_:count:with:coverage:)`. Padding: seven pixels of the target, written, and of the
// source.
void firstlight_add_avx2(
    uint32_t *target, long count, const uint32_t *source, uint8_t coverage);
// `Blend.add(_:count:with:mask:)`. Padding: seven pixels of the target, written, and of the source;
// seven bytes of the mask.
void firstlight_add_mask_avx2(
    uint32_t *target, long count, const uint32_t *source, const uint8_t *mask);
// `Blend.blend(_:count:with:coverage:_:)` by a mode, `BlendMode.rawValue`. Padding: seven pixels of
// the target, written, and of the source.
//
// Returns 0, and does nothing, for modes of all components together and those with roots or
// quotients.
int firstlight_blend_mode_avx2(
    uint32_t *target, long count, const uint32_t *source, uint8_t coverage, int mode);
// `Blend.multiply`. Padding: seven pixels of the target, written, and of the mask.
void firstlight_multiply_avx2(uint32_t *target, long count, const uint32_t *mask);
// `Blend.write`, where `is_opaque` tells that all of the source is. `rest` is what the coverage
// leaves of the base, `Blend.scaled(base, by: 255 − coverage)`.
void firstlight_write_avx2(
    uint32_t *target, long count, const uint32_t *source, int is_opaque, uint8_t coverage,
    uint32_t base, uint32_t rest);

// `CoverageSpan`, a stretch of a row: `mask` is where the coverage of its pixels begins, or below 0
// for one value.
struct firstlight_span {
  int32_t x NAMED(x32), length NAMED(length32), mask NAMED(mask32);
  uint8_t value NAMED(value8);
};
// `SpanCache.Place`: which of some spans a row has; below 0 of them where it is missing.
struct firstlight_cached_row {
  int32_t first_span NAMED(firstSpan), span_count NAMED(spanCount);
};
// Rows whose coverage is there, from the first one on. Their spans go from left to right and share
// no pixels; those with a mask say where it is in `masks`. Padding: seven bytes of the masks.
struct firstlight_cached_rows {
  const struct firstlight_cached_row *_Nullable rows;
  const struct firstlight_span *_Nullable spans;
  const uint8_t *_Nullable masks;
  long first_row;
};
// Writes rows of a surface, which are not read, from `row` on until one is not cached, and from `x`
// to `end`: spans of one colour over another; returns their number. It is what `Blend.blend` makes
// of these spans on a row of the base. The rows are `stride` bytes apart. All spans lie between `x`
// and `end`. With `keeps_base` what no span covers holds the base already: it is not written,
// except for up to seven pixels behind a mask and before `end`.
long firstlight_write_rows_avx2(
    void *surface, long stride, long row, long rows, long x, long end,
    struct firstlight_cached_rows cached, uint32_t pixel, uint32_t base, int keeps_base);
// Writes rows with the coverage of strips, until edges are not disjoint or not in order. The
// strips, from left to right, hold the rows. Pixels left of an edge are full where its `outer` is
// not 0, and those behind the last one where the sum of `outer` and `step` is not.
long firstlight_write_strips_avx2(
    void *surface, long stride, long row, long rows, long x, long end,
    const struct firstlight_edge_strip *_Nonnull const *_Nonnull strips, long count, uint32_t pixel,
    uint32_t base, int keeps_base);
// The pixels of a row that may be covered, from the left border of a box.
struct firstlight_box_extent {
  uint16_t start, end;
};
// `CoverageCache`: a box whose rows, from the first one on, have a byte for each pixel. Padding:
// seven bytes.
struct firstlight_coverage_box {
  const struct firstlight_box_extent *_Nullable extents;
  const uint8_t *_Nullable bytes;
  long stride, left, first_row;
};
// A shape of one colour between two pixels, in rows from `top` to `bottom`. Its coverage is a box
// or, without one, rows that are cached or, without these, rows that its strips hold, from left to
// right.
struct firstlight_row_item {
  struct firstlight_coverage_box box;
  long top, bottom;
  struct firstlight_cached_rows cached;
  const struct firstlight_edge_strip *_Nonnull const *_Nullable strips;
  long count, x, end;
  uint32_t pixel;
};
// Writes rows from `x` to `end` that are of one colour each, with items over it from back to front,
// as long as each item's are in its box, cached, or its edges disjoint and in order; returns their
// number. Only of a box a part of the rows may be left out. It is what `Blend.blend` makes of one
// item after the other. All items lie between `x` and `end`. `line` is memory for a row and seven
// pixels more.
long firstlight_write_items_avx2(
    void *surface, long stride, long row, long rows, long x, long end, const uint32_t *backdrops,
    const struct firstlight_row_item *items, long count, uint32_t *line);
// `AxialShader.fillLinear`, colours that are linear along the row: the first pixel's components,
// and what each changes by from one to the next, with 24 fraction bits. Where `is_opaque`, alpha is
// not looked at. `thresholds` are bytes for eight pixels, and for every eight behind them, by
// 255ths of a level: they are added before rounding down.
void firstlight_linear_avx2(
    uint32_t *target, long count, uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha,
    uint32_t red_step, uint32_t green_step, uint32_t blue_step, uint32_t alpha_step,
    int is_opaque, uint64_t thresholds);
// A row of a gradient about a point, in whose unit space pixel x lies at (u + x·u_step, v +
// x·v_step): by the distance from the point, or where it is conic by the angle about it in turns.
struct firstlight_curve {
  float u, v, u_step, v_step;
  // The last of a table's places, whose first is at distance or angle 0; with its base below 8192.
  float scale;
  int32_t is_conic;
};
// `CurvedShader.find`, the places of pixels' colours in the table, from pixel `x` on. `bases` are
// eight numbers, of as many pixels and of every eight behind them: 2²³ and where their colours
// begin in the table.
void firstlight_curve_places_avx2(
    uint16_t *target, long count, long x, const struct firstlight_curve *curve, const float *bases);
// `PixelWriter.dither`, pixels as 16 bits: `thresholds` holds those of the first eight, the first
// lowest, and of every eight behind them. Green is at bit 5.
void firstlight_dither_avx2(
    const uint32_t *line, long count, void *target, uint64_t thresholds, int red_shift,
    int blue_shift);
// `PixelWriter.pack`, pixels as three bytes, except for the last ones: returns how many are done.
// The others, up to `count`, are written by the caller, and may be written over here.
long firstlight_triples_avx2(const uint32_t *line, long count, void *target);
// `PixelRotator.reverse`, pixels before `end`, the last one first, except for those farthest from
// `end`: returns how many are done; the others are as above. Pixels have two, three or four bytes,
// and those of three come from the lower ones of words.
long firstlight_reverse_avx2(const void *end, long count, int size, void *target);
// Columns of pixels that become rows of a scanout: composed ones or, for one of four bytes, any
// words.
struct firstlight_rotation {
  // The first column's first pixel, and bytes from a pixel to the one below.
  const void *_Nullable source;
  long row_step;
  long columns, rows;
  // The place of that pixel, and bytes from a column's place to the next one's.
  void *_Nullable target;
  long column_step;
  // Bytes that a pixel has there: two, with a dither, three of the lower ones, or four.
  int32_t size;
  int32_t red_shift, blue_shift;
  // True if red and blue change places, where it has three or four.
  int32_t swaps;
  // Of eight rows, from the first on, the thresholds of eight columns, the first lowest.
  uint64_t thresholds[8];
};
// `PixelRotator.transpose` of pixels that `PixelWriter` has converted. Bytes may be written twice.
void firstlight_rotate_avx2(const struct firstlight_rotation *rotation);
#pragma clang assume_nonnull end
#endif
