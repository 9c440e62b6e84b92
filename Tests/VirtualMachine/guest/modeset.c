// The least that a program does to show a picture by DRM: sets the preferred mode of the first
// connected connector, draws, flips once.
//
//   modeset [-d DEVICE] [-n FLIPS] [-h] [-b]
//
// The picture: the pixel at x, y is (x & 255, y & 255, (x ^ y) & 255); -b shows black. Prints
// "first_flip_us=N", the time from its exec to the event of the first flip, and with -n how many
// flips a second. With -h it holds the picture until it is killed.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libdrm/drm.h>
#include <libdrm/drm_mode.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int card;

static void call(unsigned long request, void *argument, const char *what) {
  int status;
  do status = ioctl(card, request, argument);
  while (status < 0 && (errno == EINTR || errno == EAGAIN));
  if (status < 0) {
    fprintf(stderr, "modeset: %s: %s\n", what, strerror(errno));
    exit(1);
  }
}

static int64_t now_us(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

// When this process began, by the clock of boot time in hundredths of a second, is too coarse: the
// starter passes the time in STARTED_US where it is wanted exactly.
static int64_t started_us(int64_t now) {
  const char *text = getenv("STARTED_US");
  return text ? atoll(text) : now;
}

static uint32_t framebuffer(uint32_t width, uint32_t height, int black) {
  struct drm_mode_create_dumb dumb = {.width = width, .height = height, .bpp = 32};
  call(DRM_IOCTL_MODE_CREATE_DUMB, &dumb, "create a dumb buffer");
  struct drm_mode_fb_cmd fb = {.width = width, .height = height, .pitch = dumb.pitch, .bpp = 32,
                               .depth = 24, .handle = dumb.handle};
  call(DRM_IOCTL_MODE_ADDFB, &fb, "add a framebuffer");
  struct drm_mode_map_dumb map = {.handle = dumb.handle};
  call(DRM_IOCTL_MODE_MAP_DUMB, &map, "map a dumb buffer");
  uint8_t *pixels = mmap(NULL, dumb.size, PROT_READ | PROT_WRITE, MAP_SHARED, card, map.offset);
  if (pixels == MAP_FAILED) {
    perror("modeset: mmap");
    exit(1);
  }
  for (uint32_t y = 0; y < height; y++) {
    uint32_t *row = (uint32_t *)(pixels + (size_t)y * dumb.pitch);
    for (uint32_t x = 0; x < width; x++)
      row[x] = black ? 0 : (x & 255) << 16 | (y & 255) << 8 | ((x ^ y) & 255);
  }
  return fb.fb_id;
}

static void flip(uint32_t crtc, uint32_t fb) {
  struct drm_mode_crtc_page_flip flip = {
      .crtc_id = crtc, .fb_id = fb, .flags = DRM_MODE_PAGE_FLIP_EVENT};
  call(DRM_IOCTL_MODE_PAGE_FLIP, &flip, "flip");
  char event[1024];
  if (read(card, event, sizeof event) <= 0) {
    perror("modeset: read a flip's event");
    exit(1);
  }
}

int main(int count, char **arguments) {
  int64_t start = started_us(now_us(CLOCK_MONOTONIC));
  const char *device = "/dev/dri/card0";
  int flips = 1, holds = 0, black = 0, option;
  while ((option = getopt(count, arguments, "d:n:hb")) != -1) switch (option) {
      case 'd': device = optarg; break;
      case 'n': flips = atoi(optarg); break;
      case 'h': holds = 1; break;
      case 'b': black = 1; break;
      default: return 2;
    }
  card = open(device, O_RDWR | O_CLOEXEC);
  if (card < 0) {
    perror(device);
    return 1;
  }
  uint32_t connectors[16], crtcs[16];
  struct drm_mode_card_res resources = {.connector_id_ptr = (uintptr_t)connectors,
                                        .count_connectors = 16,
                                        .crtc_id_ptr = (uintptr_t)crtcs,
                                        .count_crtcs = 16};
  call(DRM_IOCTL_MODE_GETRESOURCES, &resources, "list what there is");
  for (uint32_t i = 0; i < resources.count_connectors && i < 16; i++) {
    struct drm_mode_get_connector connector = {.connector_id = connectors[i]};
    call(DRM_IOCTL_MODE_GETCONNECTOR, &connector, "look at a connector");
    if (connector.connection != 1 || connector.count_modes == 0) continue;
    struct drm_mode_modeinfo *modes = calloc(connector.count_modes, sizeof *modes);
    connector.modes_ptr = (uintptr_t)modes;
    connector.count_props = connector.count_encoders = 0;
    call(DRM_IOCTL_MODE_GETCONNECTOR, &connector, "look at a connector's modes");
    uint32_t width = modes[0].hdisplay, height = modes[0].vdisplay;
    uint32_t fb = framebuffer(width, height, black);
    struct drm_mode_crtc crtc = {.crtc_id = crtcs[0], .fb_id = fb, .count_connectors = 1,
                                 .set_connectors_ptr = (uintptr_t)&connectors[i],
                                 .mode_valid = 1, .mode = modes[0]};
    call(DRM_IOCTL_MODE_SETCRTC, &crtc, "set the mode");
    flip(crtcs[0], fb);
    int64_t first = now_us(CLOCK_MONOTONIC);
    printf("first_flip_us=%lld size=%ux%u\n", (long long)(first - start), width, height);
    for (int i = 1; i < flips; i++) flip(crtcs[0], fb);
    if (flips > 1)
      printf("flips_per_second=%.1f\n",
             (flips - 1) * 1e6 / (now_us(CLOCK_MONOTONIC) - first));
    fflush(stdout);
    while (holds) pause();
    return 0;
  }
  fprintf(stderr, "modeset: no connected connector\n");
  return 1;
}
