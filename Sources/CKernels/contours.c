// Edges of small contours, seven rows at a time, and the same arcs' long pieces in other rows, for
// processors with AVX-512.
#include "cells.h"

#ifndef __x86_64__

// Nobody calls these here; a build that is not optimized links them all the same.
void firstlight_widest_add_edges(
    const struct firstlight_contour *contour, const struct firstlight_line *lines, long count,
    const struct firstlight_sides *sides) { __builtin_trap(); }
void firstlight_widest_add_arc_piece(
    int32_t *cells, const struct firstlight_line *line, long left, long right, long y,
    long height) { __builtin_trap(); }

#else

#include <immintrin.h>

#define WIDEST __attribute__((target("avx512bw")))
#define INNEST static inline __attribute__((always_inline, target("avx512bw")))
#pragma clang fp contract(off)

// Eight lanes each. Lengths in `Ints` are in 1/65536 px, from the contour's upper left corner.
typedef __m512d Doubles;
typedef __m256i Ints;

static const double one = 65536;
static const int whole = 65536;

INNEST Doubles each(double value) { return _mm512_set1_pd(value); }
INNEST Ints all(int value) { return _mm256_set1_epi32(value); }
INNEST Ints lane_numbers(void) { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }
INNEST Doubles between(Doubles value, double low, double high) {
  return _mm512_min_pd(_mm512_max_pd(value, each(low)), each(high));
}
INNEST Ints chosen(Ints where, Ints then, Ints otherwise) {
  return _mm256_blendv_epi8(otherwise, then, where);
}
INNEST Ints nearest(Doubles value) { return _mm512_cvtpd_epi32(value); }
INNEST __m512i joined(Ints low, Ints high) {
  return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}
INNEST Ints low_half(__m512i lanes) { return _mm512_castsi512_si256(lanes); }
INNEST Ints high_half(__m512i lanes) { return _mm512_extracti64x4_epi64(lanes, 1); }

// The way from a circle's centre along one axis, from the distance along the other.
INNEST Doubles across(Doubles distance, double radius) {
  const Doubles square =
      _mm512_mul_pd(_mm512_sub_pd(each(radius), distance), _mm512_add_pd(each(radius), distance));
  return _mm512_sqrt_pd(_mm512_max_pd(square, _mm512_setzero_pd()));
}

// An edge within a contour.
struct part {
  const struct firstlight_line *line;
  int is_arc;
  // The contour's corner, in pixels.
  double left, top;
};

// Where the edge is at heights in pixels.
INNEST Ints x_at(struct part part, Doubles y) {
  const struct firstlight_line *const line = part.line;
  const Doubles distance = _mm512_sub_pd(y, each(line->origin_y));
  Doubles x;
  if (part.is_arc) {
    const Doubles way = across(distance, line->slope);
    x = _mm512_add_pd(each(line->origin_x), _mm512_mul_pd(each(line->side), way));
  } else {
    x = _mm512_add_pd(each(line->origin_x), _mm512_mul_pd(distance, each(line->slope)));
    x = between(x, line->min_x, line->max_x);
  }
  // Rounded before it is moved: near 0 a difference could come to lie half way.
  const Doubles place = _mm512_roundscale_pd(
      _mm512_mul_pd(x, each(one)), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  return nearest(_mm512_sub_pd(place, each(part.left * one)));
}

// Pieces of an edge, one in each lane and inside one row, from the left end to the right one; of no
// height where there is none.
struct pieces {
  Ints left, right;
  // y of the left end.
  Ints y;
  Ints height;
};

// Seven pieces, from a row on. Its own lower border is the next lane's upper one, so the last lane
// has none.
INNEST struct pieces pieces_from(struct part part, double row, double top, double bottom) {
  const Ints behind = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 7);
  const Doubles rows = _mm512_add_pd(each(row), _mm512_setr_pd(0, 1, 2, 3, 4, 5, 6, 7));
  const Doubles borders = between(rows, top, bottom);
  const Ints x = x_at(part, borders);
  const Ints y = nearest(_mm512_mul_pd(_mm512_sub_pd(borders, each(part.top)), each(one)));
  const Ints next_x = _mm256_permutevar8x32_epi32(x, behind);
  const Ints next_y = _mm256_permutevar8x32_epi32(y, behind);
  return (struct pieces){
      _mm256_min_epi32(x, next_x), _mm256_max_epi32(x, next_x),
      chosen(_mm256_cmpgt_epi32(next_x, x), y, next_y), _mm256_sub_epi32(next_y, y)};
}

