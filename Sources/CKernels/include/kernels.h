// Loops over pixels for processors with wider vectors than every x86-64 has.
//
// 1. A name ends with the level that the kernel needs: `…_avx2` may be called from
//    `firstlight_kernel_level` 1 on, and by itself uses level 2 if that is available; `…_avx512`
//    needs level 2.
// 2. A comment names the function in Sources/Raster that the kernel replaces. The result has the
//    same bits, though the arguments may differ. If there is no such function, the comment says
//    what the result equals.
// 3. Pixels are premultiplied 0xAARRGGBB, and lie at a multiple of four bytes. Counts may be 0.
// 4. Padding is memory behind the memory that the arguments describe. It is read, and may hold
//    anything. If a comment says that it is written, it gets the bits back that were read, so
//    nothing else may write there at the same time. A kernel whose comment names no padding needs
//    none.
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

// The level of the processor and the system, unless it was lowered: 0 is none, 1 is AVX2, and 2 is
// AVX-512 F, BW and VL in addition. `KernelLevel` in Sources/Raster.
static inline int firstlight_kernel_level(void) {
#ifdef __x86_64__
  extern int firstlight_level;
  return firstlight_level;
#else
  return 0;
#endif
}

// Sets the level, or the highest level below it that the processor has. For tests.
void firstlight_use_kernel_level(int level);

// `Blend.fill`.
void firstlight_fill_avx2(uint32_t *target, long count, uint32_t pixel);
// `Blend.copy`: copies to memory that is not read soon. The two must not overlap.
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
// Returns 0, and does nothing, for modes that mix all components together, and for modes with roots
// or quotients.
int firstlight_blend_mode_avx2(
    uint32_t *target, long count, const uint32_t *source, uint8_t coverage, int mode);
// `Blend.multiply`. Padding: seven pixels of the target, written, and of the mask.
void firstlight_multiply_avx2(uint32_t *target, long count, const uint32_t *mask);
// `Blend.write`. `is_opaque` is true if all of the source is opaque. `rest` is the share that the
// coverage leaves to the base, `Blend.scaled(base, by: 255 − coverage)`.
void firstlight_write_avx2(
    uint32_t *target, long count, const uint32_t *source, int is_opaque, uint8_t coverage,
    uint32_t base, uint32_t rest);

// `CoverageSpan`, a stretch of a row: `mask` is the place where the coverage of its pixels begins;
// below 0 all have one value.
struct firstlight_span {
  int32_t x NAMED(x32), length NAMED(length32), mask NAMED(mask32);
  uint8_t value NAMED(value8);
};
// `SpanCache.Place`: the spans of a row among others. A count below 0 means that the row is
// missing.
struct firstlight_cached_row {
  int32_t first_span NAMED(firstSpan), span_count NAMED(spanCount);
};
// Cached rows of coverage, from the first one on. Their spans go from left to right and share no
// pixels; those with a mask have its place in `masks`. Padding: seven bytes of the masks.
struct firstlight_cached_rows {
  const struct firstlight_cached_row *_Nullable rows;
  const struct firstlight_span *_Nullable spans;
  const uint8_t *_Nullable masks;
  long first_row;
};
// Writes spans of one colour over another to rows of a surface, which are not read: from `row` on
// until a row is not cached, and from `x` to `end`. Returns the number of rows. The result equals
// `Blend.blend` of these spans on a row of the base. The rows are `stride` bytes apart. All spans
// lie between `x` and `end`. With `keeps_base` pixels that no span covers hold the base already.
// They are not written, except for up to seven pixels behind a mask and before `end`.
long firstlight_write_rows_avx2(
    void *surface, long stride, long row, long rows, long x, long end,
    struct firstlight_cached_rows cached, uint32_t pixel, uint32_t base, int keeps_base);
