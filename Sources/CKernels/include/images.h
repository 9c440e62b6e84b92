// Reads pixels of images between pixels, like `ImageShader.mix` of four neighbours, and makes
// smaller copies of images.
#ifndef FIRSTLIGHT_IMAGES_H
#define FIRSTLIGHT_IMAGES_H
#include <stdint.h>

#pragma clang assume_nonnull begin

// A stretch of a row that is read from an image. Pixel i is at (u + i·u_step, v + i·v_step), in
// pixels with 32 fraction bits, counted from the one at `pixels`. Its right neighbour is behind it,
// and its lower one `below` pixels from it. Rows are `width` pixels apart. No place is left of the
// first pixel or above it.
//
// The four functions that read such a stretch, or a part of it, make none or at least 8 pixels: the
// last 8 are made together and may overlap those before.
struct firstlight_sampling {
  const uint32_t *pixels;
  long below, width;
  int64_t u, v, u_step, v_step;
};
// `ImageShader.mixPixels`.
void firstlight_sample_avx2(
    uint32_t *target, long count, const struct firstlight_sampling *sampling);
// The horizontal part of `firstlight_sample_avx2` for a row at `pixels`: mixes pixel i, at u +
// i·u_step, with its right neighbour.
void firstlight_mix_columns_avx2(
    uint32_t *target, long count, const uint32_t *pixels, int64_t u, int64_t u_step);
// The vertical part: mixes two rows of such pixels, the lower one with weight/256.
void firstlight_mix_rows_avx2(
    uint32_t *target, long count, const uint32_t *above, const uint32_t *below, uint8_t weight);
// Both parts, for a step of one pixel along the row.
void firstlight_shift_avx2(
    uint32_t *target, long count, const struct firstlight_sampling *sampling);

// The pixels along one axis that a pixel of a smaller copy stands for, counted from the first one
// of the copied part, and the place of the first one's weight.
struct firstlight_reduced {
  long first, weights, count;
};
// `ImageReducer.add`: multiplies rows, which are `stride` pixels apart, by their weights, and sums
// the pixels of each column.
void firstlight_add_rows_avx2(
    uint64_t *sums, const uint32_t *pixels, long width, long stride, const uint32_t *weights,
    long rows);
// `ImageReducer.reduce`: makes a pixel of each window of such sums. Each window has `taps` weights,
// which follow those of the window before, and reads as many sums.
void firstlight_add_columns_avx2(
    uint32_t *target, const uint64_t *sums, const struct firstlight_reduced *windows, long count,
    const uint32_t *weights, long taps);

#pragma clang assume_nonnull end
#endif
