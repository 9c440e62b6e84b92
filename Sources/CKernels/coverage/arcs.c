// Strips of arcs, sixteen pixels at a time, for processors with AVX-512.
#include "edges.h"

#ifndef __x86_64__

void firstlight_arc_strip_avx512(
    struct firstlight_edge_strip *strip, long rows, long limit, const struct firstlight_edge *arc) {
  __builtin_trap();
}

#else

#include "bulge.h"
#include "../targets.h"

#pragma clang fp contract(off)

// As they are in edges.c: lengths are in 1/65536 px, all of them whole numbers.
static const double one = 65536;
static const float whole = 65536;

AVX512_INLINE __m512d eight(double value) { return _mm512_set1_pd(value); }
AVX512_INLINE __m512 sixteen(float value) { return _mm512_set1_ps(value); }
AVX512_INLINE __m512d eight_from(double first, double step) {
  return _mm512_add_pd(
      eight(first), _mm512_mul_pd(_mm512_setr_pd(0, 1, 2, 3, 4, 5, 6, 7), eight(step)));
}
AVX512_INLINE __m512 lane_numbers(void) {
  return _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

struct circle {
  double center_x, center_y, radius, side, half;
};

// The places of a circle at heights or at columns, rounded. A distance from the centre along one
// axis gives the place along the other.
AVX512_INLINE __m512d along(__m512d distance, double radius, double center, double sign) {
  const __m512d square = _mm512_mul_pd(
      _mm512_sub_pd(eight(radius), distance), _mm512_add_pd(eight(radius), distance));
  const __m512d way = _mm512_sqrt_pd(_mm512_max_pd(square, _mm512_setzero_pd()));
  const __m512d place = _mm512_add_pd(eight(center), _mm512_mul_pd(eight(sign), way));
  return _mm512_roundscale_pd(
      _mm512_mul_pd(place, eight(one)), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

// One lane of the above.
AVX512_INLINE double along_one(double distance, double radius, double center, double sign) {
  const double square = (radius - distance) * (radius + distance);
  return __builtin_nearbyint(
      (center + sign * __builtin_sqrt(square > 0 ? square : 0)) * one);
}

// The borders of the first sixteen rows: the pixel that the edge is in at the top of a row, and its
// place in this pixel; and the same at the bottom.
struct arc_borders {
  __m512i pixel, next_pixel;
  float part[40];
};

AVX512_INLINE __m512i halves(__m256i low, __m256i high) {
  return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

AVX512_INLINE void find_borders(struct arc_borders *borders, double first, struct circle circle) {
  __m256i pixels[2], parts[2];
  for (int index = 0; index < 2; index++) {
    const __m512d distance =
        _mm512_sub_pd(eight_from(first + 8 * index, 1), eight(circle.center_y));
    const __m512d x = along(distance, circle.radius, circle.center_x, circle.side);
    const __m512d pixel = _mm512_floor_pd(_mm512_mul_pd(x, eight(1 / one)));
    pixels[index] = _mm512_cvttpd_epi32(pixel);
    parts[index] = _mm256_castps_si256(
        _mm512_cvtpd_ps(_mm512_sub_pd(x, _mm512_mul_pd(pixel, eight(one)))));
  }
  const double x =
      along_one(first + 16 - circle.center_y, circle.radius, circle.center_x, circle.side);
  const double pixel = __builtin_floor(x * (1 / one));
  borders->pixel = halves(pixels[0], pixels[1]);
  borders->next_pixel =
      _mm512_alignr_epi32(_mm512_set1_epi32((int)pixel), borders->pixel, 1);
  _mm512_storeu_si512(borders->part, halves(parts[0], parts[1]));
  borders->part[16] = (float)(x - pixel * one);
}

// The windings beside an edge, and the terms of its bulge.
struct winding {
  __m512 outer, step, curvature, tail;
  int is_curved;
};

// Half the product of a height of up to 1 and a width of up to 2, rounded with ties up. The product
// has more bits than a float; cut off there, it is still not below the number to which it is
// rounded.
AVX512_INLINE __m512 half_product(__m512 height, __m512 width) {
  const __m512 half = _mm512_mul_ps(width, sixteen(1 / (2 * whole)));
  return _mm512_floor_ps(_mm512_fmadd_round_ps(
      height, half, sixteen(.5f), _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
}

// The coverage of sixteen pixels, from the places in them where the edge begins and ends, and from
// the heights that it gains from the row's left end to the pixel, and in it.
AVX512_INLINE __m128i cover(
    __m512 from, __m512 to, __m512 before, __m512 height, struct winding winding) {
  __m512 area = half_product(
      height, _mm512_sub_ps(_mm512_sub_ps(sixteen(2 * whole), from), to));
  if (winding.is_curved) {
    const __m512 dx = _mm512_sub_ps(to, from);
    const __m512 square = _mm512_mul_ps(
        _mm512_add_ps(_mm512_mul_ps(dx, dx), _mm512_mul_ps(height, height)),
        sixteen(1 / (whole * whole)));
    const __m512 sum = _mm512_add_ps(
        sixteen(bulge_constant),
        _mm512_mul_ps(
            square, _mm512_sub_ps(sixteen(bulge_slope), _mm512_mul_ps(square, sixteen(bulge_bend)))));
    const __m512 first = _mm512_mul_ps(_mm512_mul_ps(square, sum), winding.curvature);
    const __m512 bulge =
        _mm512_add_ps(first, _mm512_mul_ps(first, _mm512_mul_ps(square, winding.tail)));
    area = _mm512_sub_ps(
        area, _mm512_roundscale_ps(bulge, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
  }
  const __m512 sum =
      _mm512_add_ps(winding.outer, _mm512_mul_ps(winding.step, _mm512_add_ps(before, area)));
  const __m512 amount = _mm512_min_ps(_mm512_abs_ps(sum), sixteen(whole));
  return _mm512_cvtepi32_epi8(_mm512_cvttps_epi32(
      _mm512_add_ps(_mm512_mul_ps(amount, sixteen(255 / whole)), sixteen(.5f))));
}

AVX512_INLINE __m512 within_row(__m512 height) {
  return _mm512_min_ps(_mm512_max_ps(height, _mm512_setzero_ps()), sixteen(whole));
}

// Covers rows that cross at most one column border each: two pixels of each row, also where the
// second one is not crossed.
AVX512_INLINE void cover_upright(
    struct firstlight_edge_strip *strip, const struct arc_borders *borders, struct circle circle,
    int is_leftward, struct winding winding) {
  const __m512i low = _mm512_min_epi32(borders->pixel, borders->next_pixel);
  const __m512i high = _mm512_max_epi32(borders->pixel, borders->next_pixel);
  const __mmask16 crosses = _mm512_cmpneq_epi32_mask(low, high);
  const __m256i columns[2] = {
      _mm512_castsi512_si256(high), _mm512_extracti64x4_epi64(high, 1)};
  __m256i gains[2];
  for (int index = 0; index < 2; index++) {
    const __m512d distance =
        _mm512_sub_pd(_mm512_cvtepi32_pd(columns[index]), eight(circle.center_x));
    const __m512d y = along(distance, circle.radius, circle.center_y, circle.half);
    const double row = (double)(strip->first_row + 8 * index);
    const __m512d top = _mm512_mul_pd(eight_from(row, 1), eight(one));
    const __m512d gained = is_leftward ? _mm512_sub_pd(_mm512_add_pd(top, eight(one)), y)
                                       : _mm512_sub_pd(y, top);
    gains[index] = _mm256_castps_si256(_mm512_cvtpd_ps(gained));
  }
  const __m512 gained = within_row(_mm512_castsi512_ps(halves(gains[0], gains[1])));
  const __m512 parts = _mm512_loadu_ps(borders->part);
  const __m512 next_parts = _mm512_loadu_ps(borders->part + 1);
  const __m512 left = is_leftward ? next_parts : parts, right = is_leftward ? parts : next_parts;
  const __m512 whole_height = sixteen(whole), zero = _mm512_setzero_ps();
  const __m128i first = cover(
      left, _mm512_mask_mov_ps(right, crosses, whole_height), zero,
      _mm512_mask_mov_ps(whole_height, crosses, gained), winding);
  const __m128i second =
      cover(zero, right, gained, _mm512_sub_ps(whole_height, gained), winding);
  _mm_storeu_si128((__m128i *)strip->bytes, _mm_unpacklo_epi8(first, second));
  _mm_storeu_si128((__m128i *)(strip->bytes + 16), _mm_unpackhi_epi8(first, second));
  _mm512_storeu_si512(
      strip->offset,
      _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30));
}

// The edge from its upper end to its lower one is cut by borders of rows and of columns. Behind
// each cut there is a piece in one pixel: the piece behind row border r and column border c is
// piece r + c, counted from 0 at the upper end, which is row border 0.
struct cuts {
  // A bit for each cut that is a row border, the one at the lower end included.
  uint64_t rows[3];
  // Heights at column borders below the first row's top.
  float height[firstlight_strip_pixels + 16];
};

AVX512_INLINE void find_rows(struct cuts *cuts, __m512i first_pieces, __mmask16 rows, long total) {
  const __m512i low = _mm512_cvtepu32_epi64(_mm512_castsi512_si256(first_pieces));
  const __m512i high = _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(first_pieces, 1));
  const __m512i bit = _mm512_set1_epi64(1), word = _mm512_set1_epi64(64);
  const __mmask8 low_rows = (__mmask8)rows, high_rows = (__mmask8)(rows >> 8);
  // A shift by more than a word, or by a negative number, gives no bit.
  const __m512i words = _mm512_or_si512(
      _mm512_maskz_sllv_epi64(low_rows, bit, low), _mm512_maskz_sllv_epi64(high_rows, bit, high));
  const __m512i later = _mm512_or_si512(
      _mm512_maskz_sllv_epi64(low_rows, bit, _mm512_sub_epi64(low, word)),
      _mm512_maskz_sllv_epi64(high_rows, bit, _mm512_sub_epi64(high, word)));
  cuts->rows[0] = (uint64_t)_mm512_reduce_or_epi64(words);
  cuts->rows[1] = (uint64_t)_mm512_reduce_or_epi64(later);
  cuts->rows[2] = 0;
  cuts->rows[total >> 6] |= 1ull << (total & 63);
}

// Sixteen cuts: a bit for each column border, the height gained at it in its row, and the places
// where row borders are crossed; 0 where a number does not apply.
struct sixteen_cuts {
  __mmask16 columns;
  __m512 gained, part;
};

// Finds sixteen cuts from cut `index` on, before which there are `row` row borders.
AVX512_INLINE struct sixteen_cuts next_cuts(
    const struct cuts *cuts, const float *parts, long index, long row, long total) {
  uint16_t rows;
  __builtin_memcpy(&rows, (const char *)cuts->rows + index / 8, 2);
  const long left = total - index;
  const uint16_t all = left >= 16 ? 0xFFFF : left < 0 ? 0 : (uint16_t)((1u << left) - 1);
  const __mmask16 columns = (__mmask16)(~rows & all);
  const long column = index - row;
  const __m512 height = _mm512_maskz_expand_ps(columns, _mm512_loadu_ps(cuts->height + column));
  const __m512 order = _mm512_maskz_expand_ps(columns, lane_numbers());
  // If cut n is column border c, its row is n − c − 1.
  const __m512 top = _mm512_mul_ps(
      _mm512_sub_ps(_mm512_add_ps(lane_numbers(), sixteen((float)(row - 1))), order),
      sixteen(whole));
  const __m512 gained = within_row(_mm512_sub_ps(height, top));
  return (struct sixteen_cuts){
      columns, _mm512_maskz_mov_ps(columns, gained),
      _mm512_maskz_expand_ps(rows, _mm512_loadu_ps(parts + row))};
}

AVX512_INLINE __m512 behind(__m512 cuts, __m512 next) {
  return _mm512_castsi512_ps(
      _mm512_alignr_epi32(_mm512_castps_si512(next), _mm512_castps_si512(cuts), 1));
}

// The coverage of sixteen pieces, in their order or in the opposite one.
AVX512_INLINE __m128i cover_pieces(
    struct sixteen_cuts cuts, struct sixteen_cuts next, int is_leftward, struct winding winding) {
  const __mmask16 to_columns = (__mmask16)(cuts.columns >> 1 | next.columns << 15);
  const __m512 side = is_leftward ? sixteen(whole) : _mm512_setzero_ps();
  const __m512 from = _mm512_mask_mov_ps(cuts.part, cuts.columns, side);
  const __m512 to = _mm512_mask_sub_ps(
      behind(cuts.part, next.part), to_columns, sixteen(whole), side);
  const __m512 after =
      _mm512_mask_mov_ps(sixteen(whole), to_columns, behind(cuts.gained, next.gained));
  const __m512 before = is_leftward ? _mm512_sub_ps(sixteen(whole), after) : cuts.gained;
  const __m128i bytes = cover(from, to, before, _mm512_sub_ps(after, cuts.gained), winding);
  if (!is_leftward) return bytes;
  return _mm_shuffle_epi8(
      bytes, _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
}

// Covers the pixels in the order of pieces or, where the edge runs to the left, in the opposite
// one.
AVX512_INLINE void cover_all(
    uint8_t *bytes, const struct cuts *cuts, const float *parts, long total, int is_leftward,
    struct winding winding) {
  uint8_t *target = is_leftward ? bytes + ((total - 1) & ~15L) : bytes;
  long row = 0;
  struct sixteen_cuts now = next_cuts(cuts, parts, 0, row, total);
  for (long index = 0; index < total; index += 16) {
    uint16_t rows;
    __builtin_memcpy(&rows, (const char *)cuts->rows + index / 8, 2);
    row += __builtin_popcount(rows);
    const struct sixteen_cuts next = next_cuts(cuts, parts, index + 16, row, total);
    _mm_storeu_si128((__m128i *)target, cover_pieces(now, next, is_leftward, winding));
    target += is_leftward ? -16 : 16;
    now = next;
  }
}

AVX512 void firstlight_arc_strip_avx512(
    struct firstlight_edge_strip *strip, long rows, long limit, const struct firstlight_edge *arc) {
  const struct circle circle = {
      arc->origin_x, arc->origin_y, arc->slope, arc->side, arc->half};
  struct arc_borders borders;
  find_borders(&borders, (double)strip->first_row, circle);
  _mm512_storeu_si512(strip->low, _mm512_min_epi32(borders.pixel, borders.next_pixel));
  _mm512_storeu_si512(strip->high, _mm512_max_epi32(borders.pixel, borders.next_pixel));
  const long first = _mm512_cvtsi512_si32(borders.pixel);
  int32_t numbers[firstlight_strip_rows];
  _mm512_storeu_si512(numbers, borders.next_pixel);
  const long last = numbers[rows - 1];
  if ((first < last ? last : first) < strip->shown_left
      || (first < last ? first : last) >= strip->shown_right) {
    strip->row_count = rows;
    strip->offset[0] = 0;
    return;
  }
  strip->shown_left = INT32_MIN;
  strip->shown_right = INT32_MAX;
  if (rows > limit) rows = limit;

  const int is_leftward = last < first;
  const struct winding winding = {
      sixteen((float)strip->outer * whole), sixteen((float)strip->step),
      sixteen((float)arc->curvature), sixteen(bulge_tail(arc)), arc->curvature != 0};
  const __mmask16 shown = (__mmask16)((1u << rows) - 1);
  const __m512i width = _mm512_abs_epi32(_mm512_sub_epi32(borders.next_pixel, borders.pixel));
  if (_mm512_mask_cmpgt_epi32_mask(shown, width, _mm512_set1_epi32(1)) == 0) {
    strip->row_count = rows;
    return cover_upright(strip, &borders, circle, is_leftward, winding);
  }

  // The first piece of each row, and of the one below it.
  const __m512i start = _mm512_set1_epi32((int)first);
  const __m512i row_numbers =
      _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i first_piece = _mm512_add_epi32(
      _mm512_abs_epi32(_mm512_sub_epi32(borders.pixel, start)), row_numbers);
  const __m512i end_piece = _mm512_add_epi32(
      _mm512_abs_epi32(_mm512_sub_epi32(borders.next_pixel, start)),
      _mm512_add_epi32(row_numbers, _mm512_set1_epi32(1)));
  const __mmask16 room = _mm512_mask_cmple_epi32_mask(
      shown, end_piece, _mm512_set1_epi32(firstlight_strip_pixels));
  if (room == 0) {
    strip->offset[0] = -1;
    strip->row_count = 1;
    return;
  }
  rows = __builtin_popcount(room);
  strip->row_count = rows;
  _mm512_storeu_si512(numbers, end_piece);
  const long total = numbers[rows - 1];

  struct cuts cuts;
  find_rows(&cuts, first_piece, room, total);
  const double top = (double)strip->first_row * one;
  for (long index = 0; index < total - rows; index += 8) {
    const __m512d column = is_leftward ? eight_from((double)(first - index), -1)
                                       : eight_from((double)(first + 1 + index), 1);
    const __m512d y =
        along(_mm512_sub_pd(column, eight(circle.center_x)), circle.radius, circle.center_y,
              circle.half);
    _mm256_storeu_ps(cuts.height + index, _mm512_cvtpd_ps(_mm512_sub_pd(y, eight(top))));
  }
  _mm512_storeu_si512(
      strip->offset,
      is_leftward
          ? _mm512_sub_epi32(_mm512_set1_epi32((int)((total + 15) & ~15L)), end_piece)
          : first_piece);
  cover_all(strip->bytes, &cuts, borders.part, total, is_leftward, winding);
}

#endif