// The height that pieces have gained at column borders right of their left end, and at `distance`
// from it.
INNEST Ints gained_at(struct part part, struct pieces pieces, Ints column, Ints distance) {
  const struct firstlight_line *const line = part.line;
  if (!part.is_arc) {
    const Doubles way = _mm512_mul_pd(_mm512_cvtepi32_pd(distance), each(line->inverse));
    return _mm256_min_epi32(nearest(_mm512_min_pd(way, each(one))), pieces.height);
  }
  const Doubles x = _mm512_sub_pd(
      _mm512_add_pd(_mm512_cvtepi32_pd(column), each(part.left)), each(line->origin_x));
  const Doubles y = _mm512_add_pd(
      each(line->origin_y), _mm512_mul_pd(each(line->half), across(x, line->slope)));
  const Ints place = nearest(_mm512_sub_pd(_mm512_mul_pd(y, each(one)), each(part.top * one)));
  return _mm256_min_epi32(_mm256_abs_epi32(_mm256_sub_epi32(place, pieces.y)), pieces.height);
}

// What `Edge` has in closed form for the bulges of small circles, by its series, which is as good
// from radius 3 on.
WIDEST __attribute__((noinline)) static Ints small_bulge(
    const struct firstlight_line *line, Ints dx, Ints dy) {
  const Doubles inverse = each(line->small_inverse);
  const Doubles x = _mm512_cvtepi32_pd(dx), y = _mm512_cvtepi32_pd(dy);
  const Doubles square = _mm512_mul_pd(
      _mm512_add_pd(_mm512_mul_pd(x, x), _mm512_mul_pd(y, y)), each(1 / (one * one)));
  const Doubles q = _mm512_mul_pd(square, inverse);
  const Doubles high = _mm512_add_pd(each(3. / 28), _mm512_mul_pd(q, each(5. / 72)));
  const Doubles series = _mm512_add_pd(
      each(2. / 3), _mm512_mul_pd(q, _mm512_add_pd(each(.2), _mm512_mul_pd(q, high))));
  const Doubles part = _mm512_mul_pd(_mm512_mul_pd(q, _mm512_sqrt_pd(q)), series);
  const Doubles area = _mm512_div_pd(_mm512_mul_pd(part, each(16384)), inverse);
  return nearest(line->side > 0 ? area : _mm512_sub_pd(_mm512_setzero_pd(), area));
}

// What arcs bulge over their chords, in floats as `Edge` has it.
INNEST __m512i bulge_of(float curvature, __m512i dx, __m512i dy) {
  const __m512 x = _mm512_cvtepi32_ps(dx), y = _mm512_cvtepi32_ps(dy);
  const __m512 square = _mm512_mul_ps(
      _mm512_add_ps(_mm512_mul_ps(x, x), _mm512_mul_ps(y, y)),
      _mm512_set1_ps((float)(1 / (one * one))));
  const __m512 sum = _mm512_add_ps(
      _mm512_set1_ps(.2973f),
      _mm512_mul_ps(
          square,
          _mm512_sub_ps(_mm512_set1_ps(.8471f), _mm512_mul_ps(square, _mm512_set1_ps(.1443f)))));
  return _mm512_cvtps_epi32(
      _mm512_mul_ps(_mm512_mul_ps(square, sum), _mm512_set1_ps(curvature)));
}

