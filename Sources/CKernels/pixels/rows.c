// Rows that are written from left to right and not read: one colour over another, or several over
// one.
#include "kernels.h"

#ifndef __x86_64__

long firstlight_write_rows_avx2(
    void *surface, long stride, long row, long rows, long x, long end,
    struct firstlight_cached_rows cached, uint32_t pixel, uint32_t base, int keeps_base) {
  __builtin_trap();
}
long firstlight_write_strips_avx2(
    void *surface, long stride, long row, long rows, long x, long end,
    const struct firstlight_edge_strip *const *strips, long count, uint32_t pixel, uint32_t base,
    int keeps_base) {
  __builtin_trap();
}
long firstlight_write_items_avx2(
    void *surface, long stride, long row, long rows, long x, long end, const uint32_t *backdrops,
    const struct firstlight_row_item *items, long count, uint32_t *line) { __builtin_trap(); }

#else

#include "vectors.h"

// A row that is written from left to right and not read. Eight pixels at a time, whole vectors may
// overwrite the pixels that follow, up to the end; sixteen at a time, only the given pixels are
// written.
//
// Meanwhile the lines of the row below are requested: each row is in another page, at whose
// beginning the processor does not know yet that all of it will be written.
struct row {
  uint32_t *pixels;
  long end;
  // Bytes to the next row.
  long stride;
};

AVX2_INLINE void ask_for_next(struct row row, long x) {
  __builtin_prefetch((const char *)(row.pixels + x) + row.stride, 1);
}

AVX2_INLINE void put(struct row row, long x, Pixels pixels) {
  if (__builtin_expect(x + 8 <= row.end, 1)) return store(row.pixels + x, pixels);
  const Pixels places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const Pixels left = _mm256_set1_epi32((int)(row.end - x));
  _mm256_maskstore_epi32((int *)row.pixels + x, _mm256_cmpgt_epi32(left, places), pixels);
}

AVX2_INLINE void fill_on(struct row row, long x, long to, Pixels pixels) {
  const long most = to < row.end - 7 ? to : row.end - 7;
  for (; x + 24 < most; x += 32) {
    ask_for_next(row, x);
    ask_for_next(row, x + 16);
    store(row.pixels + x, pixels);
    store(row.pixels + x + 8, pixels);
    store(row.pixels + x + 16, pixels);
    store(row.pixels + x + 24, pixels);
  }
  for (; x < most; x += 8) store(row.pixels + x, pixels);
  if (__builtin_expect(x < to, 0)) put(row, x, pixels);
}

// A colour over another.
struct paint {
  Pixels source, source_low, source_high, under;
  int is_opaque;
};

AVX2_INLINE struct paint paint(uint32_t pixel, uint32_t base) {
  const Pixels source = _mm256_set1_epi32((int)pixel);
  return (struct paint){
      source, low(source), high(source), _mm256_set1_epi32((int)base), pixel >= 0xFF000000};
}

// The treatment of the colour below. It is written where nothing is drawn; or it is in memory
// already, and kept; or memory may hold any colour, which is kept and read.
enum under { written, kept, read };

AVX2_INLINE void put_eight(
    struct row row, long x, struct paint paint, uint64_t coverage, enum under under) {
  const Pixels part = factors(coverage);
  const Pixels pixels = joined(product(paint.source_low, part), product(paint.source_high, part));
  if (under == read) {
    // For an opaque colour the share of the other one need not wait for the product.
    const Pixels rest = paint.is_opaque ? _mm256_sub_epi16(_mm256_set1_epi16(255), part)
                                        : inverse_alpha(pixels);
    store(row.pixels + x, _mm256_add_epi32(pixels, scaled(load(row.pixels + x), rest)));
  } else {
    put(row, x, over(pixels, paint.under));
  }
}

AVX2_INLINE void put_mask(
    struct row row, long x, long to, struct paint paint, const uint8_t *mask, enum under under) {
  if (under != read) ask_for_next(row, x);
  for (; x < to; x += 8, mask += 8) put_eight(row, x, paint, bytes(mask, to - x), under);
}

