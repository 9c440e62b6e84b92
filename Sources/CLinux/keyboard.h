// The keyboard of a virtual terminal, memory for secrets, and a change of the root during a boot.
// Results are as in shim.h.
#ifndef FIRSTLIGHT_CLINUX_KEYBOARD_H
#define FIRSTLIGHT_CLINUX_KEYBOARD_H
#include "console.h"

// True if caps lock is on: 1 or 0.
static inline long firstlight_keyboard_has_caps_lock(int fd) {
  char flags = 0;
  long result = firstlight_result(ioctl(fd, KDGKBLED, &flags));
  return result < 0 ? result : (flags & K_CAPSLOCK) != 0;
}

// Makes a directory the root and the working directory of the process.
static inline long firstlight_change_root(const char *path) {
  if (syscall(SYS_chroot, path) < 0) return -(long)errno;
  return firstlight_result(chdir("/"));
}

// Pages that are not swapped as far as the process's limit allows, not dumped and not inherited;
// null if there is no memory.
static inline void *firstlight_secret_allocate(size_t size) {
  void *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED) return NULL;
  mlock(bytes, size);
  madvise(bytes, size, MADV_DONTDUMP);
  madvise(bytes, size, MADV_WIPEONFORK);
  return bytes;
}
// Overwrites memory that is not read again; a compiler would leave out an ordinary write.
static inline void firstlight_secret_wipe(void *bytes, size_t count) {
  volatile unsigned char *byte = (volatile unsigned char *)bytes;
  while (count--) *byte++ = 0;
}
static inline void firstlight_secret_free(void *bytes, size_t size) {
  firstlight_secret_wipe(bytes, size);
  munmap(bytes, size);
}
#endif
