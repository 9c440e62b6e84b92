// Adds arcs to cells: those of small outlines seven rows at a time, and long pieces of arcs of any
// outline sixteen pixels at a time. For processors with AVX-512.
#include "cells.h"
#include "lines.h"

#ifndef __x86_64__

// Nothing calls these here, but a build without optimization links them.
void firstlight_add_arc_avx512(
    const struct firstlight_outline_cells *outline, const struct firstlight_edge *arc) {
  __builtin_trap();
}
void firstlight_add_arc_piece_avx512(
    int32_t *cells, const struct firstlight_edge *edge, long left, long right, long y,
    long height) { __builtin_trap(); }

#else

#include "bulge.h"
#include "../targets.h"

#pragma clang fp contract(off)

// Eight lanes each. Lengths are in 1/65536 px.
typedef __m512d Doubles;
typedef __m256i Ints;

static const double one = 65536;
static const int whole = 65536;

AVX512_INLINE Doubles each(double value) { return _mm512_set1_pd(value); }
AVX512_INLINE Ints all(int value) { return _mm256_set1_epi32(value); }
AVX512_INLINE Ints lane_numbers(void) { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }
AVX512_INLINE Ints nearest(Doubles value) { return _mm512_cvtpd_epi32(value); }
AVX512_INLINE Ints pixels_of(Ints places) { return _mm256_srai_epi32(places, 16); }
AVX512_INLINE Ints fractions_of(Ints places) { return _mm256_and_si256(places, all(0xFFFF)); }
AVX512_INLINE __m512i halves(Ints low, Ints high) {
  return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}
AVX512_INLINE Ints high_half(__m512i lanes) { return _mm512_extracti64x4_epi64(lanes, 1); }

// An arc whose lengths are in 1/65536 px, and not in pixels; numbers are rounded alike in both
// units.
struct arc {
  // −1 where it goes up, and 0 where it goes down.
  int negation;
  // A half with its sign.
  float half;
  // The curvature with the sign of the edge, and the second term as a part of the first.
  float curvature, tail;
  double center_x, center_y, radius, x_side, y_side;
};

AVX512_INLINE struct arc arc_from(const struct firstlight_edge *edge) {
  const double sign = (double)edge->winding;
  return (struct arc){
      .negation = sign < 0 ? -1 : 0, .half = sign < 0 ? -.5f : .5f,
      .curvature = (float)(edge->curvature * sign), .tail = bulge_tail(edge),
      .center_x = edge->origin_x * one, .center_y = edge->origin_y * one,
      .radius = edge->slope * one, .x_side = edge->side, .y_side = edge->half};
}

// The way from a circle's centre along one axis, from the distance along the other.
AVX512_INLINE Doubles across(Doubles distance, double radius) {
  const Doubles square =
      _mm512_mul_pd(_mm512_sub_pd(each(radius), distance), _mm512_add_pd(each(radius), distance));
  return _mm512_sqrt_pd(_mm512_max_pd(square, _mm512_setzero_pd()));
}

AVX512_INLINE Ints x_at(const struct arc *arc, Ints y) {
  const Doubles distance = _mm512_sub_pd(_mm512_cvtepi32_pd(y), each(arc->center_y));
  const Doubles way = _mm512_mul_pd(each(arc->x_side), across(distance, arc->radius));
  return nearest(_mm512_add_pd(each(arc->center_x), way));
}

// Pieces of an arc, one in each lane and inside one row, from the left end to the right one; a
// lane without a piece has no height.
struct arc_pieces {
  Ints left, right;
  // y of the left end.
  Ints y;
  Ints height;
};

// Seven pieces, from a row on. A row's lower border is the next lane's upper one, so the last lane
// has no piece.
AVX512_INLINE struct arc_pieces pieces_from(const struct arc *arc, int row, int top, int bottom) {
  const Ints behind = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 7);
  const Ints rows = _mm256_add_epi32(all(row), _mm256_slli_epi32(lane_numbers(), 16));
  const Ints y = _mm256_min_epi32(_mm256_max_epi32(rows, all(top)), all(bottom));
  const Ints x = x_at(arc, y);
  const Ints next_x = _mm256_permutexvar_epi32(behind, x);
  const Ints next_y = _mm256_permutexvar_epi32(behind, y);
  const __mmask8 is_left = _mm256_cmpgt_epi32_mask(next_x, x);
  return (struct arc_pieces){
      _mm256_min_epi32(x, next_x), _mm256_max_epi32(x, next_x),
      _mm256_mask_mov_epi32(next_y, is_left, y), _mm256_sub_epi32(next_y, y)};
}