// The parts of pixels right of the edge, from the heights that it takes in them, and where in them it
// begins and ends.
INNEST __m512i areas_of(struct part part, __m512i height, __m512i start, __m512i end) {
  const __m512i width =
      _mm512_sub_epi32(_mm512_sub_epi32(_mm512_set1_epi32(2 * whole), start), end);
  // Half the product, rounded with ties up. It has more bits than a float; cut off there, it is still
  // not below the number that it is rounded to.
  __m512i area = _mm512_cvttps_epi32(_mm512_fmadd_round_ps(
      _mm512_cvtepi32_ps(height),
      _mm512_mul_ps(_mm512_cvtepi32_ps(width), _mm512_set1_ps((float)(.5 / one))),
      _mm512_set1_ps(.5f), _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
  if (!part.is_arc) return area;
  const __m512i dx = _mm512_sub_epi32(end, start);
  if (part.line->curvature != 0) {
    area = _mm512_sub_epi32(area, bulge_of((float)part.line->curvature, dx, height));
  } else if (part.line->small_inverse != 0) {
    area = _mm512_sub_epi32(
        area, joined(small_bulge(part.line, low_half(dx), low_half(height)),
                     small_bulge(part.line, high_half(dx), high_half(height))));
  }
  return area;
}

INNEST Ints signed_by(Ints value, Ints negation) {
  return _mm256_sub_epi32(_mm256_xor_si256(value, negation), negation);
}

INNEST void add_four(int32_t *cells, __m128i sums) {
  __m128i *const place = (__m128i *)cells;
  _mm_storeu_si128(place, _mm_add_epi32(_mm_loadu_si128(place), sums));
}

// Adds pieces of up to `count` pixels, two or four, to the cells of their first ones and of those that
// follow.
INNEST void add_pieces(
    struct part part, struct pieces pieces, int count, int32_t *cells, const int32_t *places) {
  const Ints fraction = all(0xFFFF), zero = _mm256_setzero_si256();
  const Ints first = _mm256_srai_epi32(pieces.left, 16);
  const Ints crossed = _mm256_sub_epi32(_mm256_srai_epi32(pieces.right, 16), first);
  const Ints to = _mm256_and_si256(pieces.right, fraction);
  const Ints negation = all(part.line->sign < 0 ? -1 : 0);
  Ints start[4], end[4], height[4];
  start[0] = _mm256_and_si256(pieces.left, fraction);
  Ints before = zero;
  for (int index = 0; index < count; index++) {
    const Ints goes_on = _mm256_cmpgt_epi32(crossed, all(index));
    Ints after = pieces.height;
    if (index < count - 1) {
      const Ints distance = _mm256_sub_epi32(all((index + 1) * whole), start[0]);
      const Ints column = _mm256_add_epi32(first, all(index + 1));
      after = chosen(goes_on, gained_at(part, pieces, column, distance), after);
      if (part.is_arc) after = _mm256_max_epi32(after, before);
    }
    if (index > 0) start[index] = zero;
    end[index] = chosen(goes_on, all(whole), to);
    // Behind the last pixel nothing bulges.
    if (part.is_arc && index > 0) {
      end[index] = _mm256_and_si256(end[index], _mm256_cmpgt_epi32(crossed, all(index - 1)));
    }
    height[index] = _mm256_sub_epi32(after, before);
    before = after;
  }
  Ints sums[5], rest = zero;
  for (int index = 0; index < count; index += 2) {
    const __m512i area = areas_of(
        part, joined(height[index], height[index + 1]), joined(start[index], start[index + 1]),
        joined(end[index], end[index + 1]));
    const Ints near = low_half(area), far = high_half(area);
    sums[index] = signed_by(_mm256_add_epi32(near, rest), negation);
    rest = _mm256_sub_epi32(height[index], near);
    sums[index + 1] = signed_by(_mm256_add_epi32(far, rest), negation);
    rest = _mm256_sub_epi32(height[index + 1], far);
  }
  sums[count] = signed_by(rest, negation);
  if (count == 2) sums[3] = zero;
  const Ints even = _mm256_unpacklo_epi32(sums[0], sums[1]);
  const Ints odd = _mm256_unpackhi_epi32(sums[0], sums[1]);
  const Ints next_even = _mm256_unpacklo_epi32(sums[2], sums[3]);
  const Ints next_odd = _mm256_unpackhi_epi32(sums[2], sums[3]);
  // Rows 0 and 4, 1 and 5, 2 and 6, 3 and 7, of which the last has no piece.
  const Ints rows[4] = {
      _mm256_unpacklo_epi64(even, next_even), _mm256_unpackhi_epi64(even, next_even),
      _mm256_unpacklo_epi64(odd, next_odd), _mm256_unpackhi_epi64(odd, next_odd)};
  for (int row = 0; row < 4; row++) add_four(cells + places[row], _mm256_castsi256_si128(rows[row]));
  for (int row = 0; row < 3; row++) {
    add_four(cells + places[row + 4], _mm256_extracti128_si256(rows[row], 1));
  }
  if (count == 2) return;
  int32_t last[8];
  _mm256_storeu_si256((__m256i *)last, sums[4]);
  for (int row = 0; row < 7; row++) cells[places[row] + 4] += last[row];
}

INNEST __m512i behind(__m512i before, __m512i lanes) {
  return _mm512_alignr_epi32(lanes, before, 15);
}

// Adds a piece of any number of pixels to its cells, sixteen at a time.
WIDEST __attribute__((noinline)) static void add_long_piece(
    struct part part, int left, int right, int y, int height, int32_t *cells) {
  const struct pieces piece = {all(left), all(right), all(y), all(height)};
  const int first = left >> 16, last = right >> 16;
  const __m512i negation = _mm512_set1_epi32(part.line->sign < 0 ? -1 : 0);
  __m512i before = _mm512_setzero_si512(), rest = before;
  for (int index = 0; index <= last - first + 1; index += 16) {
    Ints gained[2];
    for (int half = 0; half < 2; half++) {
      const Ints column = _mm256_add_epi32(lane_numbers(), all(first + index + 8 * half + 1));
      const Ints distance = _mm256_sub_epi32(_mm256_slli_epi32(column, 16), all(left));
      gained[half] = gained_at(part, piece, column, distance);
    }
    const __m512i pixel = _mm512_add_epi32(
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
        _mm512_set1_epi32(first + index));
    const __mmask16 inner = _mm512_cmplt_epi32_mask(pixel, _mm512_set1_epi32(last));
    __m512i after = _mm512_mask_mov_epi32(
        _mm512_set1_epi32(height), inner, joined(gained[0], gained[1]));
    if (part.is_arc) after = _mm512_max_epi32(after, behind(before, after));
    const __m512i cover = _mm512_sub_epi32(after, behind(before, after));
    const __m512i start = _mm512_maskz_set1_epi32(
        _mm512_cmpeq_epi32_mask(pixel, _mm512_set1_epi32(first)), left & 0xFFFF);
    const __m512i end = _mm512_mask_set1_epi32(
        _mm512_maskz_set1_epi32(
            _mm512_cmpeq_epi32_mask(pixel, _mm512_set1_epi32(last)), right & 0xFFFF),
        inner, whole);
    const __m512i area = areas_of(part, cover, start, end);
    const __m512i beyond = _mm512_sub_epi32(cover, area);
    const __m512i sum = _mm512_add_epi32(area, behind(rest, beyond));
    int32_t *const target = cells + index;
    _mm512_storeu_si512(target, _mm512_add_epi32(
        _mm512_loadu_si512(target),
        _mm512_sub_epi32(_mm512_xor_si512(sum, negation), negation)));
    before = after;
    rest = beyond;
  }
}

// Adds pieces of which some have more than two pixels.
WIDEST __attribute__((noinline)) static void add_wide_pieces(
    const struct part *part, const struct pieces *all_pieces, int32_t *cells,
    const int32_t *places) {
  struct pieces pieces = *all_pieces;
  const Ints crossed = _mm256_sub_epi32(
      _mm256_srai_epi32(pieces.right, 16), _mm256_srai_epi32(pieces.left, 16));
  const Ints is_long = _mm256_cmpgt_epi32(crossed, all(3));
  const unsigned lanes = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(is_long));
  if (lanes != 0) {
    int32_t values[4][8];
    __builtin_memcpy(values, &pieces, sizeof values);
    for (unsigned left = lanes; left != 0; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      add_long_piece(
          *part, values[0][lane], values[1][lane], values[2][lane], values[3][lane],
          cells + places[lane]);
    }
    pieces.height = _mm256_andnot_si256(is_long, pieces.height);
    pieces.right = chosen(is_long, pieces.left, pieces.right);
  }
  add_pieces(*part, pieces, 4, cells, places);
}

WIDEST void firstlight_widest_add_arc_piece(
    int32_t *cells, const struct firstlight_line *line, long left, long right, long y,
    long height) {
  const long column = left >> 16, row = y >> 16;
  const struct part part = {line, 1, (double)column, (double)row};
  add_long_piece(
      part, (int)(left & 0xFFFF), (int)(right - (column << 16)), (int)(y & 0xFFFF), (int)height,
      cells);
}

// Widens the limits of rows by where pieces are.
INNEST void widen(const struct firstlight_side *side, long row, struct pieces pieces) {
  const Ints among = _mm256_cmpgt_epi32(pieces.height, _mm256_setzero_si256());
  __m256i *const low = (__m256i *)(side->low + row), *const high = (__m256i *)(side->high + row);
  _mm256_storeu_si256(
      low, _mm256_min_epi32(
               _mm256_loadu_si256(low), chosen(among, pieces.left, all(INT32_MAX))));
  _mm256_storeu_si256(
      high, _mm256_max_epi32(
                _mm256_loadu_si256(high), chosen(among, pieces.right, all(INT32_MIN))));
}

// Adds an edge, seven rows at a time: most of them have one pixel or two in each.
INNEST void add_edge(
    const struct firstlight_contour *contour, const struct firstlight_line *line, int is_arc,
    const struct firstlight_side *side) {
  const long start = contour->first_row << 16;
  const long end = start + (contour->row_count << 16);
  const long top = line->top > start ? line->top : start;
  const long bottom = line->bottom < end ? line->bottom : end;
  const struct part part = {
      line, is_arc, (double)contour->left, (double)contour->first_row};
  const double upper = (double)top * (1 / one), lower = (double)bottom * (1 / one);
  const Ints stride = all((int)contour->stride);
  const Ints last_row = all((int)contour->row_count - 1);
  long row = (top >> 16) - contour->first_row;
  for (double y = (double)(top >> 16); y < lower; y += 7, row += 7) {
    const struct pieces pieces = pieces_from(part, y, upper, lower);
    const Ints first = _mm256_srai_epi32(pieces.left, 16);
    const Ints crossed = _mm256_sub_epi32(_mm256_srai_epi32(pieces.right, 16), first);
    const Ints rows = _mm256_min_epi32(_mm256_add_epi32(lane_numbers(), all((int)row)), last_row);
    int32_t places[8];
    _mm256_storeu_si256(
        (__m256i *)places, _mm256_add_epi32(_mm256_mullo_epi32(rows, stride), first));
    if (side) widen(side, row, pieces);
    const Ints is_wide = _mm256_cmpgt_epi32(crossed, all(1));
    if (_mm256_testz_si256(is_wide, is_wide)) {
      add_pieces(part, pieces, 2, contour->values, places);
    } else {
      // Copies, so that the others need no memory.
      const struct part its = part;
      const struct pieces copy = pieces;
      add_wide_pieces(&its, &copy, contour->values, places);
    }
  }
}

WIDEST void firstlight_widest_add_edges(
    const struct firstlight_contour *contour, const struct firstlight_line *lines, long count,
    const struct firstlight_sides *sides) {
  for (long index = 0; index < count; index++) {
    const struct firstlight_line *const line = lines + index;
    const struct firstlight_side *const side =
        !sides ? 0 : line->sign > 0 ? &sides->down : &sides->up;
    if (line->side != 0) {
      add_edge(contour, line, 1, side);
    } else {
      add_edge(contour, line, 0, side);
    }
  }
}

#endif
