#include "lines.h"

#ifndef __x86_64__

// Nothing calls this here, but a build without optimization links it.
long firstlight_add_lines_avx512(
    const struct firstlight_outline_cells *lines, const struct firstlight_corner *corners,
    long count) {
  __builtin_trap();
}

#else

#include "../targets.h"

#pragma clang fp contract(off)

// Lengths are in 1/65536 px, all of them whole numbers.
enum { one = 65536 };

// Pieces of lines that go one way, each inside a row. They are collected up to this number. Writing
// adds four at a time, and reading takes eight.
enum { limit = 64 };
struct collected_pieces {
  // −1 if the lines go up, and 0 if they go down.
  int32_t sign;
  // The x of both ends.
  int32_t start[limit + 8], end[limit + 8];
  int32_t height[limit + 8], row[limit + 8];
  // |dy/dx| of the line.
  double inverse[limit + 8];
};

AVX512_INLINE __m256i ints(int32_t value) { return _mm256_set1_epi32(value); }
AVX512_INLINE __m256i load_eight(const int32_t *values) {
  return _mm256_loadu_si256((const __m256i *)values);
}
AVX512_INLINE void store_eight(int32_t *to, __m256i values) {
  _mm256_storeu_si256((__m256i *)to, values);
}
AVX512_INLINE void store_four(int32_t *to, __m128i values) {
  _mm_storeu_si128((__m128i *)to, values);
}

AVX512_INLINE __m256i signed_as(__m256i value, __m256i sign) {
  return _mm256_sub_epi32(_mm256_xor_si256(value, sign), sign);
}

// Half the product in pixels, rounded with ties up, or down for lines that go up.
AVX512_INLINE __m256i half_product(__m256i cover, __m256i width, int32_t sign) {
  const __m512i product =
      _mm512_mul_epi32(_mm512_cvtepi32_epi64(cover), _mm512_cvtepi32_epi64(width));
  return _mm512_cvtepi64_epi32(
      _mm512_srli_epi64(_mm512_add_epi64(product, _mm512_set1_epi64(one + sign)), 17));
}

// Adds a piece that crosses several borders of pixels, and marks its pixels.
AVX512 __attribute__((noinline)) static void add_long(
    const struct firstlight_outline_cells *lines, const struct collected_pieces *pieces, long place) {
  const int32_t start = pieces->start[place], end = pieces->end[place], sign = pieces->sign;
  const int32_t left = start < end ? start : end, right = start < end ? end : start;
  const long last = right >> 16;
  int32_t *const cells = lines->cells + pieces->row[place] * lines->stride;
  uint64_t *const words = lines->words + pieces->row[place];
  long width = one - (left & 0xFFFF), before = 0, rest = 0;
  double distance = (double)width;
  for (long pixel = left >> 16; pixel <= last; pixel++) {
    long after = pieces->height[place];
    if (pixel == last) {
      width += one - (right & 0xFFFF);
    } else {
      const double gained = distance * pieces->inverse[place];
      if (gained < (double)after) after = _mm_cvtsd_si64(_mm_set_sd(gained));
    }
    const long cover = ((after - before) ^ sign) - sign;
    const long area = (cover * width + one + sign) >> 17;
    cells[pixel] += (int32_t)(area + rest);
    words[(pixel >> 6) * lines->word_stride] |= 1ull << (pixel & 63);
    rest = cover - area;
    before = after;
    width = one;
    distance += one;
  }
  cells[last + 1] += (int32_t)rest;
}

