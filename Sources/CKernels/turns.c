// Pixels on their way to turned scanouts, and those of three bytes.
#include "kernels.h"

#ifndef __x86_64__

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
    uint32_t rest, void *target, long column_step) {
  __builtin_trap();
}
void firstlight_wide_turn_linear(
    void *target, long column_step, long columns, long rows, uint32_t *red, uint32_t *green,
    uint32_t *blue, uint32_t red_step, uint32_t green_step, uint32_t blue_step) {
  __builtin_trap();
}

#else

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

// Copies less than a line through the cache.
INNER void copy_part(uint8_t *to, const uint8_t *from, long count) {
  for (; count >= 16; count -= 16, to += 16, from += 16) {
    _mm_storeu_si128((__m128i *)to, _mm_loadu_si128((const __m128i *)from));
  }
  if (count & 8) __builtin_memcpy(to, from, 8), to += 8, from += 8;
  if (count & 4) __builtin_memcpy(to, from, 4), to += 4, from += 4;
  if (count & 2) __builtin_memcpy(to, from, 2), to += 2, from += 2;
  if (count & 1) *to = *from;
}

// Copies from the cache: whole lines past it, and what is no line through it, since the rest of it
// comes soon.
INNER void stream(uint8_t *to, const uint8_t *from, long count) {
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
    // Streamed in lines.
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
  const int streams = ((uintptr_t)target & 31) == 0 && byte_count >= 512;
  for (long place = 0; place < byte_count; place += 32) {
    const Pixels pixels = load((const uint32_t *)(from - place) - 8);
    const Pixels reversed = size == 4 ? reversed_words(pixels) : reversed_shorts(pixels);
    if (streams) {
      _mm256_stream_si256((Pixels *)(to + place), reversed);
    } else {
      store((uint32_t *)(to + place), reversed);
    }
  }
  return byte_count / size;
}

// What pixels are laid over as they are turned: a colour, where they are not scaled; else what of a
// colour shines through opaque ones.
struct ground {
  int coverage;
  uint32_t base, rest;
};

INNER void lay(Pixels r[8], const struct ground *ground) {
  const Pixels under = _mm256_set1_epi32((int)ground->base);
  const Pixels rest = _mm256_set1_epi32((int)ground->rest), part = repeated(ground->coverage);
  if (ground->coverage == 255) {
    for (int row = 0; row < 8; row++) r[row] = over_halves(r[row], low(under), high(under));
  } else {
    for (int row = 0; row < 8; row++) r[row] = _mm256_add_epi32(scaled(r[row], part), rest);
  }
}

// Eight columns of eight words as rows, which are `step` bytes apart: stored past the cache at
// multiples of 32, or through it, there maybe as three bytes each and eight bytes behind them.
INNER void turn_words(
    const uint8_t *from, long row_step, uint8_t *to, long step, int streams, int packs,
    const struct ground *ground) {
  Pixels r[8], t[8];
  for (int row = 0; row < 8; row++) r[row] = load((const uint32_t *)(from + row * row_step));
  if (ground) lay(r, ground);
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
    if (streams) {
      _mm256_stream_si256((Pixels *)(to + column * step), turned);
    } else {
      uint8_t *place = to + column * step;
      if (packs) {
        const Pixels triples = packed_forward(turned);
        _mm_storeu_si128((__m128i *)place, _mm256_castsi256_si128(triples));
        _mm_storel_epi64((__m128i *)(place + 16), _mm256_extracti128_si256(triples, 1));
      } else {
        store((uint32_t *)place, turned);
      }
    }
  }
}

INNEST void stream_line(uint8_t *to, __m512i words) {
  _mm256_stream_si256((Pixels *)to, _mm512_castsi512_si256(words));
  _mm256_stream_si256((Pixels *)to + 1, _mm512_extracti64x4_epi64(words, 1));
}

// Eight columns of sixteen words as rows, streamed: rows eight apart share a vector, so that whole
// lines come of it and few are begun at the same time.
WIDEST static void stream_columns(
    const uint8_t *from, long row_step, uint8_t *to, long step, const struct ground *ground) {
  __m512i r[8], t[8];
  for (int row = 0; row < 8; row++) {
    const uint8_t *place = from + row * row_step;
    r[row] = _mm512_inserti64x4(
        _mm512_castsi256_si512(load((const uint32_t *)place)),
        load((const uint32_t *)(place + 8 * row_step)), 1);
  }
  if (ground && ground->coverage == 255) {
    const __m512i under = _mm512_set1_epi32((int)ground->base);
    for (int row = 0; row < 8; row++) {
      r[row] = over_halves16(r[row], low16(under), _mm512_srli_epi16(under, 8));
    }
  } else if (ground) {
    const __m512i rest = _mm512_set1_epi32((int)ground->rest);
    const __m512i part = _mm512_set1_epi16((short)ground->coverage);
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
    stream_line(to + column * step, _mm512_permutex2var_epi64(upper, first, lower));
    stream_line(to + (column + 4) * step, _mm512_permutex2var_epi64(upper, second, lower));
  }
}