// Writes up to sixteen pixels, given their coverage and 0 behind it.
AVX2_INLINE void put_coverage(
    struct row row, long x, long to, struct paint paint, __m128i coverage, enum under under) {
  if (under != read) ask_for_next(row, x);
  put_eight(row, x, paint, (uint64_t)_mm_cvtsi128_si64(coverage), under);
  if (to - x > 8) {
    put_eight(row, x + 8, paint, (uint64_t)_mm_extract_epi64(coverage, 1), under);
  }
}

// Writes pixels by sixteens, without `read`: these functions only know the colour below.
AVX512_INLINE __mmask16 lanes_before(long x, long to) {
  return to - x >= 16 ? 0xFFFF : (__mmask16)((1u << (to - x)) - 1);
}

AVX512_INLINE void fill_by_sixteen(struct row row, long x, long to, Pixels pixels) {
  if (x >= to) return;
  const __m512i all = _mm512_broadcast_i64x4(pixels);
  if (to - x > 16) {
    // Then whole cache lines, four at a time: a loop of few rounds is easier to predict, and a wide
    // ring took 3 % less.
    ask_for_next(row, x);
    _mm512_storeu_si512(row.pixels + x, all);
    x += 16 - ((uintptr_t)(row.pixels + x) / 4 & 15);
    for (; x + 64 <= to; x += 64) {
      for (long place = x; place < x + 64; place += 16) ask_for_next(row, place);
      for (long place = x; place < x + 64; place += 16) {
        _mm512_storeu_si512(row.pixels + place, all);
      }
    }
    for (; x + 16 <= to; x += 16) {
      ask_for_next(row, x);
      _mm512_storeu_si512(row.pixels + x, all);
    }
  }
  _mm512_mask_storeu_epi32(row.pixels + x, lanes_before(x, to), all);
}

AVX512_INLINE void put_sixteen(
    struct row row, long x, struct paint paint, __mmask16 seen, __m128i coverage) {
  const __m512i places = _mm512_broadcast_i32x4(
      _mm_setr_epi8(0, -1, 0, -1, 4, -1, 4, -1, 8, -1, 8, -1, 12, -1, 12, -1));
  const __m512i part = _mm512_shuffle_epi8(_mm512_cvtepu8_epi32(coverage), places);
  const __m512i pixels = joined16(
      product16(_mm512_broadcast_i64x4(paint.source_low), part),
      product16(_mm512_broadcast_i64x4(paint.source_high), part));
  const __m512i rest = paint.is_opaque ? _mm512_sub_epi16(_mm512_set1_epi16(255), part)
                                       : inverse_alpha16(pixels);
  const __m512i base = scaled16(_mm512_broadcast_i64x4(paint.under), rest);
  _mm512_mask_storeu_epi32(row.pixels + x, seen, _mm512_add_epi32(pixels, base));
}

AVX512_INLINE void put_mask_by_sixteen(
    struct row row, long x, long to, struct paint paint, const uint8_t *mask, enum under under) {
  (void)under;
  ask_for_next(row, x);
  for (; x < to; x += 16, mask += 16) {
    const __mmask16 seen = lanes_before(x, to);
    put_sixteen(row, x, paint, seen, _mm_maskz_loadu_epi8(seen, mask));
  }
}

AVX512_INLINE void put_coverage_by_sixteen(
    struct row row, long x, long to, struct paint paint, __m128i coverage, enum under under) {
  (void)under;
  ask_for_next(row, x);
  put_sixteen(row, x, paint, lanes_before(x, to), coverage);
}

// The functions that write pixels, eight or sixteen at a time.
struct writer {
  void (*fill)(struct row row, long x, long to, Pixels pixels);
  void (*put_mask)(
      struct row row, long x, long to, struct paint paint, const uint8_t *mask, enum under under);
  void (*put_coverage)(
      struct row row, long x, long to, struct paint paint, __m128i coverage, enum under under);
};

static const struct writer by_eight = {fill_on, put_mask, put_coverage};
static const struct writer by_sixteen = {
    fill_by_sixteen, put_mask_by_sixteen, put_coverage_by_sixteen};

