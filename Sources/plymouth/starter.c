// `plymouthd`: starts firstlightd in the background, and ends when it answers.
//
// A process stays beside the daemon as long as that runs. It removes the file with the daemon's
// number when the daemon has ended, since systemd's own prompts on the console are held back while
// the file exists.

#include "plymouth.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  /// The time, in milliseconds, for which the caller waits for the daemon; and the time for which
  /// the process beside the daemon asks it.
  start_limit = 2000,
  timeout = 30000,
  pause_between_pings = 20,
};

static const char own_options[] =
  "help debug no-daemon attach-to-session no-boot-log graphical-boot ignore-serial-consoles "
  "mode= pid-file= tty= debug-file= kernel-command-line= boot-log=";
/// The scene that replaces the one of the settings, if the file exists and the kernel's command
/// line names no other one.
static const char scene_path[] = "/etc/firstlight/scene.jsonc";
/// The socket at which a service of the system finds the daemon, to go on in its place.
static const char successor_option[] = "--successor=/run/firstlight/successor";

/// The daemon while it runs; signals are passed on to it.
static volatile sig_atomic_t daemon_pid;

static void hand_on(int signal_number) {
  if (daemon_pid > 0) kill(daemon_pid, signal_number);
}

// MARK: Starting the daemon

/// A terminal's number as firstlightd takes it: the digits at the end of /dev/tty7.
static const char *terminal_number(const char *name) {
  const char *end = name + strlen(name);
  while (end > name && end[-1] >= '0' && end[-1] <= '9') end--;
  return *end ? end : NULL;
}

/// True if a word of the kernel's command line names the scene, which is stronger than the image's
/// own. As in the kernel, quotes hold words together.
static bool kernel_names_scene(void) {
  static const char word[] = "firstlight.scene=";
  char text[4096];
  // The variable that replaces the kernel's command line for systemd's programs.
  const char *other = getenv("SYSTEMD_PROC_CMDLINE");
  if (other) {
    snprintf(text, sizeof text, "%s", other);
  } else {
    int file = open("/proc/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    text[length > 0 ? length : 0] = 0;
  }
  bool is_quoted = false, is_start = true;
  for (const char *place = text; *place; place++) {
    if (is_start && *place != '"' && strncmp(place, word, sizeof word - 1) == 0) return true;
    if (*place == '"') is_quoted = !is_quoted;
    else is_start = !is_quoted && (unsigned char)*place <= ' ';
  }
  return false;
}

/// Leaves the caller's streams, which may be awaited to end. Errors go to a file, or
/// else to the kernel's log: nobody would see text on the console behind the picture.
static void leave_streams(const char *path) {
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing >= 0) {
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
  }
  int log = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)
                 : open("/dev/kmsg", O_WRONLY | O_CLOEXEC);
  if (log >= 0) dup2(log, STDERR_FILENO);
}

_Noreturn void execute_daemon(const char *const *words, const char *own) {
  char beside[PATH_MAX] = "";
  ssize_t length = readlink("/proc/self/exe", beside, sizeof beside - sizeof "firstlightd");
  char *slash = length > 0 ? strrchr(beside, '/') : NULL;
  if (slash) {
    strcpy(slash + 1, "firstlightd");
    execv(beside, (char **)words);
  }
  execv("/usr/bin/firstlightd", (char **)words);
  fprintf(stderr, "%s: firstlightd cannot be run: %s\n", own, strerror(errno));
  _exit(127);
}

/// - Parameter own: the name by which this program was called.
static _Noreturn void become_daemon(const struct options *options, const char *own) {
  char scene[PATH_MAX], terminal[16];
  // A process whose name begins so is spared when the initial RAM file system ends.
  const char *words[10] = {
    *own == '@' ? "@firstlightd" : "firstlightd", "--plymouth", successor_option,
  };
  const char *number;
  int count = 3;
  // The path behind a link is the one that is right in the system's root too.
  if (!kernel_names_scene() && realpath(scene_path, scene) && access(scene, R_OK) == 0)
    words[count++] = scene;
  const char *tty = option(options, "tty");
  if (tty && (number = terminal_number(tty)) && strlen(number) <= 2) {
    snprintf(terminal, sizeof terminal, "--vt=%s", number);
    words[count++] = terminal;
  }
  // The times of former boots, as firstlight-times.service keeps them; an image has a copy.
  if (access(default_times, R_OK) == 0) {
    words[count++] = "--times";
    words[count++] = default_times;
  }
  if (option(options, "debug")) words[count++] = "--verbose";
  execute_daemon(words, "plymouthd");
}

// MARK: The file with its number, and its socket

/// A file in a folder. The folder is opened at once: it moves with /run from one root to the next,
/// and the path would then lead elsewhere.
struct kept_file {
  int folder;
  char name[NAME_MAX + 1];
};

/// - Parameter creates: true to create the folder.
static struct kept_file kept_file(const char *path, bool creates) {
  struct kept_file file = {.folder = -1};
  char folder[PATH_MAX];
  if (!path || strlen(path) >= sizeof folder) return file;
  strcpy(folder, path);
  char *slash = strrchr(folder, '/');
  const char *name = slash ? slash + 1 : path;
  if (strlen(name) >= sizeof file.name) return file;
  strcpy(file.name, name);
  if (slash && slash != folder) {
    *slash = 0;
    if (creates) mkdir(folder, 0755);
  } else {
    strcpy(folder, slash ? "/" : ".");
  }
  file.folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return file;
}

