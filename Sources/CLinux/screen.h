// Framebuffer devices. Results are as in shim.h.
#ifndef FIRSTLIGHT_CLINUX_SCREEN_H
#define FIRSTLIGHT_CLINUX_SCREEN_H
#include "shim.h"
#include <linux/fb.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>

struct firstlight_bitfield {
  uint32_t offset, length, reversed;
};

// The fields of struct fb_var_screeninfo and struct fb_fix_screeninfo that are used.
struct firstlight_framebuffer {
  uint32_t width, height, virtualWidth, virtualHeight, bits, isGray;
  // The pixel of the memory at the screen's top left corner.
  uint32_t shownColumn, shownRow;
  struct firstlight_bitfield red, green, blue, transp;
  // Millimetres; 0 or 2^32 - 1 if unknown.
  uint32_t physicalWidth;
  // Picoseconds of a pixel, and pixels of a whole line and lines of a whole frame.
  uint32_t pixelClock, totalWidth, totalHeight;
  uint32_t panStep, lineLength, memorySize;
  // Bytes from the beginning of the mapped memory to the first pixel.
  uint32_t memoryOffset;
  // 1 if pixels are packed words and have their colours in fields.
  uint32_t isDirect;
  char name[17];
};

static inline long firstlight_framebuffer_read(int fd, struct firstlight_framebuffer *info) {
  struct fb_var_screeninfo variable;
  struct fb_fix_screeninfo fixed;
  if (ioctl(fd, FBIOGET_VSCREENINFO, &variable) < 0) return -(long)errno;
  if (ioctl(fd, FBIOGET_FSCREENINFO, &fixed) < 0) return -(long)errno;
  memset(info, 0, sizeof *info);
  info->width = variable.xres;
  info->height = variable.yres;
  info->virtualWidth = variable.xres_virtual;
  info->virtualHeight = variable.yres_virtual;
  info->shownColumn = variable.xoffset;
  info->shownRow = variable.yoffset;
  info->bits = variable.bits_per_pixel;
  info->isGray = variable.grayscale;
#define FIELD(name)                                                                     \
  info->name = (struct firstlight_bitfield){variable.name.offset, variable.name.length, \
                                            variable.name.msb_right}
  FIELD(red);
  FIELD(green);
  FIELD(blue);
  FIELD(transp);
#undef FIELD
  info->physicalWidth = variable.width;
  info->pixelClock = variable.pixclock;
  info->totalWidth =
      variable.left_margin + variable.xres + variable.right_margin + variable.hsync_len;
  info->totalHeight =
      variable.upper_margin + variable.yres + variable.lower_margin + variable.vsync_len;
  info->panStep = fixed.ypanstep;
  info->lineLength = fixed.line_length;
  info->memorySize = fixed.smem_len;
  info->memoryOffset = (uint32_t)(fixed.smem_start % (unsigned long)sysconf(_SC_PAGESIZE));
  info->isDirect = fixed.type == FB_TYPE_PACKED_PIXELS &&
                   (fixed.visual == FB_VISUAL_TRUECOLOR || fixed.visual == FB_VISUAL_DIRECTCOLOR);
  memcpy(info->name, fixed.id, sizeof fixed.id);
  return 0;
}

// Maps a framebuffer's memory from its beginning, for this process alone and not for those that
// outlive it. The caller unmaps it.
static inline long firstlight_framebuffer_map(int fd, size_t size, void **address) {
  *address = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (*address == MAP_FAILED) return -(long)errno;
  madvise(*address, size, MADV_DONTFORK);
  return 0;
}
static inline void firstlight_framebuffer_unmap(void *address, size_t size) {
  munmap(address, size);
}

// Shows the framebuffer's memory from a row on.
static inline long firstlight_framebuffer_pan(int fd, uint32_t row) {
  struct fb_var_screeninfo variable;
  if (ioctl(fd, FBIOGET_VSCREENINFO, &variable) < 0) return -(long)errno;
  variable.xoffset = 0;
  variable.yoffset = row;
  variable.activate = FB_ACTIVATE_VBL;
  return firstlight_result(ioctl(fd, FBIOPAN_DISPLAY, &variable));
}
static inline long firstlight_framebuffer_wait(int fd) {
  uint32_t screen = 0;
  int result;
  // An interruption by the alarm for signs of life is no answer of the driver.
  do result = ioctl(fd, FBIO_WAITFORVSYNC, &screen);
  while (result < 0 && errno == EINTR);
  return firstlight_result(result);
}
static inline long firstlight_framebuffer_unblank(int fd) {
  return firstlight_result(ioctl(fd, FBIOBLANK, FB_BLANK_UNBLANK));
}
// True if the text of a virtual terminal is on a framebuffer: 1 or 0.
static inline long firstlight_framebuffer_has_terminal(int fd, uint32_t terminal) {
  struct stat status;
  struct fb_con2fbmap place = {.console = terminal};
  if (fstat(fd, &status) < 0 || ioctl(fd, FBIOGET_CON2FBMAP, &place) < 0) return -(long)errno;
  return place.framebuffer == minor(status.st_rdev);
}
#endif
