// Rows of contours, from their cells to pixels of one colour over another, for processors with AVX-512.
#include "kernels.h"

#ifndef __x86_64__

// Nobody calls it here; a build that is not optimized links it all the same.
void firstlight_write_contour_avx512(
    const struct firstlight_contour *contour, const struct firstlight_window *window,
    uint32_t pixel, uint32_t base, struct firstlight_extent *extents) { __builtin_trap(); }

#else

#include "vectors.h"

AVX512_INLINE __m512i running_sums(__m512i cells) {
  const __m512i none = _mm512_setzero_si512();
  cells = _mm512_add_epi32(cells, _mm512_alignr_epi32(cells, none, 15));
  cells = _mm512_add_epi32(cells, _mm512_alignr_epi32(cells, none, 14));
  cells = _mm512_add_epi32(cells, _mm512_alignr_epi32(cells, none, 12));
  return _mm512_add_epi32(cells, _mm512_alignr_epi32(cells, none, 8));
}

// The coverage that sums of two rows stand for, in words: four of the first row, four of the second and
// so on.
AVX512_INLINE __m512i coverage_of(__m512i first, __m512i second) {
  // Sums of 1 or more become 65535 / 65536, which is 255 as well. Half of twice as much, and
  // rounded up, is rounded to the nearest.
  const __m512i amounts = _mm512_packus_epi32(_mm512_abs_epi32(first), _mm512_abs_epi32(second));
  const __m512i doubled = _mm512_mulhi_epu16(amounts, _mm512_set1_epi16(510));
  return _mm512_avg_epu16(doubled, _mm512_setzero_si512());
}

// A colour over another, by components: blue, green, red and alpha.
struct colors {
  __m512i source[4], under[4];
};

AVX512_INLINE struct colors colors_of(uint32_t pixel, uint32_t base) {
  struct colors colors;
  for (int index = 0; index < 4; index++) {
    colors.source[index] = _mm512_set1_epi16((short)(pixel >> 8 * index & 255));
    colors.under[index] = _mm512_set1_epi16((short)(base >> 8 * index & 255));
  }
  return colors;
}

struct two_rows { __m512i first, second; };

// The pixels of words of coverage.
AVX512_INLINE struct two_rows covered(const struct colors *colors, __m512i coverage, int is_opaque) {
  const __m512i full = _mm512_set1_epi16(255);
  const __m512i alpha = is_opaque ? coverage : product16(colors->source[3], coverage);
  const __m512i rest = _mm512_xor_si512(alpha, full);
  __m512i part[4];
  for (int index = 0; index < 3; index++) {
    part[index] = _mm512_add_epi16(
        product16(colors->source[index], coverage), product16(colors->under[index], rest));
  }
  part[3] = is_opaque ? full : _mm512_add_epi16(alpha, product16(colors->under[3], rest));
  const __m512i low = joined16(part[0], part[1]), high = joined16(part[2], part[3]);
  return (struct two_rows){_mm512_unpacklo_epi16(low, high), _mm512_unpackhi_epi16(low, high)};
}

AVX512_INLINE uint64_t cells_among(const int32_t *cells) {
  const __m512i first = _mm512_loadu_si512(cells), second = _mm512_loadu_si512(cells + 16);
  return _mm512_test_epi32_mask(first, first)
      | (uint64_t)_mm512_test_epi32_mask(second, second) << 16;
}

// A bit for each column of a contour's that is in the window.
AVX512_INLINE uint64_t columns_inside(
    const struct firstlight_contour *contour, const struct firstlight_window *window) {
  const long first = window->min_x - contour->left, end = window->max_x - contour->left;
  if (first >= 64 || end <= 0) return 0;
  return (first > 0 ? ~0ull << first : ~0ull) & (end < 64 ? ~(~0ull << end) : ~0ull);
}

// The part of a row that is seen: its cells and pixels from where it begins, and a bit for each pixel.
struct stretch {
  const int32_t *cells;
  uint32_t *pixels;
  uint64_t lanes;
  long length;
  struct firstlight_extent extent;
};

AVX512_INLINE struct stretch stretch_of(
    const int32_t *cells, long stride, uint32_t *line, uint64_t own, uint64_t inside) {
  uint64_t among = cells_among(cells);
  if (stride > 32) among |= cells_among(cells + 32) << 32;
  among &= own;
  if (among == 0) return (struct stretch){cells, line, 0, 0, {0, 0}};
  // The last one that is not 0 takes back what is left.
  const long start = __builtin_ctzll(among), end = 63 - __builtin_clzll(among);
  return (struct stretch){
      cells + start, line + start, (((1ull << end) - 1) & inside) >> start, end - start,
      {(uint8_t)start, (uint8_t)end}};
}

AVX512_INLINE __m512i sums_behind(__m512i before, const int32_t *cells) {
  return _mm512_add_epi32(
      running_sums(_mm512_loadu_si512(cells)),
      _mm512_permutexvar_epi32(_mm512_set1_epi32(15), before));
}

AVX512_INLINE void write_two(
    struct stretch first, struct stretch second, const struct colors *colors, int is_opaque) {
  struct two_rows sums = {_mm512_setzero_si512(), _mm512_setzero_si512()};
  const long length = first.length > second.length ? first.length : second.length;
  for (long x = 0; x < length; x += 16) {
    sums.first = sums_behind(sums.first, first.cells + x);
    sums.second = sums_behind(sums.second, second.cells + x);
    const struct two_rows pixels =
        covered(colors, coverage_of(sums.first, sums.second), is_opaque);
    _mm512_mask_storeu_epi32(first.pixels + x, (__mmask16)(first.lanes >> x), pixels.first);
    _mm512_mask_storeu_epi32(second.pixels + x, (__mmask16)(second.lanes >> x), pixels.second);
  }
}

// Two rows at a time: behind the last one there is one whose cells are 0.
AVX512 void firstlight_write_contour_avx512(
    const struct firstlight_contour *contour, const struct firstlight_window *window,
    uint32_t pixel, uint32_t base, struct firstlight_extent *extents) {
  const struct colors colors = colors_of(pixel, base);
  const int is_opaque = (pixel & base) >> 24 == 255;
  const uint64_t inside = columns_inside(contour, window);
  const long top = contour->first_row, rows = contour->row_count, stride = contour->stride;
  const uint64_t own = ~0ull >> (64 - stride);
  int32_t *const values = contour->values;
  const int32_t *cells = values;
  char *line = (char *)window->surface + top * window->stride + contour->left * 4;
  for (long row = 0; row < rows; row += 2) {
    struct stretch two[2];
    for (int index = 0; index < 2; index++) {
      const long y = top + row + index;
      const int is_seen = y >= window->min_y && y < window->max_y;
      two[index] = stretch_of(
          cells + index * stride, stride, (uint32_t *)(line + index * window->stride), own,
          is_seen ? inside : 0);
    }
    extents[row] = two[0].extent;
    if (row + 1 < rows) extents[row + 1] = two[1].extent;
    if (is_opaque) {
      write_two(two[0], two[1], &colors, 1);
    } else {
      write_two(two[0], two[1], &colors, 0);
    }
    cells += 2 * stride;
    line += 2 * window->stride;
  }
  for (long index = 0; index < stride * rows; index += 16) {
    _mm512_storeu_si512(values + index, _mm512_setzero_si512());
  }
}

#endif