// Draws over the present pixels of a row.
AVX2_INLINE void draw_on(struct row row, long x, long to, struct paint paint) {
  if (paint.is_opaque) {
    for (; x + 8 <= to; x += 8) store(row.pixels + x, paint.source);
    if (x < to) _mm256_maskstore_epi32((int *)row.pixels + x, lanes(to - x), paint.source);
    return;
  }
  for (; x < to; x += 8) {
    const Pixels source = _mm256_and_si256(paint.source, lanes(to - x));
    store(row.pixels + x, over(source, load(row.pixels + x)));
  }
}

AVX2_INLINE void write_spans(
    struct row row, long x, struct paint colors, const struct firstlight_span *spans, long count,
    const uint8_t *masks, int keeps_base, const struct writer *write) {
  for (const struct firstlight_span *span = spans; span < spans + count; span++) {
    if (!keeps_base) write->fill(row, x, span->x, colors.under);
    x = span->x;
    const long to = x + span->length;
    if (span->mask >= 0) {
      write->put_mask(row, x, to, colors, masks + span->mask, kept);
    } else {
      // Nothing may follow that repairs pixels which vectors of eight overwrite.
      const struct row part = {row.pixels, keeps_base ? to : row.end, row.stride};
      write->fill(part, x, to, over(scaled(colors.source, repeated(span->value)), colors.under));
    }
    x = to;
  }
  if (!keeps_base) write->fill(row, x, row.end, colors.under);
}

// The number of rows, `rows` at most, that are cached.
static long rows_cached(struct firstlight_cached_rows cached, long row, long rows) {
  const struct firstlight_cached_row *places = cached.rows + (row - cached.first_row);
  long count = 0;
  while (count < rows && places[count].span_count >= 0) count++;
  return count;
}

AVX2_INLINE long write_rows(
    void *surface, long stride, long row, long rows, long x, long end,
    struct firstlight_cached_rows cached, uint32_t pixel, uint32_t base, int keeps_base,
    const struct writer *write) {
  const struct paint colors = paint(pixel, base);
  rows = rows_cached(cached, row, rows);
  for (long y = row; y < row + rows; y++) {
    const struct firstlight_cached_row place = cached.rows[y - cached.first_row];
    const struct row target = {(void *)((char *)surface + y * stride), end, stride};
    write_spans(
        target, x, colors, cached.spans + place.first_span, place.span_count, cached.masks, keeps_base,
        write);
  }
  return rows;
}

AVX512 static long write_rows_by_sixteen(
    void *surface, long stride, long row, long rows, long x, long end,
    struct firstlight_cached_rows cached, uint32_t pixel, uint32_t base, int keeps_base) {
  return write_rows(
      surface, stride, row, rows, x, end, cached, pixel, base, keeps_base, &by_sixteen);
}

AVX2 long firstlight_write_rows_avx2(
    void *surface, long stride, long row, long rows, long x, long end,
    struct firstlight_cached_rows cached, uint32_t pixel, uint32_t base, int keeps_base) {
  if (firstlight_level > 1) {
    return write_rows_by_sixteen(
        surface, stride, row, rows, x, end, cached, pixel, base, keeps_base);
  }
  return write_rows(surface, stride, row, rows, x, end, cached, pixel, base, keeps_base, &by_eight);
}

// The pixels and bytes of a strip in one row.
struct crossing {
  // The first pixel that the edge crosses, and the last one.
  long low, high;
  const uint8_t *bytes;
};

AVX2_INLINE struct crossing crossing(const struct firstlight_edge_strip *strip, long row) {
  const long index = row - strip->first_row;
  return (struct crossing){strip->low[index], strip->high[index], strip->bytes + strip->offset[index]};
}

