// Writes the scanned out picture of a display, as the driver has it, to standard output in PPM.
//
//   grab [-c INDEX] DEVICE
//
// DEVICE is a DRM card, with INDEX counting its active CRTCs, or a framebuffer device, whose
// visible part by panning is taken. For displays whose monitor cannot be observed.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libdrm/drm.h>
#include <libdrm/drm_fourcc.h>
#include <libdrm/drm_mode.h>
#include <linux/fb.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

struct channel {
  uint32_t offset, length;
};

// The layout of pixels in memory: a row begins every `stride` bytes, a pixel every `bytes`.
struct picture {
  const uint8_t *pixels;
  uint32_t width, height, stride, bytes;
  struct channel channels[3];
};

static int device;
static const char *path;

static void fail(const char *what) {
  fprintf(stderr, "grab: %s: %s: %s\n", path, what, strerror(errno));
  exit(1);
}

static void call(unsigned long request, void *argument, const char *what) {
  if (ioctl(device, request, argument) < 0) fail(what);
}

static uint8_t *map(size_t size, uint64_t offset) {
  uint8_t *pixels = mmap(NULL, size, PROT_READ, MAP_SHARED, device, offset);
  if (pixels == MAP_FAILED) fail("map");
  return pixels;
}

// A channel in 8 bits: its highest bits, repeated where there are fewer.
static uint8_t level(uint32_t pixel, struct channel channel) {
  uint32_t value = pixel >> channel.offset & ((1u << channel.length) - 1);
  if (channel.length >= 8) return value >> (channel.length - 8);
  uint32_t bits = value << (8 - channel.length);
  return bits | bits >> channel.length;
}

static void write_picture(const struct picture *picture) {
  uint8_t *row = malloc(picture->width * 3);
  if (!row) fail("memory for a row");
  printf("P6\n%u %u\n255\n", picture->width, picture->height);
  for (uint32_t y = 0; y < picture->height; y++) {
    const uint8_t *source = picture->pixels + (size_t)y * picture->stride;
    for (uint32_t x = 0; x < picture->width; x++, source += picture->bytes) {
      uint32_t pixel = 0;
      memcpy(&pixel, source, picture->bytes);
      for (int i = 0; i < 3; i++) row[3 * x + i] = level(pixel, picture->channels[i]);
    }
    fwrite(row, 3, picture->width, stdout);
  }
}

static void grab_framebuffer(void) {
  struct fb_var_screeninfo variable;
  struct fb_fix_screeninfo fixed;
  call(FBIOGET_VSCREENINFO, &variable, "ask for the mode");
  call(FBIOGET_FSCREENINFO, &fixed, "ask for the memory");
  fprintf(stderr, "yoffset=%u virtual=%ux%u bits=%u line=%u\n", variable.yoffset,
          variable.xres_virtual, variable.yres_virtual, variable.bits_per_pixel,
          fixed.line_length);
  uint32_t bytes = variable.bits_per_pixel / 8;
  struct picture picture = {
      map(fixed.smem_len, 0) + (size_t)variable.yoffset * fixed.line_length +
          (size_t)variable.xoffset * bytes,
      variable.xres, variable.yres, fixed.line_length, bytes,
      {{variable.red.offset, variable.red.length},
       {variable.green.offset, variable.green.length},
       {variable.blue.offset, variable.blue.length}}};
  write_picture(&picture);
}

static struct picture layout(uint32_t format) {
  struct picture picture = {.bytes = 4};
  static const struct channel rgb888[] = {{16, 8}, {8, 8}, {0, 8}};
  static const struct channel bgr888[] = {{0, 8}, {8, 8}, {16, 8}};
  static const struct channel rgb565[] = {{11, 5}, {5, 6}, {0, 5}};
  static const struct channel rgb101010[] = {{20, 10}, {10, 10}, {0, 10}};
  const struct channel *channels = NULL;
  switch (format) {
    case DRM_FORMAT_XRGB8888:
    case DRM_FORMAT_ARGB8888: channels = rgb888; break;
    case DRM_FORMAT_XBGR8888:
    case DRM_FORMAT_ABGR8888: channels = bgr888; break;
    case DRM_FORMAT_XRGB2101010: channels = rgb101010; break;
    case DRM_FORMAT_RGB565:
      channels = rgb565;
      picture.bytes = 2;
  }
  if (channels) {
    memcpy(picture.channels, channels, sizeof picture.channels);
    return picture;
  }
  fprintf(stderr, "grab: %s: pixel format %.4s is not known\n", path, (const char *)&format);
  exit(1);
}

static void grab_card(int index) {
  uint32_t crtcs[16];
  struct drm_mode_card_res resources = {.crtc_id_ptr = (uintptr_t)crtcs, .count_crtcs = 16};
  call(DRM_IOCTL_MODE_GETRESOURCES, &resources, "list what there is");
  for (uint32_t i = 0; i < resources.count_crtcs && i < 16; i++) {
    struct drm_mode_crtc crtc = {.crtc_id = crtcs[i]};
    call(DRM_IOCTL_MODE_GETCRTC, &crtc, "look at a CRTC");
    if (!crtc.mode_valid || index-- > 0) continue;
    struct drm_mode_fb_cmd2 fb = {.fb_id = crtc.fb_id};
    call(DRM_IOCTL_MODE_GETFB2, &fb, "look at a framebuffer");
    struct drm_mode_map_dumb mapping = {.handle = fb.handles[0]};
    call(DRM_IOCTL_MODE_MAP_DUMB, &mapping, "map a framebuffer");
    struct picture picture = layout(fb.pixel_format);
    fprintf(stderr, "format=%.4s stride=%u fb=%u\n", (const char *)&fb.pixel_format, fb.pitches[0],
            crtc.fb_id);
    picture.width = crtc.mode.hdisplay;
    picture.height = crtc.mode.vdisplay;
    picture.stride = fb.pitches[0];
    picture.pixels = map((size_t)fb.pitches[0] * fb.height, mapping.offset) +
                     (size_t)crtc.y * fb.pitches[0] + (size_t)crtc.x * picture.bytes;
    write_picture(&picture);
    return;
  }
  fprintf(stderr, "grab: %s: no CRTC is on\n", path);
  exit(1);
}

int main(int count, char **arguments) {
  int index = 0, option;
  while ((option = getopt(count, arguments, "c:")) != -1) {
    if (option != 'c') return 2;
    index = atoi(optarg);
  }
  if (optind != count - 1) return 2;
  path = arguments[optind];
  device = open(path, O_RDWR | O_CLOEXEC);
  if (device < 0) fail("open");
  if (strstr(path, "/fb"))
    grab_framebuffer();
  else
    grab_card(index);
  return 0;
}
