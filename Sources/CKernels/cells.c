#include "cells.h"

#ifndef __x86_64__

// Nobody calls this here; a build that is not optimized links it all the same.
unsigned firstlight_wide_add_line(
    const struct firstlight_cells *cells, const struct firstlight_line *line) { __builtin_trap(); }

#else

#include <immintrin.h>
#include <string.h>

#define WIDE __attribute__((target("avx2")))
#define INNER static inline __attribute__((always_inline, target("avx2")))
#pragma clang fp contract(off)

typedef __m256d Numbers;

// Lengths are in 1/65536 px, all of them whole numbers.
static const double one = 65536;

INNER Numbers all(double value) { return _mm256_set1_pd(value); }

INNER Numbers rounded(Numbers value) {
  return _mm256_round_pd(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

// Moves lanes up by one, with 0 in the lowest.
INNER Numbers moved_up(Numbers lanes) {
  return _mm256_blend_pd(_mm256_permute4x64_pd(lanes, 0x90), _mm256_setzero_pd(), 1);
}

// A piece from where it begins in its first pixel to where it ends in the last, after `borders`
// pixel borders, at most three.
INNER void add_piece(
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

WIDE unsigned firstlight_wide_add_line(
    const struct firstlight_cells *cells, const struct firstlight_line *line) {
  // Row borders within the line, and where it crosses them.
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
  const Numbers inverse = all(line->inverse), sign = all(line->sign);
  const double limit = (double)cells->width;
  unsigned skipped = 0;
  for (long row = 0; row < cells->row_count; row++) {
    const double height = y[row + 1] - y[row];
    if (height <= 0) continue;
    const long right = pixel[row + 1] >= pixel[row];
    // Ends by their place: of the order within one pixel nothing depends.
    const double low = pixel[row + 1 - right], high = pixel[row + right];
    if (low < 0 || high >= limit || high - low > 3) {
      skipped |= 1u << row;
      continue;
    }
    const long first = (long)low;
    const double borders = high - low;
    add_piece(
        cells->values + row * cells->value_stride + first, x[row + 1 - right], x[row + right],
        borders, height, inverse, sign);
    uint8_t *marks = (uint8_t *)(cells->marks + row * cells->mark_stride) + (first >> 3);
    uint16_t bits;
    memcpy(&bits, marks, 2);
    bits |= (uint16_t)(((2u << (int)borders) - 1) << (first & 7));
    memcpy(marks, &bits, 2);
  }
  return skipped;
}

#endif