// The number of rows, `rows` at most, in which the edges share no pixels.
AVX2_INLINE long rows_disjoint(
    const struct firstlight_edge_strip *const *strips, long count, long row, long rows) {
  for (long place = 1; place < count; place++) {
    const struct firstlight_edge_strip *left = strips[place - 1], *right = strips[place];
    const int32_t *high = left->high + (row - left->first_row);
    const int32_t *low = right->low + (row - right->first_row);
    // The strips hold other numbers behind their last row.
    for (long index = 0; index < rows; index += 8) {
      const Pixels is_right = _mm256_cmpgt_epi32(
          _mm256_loadu_si256((const Pixels *)(low + index)),
          _mm256_loadu_si256((const Pixels *)(high + index)));
      const unsigned shared = 0xFF & ~(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(is_right));
      if (!shared) continue;
      const long first = index + __builtin_ctz(shared);
      if (first < rows) rows = first;
    }
  }
  return rows;
}

// All ones in the first `count` of sixteen bytes.
AVX2_INLINE __m128i first_bytes(long count) {
  const __m128i places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return _mm_cmpgt_epi8(_mm_set1_epi8((char)count), places);
}

AVX2_INLINE __m128i sixteen_bytes(const uint8_t *from) {
  return _mm_loadu_si128((const __m128i *)from);
}

// Draws a row. Edges that are close together, such as the two of a thin line, are drawn together
// with the pixels between them.
AVX2_INLINE void draw_row(
    struct row row, long y, long x, const struct firstlight_edge_strip *const *strips, long count,
    struct paint colors, enum under under, const struct writer *write) {
  const Pixels full = over(colors.source, colors.under);
  // The winding behind the last visible edge.
  int winding = 0;
  for (long place = 0; place < count; place++) {
    const struct firstlight_edge_strip *strip = strips[place];
    const struct crossing edge = crossing(strip, y);
    if (edge.low >= row.end) break;
    winding = strip->outer + strip->step;
    if (edge.high < x) continue;
    const long first = edge.low > x ? edge.low : x;
    if (under == read) {
      if (strip->outer) draw_on(row, x, first, colors);
    } else if (strip->outer || under == written) {
      write->fill(row, x, first, strip->outer ? full : colors.under);
    }
    x = edge.high < row.end ? edge.high + 1 : row.end;
    const uint8_t *mask = edge.bytes + (first - edge.low);
    if (x - first > 16) {
      write->put_mask(row, first, x, colors, mask, under);
      continue;
    }
    __m128i coverage = _mm_and_si128(sixteen_bytes(mask), first_bytes(x - first));
    const long limit = row.end < first + 16 ? row.end : first + 16;
    while (place + 1 < count) {
      strip = strips[place + 1];
      const struct crossing next = crossing(strip, y);
      if (next.high >= limit) break;
      const __m128i nearer = first_bytes(next.low - first);
      // The bytes before and behind belong to other rows of the strip.
      const __m128i its = _mm_andnot_si128(nearer, first_bytes(next.high + 1 - first));
      coverage = _mm_or_si128(
          coverage, _mm_and_si128(sixteen_bytes(next.bytes - (next.low - first)), its));
      if (strip->outer) {
        coverage = _mm_or_si128(coverage, _mm_andnot_si128(first_bytes(x - first), nearer));
      }
      winding = strip->outer + strip->step;
      x = next.high + 1;
      place++;
    }
    write->put_coverage(row, first, x, colors, coverage, under);
  }
  if (under == read) {
    if (winding) draw_on(row, x, row.end, colors);
  } else if (winding || under == written) {
    write->fill(row, x, row.end, winding ? full : colors.under);
  }
}

AVX2_INLINE long write_strips(
    void *surface, long stride, long row, long rows, long x, long end,
    const struct firstlight_edge_strip *const *strips, long count, uint32_t pixel, uint32_t base,
    int keeps_base, const struct writer *write) {
  const struct paint colors = paint(pixel, base);
  rows = rows_disjoint(strips, count, row, rows);
  for (long y = row; y < row + rows; y++) {
    const struct row target = {(void *)((char *)surface + y * stride), end, stride};
    draw_row(target, y, x, strips, count, colors, keeps_base ? kept : written, write);
  }
  return rows;
}

