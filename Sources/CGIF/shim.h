// giflib's reader.
#ifndef FIRSTLIGHT_CGIF_H
#define FIRSTLIGHT_CGIF_H
#include <gif_lib.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// A file in memory. The bytes must outlive the reader.
struct firstlight_gif {
  const uint8_t *bytes;
  size_t count;
  GifFileType *file;
};

static inline int firstlight_gif_read(GifFileType *file, GifByteType *target, int count) {
  struct firstlight_gif *gif = (struct firstlight_gif *)file->UserData;
  size_t size = (size_t)count < gif->count ? (size_t)count : gif->count;
  memcpy(target, gif->bytes, size);
  gif->bytes += size;
  gif->count -= size;
  return (int)size;
}

// A reader behind the header, or null.
static inline struct firstlight_gif *firstlight_gif_open(const uint8_t *bytes, size_t count) {
  struct firstlight_gif *gif = (struct firstlight_gif *)malloc(sizeof *gif);
  if (!gif) return NULL;
  gif->bytes = bytes;
  gif->count = count;
  gif->file = DGifOpen(gif, firstlight_gif_read, NULL);
  if (gif->file) return gif;
  free(gif);
  return NULL;
}

static inline void firstlight_gif_close(struct firstlight_gif *gif) {
  DGifCloseFile(gif->file, NULL);
  free(gif);
}
#endif
