// Pixels on their way to turned scanouts, and those of three bytes.
#include "kernels.h"

#ifndef __x86_64__

int firstlight_stream_turned(int is_streamed) {
  (void)is_streamed;
  return 0;
}

// Nobody calls these here; a build that is not optimized links them all the same.
long firstlight_wide_triples(const uint32_t *line, long count, void *target) { __builtin_trap(); }
long firstlight_wide_reverse(const void *end, long count, int size, void *target) {
  __builtin_trap();
}
void firstlight_wide_turn(
    const void *source, long row_step, long columns, long rows, int size, void *target,
    long column_step) {
  __builtin_trap();
}
void firstlight_wide_turn_over(
    const void *source, long row_step, long columns, long rows, uint8_t coverage, uint32_t base,
    uint32_t rest, int size, void *target, long column_step) {
  __builtin_trap();
}

#else

#include <cpuid.h>

#include "wide.h"

// Eight pixels as three bytes each, and eight bytes behind them. `places` are those of the bytes of
// four pixels.
INNER Pixels packed(Pixels words, __m128i places) {
  const Pixels triples = _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(places));
  return _mm256_permutevar8x32_epi32(triples, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
}

INNER Pixels packed_forward(Pixels words) {
  return packed(
      words, _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
}

INNER Pixels packed_backward(Pixels words) {
  const __m128i places = _mm_setr_epi8(12, 13, 14, 8, 9, 10, 4, 5, 6, 0, 1, 2, -1, -1, -1, -1);
  return packed(_mm256_permute4x64_epi64(words, _MM_SHUFFLE(1, 0, 3, 2)), places);
}

WIDE long firstlight_wide_triples(const uint32_t *line, long count, void *target) {
  uint8_t *to = target;
  // What is stored behind the last is within the row.
  const long whole = count >= 16 ? (count - 8) & ~7L : 0;
  for (long index = 0; index < whole; index += 8, to += 24) {
    store((uint32_t *)to, packed_forward(load(line + index)));
  }
  return whole;
}

// Whether what is turned is better stored past the cache than asked for: whole lines are on AMD's
// processors. On Intel's that took two times as long, and five where lines are not whole.
static int streams;

__attribute__((constructor)) static void look(void) {
  unsigned a, maker, c, d;
  streams = __get_cpuid(0, &a, &maker, &c, &d) && maker == signature_AMD_ebx;
}

int firstlight_stream_turned(int is_streamed) {
  const int last = streams;
  streams = is_streamed;
  return last;
}

INNER void put(uint8_t *to, Pixels words, int streamed) {
  if (streamed) {
    _mm256_stream_si256((Pixels *)to, words);
  } else {
    store((uint32_t *)to, words);
  }
}

// What pixels are laid over as they are turned: a colour, where they are not scaled; else what of a
// colour shines through opaque ones.
struct ground {
  int coverage;
  uint32_t base, rest;
};

// How columns become rows. Lines of turned scanouts, and of what they are read from, lie where nothing
// foresees them. So each block asks for the lines of one that comes a little later: a few between
// other work, for no more than ten or so are under way at a time.
struct turning {
  // Bytes from a row of the source, and from a column on the target, to the next.
  long row_step, column_step;
  // Bytes to what is read and written later.
  long from_ahead, to_ahead;
  // Whether what is written goes past the cache, and whether what is written later does not.
  int streamed, asks;
  const struct ground *ground;
};

INNER Pixels load_asking(const uint8_t *from, const struct turning *how) {
  __builtin_prefetch(from + how->from_ahead);
  return load((const uint32_t *)from);
}

INNER void ask_for_written(const uint8_t *to, const struct turning *how) {
  if (how->asks) __builtin_prefetch(to + how->to_ahead, 1);
}

// Copies through the cache.
INNER void copy_part(uint8_t *to, const uint8_t *from, long count) {
  for (; count >= 16; count -= 16, to += 16, from += 16) {
    _mm_storeu_si128((__m128i *)to, _mm_loadu_si128((const __m128i *)from));
  }
  if (count & 8) __builtin_memcpy(to, from, 8), to += 8, from += 8;
  if (count & 4) __builtin_memcpy(to, from, 4), to += 4, from += 4;
  if (count & 2) __builtin_memcpy(to, from, 2), to += 2, from += 2;
  if (count & 1) *to = *from;
}

// Copies from the cache, where `streams` says so whole lines past it; what is no line goes through
// it, since the rest of it comes soon.
INNER void stream(uint8_t *to, const uint8_t *from, long count) {
  if (!streams) return copy_part(to, from, count);
  long head = -(long)(uintptr_t)to & 63;
  if (head > count) head = count;
  copy_part(to, from, head);
  for (to += head, from += head, count -= head; count >= 64; to += 64, from += 64, count -= 64) {
    _mm256_stream_si256((Pixels *)to, load((const uint32_t *)from));
    _mm256_stream_si256((Pixels *)to + 1, load((const uint32_t *)from + 8));
  }
  copy_part(to, from, count);
}

INNER Pixels reversed_words(Pixels pixels) {
  return _mm256_permutevar8x32_epi32(pixels, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0));
}

