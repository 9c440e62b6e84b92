// libpng's simplified interface for reading, and zlib for writing and for zip archives.
//
// Both libraries keep the address of their state in their allocations, so that it must not move: it
// stays in C.
#ifndef FIRSTLIGHT_CPNG_H
#define FIRSTLIGHT_CPNG_H
#include <png.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { firstlight_png_message_capacity = 64 };

// The source from which libpng's simplified interface reads a file, instead of its own memory: it
// gives no more of the compressed picture once all rows are there.
struct firstlight_png_source {
  const uint8_t *bytes;
  size_t count;
  uint32_t height;
  int is_interlaced;
  // Bytes that may still be given after the last row: the end of the compressed stream, in as many
  // chunks as a slow encoder may write. Each unpacks to at most a thousand bytes.
  size_t rest;
};

static inline void firstlight_png_give(png_structp png, png_bytep bytes, size_t count) {
  struct firstlight_png_source *source = (struct firstlight_png_source *)png_get_io_ptr(png);
  int is_over = source->is_interlaced ? png_get_current_pass_number(png) >= 7
                                      : png_get_current_row_number(png) >= source->height;
  if (is_over) {
    if (count > source->rest) png_error(png, "more pixels than the header says");
    source->rest -= count;
  }
  if (count > source->count) png_error(png, "read beyond end of data");
  memcpy(bytes, source->bytes, count);
  source->bytes += count;
  source->count -= count;
}

// The reader of the simplified interface, whose state begins with it; null otherwise.
static inline png_structp firstlight_png_reader(png_image *image) {
#if PNG_LIBPNG_VER_MAJOR != 1 || PNG_LIBPNG_VER_MINOR != 6
#error "look whether png_control still begins with the reader"
#endif
  png_structp png;
  memcpy(&png, image->opaque, sizeof png);
  return png && png_get_io_ptr(png) == image ? png : NULL;
}

// The bytes after the name of the first chunk of pixels, which is the reader's position after the
// header. The chunks' lengths were checked before.
static inline struct firstlight_png_source firstlight_png_pixels(const uint8_t *bytes, size_t count,
                                                                 uint32_t height) {
  size_t offset = 8;
  while (count - offset > 12 && memcmp(bytes + offset + 4, "IDAT", 4)) {
    const uint8_t *length = bytes + offset;
    offset += 12 + ((size_t)length[0] << 24 | length[1] << 16 | length[2] << 8 | length[3]);
  }
  struct firstlight_png_source source = {bytes + offset + 8, count - offset - 8, height,
                                         bytes[28] != 0, 1024};
  return source;
}

// Decodes a file of width × height pixels to straight 0xAARRGGBB words in the sRGB encoding.
// Returns 1, or 0 with a text in `message`. Sixteen-bit samples without a gamma count as sRGB.
//
// The work is bounded by the header's size: rows after the last one are not unpacked.
static inline int firstlight_png_decode(const void *bytes, size_t count, uint32_t width,
                                        uint32_t height, uint32_t *pixels, uint8_t *message) {
  png_image image;
  int done = 0;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes, count)) {
    png_structp png = firstlight_png_reader(&image);
    if (image.width != width || image.height != height || !png) {
      strcpy(image.message, "the header is not what it was");
    } else {
      struct firstlight_png_source source = firstlight_png_pixels(bytes, count, height);
      png_set_read_fn(png, &source, firstlight_png_give);
      image.format = PNG_FORMAT_BGRA;
      image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
      image.warning_or_error = 0;
      image.message[0] = 0;
      done = png_image_finish_read(&image, NULL, pixels, (png_int_32)(width * 4), NULL);
      if (strstr(image.message, "Too much image data")) done = 0;
    }
  }
  memcpy(message, image.message, firstlight_png_message_capacity);
  message[firstlight_png_message_capacity - 1] = 0;
  png_image_free(&image);
  return done;
}

static inline uint32_t firstlight_crc32(uint32_t crc, const void *bytes, size_t count) {
  return (uint32_t)crc32_z(crc, (const Bytef *)bytes, count);
}

// Goes on with a checksum that begins at 1.
static inline uint32_t firstlight_adler32(uint32_t sum, const void *bytes, size_t count) {
  return (uint32_t)adler32_z(sum, (const Bytef *)bytes, count);
}
// The checksum of bytes that two others are of, the second ones `count` long.
static inline uint32_t firstlight_adler32_combine(uint32_t first, uint32_t second, long count) {
  return (uint32_t)adler32_combine(first, second, count);
}

// A new stream, of zlib or without its head and checksum, or null without memory.
static inline void *firstlight_deflater_create(int level, int is_raw) {
  z_stream *stream = (z_stream *)calloc(1, sizeof *stream);
  if (stream && deflateInit2(stream, level, Z_DEFLATED, is_raw ? -MAX_WBITS : MAX_WBITS,
                             8, Z_DEFAULT_STRATEGY) != Z_OK) {
    free(stream);
    return NULL;
  }
  return stream;
}
static inline void firstlight_deflater_free(void *deflater) {
  deflateEnd((z_stream *)deflater);
  free(deflater);
}
// Begins a new stream.
static inline void firstlight_deflater_reset(void *deflater) { deflateReset((z_stream *)deflater); }
// Gives the stream its next input, which must stay until it is used up.
static inline void firstlight_deflater_feed(void *deflater, const void *bytes, unsigned count) {
  z_stream *stream = (z_stream *)deflater;
  stream->next_in = (Bytef *)bytes;
  stream->avail_in = count;
}
// Compresses the input. Returns the number of bytes stored: less than `size` once all input is used
// up, when finishing once the stream is complete, and when flushing once what follows needs nothing
// of it.
static inline size_t firstlight_deflater_take(void *deflater, void *bytes, unsigned size,
                                              int finish, int flush) {
  z_stream *stream = (z_stream *)deflater;
  stream->next_out = (Bytef *)bytes;
  stream->avail_out = size;
  deflate(stream, finish ? Z_FINISH : flush ? Z_FULL_FLUSH : Z_NO_FLUSH);
  return size - stream->avail_out;
}

// Unpacks a raw stream of deflate. Returns 1 if it is whole and gives exactly `size` bytes.
static inline int firstlight_inflate(const void *bytes, unsigned count, void *output, unsigned size) {
  z_stream stream;
  uint8_t none;
  memset(&stream, 0, sizeof stream);
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = count;
  stream.next_out = output ? (Bytef *)output : &none;
  stream.avail_out = size;
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return 0;
  int is_whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  return is_whole;
}
#endif
