// The program of this process, in a file or in memory. Results are as in shim.h.
#ifndef FIRSTLIGHT_CLINUX_PROGRAM_H
#define FIRSTLIGHT_CLINUX_PROGRAM_H
#include "shim.h"
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>

enum {
  // The length of a process's name, with the NUL behind it.
  firstlight_process_name_size = 16,
  // The kernel's numbers: since Linux 6.3, and one that the C library has for _GNU_SOURCE alone.
  firstlight_MFD_EXEC = 0x10,
  firstlight_AT_EMPTY_PATH = 0x1000,
};
extern char **environ;

// 1 if no other file was loaded for the program, as a dynamic loader is.
static inline int firstlight_program_is_static(void) { return getauxval(AT_BASE) == 0; }

// Stores the name of the memory file that the program runs from, with a NUL behind it. Returns 0 if
// it runs from another file, or if /proc is not there, and 1 otherwise.
static inline int firstlight_memory_program(char name[firstlight_process_name_size]) {
  static const char start[] = "/memfd:", end[] = " (deleted)";
  char path[64];
  ssize_t count = readlink("/proc/self/exe", path, sizeof path);
  ssize_t length = count - (ssize_t)(sizeof start - 1 + sizeof end - 1);
  if (length < 0 || length >= firstlight_process_name_size || memcmp(path, start, sizeof start - 1) != 0)
    return 0;
  memcpy(name, path + sizeof start - 1, (size_t)length);
  name[length] = 0;
  return 1;
}

// A file in memory with the process's name, from which a program may be executed.
static inline long firstlight_memory_program_create(void) {
  char name[firstlight_process_name_size] = "";
  if (prctl(PR_GET_NAME, name, 0, 0, 0) < 0) return -(long)errno;
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | firstlight_MFD_EXEC);
  // Older kernels do not know the flag, and let every such file be executed.
  if (fd < 0 && errno == EINVAL) fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return firstlight_result(fd);
}

// Copies some bytes from the one file's position to the other's; 0 at the end of the file.
static inline long firstlight_copy(int from, int to, size_t count) {
  return firstlight_result(sendfile(to, from, NULL, count));
}

// Becomes the program in an open file, with this process's environment. Returns on failure alone.
static inline long firstlight_execute(int fd, char *const *arguments) {
  return firstlight_result(
      syscall(SYS_execveat, fd, "", arguments, environ, firstlight_AT_EMPTY_PATH));
}

// The kernel takes a process's name from the file, and that of an open one is its number.
static inline void firstlight_set_process_name(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
#endif
