// Keeps the times of boots in a file, from one boot to the next.
//
// The daemon measures a boot and learns from it. This process has the file, so that the daemon
// never waits for a disk: it passes the former times on, waits for the end of the boot, and
// replaces the file by the new ones.

#include "calls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

enum {
  /// Bytes of the file, at most: more than the daemon takes.
  most_times = 1 << 18,
  /// Bytes of a call or a reply, in which each byte of the times may take six.
  most_bytes = 6 * most_times + 256,
  /// The time for a call that the daemon answers at once, in milliseconds. It may be starting.
  call_limit = 30000,
  /// The attempts to go on with a restarted daemon, or with that of the root, and the milliseconds
  /// between them.
  most_attempts = 25,
  attempt_pause = 200,
};

/// A call, and after it its reply.
static struct {
  char bytes[most_bytes];
  size_t length;
} message;

// MARK: The file

/// Reads the times, with a NUL behind them. False for a file that is missing or cannot be used; the
/// daemon reports other mistakes.
static bool read_times(const char *path, char *times, size_t *length) {
  int file = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0 && errno == ENOENT) return false;
  ssize_t count = file < 0 ? -1 : 0;
  *length = 0;
  while (file >= 0 && *length <= most_times) {
    count = read(file, times + *length, most_times + 1 - *length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    *length += (size_t)count;
  }
  if (count < 0) fprintf(stderr, "firstlight-agent: no times of former boots: %s: %s\n", path, strerror(errno));
  if (file >= 0) close(file);
  if (count < 0) return false;
  const char *fault = *length > most_times ? "more bytes than are allowed" : NULL;
  times[*length] = 0;
  for (size_t place = 0; !fault && place < *length;) {
    size_t size = character_size(times + place);
    if (size == 0) fault = "it is not UTF-8 text";
    place += size;
  }
  if (fault) fprintf(stderr, "firstlight-agent: %s is not used: %s; the next boots replace it\n", path, fault);
  return !fault;
}

static bool write_all(int file, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(file, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    length -= (size_t)count;
  }
  return true;
}

