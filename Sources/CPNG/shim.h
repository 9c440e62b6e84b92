// libpng's simplified interface for reading, and zlib for writing.
//
// Both libraries keep the address of their state in what they allocate, so that it must not move:
// it stays on this side.
#ifndef FIRSTLIGHT_CPNG_H
#define FIRSTLIGHT_CPNG_H
#include <png.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { firstlight_png_message_capacity = 64 };

// Decodes a file of width × height pixels to straight 0xAARRGGBB words in the sRGB encoding.
// Returns 1, or 0 with a text in `message`. Sixteen-bit samples without a gamma count as sRGB.
static inline int firstlight_png_decode(const void *bytes, size_t count, uint32_t width,
                                        uint32_t height, uint32_t *pixels, uint8_t *message) {
  png_image image;
  int done = 0;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes, count)) {
    if (image.width != width || image.height != height) {
      strcpy(image.message, "the header is not what it was");
    } else {
      image.format = PNG_FORMAT_BGRA;
      image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
      done = png_image_finish_read(&image, NULL, pixels, (png_int_32)(width * 4), NULL);
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

// A zlib stream in the making, or null without memory.
static inline void *firstlight_deflater_create(int level) {
  z_stream *stream = (z_stream *)calloc(1, sizeof *stream);
  if (stream && deflateInit(stream, level) != Z_OK) {
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
// Compresses what was fed. Returns the number of bytes stored: less than the room once all input
// is used up, and when finishing once the stream is complete.
static inline size_t firstlight_deflater_take(void *deflater, void *bytes, unsigned room,
                                              int finish) {
  z_stream *stream = (z_stream *)deflater;
  stream->next_out = (Bytef *)bytes;
  stream->avail_out = room;
  deflate(stream, finish ? Z_FINISH : Z_NO_FLUSH);
  return room - stream->avail_out;
}
#endif
