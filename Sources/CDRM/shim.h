// libdrm, and macros of the kernel's interface that Swift cannot import.
#ifndef FIRSTLIGHT_CDRM_H
#define FIRSTLIGHT_CDRM_H
#include <drm_fourcc.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

enum {
  firstlight_drm_event_flip_complete = DRM_EVENT_FLIP_COMPLETE,
  firstlight_drm_atomic_modeset = DRM_MODE_ATOMIC_ALLOW_MODESET,
  firstlight_drm_atomic_test = DRM_MODE_ATOMIC_TEST_ONLY,
  firstlight_drm_atomic_nonblock = DRM_MODE_ATOMIC_NONBLOCK,
  firstlight_drm_flip_event = DRM_MODE_PAGE_FLIP_EVENT,
  firstlight_drm_mode_preferred = DRM_MODE_TYPE_PREFERRED,
  firstlight_drm_mode_interlaced = DRM_MODE_FLAG_INTERLACE,
  firstlight_drm_mode_doublescan = DRM_MODE_FLAG_DBLSCAN,
  firstlight_drm_cap_dumb = DRM_CAP_DUMB_BUFFER,
  firstlight_drm_cap_depth = DRM_CAP_DUMB_PREFERRED_DEPTH,
  firstlight_drm_client_atomic = DRM_CLIENT_CAP_ATOMIC,
  firstlight_drm_client_planes = DRM_CLIENT_CAP_UNIVERSAL_PLANES,
};

static const uint32_t firstlight_drm_object_connector = DRM_MODE_OBJECT_CONNECTOR;
static const uint32_t firstlight_drm_object_crtc = DRM_MODE_OBJECT_CRTC;
static const uint32_t firstlight_drm_object_plane = DRM_MODE_OBJECT_PLANE;

static const uint32_t firstlight_drm_xrgb8888 = DRM_FORMAT_XRGB8888;
static const uint32_t firstlight_drm_xbgr8888 = DRM_FORMAT_XBGR8888;
static const uint32_t firstlight_drm_argb8888 = DRM_FORMAT_ARGB8888;
static const uint32_t firstlight_drm_abgr8888 = DRM_FORMAT_ABGR8888;
static const uint32_t firstlight_drm_rgb565 = DRM_FORMAT_RGB565;
static const uint32_t firstlight_drm_bgr565 = DRM_FORMAT_BGR565;
static const uint32_t firstlight_drm_xrgb2101010 = DRM_FORMAT_XRGB2101010;
static const uint32_t firstlight_drm_xbgr2101010 = DRM_FORMAT_XBGR2101010;
static const uint32_t firstlight_drm_rgb888 = DRM_FORMAT_RGB888;
static const uint32_t firstlight_drm_bgr888 = DRM_FORMAT_BGR888;

static inline long firstlight_drm_result(int result) { return result < 0 ? -errno : result; }

// A dumb buffer, mapped. Errors are negated codes; on failure nothing is left behind.
struct firstlight_drm_buffer {
  uint32_t handle, stride;
  uint64_t size;
  void *memory;
};
static inline long firstlight_drm_create_buffer(int fd, uint32_t width, uint32_t height,
                                                uint32_t bits,
                                                struct firstlight_drm_buffer *buffer) {
  struct drm_mode_create_dumb create = {.width = width, .height = height, .bpp = bits};
  struct drm_mode_map_dumb map = {0};
  if (drmIoctl(fd, DRM_IOCTL_MODE_CREATE_DUMB, &create)) return -errno;
  long result = 0;
  void *memory = MAP_FAILED;
  map.handle = create.handle;
  if (drmIoctl(fd, DRM_IOCTL_MODE_MAP_DUMB, &map)) {
    result = -errno;
  } else {
    memory = mmap(NULL, create.size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)map.offset);
    if (memory == MAP_FAILED) result = -errno;
    // Processes that outlive this one do not map it.
    else madvise(memory, create.size, MADV_DONTFORK);
  }
  if (result < 0) {
    struct drm_mode_destroy_dumb destroy = {.handle = create.handle};
    drmIoctl(fd, DRM_IOCTL_MODE_DESTROY_DUMB, &destroy);
    return result;
  }
  buffer->handle = create.handle;
  buffer->stride = create.pitch;
  buffer->size = create.size;
  buffer->memory = memory;
  return 0;
}
static inline void firstlight_drm_destroy_buffer(int fd, uint32_t handle, void *memory,
                                                 uint64_t size) {
  struct drm_mode_destroy_dumb destroy = {.handle = handle};
  munmap(memory, size);
  drmIoctl(fd, DRM_IOCTL_MODE_DESTROY_DUMB, &destroy);
}
// Closes the existing handles of buffers: the kernel counts them from 1 and gives the lowest first.
static inline void firstlight_drm_close_buffers(int fd) {
  for (uint32_t handle = 1; handle <= 256; handle++) {
    struct drm_gem_close close = {.handle = handle};
    drmIoctl(fd, DRM_IOCTL_GEM_CLOSE, &close);
  }
}
static inline long firstlight_drm_add_framebuffer(int fd, uint32_t width, uint32_t height,
                                                  uint32_t format, uint32_t handle,
                                                  uint32_t stride, uint32_t *framebuffer) {
  uint32_t handles[4] = {handle}, strides[4] = {stride}, offsets[4] = {0};
  return firstlight_drm_result(
      drmModeAddFB2(fd, width, height, format, handles, strides, offsets, framebuffer, 0));
}