AVX512 static long write_strips_by_sixteen(
    void *surface, long stride, long row, long rows, long x, long end,
    const struct firstlight_edge_strip *const *strips, long count, uint32_t pixel, uint32_t base,
    int keeps_base) {
  return write_strips(
      surface, stride, row, rows, x, end, strips, count, pixel, base, keeps_base, &by_sixteen);
}

AVX2 long firstlight_write_strips_avx2(
    void *surface, long stride, long row, long rows, long x, long end,
    const struct firstlight_edge_strip *const *strips, long count, uint32_t pixel, uint32_t base,
    int keeps_base) {
  if (firstlight_level > 1) {
    return write_strips_by_sixteen(
        surface, stride, row, rows, x, end, strips, count, pixel, base, keeps_base);
  }
  return write_strips(
      surface, stride, row, rows, x, end, strips, count, pixel, base, keeps_base, &by_eight);
}

// Draws a cached row of an item over the present pixels of a row.
AVX2_INLINE void draw_kept(struct row row, long y, const struct firstlight_row_item *item) {
  const struct firstlight_cached_rows cached = item->cached;
  const struct firstlight_cached_row place = cached.rows[y - cached.first_row];
  const struct firstlight_span *span = cached.spans + place.first_span;
  const struct paint colors = paint(item->pixel, 0);
  for (long index = 0; index < place.span_count; index++, span++) {
    const long x = span->x > item->x ? span->x : item->x;
    const long end = span->x + span->length, to = end < item->end ? end : item->end;
    if (x >= to) continue;
    if (span->mask >= 0) {
      put_mask(row, x, to, colors, cached.masks + span->mask + (x - span->x), read);
    } else if (span->value == 255) {
      draw_on(row, x, to, colors);
    } else {
      draw_on(row, x, to, (struct paint){.source = scaled(colors.source, repeated(span->value))});
    }
  }
}

// Draws a row of an item whose coverage is a box.
AVX2_INLINE void draw_box(struct row row, long y, const struct firstlight_row_item *item) {
  const struct firstlight_coverage_box box = item->box;
  const long line = y - box.first_row;
  const long start = box.left + box.extents[line].start, end = box.left + box.extents[line].end;
  const long x = start > item->x ? start : item->x, to = end < item->end ? end : item->end;
  if (x >= to) return;
  put_mask(
      row, x, to, paint(item->pixel, 0), box.bytes + line * box.stride + (x - box.left), read);
}

AVX2 long firstlight_write_items_avx2(
    void *surface, long stride, long row, long rows, long x, long end, const uint32_t *backdrops,
    const struct firstlight_row_item *items, long count, uint32_t *line) {
  // Outside of all items there is only the backdrop.
  long low = end, high = x;
  for (const struct firstlight_row_item *item = items; item < items + count; item++) {
    if (!item->box.extents) {
      rows = item->cached.rows ? rows_cached(item->cached, row, rows)
                               : rows_disjoint(item->strips, item->count, row, rows);
    }
    low = item->x < low ? item->x : low;
    high = item->end > high ? item->end : high;
  }
  if (low > high) high = low;
  uint32_t *const pixels = line - x;
  for (long y = row; y < row + rows; y++) {
    const struct row target = {(void *)((char *)surface + y * stride), end, stride};
    const Pixels backdrop = _mm256_set1_epi32((int)backdrops[y - row]);
    fill_on(target, x, low, backdrop);
    for (long place = low; place < high; place += 8) store(pixels + place, backdrop);
    for (const struct firstlight_row_item *item = items; item < items + count; item++) {
      const struct row its = {pixels, item->end, 0};
      if (item->box.extents) {
        if (y >= item->top && y < item->bottom) draw_box(its, y, item);
        continue;
      }
      if (item->cached.rows) {
        draw_kept(its, y, item);
        continue;
      }
      draw_row(
          its, y, item->x, item->strips, item->count, paint(item->pixel, 0), read, &by_eight);
    }
    for (long place = low; place < high; place += 8) put(target, place, load(pixels + place));
    fill_on(target, high, end, backdrop);
  }
  return rows;
}

#endif