// The height that a piece has gained at borders of columns, from y at its left end.
AVX512_INLINE Ints gained_at(const struct arc *arc, Ints borders, Ints y) {
  const Doubles distance = _mm512_sub_pd(_mm512_cvtepi32_pd(borders), each(arc->center_x));
  const Doubles way = _mm512_mul_pd(each(arc->y_side), across(distance, arc->radius));
  const Ints place = nearest(_mm512_add_pd(each(arc->center_y), way));
  return _mm256_abs_epi32(_mm256_sub_epi32(place, y));
}

// Areas between arcs and their chords, in floats as in `Edge`.
AVX512_INLINE __m512i bulge_of(const struct arc *arc, __m512i dx, __m512i dy) {
  const __m512 x = _mm512_cvtepi32_ps(dx), y = _mm512_cvtepi32_ps(dy);
  const __m512 square = _mm512_mul_ps(
      _mm512_add_ps(_mm512_mul_ps(x, x), _mm512_mul_ps(y, y)),
      _mm512_set1_ps((float)(1 / (one * one))));
  const __m512 sum = _mm512_add_ps(
      _mm512_set1_ps(bulge_constant),
      _mm512_mul_ps(
          square,
          _mm512_sub_ps(
              _mm512_set1_ps(bulge_slope), _mm512_mul_ps(square, _mm512_set1_ps(bulge_bend)))));
  const __m512 first = _mm512_mul_ps(_mm512_mul_ps(square, sum), _mm512_set1_ps(arc->curvature));
  const __m512 second = _mm512_mul_ps(first, _mm512_mul_ps(square, _mm512_set1_ps(arc->tail)));
  return _mm512_cvtps_epi32(_mm512_add_ps(first, second));
}