// Writes rows with the coverage of strips, until edges are not disjoint or not in order; returns
// the number of rows. The strips are in order from left to right, and hold the rows. Pixels left of
// an edge are full if its `outer` is not 0, and pixels behind the last edge if its sum of `outer`
// and `step` is not 0.
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
// A shape of one colour between two pixels, in rows from `top` to `bottom`. Its coverage is a box,
// or else cached rows, or else rows that its strips hold, from left to right.
struct firstlight_row_item {
  struct firstlight_coverage_box box;
  long top, bottom;
  struct firstlight_cached_rows cached;
  const struct firstlight_edge_strip *_Nonnull const *_Nullable strips;
  long count, x, end;
  uint32_t pixel;
};
// Writes rows from `x` to `end`: each has one colour, and items over it from back to front. It ends
// before a row that is not cached for some item, or in which an item's edges are not disjoint or
// not in order; only boxes may lack rows. Returns the number of rows. The result equals
// `Blend.blend` of one item after the other. All items lie between `x` and `end`. `line` is memory
// for a row and seven pixels more.
long firstlight_write_items_avx2(
    void *surface, long stride, long row, long rows, long x, long end, const uint32_t *backdrops,
    const struct firstlight_row_item *items, long count, uint32_t *line);
// `AxialShader.fillLinear`: writes colours that are linear along the row. The arguments are the
// first pixel's components, and the change of each to the next pixel, with 24 fraction bits. With
// `is_opaque`, alpha is not computed. `thresholds` are bytes for eight pixels, in 255ths of a
// level, and repeat after these. They are added before rounding down.
void firstlight_linear_avx2(
    uint32_t *target, long count, uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha,
    uint32_t red_step, uint32_t green_step, uint32_t blue_step, uint32_t alpha_step,
    int is_opaque, uint64_t thresholds);
// A row of a gradient about a point. Pixel x lies at (u + x·u_step, v + x·v_step) in the gradient's
// unit space. Its offset is its distance from the point or, in a conic gradient, its angle about
// the point in turns.
struct firstlight_curve {
  float u, v, u_step, v_step;
  // The number of the last entry of a table, whose first is at offset 0. With the table's base it
  // is below 8192.
  float scale;
  int32_t is_conic;
};
// `CurvedShader.find`: writes the places of pixels' colours in the table, from pixel `x` on.
// `bases` are eight numbers for as many pixels, and repeat after these: 2²³ and the place where a
// pixel's colours begin in the table.
void firstlight_curve_places_avx2(
    uint16_t *target, long count, long x, const struct firstlight_curve *curve, const float *bases);
// `PixelWriter.dither`: writes pixels as 16 bits. `thresholds` are those of the first eight pixels,
// the first lowest, and repeat after these. Green is at bit 5.
void firstlight_dither_avx2(
    const uint32_t *line, long count, void *target, uint64_t thresholds, int red_shift,
    int blue_shift);
// `PixelWriter.pack`: writes pixels as three bytes, except for the last ones, and returns the
// number of pixels. The caller writes the others, up to `count`, whose bytes may be overwritten
// here.
long firstlight_triples_avx2(const uint32_t *line, long count, void *target);
// `PixelRotator.reverse`: writes pixels before `end`, the last one first, except for those farthest
// from `end`, and returns the number of pixels. The others are the caller's, as above. Pixels have
// two, three or four bytes; those of three are the lower bytes of words.
long firstlight_reverse_avx2(const void *end, long count, int size, void *target);
// Columns of pixels that become rows of a scanout. The pixels are composed ones or, for a scanout
// of four bytes a pixel, any words.
struct firstlight_rotation {
  // The first column's first pixel, and bytes from a pixel to the one below it.
  const void *_Nullable source;
  long row_step;
  long columns, rows;
  // The place of that pixel on the scanout, and bytes from a column's place to the next one's.
  void *_Nullable target;
  long column_step;
  // Bytes of a pixel of the scanout: two, dithered; three, the lower ones; or four.
  int32_t size;
  int32_t red_shift, blue_shift;
  // True if red and blue change places in pixels of three or four bytes.
  int32_t swaps;
  // For each of eight rows, from the first on, the thresholds of eight columns, the first lowest.
  uint64_t thresholds[8];
};
// `PixelRotator.transpose` of pixels that `PixelWriter` has converted. Bytes may be written twice.
void firstlight_rotate_avx2(const struct firstlight_rotation *rotation);
#pragma clang assume_nonnull end
#endif
