#include "cells.h"

#ifndef __x86_64__

// Nothing calls these here, but a build without optimization links them.
unsigned firstlight_add_line_avx2(
    const struct firstlight_cells *cells, const struct firstlight_edge *line) { __builtin_trap(); }
void firstlight_sum_cells_avx2(
    int32_t *row, long first, long last, int is_even_odd, uint8_t *target) { __builtin_trap(); }

#else

#include <string.h>

#include "../targets.h"

#pragma clang fp contract(off)

typedef __m256d Numbers;

// Lengths are in 1/65536 px, all of them whole numbers.
static const double one = 65536;

AVX2_INLINE Numbers all(double value) { return _mm256_set1_pd(value); }

AVX2_INLINE Numbers rounded(Numbers value) {
  return _mm256_round_pd(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

// Moves lanes up by one, with 0 in the lowest.
AVX2_INLINE Numbers moved_up(Numbers lanes) {
  return _mm256_blend_pd(_mm256_permute4x64_pd(lanes, 0x90), _mm256_setzero_pd(), 1);
}

// A piece that begins at a place in its first pixel and ends at a place in its last one, behind
// `borders` pixel borders, at most three.
AVX2_INLINE void add_piece(
    int32_t *cells, double from, double to, double borders, double height, Numbers inverse,
    Numbers sign) {
  const Numbers place = _mm256_setr_pd(0, 1, 2, 3);
  const Numbers limit = all(height), last = all(borders);
  const Numbers distance = _mm256_sub_pd(_mm256_setr_pd(one, 2 * one, 3 * one, 4 * one), all(from));
  // The height gained behind each pixel.
  const Numbers gained = rounded(_mm256_min_pd(_mm256_mul_pd(distance, inverse), limit));
  const Numbers after =
      _mm256_blendv_pd(limit, gained, _mm256_cmp_pd(place, last, _CMP_LT_OQ));
  const Numbers cover = _mm256_sub_pd(after, moved_up(after));
  const Numbers start = _mm256_setr_pd(from, 0, 0, 0);
  const Numbers end = _mm256_blendv_pd(all(one), all(to), _mm256_cmp_pd(place, last, _CMP_EQ_OQ));
  const Numbers width = _mm256_sub_pd(_mm256_sub_pd(all(2 * one), start), end);
  // Half the product, rounded with ties up.
  const Numbers area = rounded(_mm256_mul_pd(
      _mm256_add_pd(_mm256_mul_pd(cover, width), all(.5)), all(1 / (2 * one))));
  const Numbers rest = _mm256_mul_pd(_mm256_sub_pd(cover, area), sign);
  const Numbers sum = _mm256_add_pd(_mm256_mul_pd(area, sign), moved_up(rest));
  const __m128i old = _mm_loadu_si128((const __m128i *)cells);
  _mm_storeu_si128((__m128i *)cells, _mm_add_epi32(old, _mm256_cvtpd_epi32(sum)));
  cells[4] += _mm_extract_epi32(_mm256_cvtpd_epi32(rest), 3);
}

// MARK: - Eight rows at a time

typedef __m512d Eight;

AVX512_INLINE Eight each(double value) { return _mm512_set1_pd(value); }
AVX512_INLINE Eight counted_from(double value) {
  return _mm512_add_pd(each(value), _mm512_setr_pd(0, 1, 2, 3, 4, 5, 6, 7));
}
AVX512_INLINE Eight nearest(Eight value) { return _mm512_roundscale_pd(value, 8); }
AVX512_INLINE Eight whole_of(Eight value) {
  return _mm512_roundscale_pd(_mm512_mul_pd(value, each(1 / one)), 9);
}
AVX512_INLINE Eight between(Eight value, Eight low, Eight high) {
  return _mm512_min_pd(_mm512_max_pd(value, low), high);
}

// The columns of a line at some heights.
AVX512_INLINE Eight x_at(const struct firstlight_edge *line, Eight y) {
  const Eight distance = _mm512_sub_pd(_mm512_mul_pd(y, each(1 / one)), each(line->origin_y));
  const Eight x = _mm512_add_pd(each(line->origin_x), _mm512_mul_pd(distance, each(line->slope)));
  return nearest(
      _mm512_mul_pd(between(x, each(line->min_x), each(line->max_x)), each(one)));
}

// The place at one height.
AVX512_INLINE double x_at_one(const struct firstlight_edge *line, double y) {
  double x = line->origin_x + (y * (1 / one) - line->origin_y) * line->slope;
  x = x > line->min_x ? x : line->min_x;
  x = x < line->max_x ? x : line->max_x;
  return __builtin_nearbyint(x * one);
}

// The lanes, each in the place of the one below it, and one more.
AVX512_INLINE Eight moved_down(Eight lanes, double last) {
  return _mm512_castsi512_pd(_mm512_alignr_epi64(
      _mm512_castpd_si512(each(last)), _mm512_castpd_si512(lanes), 1));
}

// Pieces of a line in eight rows, one in each lane; a lane without a piece has no height.
struct line_pieces {
  Eight height;
  // The left ends and the right ones: their pixels, and their places in these.
  Eight pixel, from, last, to;
};

AVX512_INLINE struct line_pieces pieces_from(
    const struct firstlight_edge *line, long row, long top, long bottom) {
  const Eight rows = _mm512_mul_pd(counted_from((double)row), each(one));
  const Eight y0 = between(rows, each((double)top), each((double)bottom));
  // The lower border of a row is the upper one of the row below.
  const long behind = (row + 8) << 16;
  const long above = behind > top ? behind : top;
  const double last = (double)(above < bottom ? above : bottom);
  const Eight x0 = x_at(line, y0);
  const Eight x1 = moved_down(x0, x_at_one(line, last));
  const Eight left = _mm512_min_pd(x0, x1), right = _mm512_max_pd(x0, x1);
  struct line_pieces pieces;
  pieces.height = _mm512_sub_pd(moved_down(y0, last), y0);
  pieces.pixel = whole_of(left);
  pieces.last = whole_of(right);
  pieces.from = _mm512_sub_pd(left, _mm512_mul_pd(pieces.pixel, each(one)));
  pieces.to = _mm512_sub_pd(right, _mm512_mul_pd(pieces.last, each(one)));
  return pieces;
}

AVX512_INLINE void add_to(int32_t *cells, __m128i sums) {
  __m128i *const place = (__m128i *)cells;
  _mm_storeu_si128(place, _mm_add_epi32(_mm_loadu_si128(place), sums));
}

// Adds pieces of up to `count` pixels, two or four, to the cells of their first pixels and of the
// pixels that follow.
AVX512_INLINE void add_pieces(
    const struct firstlight_edge *line, const struct line_pieces *pieces, int count, int32_t *values,
    const int32_t *places) {
  const Eight sign = each((double)line->winding);
  const Eight borders = _mm512_sub_pd(pieces->last, pieces->pixel);
  Eight distance = _mm512_sub_pd(each(one), pieces->from);
  Eight before = _mm512_setzero_pd(), rest = before, start = pieces->from;
  __m256i sums[5];
  for (int index = 0; index < 5; index++) sums[index] = _mm256_setzero_si256();
  for (int index = 0; index < count; index++) {
    const Eight place = each(index);
    // The height gained behind each pixel.
    const Eight gained = nearest(
        _mm512_min_pd(_mm512_mul_pd(distance, each(line->inverse)), pieces->height));
    const Eight after = _mm512_mask_blend_pd(
        _mm512_cmp_pd_mask(borders, place, _CMP_GT_OQ), pieces->height, gained);
    const Eight end = _mm512_mask_blend_pd(
        _mm512_cmp_pd_mask(borders, place, _CMP_EQ_OQ), each(one), pieces->to);
    const Eight cover = _mm512_sub_pd(after, before);
    const Eight width = _mm512_sub_pd(_mm512_sub_pd(each(2 * one), start), end);
    // Half the product, rounded with ties up.
    const Eight area = nearest(_mm512_mul_pd(
        _mm512_add_pd(_mm512_mul_pd(cover, width), each(.5)), each(1 / (2 * one))));
    sums[index] = _mm512_cvtpd_epi32(_mm512_mul_pd(_mm512_add_pd(area, rest), sign));
    rest = _mm512_sub_pd(cover, area);
    before = after;
    start = _mm512_setzero_pd();
    distance = _mm512_add_pd(distance, each(one));
  }
  sums[count] = _mm512_cvtpd_epi32(_mm512_mul_pd(rest, sign));
  const __m256i first = _mm256_unpacklo_epi32(sums[0], sums[1]);
  const __m256i second = _mm256_unpackhi_epi32(sums[0], sums[1]);
  const __m256i third = _mm256_unpacklo_epi32(sums[2], sums[3]);
  const __m256i fourth = _mm256_unpackhi_epi32(sums[2], sums[3]);
  // Rows 0 and 4, 1 and 5, 2 and 6, 3 and 7.
  const __m256i rows[4] = {
    _mm256_unpacklo_epi64(first, third), _mm256_unpackhi_epi64(first, third),
    _mm256_unpacklo_epi64(second, fourth), _mm256_unpackhi_epi64(second, fourth),
  };
  for (int row = 0; row < 4; row++) {
    add_to(values + places[row], _mm256_castsi256_si128(rows[row]));
    add_to(values + places[row + 4], _mm256_extracti128_si256(rows[row], 1));
  }
  if (count < 4) return;
  int32_t last[8];
  _mm256_storeu_si256((__m256i *)last, sums[4]);
  for (int row = 0; row < 8; row++) values[places[row] + 4] += last[row];
}

AVX512_INLINE __mmask8 pieces_among(const struct line_pieces *pieces) {
  return _mm512_cmp_pd_mask(pieces->height, _mm512_setzero_pd(), _CMP_GT_OQ);
}

// The places of pixels' cells in some lanes, and 0 in the others.
AVX512_INLINE __m256i places_of(Eight pixel, long row, long stride, __mmask8 lanes) {
  const Eight place = _mm512_add_pd(
      _mm512_mul_pd(counted_from((double)row), each((double)stride)), pixel);
  return _mm512_cvttpd_epi32(_mm512_maskz_mov_pd(lanes, place));
}

AVX512_INLINE unsigned add_eight_rows(
    const struct firstlight_cells *cells, const struct firstlight_edge *line, int count) {
  const long top = line->top;
  const long end = (cells->first_row + cells->row_count) << 16;
  const long bottom = line->bottom < end ? line->bottom : end;
  struct line_pieces pieces = pieces_from(line, cells->first_row, top, bottom);
  const Eight first = _mm512_sub_pd(pieces.pixel, each((double)cells->left));
  const Eight last = _mm512_sub_pd(pieces.last, each((double)cells->left));
  const Eight crossed = _mm512_sub_pd(last, first);
  const __mmask8 all = pieces_among(&pieces);
  const __mmask8 inside = all & _mm512_cmp_pd_mask(first, _mm512_setzero_pd(), _CMP_GE_OQ)
      & _mm512_cmp_pd_mask(last, each((double)cells->width), _CMP_LT_OQ);
  const __mmask8 quick = inside & _mm512_cmp_pd_mask(crossed, each(count - 1), _CMP_LE_OQ);
  int32_t places[8], bytes[8], bits[8];
  _mm256_storeu_si256((__m256i *)places, places_of(first, 0, cells->stride, quick));
  const __m256i pixel = _mm512_cvttpd_epi32(_mm512_maskz_mov_pd(quick, first));
  _mm256_storeu_si256((__m256i *)bytes, _mm256_add_epi32(
      places_of(_mm512_setzero_pd(), 0, cells->mark_stride * 8, quick),
      _mm256_srli_epi32(pixel, 3)));
  const __m256i crossings = _mm512_cvttpd_epi32(_mm512_mask_mov_pd(each(-1), quick, crossed));
  const __m256i marked =
      _mm256_sub_epi32(_mm256_sllv_epi32(
          _mm256_set1_epi32(1), _mm256_add_epi32(crossings, _mm256_set1_epi32(1))),
          _mm256_set1_epi32(1));
  _mm256_storeu_si256((__m256i *)bits, _mm256_sllv_epi32(
      marked, _mm256_and_si256(pixel, _mm256_set1_epi32(7))));
  pieces.height = _mm512_maskz_mov_pd(quick, pieces.height);
  add_pieces(line, &pieces, count, cells->values, places);
  for (int lane = 0; lane < 8; lane++) {
    uint8_t *const marks = (uint8_t *)cells->marks + bytes[lane];
    uint16_t word;
    memcpy(&word, marks, 2);
    word |= (uint16_t)bits[lane];
    memcpy(marks, &word, 2);
  }
  return all & ~quick;
}

AVX512 static unsigned add_steep_line(
    const struct firstlight_cells *cells, const struct firstlight_edge *line) {
  return add_eight_rows(cells, line, 2);
}

AVX512 static unsigned add_flat_line(
    const struct firstlight_cells *cells, const struct firstlight_edge *line) {
  return add_eight_rows(cells, line, 4);
}

// MARK: - Four pixels at a time

AVX2 unsigned firstlight_add_line_avx2(
    const struct firstlight_cells *cells, const struct firstlight_edge *line) {
  if (firstlight_level > 1) {
    // In a steep line no piece crosses more than one border.
    return line->inverse == 0 || line->inverse >= 1 ? add_steep_line(cells, line)
                                                    : add_flat_line(cells, line);
  }
  // Row borders within the line, and the places where it crosses them.
  double y[12], x[12], pixel[12];
  const Numbers rows = all((double)cells->first_row);
  const Numbers top = all((double)line->top), bottom = all((double)line->bottom);
  const Numbers left = all((double)cells->left);
  for (long row = 0; row <= cells->row_count; row += 4) {
    Numbers border = _mm256_add_pd(
        _mm256_add_pd(rows, all((double)row)), _mm256_setr_pd(0, 1, 2, 3));
    border = _mm256_min_pd(_mm256_max_pd(_mm256_mul_pd(border, all(one)), top), bottom);
    const Numbers distance =
        _mm256_sub_pd(_mm256_mul_pd(border, all(1 / one)), all(line->origin_y));
    Numbers place = _mm256_add_pd(
        all(line->origin_x), _mm256_mul_pd(distance, all(line->slope)));
    place = _mm256_min_pd(_mm256_max_pd(place, all(line->min_x)), all(line->max_x));
    place = rounded(_mm256_mul_pd(place, all(one)));
    const Numbers whole = _mm256_floor_pd(_mm256_mul_pd(place, all(1 / one)));
    _mm256_storeu_pd(y + row, border);
    _mm256_storeu_pd(x + row, _mm256_sub_pd(place, _mm256_mul_pd(whole, all(one))));
    _mm256_storeu_pd(pixel + row, _mm256_sub_pd(whole, left));
  }
  const Numbers inverse = all(line->inverse), sign = all((double)line->winding);
  const double limit = (double)cells->width;
  unsigned skipped = 0;
  for (long row = 0; row < cells->row_count; row++) {
    const double height = y[row + 1] - y[row];
    if (height <= 0) continue;
    const long right = pixel[row + 1] >= pixel[row];
    // The ends in the order of their pixels: within one pixel the order does not matter.
    const double low = pixel[row + 1 - right], high = pixel[row + right];
    if (low < 0 || high >= limit || high - low > 3) {
      skipped |= 1u << row;
      continue;
    }
    const long first = (long)low;
    const double borders = high - low;
    add_piece(
        cells->values + row * cells->stride + first, x[row + 1 - right], x[row + right],
        borders, height, inverse, sign);
    uint8_t *marks = (uint8_t *)(cells->marks + row * cells->mark_stride) + (first >> 3);
    uint16_t bits;
    memcpy(&bits, marks, 2);
    bits |= (uint16_t)(((2u << (int)borders) - 1) << (first & 7));
    memcpy(marks, &bits, 2);
  }
  return skipped;
}

// Running sums of four cells in each half.
AVX2_INLINE __m256i sums_of_fours(__m256i cells) {
  cells = _mm256_add_epi32(cells, _mm256_slli_si256(cells, 4));
  return _mm256_add_epi32(cells, _mm256_slli_si256(cells, 8));
}

// The levels of four pixels in each half, as bytes in its lowest quarter.
AVX2_INLINE __m256i levels_of(__m256i sums, int is_even_odd) {
  __m256i amount = _mm256_abs_epi32(sums);
  if (is_even_odd) {
    amount = _mm256_and_si256(amount, _mm256_set1_epi32(131071));
    amount = _mm256_min_epi32(amount, _mm256_sub_epi32(_mm256_set1_epi32(131072), amount));
  } else {
    amount = _mm256_min_epi32(amount, _mm256_set1_epi32(65536));
  }
  const __m256i scaled = _mm256_sub_epi32(_mm256_slli_epi32(amount, 8), amount);
  const __m256i levels =
      _mm256_srli_epi32(_mm256_add_epi32(scaled, _mm256_set1_epi32(32768)), 16);
  const __m256i words = _mm256_packus_epi32(levels, levels);
  return _mm256_packus_epi16(words, words);
}

AVX2 void firstlight_sum_cells_avx2(
    int32_t *row, long first, long last, int is_even_odd, uint8_t *target) {
  __m256i area = _mm256_setzero_si256();
  long index = first & ~3L;
  // The cell behind the last pixel brings the sum back to zero.
  for (; index + 4 <= last + 1; index += 8) {
    __m256i *const cells = (__m256i *)(row + index);
    __m256i sums = sums_of_fours(_mm256_loadu_si256(cells));
    _mm256_storeu_si256(cells, _mm256_setzero_si256());
    const __m256i low = _mm256_permute2x128_si256(sums, sums, 0x08);
    sums = _mm256_add_epi32(sums, _mm256_add_epi32(area, _mm256_shuffle_epi32(low, 0xFF)));
    area = _mm256_permutevar8x32_epi32(sums, _mm256_set1_epi32(7));
    const __m256i levels = levels_of(sums, is_even_odd);
    _mm_storel_epi64((__m128i *)(target + index), _mm_unpacklo_epi32(
        _mm256_castsi256_si128(levels), _mm256_extracti128_si256(levels, 1)));
  }
  if (index > last + 1) return;
  __m128i *const cells = (__m128i *)(row + index);
  const __m256i sums = sums_of_fours(_mm256_castsi128_si256(_mm_loadu_si128(cells)));
  _mm_storeu_si128(cells, _mm_setzero_si128());
  const __m256i levels = levels_of(_mm256_add_epi32(sums, area), is_even_odd);
  const int bytes = _mm_cvtsi128_si32(_mm256_castsi256_si128(levels));
  memcpy(target + index, &bytes, 4);
}
#endif