INNER Pixels reversed_shorts(Pixels pixels) {
  const Pixels places = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1));
  return _mm256_permute4x64_epi64(_mm256_shuffle_epi8(pixels, places), _MM_SHUFFLE(1, 0, 3, 2));
}

WIDE long firstlight_wide_reverse(const void *end, long count, int size, void *target) {
  const uint8_t *from = end;
  uint8_t *to = target;
  if (size == 3) {
    // Streamed in lines, and never beyond the end.
    enum { pixels = 64 };
    uint8_t row[pixels * 3 + 8];
    const long whole = count & ~(long)(pixels - 1);
    for (long index = 0; index < whole; index += pixels, to += pixels * 3) {
      for (int part = 0; part < pixels / 8; part++, from -= 32) {
        store((uint32_t *)(row + part * 24), packed_backward(load((const uint32_t *)from - 8)));
      }
      stream(to, row, pixels * 3);
    }
    return whole;
  }
  const long byte_count = count * size & ~31L;
  const int streamed = streams && ((uintptr_t)target & 31) == 0 && byte_count >= 512;
  for (long place = 0; place < byte_count; place += 32) {
    const Pixels pixels = load((const uint32_t *)(from - place) - 8);
    const Pixels reversed = size == 4 ? reversed_words(pixels) : reversed_shorts(pixels);
    put(to + place, reversed, streamed);
  }
  return byte_count / size;
}

INNER void lay(Pixels r[8], const struct ground *ground) {
  const Pixels under = _mm256_set1_epi32((int)ground->base);
  const Pixels rest = _mm256_set1_epi32((int)ground->rest), part = repeated(ground->coverage);
  if (ground->coverage == 255) {
    for (int row = 0; row < 8; row++) r[row] = over_halves(r[row], low(under), high(under));
  } else {
    for (int row = 0; row < 8; row++) r[row] = _mm256_add_epi32(scaled(r[row], part), rest);
  }
}

// Eight columns of eight words as rows: maybe as three bytes each and eight bytes behind them.
INNER void turn_words(
    const uint8_t *from, uint8_t *to, int packs, const struct turning *how) {
  Pixels r[8], t[8];
  for (int row = 0; row < 8; row++) r[row] = load_asking(from + row * how->row_step, how);
  if (how->ground) lay(r, how->ground);
  for (int pair = 0; pair < 4; pair++) {
    t[2 * pair] = _mm256_unpacklo_epi32(r[2 * pair], r[2 * pair + 1]);
    t[2 * pair + 1] = _mm256_unpackhi_epi32(r[2 * pair], r[2 * pair + 1]);
  }
  for (int half = 0; half < 2; half++) {
    for (int side = 0; side < 2; side++) {
      const Pixels upper = t[4 * half + side], lower = t[4 * half + side + 2];
      r[4 * half + 2 * side] = _mm256_unpacklo_epi64(upper, lower);
      r[4 * half + 2 * side + 1] = _mm256_unpackhi_epi64(upper, lower);
    }
  }
  for (int column = 0; column < 8; column++) {
    const Pixels upper = r[column & 3], lower = r[4 + (column & 3)];
    const Pixels turned = column < 4 ? _mm256_permute2x128_si256(upper, lower, 0x20)
                                     : _mm256_permute2x128_si256(upper, lower, 0x31);
    uint8_t *place = to + column * how->column_step;
    ask_for_written(place, how);
    if (packs) {
      const Pixels triples = packed_forward(turned);
      _mm_storeu_si128((__m128i *)place, _mm256_castsi256_si128(triples));
      _mm_storel_epi64((__m128i *)(place + 16), _mm256_extracti128_si256(triples, 1));
    } else {
      put(place, turned, how->streamed);
    }
  }
}