// Adds eight pieces to the cells, and marks their pixels. Pieces that cross more than one border of
// pixels, or one of words, are added one by one.
AVX512_INLINE void add_eight(
    const struct firstlight_outline_cells *lines, const struct collected_pieces *pieces, long place) {
  const __m256i low = ints(0xFFFF), whole = ints(one), sign = ints(pieces->sign);
  const __m256i start = load_eight(pieces->start + place), end = load_eight(pieces->end + place);
  const __m256i left = _mm256_min_epi32(start, end), right = _mm256_max_epi32(start, end);
  const __m256i pixel = _mm256_srai_epi32(left, 16), last = _mm256_srai_epi32(right, 16);
  const __mmask8 is_long = _mm256_cmpgt_epi32_mask(_mm256_sub_epi32(last, pixel), ints(1))
      | _mm256_cmpgt_epi32_mask(_mm256_xor_si256(last, pixel), ints(63));
  const __mmask8 is_short = ~is_long;
  const __mmask8 is_inside = _mm256_cmpeq_epi32_mask(pixel, last);
  const __m256i height = _mm256_maskz_loadu_epi32(is_short, pieces->height + place);
  // The distances from both ends to the right borders of their pixels.
  const __m256i part = _mm256_sub_epi32(whole, _mm256_and_si256(left, low));
  const __m256i rest = _mm256_sub_epi32(whole, _mm256_and_si256(right, low));
  // The height gained in the first pixel. A height beyond 32 bits becomes the least number, which
  // is the greatest one if it is read without a sign.
  const __m256i gained = _mm512_cvtpd_epi32(
      _mm512_mul_pd(_mm512_cvtepi32_pd(part), _mm512_loadu_pd(pieces->inverse + place)));
  const __m256i before =
      _mm256_mask_mov_epi32(_mm256_min_epu32(gained, height), is_inside, height);
  const __m256i cover = signed_as(before, sign);
  const __m256i cover_behind = signed_as(_mm256_sub_epi32(height, before), sign);
  const __m256i area = half_product(
      cover, _mm256_mask_add_epi32(part, is_inside, part, rest), pieces->sign);
  const __m256i area_behind =
      half_product(cover_behind, _mm256_add_epi32(whole, rest), pieces->sign);
  const __m256i row = load_eight(pieces->row + place);
  const __m512i bits = _mm512_maskz_sllv_epi64(
      is_short, _mm512_mask_mov_epi64(_mm512_set1_epi64(3), is_inside, _mm512_set1_epi64(1)),
      _mm512_cvtepi32_epi64(_mm256_and_si256(pixel, ints(63))));

  struct { int32_t cell[8], word[8], first[8], second[8], third[8]; uint64_t bits[8]; } sums;
  store_eight(sums.cell, _mm256_add_epi32(
      _mm256_mullo_epi32(row, ints((int32_t)lines->stride)), pixel));
  store_eight(sums.word, _mm256_add_epi32(
      _mm256_mullo_epi32(_mm256_srai_epi32(pixel, 6), ints((int32_t)lines->word_stride)), row));
  store_eight(sums.first, area);
  store_eight(sums.second, _mm256_add_epi32(_mm256_sub_epi32(cover, area), area_behind));
  store_eight(sums.third, _mm256_sub_epi32(cover_behind, area_behind));
  _mm512_storeu_si512(sums.bits, bits);
  // Pieces that follow each other mostly meet in a pixel. Wider additions would wait for the stores
  // of the pieces before, so the compiler must not join the additions.
  __asm__("" : "+m"(sums));
#pragma clang loop unroll_count(2)
  for (int lane = 0; lane < 8; lane++) {
    int32_t *const cell = lines->cells + sums.cell[lane];
    cell[0] += sums.first[lane];
    cell[1] += sums.second[lane];
    cell[2] += sums.third[lane];
    lines->words[sums.word[lane]] |= sums.bits[lane];
  }
  for (unsigned lanes = is_long; lanes != 0; lanes &= lanes - 1) {
    add_long(lines, pieces, place + __builtin_ctz(lanes));
  }
}

