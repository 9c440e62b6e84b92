// Framebuffer devices and virtual terminals. Results are as in shim.h.
#ifndef FIRSTLIGHT_CLINUX_SCREEN_H
#define FIRSTLIGHT_CLINUX_SCREEN_H
#include "keyboard.h"
#include "shim.h"
#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <sys/ioctl.h>

// MARK: Framebuffers

struct firstlight_bitfield {
  uint32_t offset, length, reversed;
};

// What struct fb_var_screeninfo and struct fb_fix_screeninfo say together.
struct firstlight_framebuffer {
  uint32_t width, height, virtualWidth, virtualHeight, bits, isGray;
  // The pixel of the memory that is shown at the top left.
  uint32_t shownColumn, shownRow;
  struct firstlight_bitfield red, green, blue, transp;
  // Millimetres; what is not known is 0 or 2^32 - 1.
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

// Maps a framebuffer's memory from its beginning. It is the caller's to unmap.
static inline long firstlight_framebuffer_map(int fd, size_t size, void **address) {
  *address = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return *address == MAP_FAILED ? -(long)errno : 0;
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
  // The alarm for signs of life says nothing of the driver.
  do result = ioctl(fd, FBIO_WAITFORVSYNC, &screen);
  while (result < 0 && errno == EINTR);
  return firstlight_result(result);
}
static inline long firstlight_framebuffer_unblank(int fd) {
  return firstlight_result(ioctl(fd, FBIOBLANK, FB_BLANK_UNBLANK));
}

// MARK: Virtual terminals

// The number of the terminal that is seen.
static inline long firstlight_console_active(int fd) {
  struct vt_stat state;
  if (ioctl(fd, VT_GETSTATE, &state) < 0) return -(long)errno;
  return state.v_active;
}
// Keeps the kernel from writing on the screen, or lets it again.
static inline long firstlight_console_set_graphics(int fd, int isGraphics) {
  return firstlight_result(ioctl(fd, KDSETMODE, isGraphics ? KD_GRAPHICS : KD_TEXT));
}
// True if a terminal leaves the screen to a program: 1 or 0.
static inline long firstlight_console_is_graphics(int fd) {
  int mode = KD_TEXT;
  long result = firstlight_result(ioctl(fd, KDGETMODE, &mode));
  return result < 0 ? result : mode == KD_GRAPHICS;
}
// Has the kernel ask by a signal before it changes to another terminal, and tell by another one when
// it has come back; without signals it changes as it likes.
static inline long firstlight_console_set_signals(int fd, int release, int acquire) {
  struct vt_mode mode;
  memset(&mode, 0, sizeof mode);
  mode.mode = release ? VT_PROCESS : VT_AUTO;
  mode.relsig = (short)release;
  mode.acqsig = (short)acquire;
  return firstlight_result(ioctl(fd, VT_SETMODE, &mode));
}
// True if the kernel asks some program before it leaves the terminal: 1 or 0.
static inline long firstlight_console_asks(int fd) {
  struct vt_mode mode;
  long result = firstlight_result(ioctl(fd, VT_GETMODE, &mode));
  return result < 0 ? result : mode.mode == VT_PROCESS;
}
// Answers the kernel's question: another terminal may be shown.
static inline long firstlight_console_release(int fd) {
  return firstlight_result(ioctl(fd, VT_RELDISP, 1));
}
static inline long firstlight_console_acknowledge(int fd) {
  return firstlight_result(ioctl(fd, VT_RELDISP, VT_ACKACQ));
}

// MARK: A console that stays usable

// What a guard does when the daemon is gone: only what a signal handler may.
static inline void firstlight_console_restore(int fd, const struct firstlight_line *line) {
  ioctl(fd, KDSETMODE, KD_TEXT);
  if (line) firstlight_keyboard_end(fd, line);
  firstlight_console_set_signals(fd, 0, 0);
}

// Starts a process of its own that restores the terminal when this one ends in whatever way, and
// that goes when a byte is written to the returned descriptor. It keeps nothing else open.
static inline long firstlight_console_guard(int fd) {
  int ends[2];
  struct firstlight_line line;
  int hasLine = firstlight_keyboard_read(fd, &line) == 0;
  if (pipe(ends) < 0) return -(long)errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  pid_t child = firstlight_fork();
  if (child < 0) {
    long result = -(long)errno;
    close(ends[0]);
    close(ends[1]);
    return result;
  }
  if (child == 0) {
    // What ends the daemon is not to end its guard before it.
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    setsid();
    for (int other = 0; other < 4096; other++) {
      if (other != fd && other != ends[0]) close(other);
    }
    char byte;
    long count;
    do count = read(ends[0], &byte, 1);
    while (count < 0 && errno == EINTR);
    if (count == 0) firstlight_console_restore(fd, hasLine ? &line : NULL);
    _exit(0);
  }
  close(ends[0]);
  return ends[1];
}
#endif