INNEST void put_line(uint8_t *to, __m512i words, const struct turning *how) {
  ask_for_written(to, how);
  put(to, _mm512_castsi512_si256(words), how->streamed);
  put(to + 32, _mm512_extracti64x4_epi64(words, 1), how->streamed);
}

// Eight columns of sixteen words as rows: rows eight apart share a vector, so that whole lines come
// of it and few are begun at the same time.
INNEST void turn_sixteen(const uint8_t *from, uint8_t *to, const struct turning *how) {
  const struct ground *ground = how->ground;
  __m512i r[8], t[8];
  for (int row = 0; row < 8; row++) {
    const uint8_t *place = from + row * how->row_step;
    r[row] = _mm512_inserti64x4(
        _mm512_castsi256_si512(load_asking(place, how)),
        load_asking(place + 8 * how->row_step, how), 1);
  }
  if (ground && ground->coverage == 255) {
    const __m512i under = _mm512_set1_epi32((int)ground->base);
#pragma clang loop unroll(full)
    for (int row = 0; row < 8; row++) {
      r[row] = over_halves16(r[row], low16(under), _mm512_srli_epi16(under, 8));
    }
  } else if (ground) {
    const __m512i rest = _mm512_set1_epi32((int)ground->rest);
    const __m512i part = _mm512_set1_epi16((short)ground->coverage);
#pragma clang loop unroll(full)
    for (int row = 0; row < 8; row++) r[row] = _mm512_add_epi32(scaled16(r[row], part), rest);
  }
  for (int pair = 0; pair < 4; pair++) {
    t[2 * pair] = _mm512_unpacklo_epi32(r[2 * pair], r[2 * pair + 1]);
    t[2 * pair + 1] = _mm512_unpackhi_epi32(r[2 * pair], r[2 * pair + 1]);
  }
  const __m512i first = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
  const __m512i second = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  for (int column = 0; column < 4; column++) {
    // In a vector the columns `column` and `column` + 4 of rows, first of the upper four of eight.
    const int side = column / 2;
    const __m512i upper = column & 1 ? _mm512_unpackhi_epi64(t[side], t[side + 2])
                                     : _mm512_unpacklo_epi64(t[side], t[side + 2]);
    const __m512i lower = column & 1 ? _mm512_unpackhi_epi64(t[side + 4], t[side + 6])
                                     : _mm512_unpacklo_epi64(t[side + 4], t[side + 6]);
    const __m512i left = _mm512_permutex2var_epi64(upper, first, lower);
    const __m512i right = _mm512_permutex2var_epi64(upper, second, lower);
    put_line(to + column * how->column_step, left, how);
    put_line(to + (column + 4) * how->column_step, right, how);
  }
}

// Sixteen columns of eight words of 16 bits as rows.
INNER void turn_shorts(const uint8_t *from, uint8_t *to, const struct turning *how) {
  Pixels r[8], t[8];
  for (int row = 0; row < 8; row++) r[row] = load_asking(from + row * how->row_step, how);
  for (int pair = 0; pair < 4; pair++) {
    t[pair] = _mm256_unpacklo_epi16(r[2 * pair], r[2 * pair + 1]);
    t[pair + 4] = _mm256_unpackhi_epi16(r[2 * pair], r[2 * pair + 1]);
  }
  for (int pair = 0; pair < 4; pair++) {
    r[2 * pair] = _mm256_unpacklo_epi32(t[2 * pair], t[2 * pair + 1]);
    r[2 * pair + 1] = _mm256_unpackhi_epi32(t[2 * pair], t[2 * pair + 1]);
  }
  for (int column = 0; column < 8; column++) {
    // Pairs of columns, the first four rows of them and the others.
    const int first = column < 4 ? column / 2 : column / 2 + 2;
    const Pixels both = column & 1 ? _mm256_unpackhi_epi64(r[first], r[first + 2])
                                   : _mm256_unpacklo_epi64(r[first], r[first + 2]);
    uint8_t *place = to + column * how->column_step, *other = place + 8 * how->column_step;
    ask_for_written(place, how);
    ask_for_written(other, how);
    _mm_storeu_si128((__m128i *)place, _mm256_castsi256_si128(both));
    _mm_storeu_si128((__m128i *)other, _mm256_extracti128_si256(both, 1));
  }
}

