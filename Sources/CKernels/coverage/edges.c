#include "edges.h"

#ifndef __x86_64__

// Nothing calls these here, but a build without optimization links them.
void firstlight_line_strip_avx2(
    struct firstlight_edge_strip *strip, long rows, long limit, const struct firstlight_edge *line) {
  __builtin_trap();
}
void firstlight_arc_strip_avx2(
    struct firstlight_edge_strip *strip, long rows, long limit, const struct firstlight_edge *arc) {
  __builtin_trap();
}

#else

#include "bulge.h"
#include "../targets.h"

#pragma clang fp contract(off)

enum { rows_limit = firstlight_strip_rows, pixels_limit = firstlight_strip_pixels };
typedef __m256d Numbers;

// Lengths are in 1/65536 px, all of them whole numbers.
static const double one = 65536;

AVX2_INLINE Numbers all(double value) { return _mm256_set1_pd(value); }
AVX2_INLINE __m128 four(float value) { return _mm_set1_ps(value); }
AVX2_INLINE Numbers load(const double *from) { return _mm256_loadu_pd(from); }
AVX2_INLINE void store(double *to, Numbers numbers) { _mm256_storeu_pd(to, numbers); }

AVX2_INLINE Numbers rounded(Numbers value) {
  return _mm256_round_pd(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

// Row borders: the pixel that the edge is in, and its place in this pixel.
struct row_borders {
  double pixel[rows_limit + 4];
  double part[rows_limit + 4];
};

// The pixels of a strip one after the other, each row's from left to right: the places in its pixel
// where the edge begins and ends, and the height that it has gained there since the row's left end.
struct band_pieces {
  double from[pixels_limit + 8], to[pixels_limit + 8];
  double before[pixels_limit + 8], after[pixels_limit + 8];
};

AVX2_INLINE void set_borders(struct row_borders *borders, long index, Numbers x) {
  const Numbers pixel = _mm256_floor_pd(_mm256_mul_pd(x, all(1 / one)));
  store(borders->pixel + index, pixel);
  store(borders->part + index, _mm256_sub_pd(x, _mm256_mul_pd(pixel, all(one))));
}

// Within a row's height.
AVX2_INLINE double within_row(double height) {
  height = height > 0 ? height : 0;
  return height < one ? height : one;
}

// Finds the pixels of rows; returns 0 if none of them is shown.
AVX2_INLINE int find_pixels(
    struct firstlight_edge_strip *strip, long rows, const struct row_borders *borders) {
  for (long row = 0; row < rows; row += 4) {
    const Numbers a = load(borders->pixel + row), b = load(borders->pixel + row + 1);
    _mm_storeu_si128((__m128i *)(strip->low + row), _mm256_cvttpd_epi32(_mm256_min_pd(a, b)));
    _mm_storeu_si128((__m128i *)(strip->high + row), _mm256_cvttpd_epi32(_mm256_max_pd(a, b)));
  }
  const double first = borders->pixel[0], last = borders->pixel[rows];
  if ((first < last ? last : first) < strip->shown_left
      || (first < last ? first : last) >= strip->shown_right) {
    strip->row_count = rows;
    strip->offset[0] = 0;
    return 0;
  }
  strip->shown_left = INT32_MIN;
  strip->shown_right = INT32_MAX;
  return 1;
}

// Lays out the pixels of as many rows as fit in. For an arc `heights` has the height at each pixel
// border that it crosses, in the order of rows.
AVX2_INLINE long lay_out(
    struct firstlight_edge_strip *strip, long rows, const struct row_borders *borders,
    const double *heights, double inverse, struct band_pieces *pieces) {
  double left[rows_limit], right[rows_limit];
  for (long row = 0; row < rows; row += 4) {
    const Numbers a = load(borders->pixel + row), b = load(borders->pixel + row + 1);
    const Numbers from = load(borders->part + row), to = load(borders->part + row + 1);
    // Within one pixel the order does not matter.
    const Numbers is_leftward = _mm256_cmp_pd(b, a, _CMP_LT_OQ);
    store(left + row, _mm256_blendv_pd(from, to, is_leftward));
    store(right + row, _mm256_blendv_pd(to, from, is_leftward));
  }
  long total = 0;
  long row = 0;
  for (; row < rows; row++) {
    const long count = (long)strip->high[row] - strip->low[row];
    if (total + count >= pixels_limit) break;
    strip->offset[row] = (int32_t)total;
    pieces->from[total] = left[row];
    pieces->before[total] = 0;
    if (count > 0) {
      const int is_leftward = borders->pixel[row + 1] < borders->pixel[row];
      // The left end is the row's top, or its bottom.
      const double start = (double)(row + is_leftward) * one;
      const double direction = is_leftward ? -1 : 1;
      const long step = is_leftward ? -1 : 1;
      const double *height = is_leftward ? heights + count - 1 : heights;
      for (long index = 0; index < count; index++) {
        double distance;
        if (heights) {
          distance = (*height - start) * direction;
          height += step;
        } else {
          distance = ((double)(index + 1) * one - left[row]) * inverse;
          distance = distance < one ? distance : one;
          distance = _mm256_cvtsd_f64(rounded(all(distance)));
        }
        const double gained = within_row(distance);
        pieces->to[total] = one;
        pieces->after[total] = gained;
        total++;
        pieces->from[total] = 0;
        pieces->before[total] = gained;
      }
      if (heights) heights += count;
    }
    pieces->to[total] = right[row];
    pieces->after[total] = one;
    total++;
  }
  if (row == 0) {
    strip->offset[0] = -1;
    row = 1;
  }
  strip->row_count = row;
  return total;
}

// The coverage of four pixels.
AVX2_INLINE __m128i cover(const struct band_pieces *pieces, long index, Numbers outer, Numbers step,
                    __m128 curvature, __m128 tail, int is_curved) {
  const Numbers from = load(pieces->from + index), to = load(pieces->to + index);
  const Numbers before = load(pieces->before + index);
  const Numbers height = _mm256_sub_pd(load(pieces->after + index), before);
  const Numbers width = _mm256_sub_pd(_mm256_sub_pd(all(2 * one), from), to);
  // Half the product, rounded with ties up.
  Numbers area = rounded(_mm256_mul_pd(
      _mm256_add_pd(_mm256_mul_pd(height, width), all(.5)), all(1 / (2 * one))));
  if (is_curved) {
    // In floats, as in `Edge`.
    const __m128 dx = _mm256_cvtpd_ps(_mm256_sub_pd(to, from)), dy = _mm256_cvtpd_ps(height);
    const __m128 square = _mm_mul_ps(
        _mm_add_ps(_mm_mul_ps(dx, dx), _mm_mul_ps(dy, dy)), four(1 / (float)(one * one)));
    const __m128 sum = _mm_add_ps(
        four(bulge_constant),
        _mm_mul_ps(square, _mm_sub_ps(four(bulge_slope), _mm_mul_ps(square, four(bulge_bend)))));
    const __m128 first = _mm_mul_ps(_mm_mul_ps(square, sum), curvature);
    const __m128 bulge = _mm_add_ps(first, _mm_mul_ps(first, _mm_mul_ps(square, tail)));
    area = _mm256_sub_pd(area, rounded(_mm256_cvtps_pd(bulge)));
  }
  const Numbers sum =
      _mm256_add_pd(outer, _mm256_mul_pd(step, _mm256_add_pd(before, area)));
  const Numbers amount = _mm256_min_pd(_mm256_andnot_pd(all(-0.0), sum), all(one));
  return _mm256_cvtpd_epi32(_mm256_mul_pd(
      _mm256_add_pd(_mm256_mul_pd(amount, all(255)), all(.5)), all(1 / one)));
}

AVX2_INLINE void cover_all(
    struct firstlight_edge_strip *strip, const struct band_pieces *pieces, long total,
    const struct firstlight_edge *edge, int is_curved) {
  const Numbers outer = all(strip->outer * one), step = all(strip->step);
  const __m128 curve = four((float)edge->curvature), tail = four(bulge_tail(edge));
  for (long index = 0; index < total; index += 8) {
    const __m128i words = _mm_packs_epi32(
        cover(pieces, index, outer, step, curve, tail, is_curved),
        cover(pieces, index + 4, outer, step, curve, tail, is_curved));
    _mm_storel_epi64((__m128i *)(strip->bytes + index), _mm_packus_epi16(words, words));
  }
}

// The heights of rows, and of the one behind them.
AVX2_INLINE Numbers four_from(long first) {
  return _mm256_add_pd(all((double)first), _mm256_setr_pd(0, 1, 2, 3));
}

AVX2 void firstlight_line_strip_avx2(
    struct firstlight_edge_strip *strip, long rows, long limit, const struct firstlight_edge *line) {
  struct row_borders borders;
  struct band_pieces pieces;
  for (long row = 0; row <= rows; row += 4) {
    const Numbers distance = _mm256_sub_pd(four_from(strip->first_row + row), all(line->origin_y));
    Numbers x = _mm256_add_pd(all(line->origin_x), _mm256_mul_pd(distance, all(line->slope)));
    x = _mm256_min_pd(_mm256_max_pd(x, all(line->min_x)), all(line->max_x));
    set_borders(&borders, row, rounded(_mm256_mul_pd(x, all(one))));
  }
  if (!find_pixels(strip, rows, &borders)) return;
  if (rows > limit) rows = limit;
  const long total = lay_out(strip, rows, &borders, 0, line->inverse, &pieces);
  cover_all(strip, &pieces, total, line, 0);
}

// The way from the centre along one axis, from the distance along the other.
AVX2_INLINE Numbers across(Numbers distance, Numbers radius) {
  const Numbers square = _mm256_mul_pd(
      _mm256_sub_pd(radius, distance), _mm256_add_pd(radius, distance));
  return _mm256_sqrt_pd(_mm256_max_pd(square, _mm256_setzero_pd()));
}

AVX2 void firstlight_arc_strip_avx2(
    struct firstlight_edge_strip *strip, long rows, long limit, const struct firstlight_edge *arc) {
  if (firstlight_level > 1) return firstlight_arc_strip_avx512(strip, rows, limit, arc);
  const double center_x = arc->origin_x, center_y = arc->origin_y;
  const double radius = arc->slope, side = arc->side, half = arc->half;
  struct row_borders borders;
  struct band_pieces pieces;
  double heights[pixels_limit + 8];
  for (long row = 0; row <= rows; row += 4) {
    const Numbers distance = _mm256_sub_pd(four_from(strip->first_row + row), all(center_y));
    const Numbers x = _mm256_add_pd(
        all(center_x), _mm256_mul_pd(all(side), across(distance, all(radius))));
    set_borders(&borders, row, rounded(_mm256_mul_pd(x, all(one))));
  }
  if (!find_pixels(strip, rows, &borders)) return;
  if (rows > limit) rows = limit;
  const double start = borders.pixel[0];
  const double extent = borders.pixel[rows] - start;
  const double direction = extent < 0 ? -1 : 1;
  long count = pixels_limit;
  if (extent * direction < count) count = (long)(extent * direction);
  const double first = extent < 0 ? start : start + 1;
  const double top = (double)strip->first_row * one;
  for (long index = 0; index < count; index += 4) {
    const Numbers border = _mm256_add_pd(
        all(first), _mm256_mul_pd(four_from(index), all(direction)));
    const Numbers distance = _mm256_sub_pd(border, all(center_x));
    const Numbers y = _mm256_add_pd(
        all(center_y), _mm256_mul_pd(all(half), across(distance, all(radius))));
    store(heights + index,
          _mm256_sub_pd(rounded(_mm256_mul_pd(y, all(one))), all(top)));
  }
  const long total = lay_out(strip, rows, &borders, heights, 0, &pieces);
  if (arc->curvature != 0) cover_all(strip, &pieces, total, arc, 1);
  else cover_all(strip, &pieces, total, arc, 0);
}

#endif
