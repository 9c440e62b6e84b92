#include "plymouth.h"

#include <errno.h>
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

/// The FIFO's path; false if it is too long.
static bool find_fifo(char path[PATH_MAX]) {
  int length = snprintf(path, PATH_MAX, "%s/psplash_fifo", folder());
  return length > 0 && length < PATH_MAX;
}

// MARK: psplash

/// A FIFO that has a reader, or -1.
static int open_fifo(const char *path) {
  // Without a reader this fails, in place of waiting for one.
  int fifo = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  struct stat status;
  if (fifo < 0 || (fstat(fifo, &status) == 0 && S_ISFIFO(status.st_mode))) return fifo;
  close(fifo);
  errno = EINVAL;
  return -1;
}

/// True for the main process of a service, whose end would be that of the service.
static bool is_service(void) {
  const char *process = getenv("SYSTEMD_EXEC_PID");
  // Before systemd 248 the other variable is all that there is.
  return process ? atol(process) == getpid() : getenv("NOTIFY_SOCKET") != NULL;
}

enum units { units_missing, units_started, units_failed };

/// Starts the units of the display by systemd, for a program that is no service itself.
/// - Parameter path: the path of systemd's own socket; NULL for the usual one.
static enum units start_units(const char *path) {
  if (is_service() || (!path && strcmp(folder(), usual_folder) != 0)) return units_missing;
  int manager = connect_to_manager(path ? path : default_manager, short_limit);
  if (manager < 0) return units_missing;
  enum units units = units_missing;
  // This socket unit makes the FIFO. A running service would not get a FIFO that is made later, and
  // a daemon that is started from here would read it beside systemd.
  if (start_unit(manager, "firstlight-psplash.socket"))
    units = start_unit(manager, "firstlight.service") ? units_started : units_failed;
  close(manager);
  return units;
}

int run_psplash(int count, char **words) {
  char path[PATH_MAX], output[32];
  const char *daemon[8] = {"firstlightd", "--psplash", path}, *manager = NULL;
  int size = 3, angle = 0, device = 0, index = 1;
  for (; index < count; index++) {
    const char *word = words[index], *value = words[index + 1];
    // The daemon never draws on a terminal that is not visible.
    if (strcmp(word, "-n") == 0 || strcmp(word, "--no-console-switch") == 0) continue;
    if (value && (strcmp(word, "-a") == 0 || strcmp(word, "--angle") == 0)) angle = atoi(words[++index]);
    else if (value && (strcmp(word, "-f") == 0 || strcmp(word, "--fbdev") == 0)) device = atoi(words[++index]);
    else if (value && strcmp(word, "--manager") == 0) manager = words[++index];
    else break;
  }
  if (index < count || !find_fifo(path)) {
    fprintf(stderr, "usage: psplash [-n|--no-console-switch] [-a|--angle 0|90|180|270] [-f|--fbdev NUMBER]\n");
    return 1;
  }
  int fifo = open_fifo(path);
  if (fifo >= 0) {
    close(fifo);
    return 0;
  }
  switch (start_units(manager)) {
  case units_started:
    if (angle != 0 || device != 0)
      fprintf(stderr, "psplash: firstlight.service is started, without --angle and --fbdev: it has its own settings\n");
    return 0;
  case units_failed:
    fprintf(stderr, "psplash: firstlight.service cannot be started\n");
    return 1;
  case units_missing:
    break;
  }
  // psplash turns its picture to the left, and the daemon to the right.
  static const char *const turns[] = {"270", "180", "90"};
  if (angle == 90 || angle == 180 || angle == 270) {
    daemon[size++] = "--rotate";
    daemon[size++] = turns[angle / 90 - 1];
  }
  // Without a number it is the first of all displays.
  if (device > 0) {
    snprintf(output, sizeof output, "fbdev:/dev/fb%d", device);
    daemon[size++] = "--output";
    daemon[size++] = output;
  }
  execute_daemon(daemon, "psplash");
}

// MARK: psplash-write

int run_psplash_write(int count, char **words) {
  if (count != 2) {
    fprintf(stderr, "usage: psplash-write MESSAGE, as \"PROGRESS 50\", \"MSG text\" or QUIT\n");
    return 1;
  }
  char path[PATH_MAX];
  if (!find_fifo(path)) return 1;
  int fifo = open_fifo(path);
  if (fifo < 0) {
    fprintf(stderr, "%s: %s\n", path, errno == EINVAL ? "no FIFO" : strerror(errno));
    return 1;
  }
  // Up to this size a message is written as a whole or not at all, so that the messages of several
  // writers do not mix.
  size_t size = strlen(words[1]) + 1;
  if (size > PIPE_BUF || write(fifo, words[1], size) != (ssize_t)size) {
    fprintf(stderr, "%s: the message cannot be written\n", path);
    return 1;
  }
  // The display's own socket stays: without it systemd would end the service, and its picture,
  // before the service has read this message.
  if (strcmp(words[1], "QUIT") == 0 && strcmp(folder(), usual_folder) == 0) close_sockets(default_manager, false);
  return 0;
}
