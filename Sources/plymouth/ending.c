// The end of the display: at the end of a boot, and of a daemon that hangs.

#include "calls.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  /// The time for the display's consent to its end, in milliseconds.
  quit_limit = 1500,
  /// The time for a daemon to hand its screen over before it is killed, in milliseconds.
  leave_limit = 800,
  /// The time for a daemon to end by a kill, in milliseconds.
  kill_limit = 300,
};

/// Asks the display to end and to leave its picture.
static void ask_to_quit(void) {
  static const char call[] =
    "{\"method\":\"io.firstlight.display.Quit\",\"parameters\":{\"retain\":true}}";
  long long end = now() + quit_limit;
  int connection = connect_to_display_until(end);
  const char *reply = connection < 0 ? NULL : reply_to(connection, call, sizeof call, (int)(end - now()));
  if (connection >= 0) close(connection);
  int length = 0;
  const char *error = reply ? error_name(reply, &length) : NULL;
  if (reply && !error) return;
  if (!reply) {
    error = connection < 0 ? "no daemon can be connected to" : "the daemon does not answer";
    length = (int)strlen(error);
  }
  fprintf(stderr, "firstlight-agent: %s: %.*s\n", display_socket, length, error);
}

// A display that is not running is not asked to end: the socket would start it. One that is
// starting, perhaps after a crash, answers when it is up, or is stopped. The sockets are stopped,
// too, so that no client starts the display over a login; plymouth's goes first, since the manager
// itself writes to it.
int end_display(const char *path) {
  static const char *const helpers[] = {
    "firstlight-plymouth.socket", "firstlight-psplash.socket", "firstlight-ask-password.path"};
  static const char *const display[] = {"firstlight.socket", "firstlight.service"};
  int manager = connect_to_manager(path, no_limit);
  bool has_ended = manager >= 0 && stop_units(manager, helpers, 3, false);
  if (has_ended && is_unit_up(manager, display_unit)) ask_to_quit();
  has_ended = has_ended && stop_units(manager, display, 2, true);
  if (manager >= 0) close(manager);
  if (!has_ended)
    fprintf(stderr, "firstlight-agent: %s: the service manager does not answer, or a unit does not stop\n", path);
  return has_ended ? 0 : 1;
}

/// True if the other end closes a connection within some milliseconds.
static bool has_ended(int connection, int limit) {
  long long end = now() + limit;
  for (;;) {
    char bytes[256];
    ssize_t count = recv(connection, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return true;
    long long left = end - now();
    if (left <= 0) return false;
    struct pollfd place = {.fd = connection, .events = POLLIN};
    poll(&place, 1, (int)left);
  }
}

/// True if a process has the name of the daemon's program.
static bool is_daemon(pid_t process) {
  static const char program[] = "firstlightd\n";
  char path[64], name[32];
  snprintf(path, sizeof path, "/proc/%ld/comm", (long)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t count = file < 0 ? -1 : read(file, name, sizeof name);
  if (file >= 0) close(file);
  return count == sizeof program - 1 && memcmp(name, program, sizeof program - 1) == 0;
}

/// Removes the socket of a daemon that could not do so itself: units look for a daemon by this
/// path.
static void remove_socket(const char *path) {
  struct stat status;
  if (lstat(path, &status) == 0 && S_ISSOCK(status.st_mode)) unlink(path);
}

// The connection looks like that of the system's service, so that a daemon that still runs ends.
int kill_hung_daemon(const char *path) {
  int connection = connect_to(path);
  if (connection < 0) {
    // The socket's daemon has crashed.
    if (errno == ECONNREFUSED) remove_socket(path);
    return 0;
  }
  struct ucred peer = {.pid = 0};
  socklen_t size = sizeof peer;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return 1;
  if (has_ended(connection, leave_limit)) return 0;
  // As long as the connection is up, so is the process: its number cannot belong to another one.
  if (peer.pid <= 1 || (peer.uid != 0 && peer.uid != geteuid()) || !is_daemon(peer.pid)) {
    fprintf(stderr, "firstlight-agent: %s: process %ld hangs, and is not killed: it is no daemon of root\n", path,
            (long)peer.pid);
    return 1;
  }
  fprintf(stderr, "firstlight-agent: the image's daemon, process %ld, hangs: it is killed\n", (long)peer.pid);
  if (kill(peer.pid, SIGKILL) != 0 && errno != ESRCH) {
    perror("firstlight-agent: kill");
    return 1;
  }
  if (!has_ended(connection, kill_limit)) return 1;
  remove_socket(path);
  return 0;
}
