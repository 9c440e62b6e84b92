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

// Copies from the cache: whole lines past it, since they lie where nothing foresees them, and what is
// no line through it, since the rest of it comes soon.
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

// Eight columns of eight words as rows, which are `step` bytes apart: stored past the cache at
// multiples of 32, or through it, there maybe as three bytes each and eight bytes behind them.
INNER void turn_words(
    const uint8_t *from, long row_step, uint8_t *to, long step, int streams, int packs) {
  Pixels r[8], t[8];
  for (int row = 0; row < 8; row++) r[row] = load((const uint32_t *)(from + row * row_step));
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
      store((uint32_t *)(to + column * step), packs ? packed_forward(turned) : turned);
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

// The longest stretch of a row, in bytes, and what is between those of two columns.
enum { longest_column = 512, column_room = 576 };

INNER void turn(
    const void *source, long row_step, long columns, long rows, int size, void *target,
    long column_step) {
  const int word = size == 2 ? 2 : 4;
  const long block = 32 / word;
  _Alignas(32) uint8_t turned[16 * column_room];
  for (long column = 0; column < columns; column += block) {
    const uint8_t *from = (const uint8_t *)source + column * word;
    for (long row = 0; row < rows; row += 8, from += 8 * row_step) {
      if (size == 2) {
        turn_shorts(from, row_step, turned + row * 2, column_room);
      } else {
        turn_words(from, row_step, turned + row * size, column_room, 0, size == 3);
      }
    }
    for (long place = 0; place < block; place++) {
      stream(
          (uint8_t *)target + (column + place) * column_step, turned + place * column_room,
          rows * size);
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
  for (long column = 0; column < columns; column += 8) {
    const uint8_t *from = (const uint8_t *)source + column * 4;
    uint8_t *to = (uint8_t *)target + column * column_step;
    for (long row = 0; row < rows; row += 8, from += 8 * row_step, to += 32) {
      turn_words(from, row_step, to, column_step, 1, 0);
    }
  }
}

#endif
