// Rotates pixels for scanouts, and packs pixels of three bytes.
#include "kernels.h"

#ifndef __x86_64__

// Nothing calls these here, but a build without optimization links them.
long firstlight_triples_avx2(const uint32_t *line, long count, void *target) { __builtin_trap(); }
long firstlight_reverse_avx2(const void *end, long count, int size, void *target) {
  __builtin_trap();
}
void firstlight_rotate_avx2(const struct firstlight_rotation *rotation) { __builtin_trap(); }

#else

#include "dithering.h"
#include "vectors.h"

// Eight pixels as three bytes each, and eight bytes behind them. `places` orders the bytes of four
// pixels.
AVX2_INLINE Pixels packed(Pixels words, __m128i places) {
  const Pixels triples = _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(places));
  return _mm256_permutevar8x32_epi32(triples, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
}

AVX2_INLINE Pixels packed_forward(Pixels words) {
  return packed(
      words, _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
}

AVX2_INLINE Pixels packed_backward(Pixels words) {
  const __m128i places = _mm_setr_epi8(12, 13, 14, 8, 9, 10, 4, 5, 6, 0, 1, 2, -1, -1, -1, -1);
  return packed(_mm256_permute4x64_epi64(words, _MM_SHUFFLE(1, 0, 3, 2)), places);
}

AVX2 long firstlight_triples_avx2(const uint32_t *line, long count, void *target) {
  uint8_t *to = target;
  // Bytes that are stored behind the last pixel are within the row.
  const long whole = count >= 16 ? (count - 8) & ~7L : 0;
  for (long index = 0; index < whole; index += 8, to += 24) {
    store((uint32_t *)to, packed_forward(load(line + index)));
  }
  return whole;
}

AVX2_INLINE void copy_part(uint8_t *to, const uint8_t *from, long count) {
  for (; count >= 16; count -= 16, to += 16, from += 16) {
    _mm_storeu_si128((__m128i *)to, _mm_loadu_si128((const __m128i *)from));
  }
  if (count & 8) __builtin_memcpy(to, from, 8), to += 8, from += 8;
  if (count & 4) __builtin_memcpy(to, from, 4), to += 4, from += 4;
  if (count & 2) __builtin_memcpy(to, from, 2), to += 2, from += 2;
  if (count & 1) *to = *from;
}

AVX2_INLINE Pixels reversed_words(Pixels pixels) {
  return _mm256_permutevar8x32_epi32(pixels, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0));
}

AVX2_INLINE Pixels reversed_shorts(Pixels pixels) {
  const Pixels places = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1));
  return _mm256_permute4x64_epi64(_mm256_shuffle_epi8(pixels, places), _MM_SHUFFLE(1, 0, 3, 2));
}

AVX2 long firstlight_reverse_avx2(const void *end, long count, int size, void *target) {
  const uint8_t *from = end;
  uint8_t *to = target;
  if (size == 3) {
    // Bytes that are stored behind the last pixel are within the row.
    const long whole = count >= 16 ? (count - 8) & ~7L : 0;
    for (long index = 0; index < whole; index += 8, from -= 32, to += 24) {
      store((uint32_t *)to, packed_backward(load((const uint32_t *)from - 8)));
    }
    return whole;
  }
  // Starts at the end, so that memory is read forward: the other way a frame took half as long
  // again.
  const long byte_count = count * size & ~31L;
  for (long place = byte_count - 32; place >= 0; place -= 32) {
    const Pixels pixels = load((const uint32_t *)(from - place) - 8);
    const Pixels reversed = size == 4 ? reversed_words(pixels) : reversed_shorts(pixels);
    store((uint32_t *)(to + place), reversed);
  }
  return byte_count / size;
}

// A group is 32 columns of sixteen rows, or of 32 rows if whole lines of the scanout need as many.
enum { group_columns = 32, most_rows = 32 };

// The rotation of a group. No hardware foresees the lines that it reads, nor those of the scanout.
// So each group requests the lines of the next one, spread over its other work, and each line once.
// Then few requests are under way at a time, and none is for a line that is cached, which would
// take as long as loading it.
struct rotating {
  const struct firstlight_rotation *rotation;
  // Bytes to the next group's source, and to the end of its target.
  long from_ahead, to_ahead;
  // Bytes from that end to the beginning of the target, if the next group is the first of a column:
  // no other group requests that line. Otherwise 0. Without this a frame took a tenth longer where
  // bands follow one another from right to left, as at 90°.
  long to_begin;
  // True if the distances above lead to the next group.
  int asks;
  // The thresholds plus 1 of a row's pixels, in both halves of words, and the number of the group's
  // first column. Rows and columns repeat.
  uint32_t added[8][16];
  long first_added;
};