// Adds the collected pieces.
AVX512 __attribute__((noinline)) static void add_collected(
    const struct firstlight_outline_cells *lines, struct collected_pieces *pieces, long count) {
  // Pieces of no height follow the last one, inside the pixel where it begins.
  const __m256i start = ints(pieces->start[count - 1]);
  store_eight(pieces->start + count, start);
  store_eight(pieces->end + count, start);
  store_eight(pieces->height + count, ints(0));
  store_eight(pieces->row + count, ints(pieces->row[count - 1]));
  _mm512_storeu_pd(pieces->inverse + count, _mm512_setzero_pd());
  for (long place = 0; place < count; place += 8) add_eight(lines, pieces, place);
}

AVX512 long firstlight_add_lines_avx512(
    const struct firstlight_outline_cells *lines, const struct firstlight_corner *corners,
    long count) {
  const int32_t to_left = corners[1].x < corners[0].x ? -1 : 0;
  const int32_t sign = corners[1].y < corners[0].y ? -1 : 0;
  const __m128i places = _mm_setr_epi32(0, one, 2 * one, 3 * one);
  struct collected_pieces pieces;
  pieces.sign = sign;
  long index = 0, piece = 0;
  while (index < count) {
    const struct firstlight_corner from = corners[index], to = corners[index + 1];
    const int32_t dx = to.x - from.x, dy = to.y - from.y;
    if ((dx ^ to_left) - to_left <= 0 || (dy ^ sign) - sign <= 0) break;
    index++;
    const struct firstlight_corner upper = sign ? to : from, lower = sign ? from : to;
    const int32_t bottom = lower.y < lines->bottom ? lower.y : lines->bottom;
    int32_t top = upper.y > lines->top ? upper.y : lines->top;
    if (top >= bottom) continue;
    const __m128d way = _mm_setr_pd(dx, dy);
    const __m128d ratios = _mm_div_pd(way, _mm_permute_pd(way, 1));
    const __m256d slope = _mm256_broadcastsd_pd(ratios);
    const __m256d inverse = _mm256_andnot_pd(
        _mm256_set1_pd(-0.0), _mm256_broadcastsd_pd(_mm_permute_pd(ratios, 1)));
    int32_t x = upper.x;
    if (top > upper.y) {
      x += _mm_cvtsd_si32(_mm_mul_sd(_mm_set_sd(top - upper.y), ratios));
    }
    // Four rows at a time.
    while (1) {
      if (__builtin_expect(piece > limit - 4, 0)) {
        add_collected(lines, &pieces, piece);
        piece = 0;
      }
      const __m128i border = _mm_add_epi32(_mm_set1_epi32(top & ~0xFFFF), places);
      const __m128i end_y = _mm_min_epi32(
          _mm_add_epi32(border, _mm_set1_epi32(one)), _mm_set1_epi32(bottom));
      const __m128i distance = _mm_sub_epi32(end_y, _mm_set1_epi32(upper.y));
      const __m128i end_x = _mm_mask_add_epi32(
          _mm_set1_epi32(lower.x), _mm_cmpneq_epi32_mask(end_y, _mm_set1_epi32(lower.y)),
          _mm_set1_epi32(upper.x),
          _mm256_cvtpd_epi32(_mm256_mul_pd(_mm256_cvtepi32_pd(distance), slope)));
      store_four(pieces.start + piece + 1, end_x);
      pieces.start[piece] = x;
      store_four(pieces.end + piece, end_x);
      store_four(
          pieces.height + piece,
          _mm_sub_epi32(end_y, _mm_max_epi32(border, _mm_set1_epi32(top))));
      store_four(pieces.row + piece, _mm_srai_epi32(border, 16));
      _mm256_storeu_pd(pieces.inverse + piece, inverse);
      const int32_t rows = ((bottom + 0xFFFF) >> 16) - (top >> 16);
      if (rows <= 4) {
        piece += rows;
        break;
      }
      piece += 4;
      x = _mm_extract_epi32(end_x, 3);
      top = (top & ~0xFFFF) + 4 * one;
    }
  }
  if (piece > 0) add_collected(lines, &pieces, piece);
  return index;
}
#endif
