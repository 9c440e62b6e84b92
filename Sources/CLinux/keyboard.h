// The keyboard of a virtual terminal, memory for secrets, and a change of the root during a boot. Results are
// as in shim.h.
#ifndef FIRSTLIGHT_CLINUX_KEYBOARD_H
#define FIRSTLIGHT_CLINUX_KEYBOARD_H
#include "console.h"

// Makes a terminal deliver each key at once, as UTF-8 by the kernel's keymap, and stores its former settings.
// `link` is the link to the console's guard, or −1.
static inline long firstlight_keyboard_begin(int fd, int link, struct firstlight_line *line) {
  long result = firstlight_keyboard_read(fd, line);
  if (result < 0) return result;
  struct termios raw = line->settings;
  // As cfmakeraw(3), except for the carriage return, which is Enter.
  raw.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | IXON);
  raw.c_iflag |= ICRNL;
  // Other writers to the console end their lines with a line feed alone.
  raw.c_oflag |= OPOST | ONLCR;
  raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  raw.c_cflag = (raw.c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  result = firstlight_console_request(fd, link, firstlight_console_keyboard, K_UNICODE);
  if (result < 0) return result;
  // Keys that were typed before are dropped.
  result = firstlight_result(tcsetattr(fd, TCSAFLUSH, &raw));
  if (result < 0) firstlight_console_request(fd, link, firstlight_console_keyboard, line->mode);
  return result;
}
// Restores a terminal's keyboard settings; keys that were typed and not read are dropped.
static inline void firstlight_keyboard_end(int fd, int link, const struct firstlight_line *line) {
  tcsetattr(fd, TCSAFLUSH, &line->settings);
  firstlight_console_request(fd, link, firstlight_console_keyboard, line->mode);
}
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

// Pages that are not swapped as far as the process's limit allows, not dumped and not inherited; null if
// there is no memory.
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
