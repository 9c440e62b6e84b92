#include "plymouth.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The folder of firstlight-psplash.socket.
static const char usual_folder[] = "/run";

/// The folder of the FIFO, as psplash chooses it.
static const char *folder(void) {
  static const char *const variables[] = {"PSPLASH_FIFO_DIR", "RUNTIME_DIRECTORY"};
  for (size_t index = 0; index < sizeof variables / sizeof *variables; index++) {
    const char *value = getenv(variables[index]);
    if (value && *value) return value;
  }
  return usual_folder;
}

int run_psplash_write(int count, char **words) {
  if (count != 2) {
    fprintf(stderr, "usage: psplash-write MESSAGE, as \"PROGRESS 50\", \"MSG text\" or QUIT\n");
    return 1;
  }
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/psplash_fifo", folder());
  if (length < 0 || (size_t)length >= sizeof path) return 1;
  // Without a reader this fails, in place of waiting for one.
  int fifo = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (fifo < 0) {
    perror(path);
    return 1;
  }
  struct stat status;
  if (fstat(fifo, &status) != 0 || !S_ISFIFO(status.st_mode)) {
    fprintf(stderr, "%s: no FIFO\n", path);
    return 1;
  }
  // So much is written as a whole or not at all: the messages of several writers do not mix.
  size_t size = strlen(words[1]) + 1;
  if (size > PIPE_BUF || write(fifo, words[1], size) != (ssize_t)size) {
    fprintf(stderr, "%s: the message cannot be written\n", path);
    return 1;
  }
  // The display's socket stays: without it systemd would end the service, and its picture, before
  // that has read this.
  if (strcmp(words[1], "QUIT") == 0 && strcmp(folder(), usual_folder) == 0) close_sockets(default_manager, false);
  return 0;
}
