// libwebp's decoder of stills and animations, which gives whole pictures.
#ifndef FIRSTLIGHT_CWEBP_H
#define FIRSTLIGHT_CWEBP_H
#include <webp/decode.h>
#include <webp/demux.h>

// A decoder of premultiplied 0xAARRGGBB words, or null. The bytes must outlive it.
static inline WebPAnimDecoder *firstlight_webp_open(const uint8_t *bytes, size_t count) {
  WebPData data = {bytes, count};
  WebPAnimDecoderOptions options;
  if (!WebPAnimDecoderOptionsInit(&options)) return NULL;
  options.color_mode = MODE_bgrA;
  return WebPAnimDecoderNew(&data, &options);
}
#endif