AVX2_INLINE void ask_for_written(const uint8_t *to, const struct rotating *how) {
  if (!how->asks) return;
  __builtin_prefetch(to + how->to_ahead, 1);
  if (how->to_begin) __builtin_prefetch(to + how->to_ahead + how->to_begin, 1);
}

AVX2_INLINE __m128i load_four(const void *from) { return _mm_loadu_si128((const __m128i *)from); }

AVX2_INLINE int outer_factors(const struct firstlight_rotation *rotation) {
  return 1 << rotation->red_shift << 16 | 1 << rotation->blue_shift;
}

// The bytes of four pixels in the order in which they are written.
AVX2_INLINE __m128i byte_places(const struct firstlight_rotation *rotation) {
  __m128i places = rotation->size == 3
                       ? _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15)
                       : _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  // The lower two bits of a place are the component: 2 is 0 then, and 0 is 2.
  const __m128i even = _mm_cmpeq_epi8(_mm_and_si128(places, _mm_set1_epi8(1)), _mm_setzero_si128());
  if (rotation->swaps) places = _mm_xor_si128(places, _mm_and_si128(even, _mm_set1_epi8(2)));
  return places;
}

// Loads four columns of eight rows: each vector is a column, with four words in each half.
AVX2_INLINE void rotate_eight(
    const uint8_t *from, int first, const struct rotating *how, Pixels to[4]) {
  const struct firstlight_rotation *rotation = how->rotation;
  const long step = rotation->row_step;
  const Pixels outer = _mm256_set1_epi32(outer_factors(rotation));
  Pixels r[4], t[4];
  for (int row = 0; row < 4; row++) {
    r[row] = _mm256_castsi128_si256(load_four(from + row * step));
    r[row] = _mm256_inserti128_si256(r[row], load_four(from + (row + 4) * step), 1);
  }
  if (rotation->size == 2) {
    for (int row = 0; row < 4; row++) {
      const Pixels added = _mm256_inserti128_si256(
          _mm256_castsi128_si256(load_four(&how->added[row][how->first_added + (first & 7)])),
          load_four(&how->added[row + 4][how->first_added + (first & 7)]), 1);
      r[row] = dithered(r[row], added, outer);
    }
  }
  for (int pair = 0; pair < 2; pair++) {
    t[2 * pair] = _mm256_unpacklo_epi32(r[2 * pair], r[2 * pair + 1]);
    t[2 * pair + 1] = _mm256_unpackhi_epi32(r[2 * pair], r[2 * pair + 1]);
  }
  for (int side = 0; side < 2; side++) {
    to[2 * side] = _mm256_unpacklo_epi64(t[side], t[side + 2]);
    to[2 * side + 1] = _mm256_unpackhi_epi64(t[side], t[side + 2]);
  }
}

AVX2 static void rotate_sixteen(const uint8_t *from, uint8_t *to, const struct rotating *how) {
  const struct firstlight_rotation *rotation = how->rotation;
  const __m128i places = byte_places(rotation);
  for (int first = 0; first < group_columns; first += 4) {
    Pixels upper[4], lower[4];
    const uint8_t *source = from + first * 4;
    const uint8_t *ask = from + how->from_ahead + (first & ~15) * 4 + (first & 15) * rotation->row_step;
    for (int row = 0; row < 4; row++) __builtin_prefetch(ask + row * rotation->row_step);
    rotate_eight(source, first, how, upper);
    rotate_eight(source + 8 * rotation->row_step, first, how, lower);
    for (int column = 0; column < 4; column++) {
      uint8_t *place = to + (first + column) * rotation->column_step;
      ask_for_written(place, how);
      if (rotation->size == 2) {
        const Pixels words = _mm256_packus_epi32(upper[column], lower[column]);
        store((uint32_t *)place, _mm256_permute4x64_epi64(words, _MM_SHUFFLE(3, 1, 2, 0)));
      } else if (rotation->size == 3) {
        // The bytes behind the first ones are overwritten later.
        store((uint32_t *)place, packed(upper[column], places));
        const Pixels last = packed(lower[column], places);
        _mm_storeu_si128((__m128i *)(place + 24), _mm256_castsi256_si128(last));
        _mm_storel_epi64((__m128i *)(place + 40), _mm256_extracti128_si256(last, 1));
      } else {
        const Pixels order = _mm256_broadcastsi128_si256(places);
        store((uint32_t *)place, _mm256_shuffle_epi8(upper[column], order));
        store((uint32_t *)(place + 32), _mm256_shuffle_epi8(lower[column], order));
      }
    }
  }
}