INNER void stream_words(
    const void *source, long row_step, long columns, long rows, void *target, long column_step,
    const struct ground *ground) {
  const long wider = firstlight_wide_kernels > 1 ? rows & ~15L : 0;
  for (long column = 0; column < columns; column += 8) {
    const uint8_t *from = (const uint8_t *)source + column * 4;
    uint8_t *to = (uint8_t *)target + column * column_step;
    long row = 0;
    for (; row < wider; row += 16, from += 16 * row_step, to += 64) {
      stream_columns(from, row_step, to, column_step, ground);
    }
    for (; row < rows; row += 8, from += 8 * row_step, to += 32) {
      turn_words(from, row_step, to, column_step, 1, 0, ground);
    }
  }
}

// Sixteen columns of eight words of 16 bits as rows.
INNER void turn_shorts(const uint8_t *from, long row_step, uint8_t *to, long step) {
  Pixels r[8], t[8];
  for (int row = 0; row < 8; row++) r[row] = load((const uint32_t *)(from + row * row_step));
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
    uint8_t *place = to + column * step;
    _mm_storeu_si128((__m128i *)place, _mm256_castsi256_si128(both));
    _mm_storeu_si128((__m128i *)(place + 8 * step), _mm256_extracti128_si256(both, 1));
  }
}

// Lines of turned scanouts lie where nothing foresees them: those of the column so many ahead are
// asked for as a column is written.
enum { ahead = 32 };

INNER void turn(
    const void *source, long row_step, long columns, long rows, int size, void *target,
    long column_step) {
  const int word = size == 2 ? 2 : 4;
  const long block = 32 / word;
  for (long column = 0; column < columns; column += block) {
    const uint8_t *from = (const uint8_t *)source + column * word;
    uint8_t *to = (uint8_t *)target + column * column_step;
    for (long next = 0; next < block; next++) {
      const uint8_t *line = to + (ahead + next) * column_step;
      for (long byte = 0; byte < rows * size; byte += 64) __builtin_prefetch(line + byte, 1);
      __builtin_prefetch(line + rows * size - 1, 1);
    }
    for (long row = 0; row < rows; row += 8, from += 8 * row_step, to += 8 * size) {
      if (size == 2) {
        turn_shorts(from, row_step, to, column_step);
      } else {
        turn_words(from, row_step, to, column_step, 0, size == 3, 0);
      }
    }
  }
}

WIDE void firstlight_wide_turn(
    const void *source, long row_step, long columns, long rows, int size, void *target,
    long column_step) {
  if (size == 2) return turn(source, row_step, columns, rows, 2, target, column_step);
  if (size == 3) return turn(source, row_step, columns, rows, 3, target, column_step);
  if ((((uintptr_t)target | (unsigned long)column_step) & 31) != 0 || rows < 16) {
    return turn(source, row_step, columns, rows, 4, target, column_step);
  }
  stream_words(source, row_step, columns, rows, target, column_step, 0);
}

WIDE void firstlight_wide_turn_over(
    const void *source, long row_step, long columns, long rows, uint8_t coverage, uint32_t base,
    uint32_t rest, void *target, long column_step) {
  const struct ground ground = {coverage, base, rest};
  stream_words(source, row_step, columns, rows, target, column_step, &ground);
}

WIDE void firstlight_wide_turn_linear(
    void *target, long column_step, long columns, long rows, uint32_t *red, uint32_t *green,
    uint32_t *blue, uint32_t red_step, uint32_t green_step, uint32_t blue_step) {
  const Pixels top = _mm256_set1_epi32((int)0xFF000000);
  const Pixels red_jump = _mm256_set1_epi32((int)red_step);
  const Pixels green_jump = _mm256_set1_epi32((int)green_step);
  const Pixels blue_jump = _mm256_set1_epi32((int)blue_step);
  // A few columns at a time, so that lines that are begun are soon whole.
  enum { block = 8 };
  for (long first = 0; first < columns; first += block) {
    const long end = first + block < columns ? first + block : columns;
    for (long row = 0; row < rows; row += 16) {
      Pixels r[2], g[2], b[2];
      for (int half = 0; half < 2; half++) {
        r[half] = load(red + row + 8 * half);
        g[half] = load(green + row + 8 * half);
        b[half] = load(blue + row + 8 * half);
      }
      uint8_t *to = (uint8_t *)target + first * column_step + row * 4;
      for (long column = first; column < end; column++, to += column_step) {
        for (int half = 0; half < 2; half++) {
          _mm256_stream_si256((Pixels *)to + half, gathered(r[half], g[half], b[half], top));
          r[half] = _mm256_add_epi32(r[half], red_jump);
          g[half] = _mm256_add_epi32(g[half], green_jump);
          b[half] = _mm256_add_epi32(b[half], blue_jump);
        }
      }
      for (int half = 0; half < 2; half++) {
        store(red + row + 8 * half, r[half]);
        store(green + row + 8 * half, g[half]);
        store(blue + row + 8 * half, b[half]);
      }
    }
  }
}

#endif