// Turns columns and rows that are less than a group each, or a whole one.
typedef void Group(
    const uint8_t *from, uint8_t *to, long columns, long rows, const struct turning *how);

INNER void turn_group(
    const uint8_t *from, uint8_t *to, long columns, long rows, int size,
    const struct turning *how) {
  const long word = size == 2 ? 2 : 4;
  for (long column = 0; column < columns; column += 32 / word) {
    for (long row = 0; row < rows; row += 8) {
      const uint8_t *source = from + row * how->row_step + column * word;
      uint8_t *target = to + column * how->column_step + row * size;
      if (size == 2) {
        turn_shorts(source, target, how);
      } else {
        turn_words(source, target, size == 3, how);
      }
    }
  }
}

WIDE static void turn_two_bytes(
    const uint8_t *from, uint8_t *to, long columns, long rows, const struct turning *how) {
  turn_group(from, to, columns, rows, 2, how);
}

WIDE static void turn_three_bytes(
    const uint8_t *from, uint8_t *to, long columns, long rows, const struct turning *how) {
  turn_group(from, to, columns, rows, 3, how);
}

WIDE static void turn_four_bytes(
    const uint8_t *from, uint8_t *to, long columns, long rows, const struct turning *how) {
  turn_group(from, to, columns, rows, 4, how);
}

WIDEST static void turn_whole_lines(
    const uint8_t *from, uint8_t *to, long columns, long rows, const struct turning *how) {
  if (rows < 16) return turn_four_bytes(from, to, columns, rows, how);
  for (long column = 0; column < columns; column += 8) {
    turn_sixteen(from + column * 4, to + column * how->column_step, how);
  }
}

static Group *group_of(int size) {
  switch (size) {
  case 2: return turn_two_bytes;
  case 3: return turn_three_bytes;
  default: return firstlight_wide_kernels > 1 ? turn_whole_lines : turn_four_bytes;
  }
}

// Groups go down the columns, and have whole lines of the source and, where they are aligned, of the
// target: two of the former where they can, so that fewer pages are changed between.
static void turn(
    const uint8_t *source, long row_step, long columns, long rows, int size, uint8_t *target,
    long column_step, const struct ground *ground) {
  const long word = size == 2 ? 2 : 4, wide = 32, down = size == 2 ? 32 : 16;
  const long rows_of_groups = (rows + down - 1) / down * down;
  Group *const group = group_of(size);
  struct turning how = {.row_step = row_step, .column_step = column_step, .ground = ground};
  const int has_lines =
      size == 4 && streams && (((uintptr_t)target | (unsigned long)column_step) & 63) == 0;
  for (long column = 0; column < columns; column += wide) {
    for (long row = 0; row < rows; row += down) {
      // Two groups on, or the next columns' first.
      long next_row = row + 2 * down, next_column = 0;
      if (next_row >= rows) {
        next_column = wide;
        next_row -= rows_of_groups;
        if (next_row >= rows) next_row = 0;
      }
      how.from_ahead = (next_row - row) * row_step + next_column * word;
      how.to_ahead = (next_row - row) * size + next_column * column_step;
      how.streamed = has_lines && row + down <= rows;
      how.asks = !has_lines || next_row + down > rows;
      group(
          source + row * row_step + column * word, target + column * column_step + row * size,
          column + wide < columns ? wide : columns - column,
          row + down < rows ? down : rows - row, &how);
    }
  }
}

void firstlight_wide_turn(
    const void *source, long row_step, long columns, long rows, int size, void *target,
    long column_step) {
  turn(source, row_step, columns, rows, size, target, column_step, 0);
}

void firstlight_wide_turn_over(
    const void *source, long row_step, long columns, long rows, uint8_t coverage, uint32_t base,
    uint32_t rest, int size, void *target, long column_step) {
  const struct ground ground = {coverage, base, rest};
  turn(source, row_step, columns, rows, size, target, column_step, &ground);
}

#endif