// Four columns of four rows, and of the rows four, eight and twelve below them.
AVX512_INLINE void load_rows(const uint8_t *from, long step, __m512i r[4]) {
#pragma clang loop unroll(full)
  for (int row = 0; row < 4; row++, from += step) {
    // Otherwise the compiler keeps sixteen addresses, more than there are registers.
    __asm__("" : "+r"(from));
    r[row] = _mm512_castsi128_si512(load_four(from));
    r[row] = _mm512_inserti32x4(r[row], load_four(from + 4 * step), 1);
    r[row] = _mm512_inserti32x4(r[row], load_four(from + 8 * step), 2);
    r[row] = _mm512_inserti32x4(r[row], load_four(from + 12 * step), 3);
  }
}

// Brings the words at the same place in each quarter together: lines of the scanout.
AVX512_INLINE void turn_rows(__m512i r[4]) {
  const __m512i a = _mm512_unpacklo_epi32(r[0], r[1]), b = _mm512_unpacklo_epi32(r[2], r[3]);
  const __m512i c = _mm512_unpackhi_epi32(r[0], r[1]), d = _mm512_unpackhi_epi32(r[2], r[3]);
  r[0] = _mm512_unpacklo_epi64(a, b), r[1] = _mm512_unpackhi_epi64(a, b);
  r[2] = _mm512_unpacklo_epi64(c, d), r[3] = _mm512_unpackhi_epi64(c, d);
}

AVX512_INLINE void rotate_words(const uint8_t *from, uint8_t *to, const struct rotating *how) {
  const struct firstlight_rotation *rotation = how->rotation;
  const long step = rotation->row_step;
  const __m512i places = _mm512_broadcast_i32x4(byte_places(rotation));
  const __m512i triples = _mm512_setr_epi32(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 0, 0, 0, 0);
  for (int first = 0; first < group_columns; first += 4) {
    const uint8_t *ask = from + how->from_ahead + (first & ~15) * 4 + (first & 15) * step;
    uint8_t *place = to + first * rotation->column_step;
    __m512i r[4];
    load_rows(from + first * 4, step, r);
    for (int row = 0; row < 4; row++) __builtin_prefetch(ask + row * step);
    turn_rows(r);
#pragma clang loop unroll(full)
    for (int column = 0; column < 4; column++, place += rotation->column_step) {
      __asm__("" : "+r"(place));
      ask_for_written(place, how);
      const __m512i ordered = _mm512_shuffle_epi8(r[column], places);
      if (rotation->size == 3) {
        _mm512_mask_storeu_epi32(place, 0xFFF, _mm512_permutexvar_epi32(triples, ordered));
      } else {
        _mm512_storeu_si512(place, ordered);
      }
    }
  }
}

// Rotates pixels of 16 bits: two neighbouring rows are packed in words, which are then rotated.
AVX512_INLINE void rotate_shorts(const uint8_t *from, uint8_t *to, const struct rotating *how) {
  const struct firstlight_rotation *rotation = how->rotation;
  const struct narrowing narrowing = narrowing_of(rotation->red_shift, rotation->blue_shift);
  const long step = rotation->row_step, column_step = rotation->column_step;
  const long ahead = how->from_ahead;
  const __m512i half = _mm512_set1_epi32(0xFFFF);
  uint32_t pairs[most_rows / 2][group_columns] __attribute__((aligned(64)));
  for (int row = 0; row < most_rows; row += 2, from += 2 * step) {
    const uint32_t *const added = how->added[row & 7] + how->first_added;
    const __m512i both = _mm512_ternarylogic_epi32(
        half, _mm512_broadcast_i64x4(load(added)), _mm512_broadcast_i64x4(load(added + 16)), 0xCA);
    for (int first = 0; first < group_columns; first += 16) {
      const uint8_t *const place = from + first * 4;
      __builtin_prefetch(place + ahead);
      __builtin_prefetch(place + ahead + step);
      const __m512i words = narrowed(
          _mm512_loadu_si512(place), _mm512_loadu_si512(place + step), both, &narrowing);
      _mm512_store_si512(&pairs[row / 2][first], words);
    }
  }
  for (int first = 0; first < group_columns; first += 4) {
    uint8_t *place = to + first * column_step;
    __m512i r[4];
    load_rows((const uint8_t *)&pairs[0][first], sizeof pairs[0], r);
    turn_rows(r);
#pragma clang loop unroll(full)
    for (int column = 0; column < 4; column++, place += column_step) {
      ask_for_written(place, how);
      _mm512_storeu_si512(place, r[column]);
    }
  }
}