/// Replaces a file of a folder: a reader, or the boot after a crash, sees the former or the new
/// times, whole. The file beside it always has the same name, so that the leftover of a process
/// that was killed goes with the next times.
static bool replace_file(int folder, const char *name, const char *bytes, size_t length) {
  char beside[NAME_MAX + 1];
  if (snprintf(beside, sizeof beside, ".%s.tmp", name) >= (int)sizeof beside) {
    errno = ENAMETOOLONG;
    return false;
  }
  // Two of these programs write one after the other. Any user who can read the folder may lock it,
  // and some file systems have no locks: the wait is bounded, and one program is expected then.
  for (int attempt = 0; attempt < 20 && flock(folder, LOCK_EX | LOCK_NB) != 0; attempt++) {
    if (errno != EWOULDBLOCK && errno != EINTR) break;
    poll(NULL, 0, 100);
  }
  if (unlinkat(folder, beside, 0) != 0 && errno != ENOENT) return false;
  int file = openat(folder, beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (file < 0) return false;
  bool is_kept = write_all(file, bytes, length) && fsync(file) == 0;
  int reason = errno;
  if (close(file) != 0 && is_kept) {
    is_kept = false;
    reason = errno;
  }
  if (is_kept && renameat(folder, beside, folder, name) == 0) return fsync(folder) == 0;
  if (is_kept) reason = errno;
  unlinkat(folder, beside, 0);
  errno = reason;
  return false;
}

static bool write_times(const char *path, const char *bytes, size_t length) {
  char place[PATH_MAX];
  if (strlen(path) >= sizeof place) {
    errno = ENAMETOOLONG;
    return false;
  }
  strcpy(place, path);
  char *slash = strrchr(place, '/');
  if (slash) *slash = 0;
  int folder = open(!slash ? "." : *place ? place : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  bool is_kept = replace_file(folder, slash ? slash + 1 : path, bytes, length);
  int reason = errno;
  close(folder);
  errno = reason;
  return is_kept;
}

// MARK: The daemon

enum outcome { outcome_done, outcome_lost, outcome_refused };

static void add(const char *bytes, size_t count) {
  memcpy(message.bytes + message.length, bytes, count);
  message.length += count;
}

/// Makes the call that passes the times on.
static void put_times(const char *times, size_t length) {
  static const char start[] = "{\"method\":\"io.firstlight.display.SetTimes\",\"parameters\":{\"times\":\"";
  message.length = 0;
  add(start, sizeof start - 1);
  for (size_t index = 0; index < length; index++) {
    unsigned char byte = (unsigned char)times[index];
    char escaped[8];
    int size = byte < 0x20 ? snprintf(escaped, sizeof escaped, "\\u%04x", byte)
      : byte == '"' || byte == '\\' ? snprintf(escaped, sizeof escaped, "\\%c", byte) : 0;
    if (size > 0) add(escaped, (size_t)size);
    else add(times + index, 1);
  }
  add("\"}}", 4);
}

/// Waits until a connection is ready; a time below 0 has no end.
static bool wait_for(int connection, short events, long long end) {
  for (;;) {
    struct pollfd place = {.fd = connection, .events = events};
    long long left = end < 0 ? -1 : end - now();
    if (end >= 0 && left <= 0) return false;
    int ready = poll(&place, 1, (int)left);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

/// Makes a call, and waits for its reply, which takes the place of the call.
static bool make_call(int connection, int limit) {
  long long end = limit < 0 ? -1 : now() + limit;
  for (size_t sent = 0; sent < message.length;) {
    ssize_t count = send(connection, message.bytes + sent, message.length - sent, MSG_NOSIGNAL);
    if (count > 0) sent += (size_t)count;
    else if (errno == EAGAIN ? !wait_for(connection, POLLOUT, end) : errno != EINTR) return false;
  }
  message.length = 0;
  while (message.length < most_bytes) {
    char *place = message.bytes + message.length;
    ssize_t count = recv(connection, place, most_bytes - message.length, 0);
    if (count < 0 && errno == EAGAIN && wait_for(connection, POLLIN, end)) continue;
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    message.length += (size_t)count;
    if (memchr(place, 0, (size_t)count)) return true;
  }
  return false;
}

/// The string of a member of the reply, decoded in its place, with its length; NULL if there is
/// none. Within a string each of these quotes would have a backslash before it.
static char *member(const char *key, size_t *length) {
  char *text = strstr(message.bytes, key);
  ssize_t size = text ? decode_string(text + strlen(key)) : -1;
  if (size < 0) return NULL;
  *length = (size_t)size;
  return text + strlen(key);
}

/// True if the reply is an error other than that of times that are no times, which is reported.
static bool is_refused(const char *path) {
  int length = 0;
  const char *error = error_name(message.bytes, &length);
  if (!error) return false;
  size_t size = 0;
  static const char invalid[] = "io.firstlight.display.InvalidValue";
  if (length == sizeof invalid - 1 && strncmp(error, invalid, sizeof invalid - 1) == 0) {
    char *reason = member("\"reason\":\"", &size);
    for (size_t index = 0; index < size; index++)
      if ((unsigned char)reason[index] < 0x20) reason[index] = ' ';
    fprintf(stderr, "firstlight-agent: %s is not used: %.*s; the next boots replace it\n", path,
            size < 200 ? (int)size : 200, reason ? reason : "");
    return false;
  }
  fprintf(stderr, "firstlight-agent: %s: %.*s\n", display_socket, length, error);
  return true;
}

/// Passes former times on, and waits for those after the boot, which lie in the reply.
static enum outcome learn(int connection, const char *path, const char *times, size_t length) {
  static const char wait[] = "{\"method\":\"io.firstlight.display.GetTimes\",\"parameters\":{\"wait\":true}}";
  if (times) {
    put_times(times, length);
    if (!make_call(connection, call_limit)) return outcome_lost;
    if (is_refused(path)) return outcome_refused;
  }
  message.length = 0;
  add(wait, sizeof wait);
  if (!make_call(connection, no_limit)) return outcome_lost;
  return is_refused(path) ? outcome_refused : outcome_done;
}

int learn_times(const char *path) {
  static char former[most_times + 2];
  struct stat status;
  // The times replace the file by a rename, which would take away a device or a FIFO of others.
  if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
    fprintf(stderr, "firstlight-agent: %s is not a plain file: name one, or a path where nothing is yet\n", path);
    return EX_CANTCREAT;
  }
  size_t length = 0;
  bool has_former = read_times(path, former, &length);
  // A daemon that crashes again and again may accept each connection: the attempts are limited.
  for (int attempt = 0;; attempt++) {
    int connection = connect_to_display_until(now() + call_limit);
    enum outcome outcome =
      connection < 0 ? outcome_lost : learn(connection, path, has_former ? former : NULL, length);
    if (connection >= 0) close(connection);
    if (outcome == outcome_refused) return 1;
    if (outcome == outcome_done) break;
    if (attempt == most_attempts) {
      fprintf(stderr, "firstlight-agent: %s: the daemon has gone before the end of the boot\n", display_socket);
      return EX_UNAVAILABLE;
    }
    poll(NULL, 0, attempt_pause);
  }
  // A boot that teaches nothing leaves the file as it is.
  const char *times = member("\"times\":\"", &length);
  if (times && length > most_times) {
    // The next boot would not read them.
    fprintf(stderr, "firstlight-agent: the times are not kept: %zu bytes, and %d are allowed\n", length, most_times);
    return EX_DATAERR;
  }
  if (!times || write_times(path, times, length)) return 0;
  fprintf(stderr, "firstlight-agent: the times are not kept: %s: %s\n", path, strerror(errno));
  return EX_CANTCREAT;
}