// The parts of pixels right of the arc. They follow from the heights that it gains in the pixels,
// below 0 for an arc that goes up, and from its beginning and its end in each pixel.
AVX512_INLINE __m512i areas_of(
    const struct arc *arc, __m512i height, __m512i start, __m512i end) {
  const __m512i width =
      _mm512_sub_epi32(_mm512_sub_epi32(_mm512_set1_epi32(2 * whole), start), end);
  // Half the product, rounded with ties away from 0. It has more bits than a float; cut off there,
  // it is still not nearer to 0 than the number to which it is rounded.
  __m512i area = _mm512_cvttps_epi32(_mm512_fmadd_round_ps(
      _mm512_cvtepi32_ps(height),
      _mm512_mul_ps(_mm512_cvtepi32_ps(width), _mm512_set1_ps((float)(.5 / one))),
      _mm512_set1_ps(arc->half), _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
  if (arc->curvature == 0) return area;
  return _mm512_sub_epi32(area, bulge_of(arc, _mm512_sub_epi32(end, start), height));
}

// Negates heights for an arc that goes up.
AVX512_INLINE __m512i signed_heights(const struct arc *arc, __m512i heights) {
  const __m512i negation = _mm512_set1_epi32(arc->negation);
  return _mm512_sub_epi32(_mm512_xor_si512(heights, negation), negation);
}

AVX512_INLINE void add_four(int32_t *cells, const int32_t *sums) {
  __m128i *const place = (__m128i *)cells;
  _mm_storeu_si128(
      place, _mm_add_epi32(_mm_loadu_si128(place), _mm_loadu_si128((const __m128i *)sums)));
}

// Adds pieces of up to `count` pixels, two or four, to the cells of their first pixels and of the
// pixels that follow. `cells` begins with the first row, at column 0.
AVX512_INLINE void add_pieces(
    const struct arc *arc, struct arc_pieces pieces, int count, int32_t *cells, long stride) {
  const Ints zero = _mm256_setzero_si256();
  const Ints first = pixels_of(pieces.left);
  const Ints crossed = _mm256_sub_epi32(pixels_of(pieces.right), first);
  const Ints from = fractions_of(pieces.left), to = fractions_of(pieces.right);
  Ints start[4], end[4], height[4], before = zero;
  for (int index = 0; index < count; index++) {
    const __mmask8 goes_on = _mm256_cmpgt_epi32_mask(crossed, all(index));
    Ints after = pieces.height;
    if (index < count - 1) {
      const Ints border = _mm256_slli_epi32(_mm256_add_epi32(first, all(index + 1)), 16);
      const Ints gained = _mm256_max_epi32(
          _mm256_min_epi32(gained_at(arc, border, pieces.y), pieces.height), before);
      after = _mm256_mask_mov_epi32(after, goes_on, gained);
    }
    start[index] = index > 0 ? zero : from;
    end[index] = _mm256_mask_mov_epi32(to, goes_on, all(whole));
    // A pixel behind the last one has no bulge.
    if (index > 0) {
      end[index] = _mm256_maskz_mov_epi32(
          _mm256_cmpgt_epi32_mask(crossed, all(index - 1)), end[index]);
    }
    height[index] = _mm256_sub_epi32(after, before);
    before = after;
  }
  // The areas of pixels, and the rest of the heights for the pixels behind them, two of each piece
  // at a time.
  __m512i sums[2], rest[2];
  const __m512i none = _mm512_setzero_si512();
  for (int pair = 0; pair < count / 2; pair++) {
    const int index = 2 * pair;
    const __m512i heights = signed_heights(arc, halves(height[index], height[index + 1]));
    const __m512i starts = halves(start[index], start[index + 1]);
    const __m512i ends = halves(end[index], end[index + 1]);
    const __m512i areas = areas_of(arc, heights, starts, ends);
    rest[pair] = _mm512_sub_epi32(heights, areas);
    sums[pair] = _mm512_add_epi32(
        areas, _mm512_shuffle_i64x2(pair > 0 ? rest[pair - 1] : none, rest[pair], 0x4E));
  }
  if (count == 2) sums[1] = _mm512_shuffle_i64x2(rest[0], none, 0x4E);
  // The vectors are sorted by row.
  const __m512i upper = _mm512_setr_epi32(0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27);
  const __m512i lower = _mm512_add_epi32(upper, _mm512_set1_epi32(4));
  struct { int32_t first[8], sums[32], last[8]; } rows;
  _mm256_storeu_si256((Ints *)rows.first, first);
  _mm512_storeu_si512(rows.sums, _mm512_permutex2var_epi32(sums[0], upper, sums[1]));
  _mm512_storeu_si512(rows.sums + 16, _mm512_permutex2var_epi32(sums[0], lower, sums[1]));
  if (count == 4) _mm256_storeu_si256((Ints *)rows.last, high_half(rest[1]));
  // Loads from memory are cheaper than extracting from vectors.
  __asm__("" : "+m"(rows));
  for (int row = 0; row < 7; row++) {
    int32_t *const place = cells + row * stride + rows.first[row];
    add_four(place, rows.sums + 4 * row);
    if (count == 4) place[4] += rows.last[row];
  }
}

AVX512_INLINE __m512i behind(__m512i before, __m512i lanes) {
  return _mm512_alignr_epi32(lanes, before, 15);
}

// Adds a piece of any number of pixels to its cells, sixteen at a time.
AVX512 __attribute__((noinline)) static void add_long_piece(
    const struct arc *arc, int left, int right, int y, int height, int32_t *cells) {
  const int first = left >> 16, last = right >> 16;
  __m512i before = _mm512_setzero_si512(), rest = before;
  for (int index = 0; index <= last - first + 1; index += 16) {
    Ints gained[2];
    gained[1] = all(height);
    for (int half = 0; half < 2; half++) {
      if (half == 1 && last - first - index <= 8) break;
      const Ints column = _mm256_add_epi32(lane_numbers(), all(first + index + 8 * half + 1));
      const Ints border = _mm256_slli_epi32(column, 16);
      gained[half] = _mm256_min_epi32(gained_at(arc, border, all(y)), all(height));
    }
    const __m512i pixel = _mm512_add_epi32(
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
        _mm512_set1_epi32(first + index));
    const __mmask16 inner = _mm512_cmplt_epi32_mask(pixel, _mm512_set1_epi32(last));
    __m512i after = _mm512_mask_mov_epi32(
        _mm512_set1_epi32(height), inner, halves(gained[0], gained[1]));
    after = _mm512_max_epi32(after, behind(before, after));
    const __m512i cover = signed_heights(arc, _mm512_sub_epi32(after, behind(before, after)));
    const __m512i start = _mm512_maskz_set1_epi32(
        _mm512_cmpeq_epi32_mask(pixel, _mm512_set1_epi32(first)), left & 0xFFFF);
    const __m512i end = _mm512_mask_set1_epi32(
        _mm512_maskz_set1_epi32(
            _mm512_cmpeq_epi32_mask(pixel, _mm512_set1_epi32(last)), right & 0xFFFF),
        inner, whole);
    const __m512i area = areas_of(arc, cover, start, end);
    const __m512i beyond = _mm512_sub_epi32(cover, area);
    int32_t *const target = cells + index;
    _mm512_storeu_si512(target, _mm512_add_epi32(
        _mm512_loadu_si512(target), _mm512_add_epi32(area, behind(rest, beyond))));
    before = after;
    rest = beyond;
  }
}

// Adds pieces, some of them with more than two pixels.
AVX512 __attribute__((noinline)) static void add_wide_pieces(
    const struct arc *arc, const struct arc_pieces *all_pieces, int32_t *cells, long stride) {
  struct arc_pieces pieces = *all_pieces;
  const Ints crossed = _mm256_sub_epi32(pixels_of(pieces.right), pixels_of(pieces.left));
  const __mmask8 is_long = _mm256_cmpgt_epi32_mask(crossed, all(3));
  if (is_long != 0) {
    int32_t values[4][8];
    __builtin_memcpy(values, &pieces, sizeof values);
    for (unsigned left = is_long; left != 0; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      add_long_piece(
          arc, values[0][lane], values[1][lane], values[2][lane], values[3][lane],
          cells + lane * stride + (values[0][lane] >> 16));
    }
    pieces.height = _mm256_maskz_mov_epi32((__mmask8)~is_long, pieces.height);
    pieces.right = _mm256_mask_mov_epi32(pieces.right, is_long, pieces.left);
    if (_mm256_test_epi32_mask(pieces.height, pieces.height) == 0) return;
  }
  add_pieces(arc, pieces, 4, cells, stride);
}

AVX512 void firstlight_add_arc_piece_avx512(
    int32_t *cells, const struct firstlight_edge *edge, long left, long right, long y,
    long height) {
  const struct arc arc = arc_from(edge);
  add_long_piece(&arc, (int)left, (int)right, (int)y, (int)height, cells);
}

// Marks the pixels that pieces go through. `words` begins with the first row.
AVX512_INLINE void mark_pieces(
    const struct firstlight_outline_cells *outline, struct arc_pieces pieces, uint64_t *words) {
  const Ints first = pixels_of(pieces.left), last = pixels_of(pieces.right);
  const __mmask8 among = _mm256_cmpgt_epi32_mask(pieces.height, _mm256_setzero_si256());
  // All pixels of narrow outlines are in the first column of words.
  if (__builtin_expect(_mm256_cmpgt_epi32_mask(last, all(63)) == 0, 1)) {
    // The subtraction borrows from the bit behind the last one, down to the first one.
    const __m512i bits = _mm512_maskz_sub_epi64(
        among, _mm512_sllv_epi64(_mm512_set1_epi64(2), _mm512_cvtepi32_epi64(last)),
        _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_cvtepi32_epi64(first)));
    _mm512_storeu_si512(words, _mm512_or_si512(_mm512_loadu_si512(words), bits));
    return;
  }
  int32_t ends[2][8];
  _mm256_storeu_si256((Ints *)ends[0], first);
  _mm256_storeu_si256((Ints *)ends[1], last);
  for (unsigned left = among; left != 0; left &= left - 1) {
    const int lane = __builtin_ctz(left);
    for (int pixel = ends[0][lane]; pixel <= ends[1][lane]; pixel++) {
      words[lane + (pixel >> 6) * outline->word_stride] |= 1ull << (pixel & 63);
    }
  }
}

// Most arcs of small outlines have one pixel or two in each row.
AVX512 void firstlight_add_arc_avx512(
    const struct firstlight_outline_cells *outline, const struct firstlight_edge *edge) {
  const int top = edge->top > outline->top ? (int)edge->top : outline->top;
  const int bottom = edge->bottom < outline->bottom ? (int)edge->bottom : outline->bottom;
  struct arc arc = arc_from(edge);
  // A number loaded from memory is copied to all lanes at no cost; there are not enough registers
  // to keep all of these.
  __asm__("" : "+m"(arc));
  uint64_t *words = outline->words + (top >> 16);
  int32_t *cells = outline->cells + (top >> 16) * outline->stride;
  for (int y = top & ~0xFFFF; y < bottom; y += 7 * whole) {
    const struct arc_pieces pieces = pieces_from(&arc, y, top, bottom);
    mark_pieces(outline, pieces, words);
    const Ints crossed = _mm256_sub_epi32(pixels_of(pieces.right), pixels_of(pieces.left));
    if (_mm256_cmpgt_epi32_mask(crossed, all(1)) == 0) {
      add_pieces(&arc, pieces, 2, cells, outline->stride);
    } else {
      // A copy goes to memory, so that the original can stay in registers.
      const struct arc_pieces copy = pieces;
      add_wide_pieces(&arc, &copy, cells, outline->stride);
    }
    words += 7;
    cells += 7 * outline->stride;
  }
}

#endif