AVX512 static void rotate_whole(const uint8_t *from, uint8_t *to, const struct rotating *how) {
  if (how->rotation->size == 2) return rotate_shorts(from, to, how);
  rotate_words(from, to, how);
}

typedef void Group(const uint8_t *from, uint8_t *to, const struct rotating *how);

// Rotates a group with only some of its columns and rows.
AVX2 static void rotate_part(
    const uint8_t *from, uint8_t *to, long columns, long rows, const struct rotating *how,
    Group *group) {
  uint32_t source[most_rows][group_columns] = {0};
  uint8_t target[group_columns][64];
  struct firstlight_rotation rotation = *how->rotation;
  for (long row = 0; row < rows; row++) {
    __builtin_memcpy(source[row], from + row * rotation.row_step, (unsigned long)columns * 4);
  }
  rotation.row_step = sizeof source[0], rotation.column_step = sizeof target[0];
  struct rotating there = *how;
  there.rotation = &rotation, there.from_ahead = there.asks = 0;
  group((const uint8_t *)source, target[0], &there);
  for (long column = 0; column < columns; column++) {
    copy_part(to + column * how->rotation->column_step, target[column], rows * rotation.size);
  }
}

AVX2_INLINE long least(long a, long b) { return a < b ? a : b; }

// Groups go down the columns, two lines of the source wide, so that pages change seldom.
AVX2 void firstlight_rotate_avx2(const struct firstlight_rotation *rotation) {
  Group *const group = firstlight_level > 1 ? rotate_whole : rotate_sixteen;
  const long high = firstlight_level > 1 && rotation->size == 2 ? 32 : 16;
  struct rotating how = {.rotation = rotation, .asks = 1};
  for (int place = 0; place < 8 * 16 && rotation->size == 2; place++) {
    const uint8_t *const thresholds = (const uint8_t *)&rotation->thresholds[place / 16];
    how.added[place / 16][place % 16] = (thresholds[place % 8] + 1u) * 0x10001;
  }
  // From the second group on, groups begin where lines of the source begin. The last one ends with
  // the columns: to make it whole, a few columns are rotated twice.
  const long last = rotation->columns - group_columns;
  const long lead = rotation->row_step & 63 ? 0 : (-(long)(uintptr_t)rotation->source & 63) / 4;
  for (long column = 0, next; column < rotation->columns; column = next) {
    next = column + (column || !lead ? group_columns : lead);
    next = column >= last ? rotation->columns : least(next, last);
    const long columns = least(rotation->columns - column, group_columns);
    how.first_added = column & 7;
    for (long row = 0; row < rotation->rows; row += high) {
      const long rows = least(rotation->rows - row, high);
      const uint8_t *from = (const uint8_t *)rotation->source + row * rotation->row_step + column * 4;
      uint8_t *to = (uint8_t *)rotation->target + column * rotation->column_step + row * rotation->size;
      // The group below, or the next columns' first.
      const int is_last = row + high >= rotation->rows;
      const long down = is_last ? -row : high, right = is_last ? next - column : 0;
      const long length = high * rotation->size - 1;
      how.from_ahead = down * rotation->row_step + right * 4;
      how.to_ahead = down * rotation->size + right * rotation->column_step + length;
      how.to_begin = is_last ? -length : 0;
      if (columns == group_columns && rows == high) {
        group(from, to, &how);
      } else {
        rotate_part(from, to, columns, rows, &how, group);
      }
    }
  }
}

#endif