// The framebuffer that a CRTC shows.
struct firstlight_drm_shown {
  uint32_t crtc, framebuffer;
};

// True if one of the CRTCs still shows its framebuffer; `isTaken` if one shows another framebuffer.
static inline int firstlight_drm_is_shown(int fd, const struct firstlight_drm_shown *shown, int count,
                                          int *isTaken) {
  int isShown = 0;
  *isTaken = 0;
  for (int index = 0; index < count; index++) {
    // Without libdrm, which allocates: this runs in a child that has one of many threads.
    struct drm_mode_crtc now = {.crtc_id = shown[index].crtc};
    if (ioctl(fd, DRM_IOCTL_MODE_GETCRTC, &now) < 0) continue;
    if (now.fb_id == shown[index].framebuffer) isShown = 1;
    else if (now.fb_id != 0) *isTaken = 1;
  }
  return isShown;
}

// Starts a process that keeps the node open, and with it the framebuffers of CRTCs, until they show
// other framebuffers: the kernel takes a picture off the screen with its last owner.
//
// `console` is a link to the console's guard, or −1. With a guard the process also has to end the
// picture: if no other program has replaced it after so many seconds, when the process `successor`
// has ended (0 for none), or on TERM, it closes the link, and the guard restores the console's
// text. Without a guard the picture stays until another program replaces it.
static inline long firstlight_drm_keep_shown(int fd, const struct firstlight_drm_shown *shown, int count,
                                             int console, int seconds, pid_t successor) {
  // Readable when that process has ended; before Linux 5.3 nothing tells of it.
  struct pollfd process = {-1, POLLIN, 0};
  if (successor > 0) process.fd = (int)syscall(SYS_pidfd_open, successor, 0);
  int hasEnded = successor > 0 && process.fd < 0 && errno == ESRCH;
  // Like fork, without the C library's handlers for threads and streams.
  pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child != 0) {
    long result = child < 0 ? -(long)errno : 0;
    if (process.fd >= 0) close(process.fd);
    return result;
  }
  // The system ends it with TERM when it shuts down; no other signal ends it.
  sigset_t all, end;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  sigemptyset(&end);
  sigaddset(&end, SIGTERM);
  setsid();
  for (int other = 0; other < 4096; other++) {
    if (other != fd && other != console && other != process.fd) close(other);
  }
  struct timespec pause = {0, 250000000};
  // A TERM that was sent to the daemon is not pending here.
  int isTaken = 0, looks = console >= 0 ? seconds * 4 : -1;
  while (firstlight_drm_is_shown(fd, shown, count, &isTaken) && looks != 0) {
    if (looks > 0) looks--;
    if (console >= 0 && (hasEnded || poll(&process, 1, 0) > 0)) break;
    if (sigtimedwait(&end, NULL, &pause) == SIGTERM) break;
  }
  if (console >= 0) {
    const char leave = 0;
    if (isTaken) send(console, &leave, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(console);
    // The kernel replaces this picture by its own, with no dark moment between them.
    for (looks = 8; looks > 0 && firstlight_drm_is_shown(fd, shown, count, &isTaken); looks--) {
      nanosleep(&pause, NULL);
    }
  }
  _exit(0);
}
#endif