static void write_pid_file(const struct kept_file *file, pid_t pid) {
  char text[16];
  int length = snprintf(text, sizeof text, "%d\n", (int)pid);
  int flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC;
  int descriptor = file->folder < 0 ? -1 : openat(file->folder, file->name, flags, 0644);
  if (descriptor < 0) return;
  // A file with half a number is worse than none.
  if (write(descriptor, text, (size_t)length) != length) unlinkat(file->folder, file->name, 0);
  close(descriptor);
}

// MARK: The process beside it

/// True if there is a daemon, even without a screen. A ping is not used for this, since the daemon
/// would take it for the start of a question.
static bool is_served(void) {
  int connection = connect_to_daemon(0);
  if (connection < 0) return false;
  enum reply reply = request(connection, 'V', NULL, short_limit, NULL);
  close(connection);
  return reply == reply_done || reply == reply_refused;
}

/// Sets the mode of a daemon that has just started, which begins with a boot.
static void set_mode(const char *mode) {
  if (!mode || strcmp(mode, "boot") == 0 || strcmp(mode, "boot-up") == 0) return;
  int connection = connect_to_daemon(short_limit);
  if (connection < 0) return;
  request(connection, 'C', mode, short_limit, NULL);
  close(connection);
}

/// Runs the daemon to its end, and reports through the pipe when it answers. Returns the daemon's
/// exit status.
static int stay_beside(const struct options *options, const char *own, int told) {
  struct kept_file file = kept_file(option(options, "pid-file"), true), successor = {.folder = -1};
  static const int handed_on[] = {SIGTERM, SIGINT, SIGHUP};
  struct sigaction action = {.sa_handler = hand_on, .sa_flags = SA_RESTART};
  pid_t pid = fork();
  if (pid < 0) return 1;
  if (pid == 0) become_daemon(options, own);
  daemon_pid = pid;
  for (size_t index = 0; index < sizeof handed_on / sizeof *handed_on; index++)
    sigaction(handed_on[index], &action, NULL);
  int status = 0;
  long long end = now() + timeout;
  while (now() < end) {
    if (waitpid(pid, &status, WNOHANG) == pid) goto ended;
    if (is_served()) {
      set_mode(option(options, "mode"));
      write_pid_file(&file, pid);
      // The caller may not wait any longer.
      (void)!write(told, "", 1);
      break;
    }
    poll(NULL, 0, pause_between_pings);
  }
  close(told);
  // The daemon has made this folder by now.
  successor = kept_file(default_successor, false);
  while (waitpid(pid, &status, 0) != pid)
    if (errno != EINTR) return 1;
ended:
  daemon_pid = 0;
  if (file.folder >= 0) unlinkat(file.folder, file.name, 0);
  // A killed daemon leaves its socket behind, and units of the system would take the daemon for
  // running.
  if (successor.folder >= 0 && WIFSIGNALED(status)) unlinkat(successor.folder, successor.name, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Waits until the process beside the daemon reports that the daemon answers. Returns the exit
/// status. A daemon that is still starting when the time is over is no failure: the service manager
/// would take the unit for ended, and leave the daemon to itself.
static int wait_until_told(int pipe) {
  char byte;
  long long end = now() + start_limit, left;
  while ((left = end - now()) > 0) {
    struct pollfd place = {.fd = pipe, .events = POLLIN};
    int ready = poll(&place, 1, (int)left);
    if (ready > 0) return read(pipe, &byte, 1) == 1 ? 0 : 1;
    if (ready < 0 && errno != EINTR) return 1;
  }
  return 0;
}

int run_daemon_starter(int count, char **words) {
  struct options options = {.names = own_options};
  const char *unknown = NULL;
  int index = read_options(&options, count, words, 1, &unknown);
  if (option(&options, "help")) {
    printf("usage: plymouthd [--mode=MODE] [--pid-file=FILE] [--tty=TERMINAL] [--no-daemon] "
           "[--attach-to-session] [--debug] [--debug-file=FILE]\n");
    return 0;
  }
  if (unknown || index < count) {
    fprintf(stderr, "plymouthd: unknown option: %s\n", unknown ? unknown : words[index]);
    return 1;
  }
  if (is_served()) return 0;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return 1;
  if (option(&options, "no-daemon")) {
    close(ends[0]);
    signal(SIGPIPE, SIG_IGN);
    return stay_beside(&options, words[0], ends[1]);
  }
  pid_t pid = fork();
  if (pid < 0) return 1;
  if (pid > 0) {
    close(ends[1]);
    return wait_until_told(ends[0]);
  }
  close(ends[0]);
  setsid();
  if (chdir("/") != 0) return 1;
  leave_streams(option(&options, "debug-file"));
  // The caller may have gone when there is something to tell.
  signal(SIGPIPE, SIG_IGN);
  return stay_beside(&options, words[0], ends[1]);
}
