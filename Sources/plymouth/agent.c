// `firstlight-agent`: shows questions for systemd's password agents on Firstlight's screen.
//
// Each question is a file in a directory. Its answer is a datagram to a socket, and systemd's
// programs trust only datagrams from root. The daemon that has the screen does not run as root, so
// this process stands in between. It has a connection for each question, and closes it when the
// question has gone.

#include "calls.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum {
  most_questions = 32,
  most_file = 16384,
  /// Bytes of the longest reply: each one of an answer may take six.
  most_reply = 32768,
  longest_message = 1024,
  /// Bytes of the longest datagram that systemd's programs read: a line (LINE_MAX of limits.h).
  most_answered = 2048,
  /// The pause before a daemon that did not ask is called again, in milliseconds.
  retry_pause = 1000,
};

static const char default_directory[] = "/run/systemd/ask-password";

struct question {
  /// The file's name, empty if the place is free; and the time of the file's last change when it
  /// was read.
  char name[NAME_MAX + 1];
  struct timespec changed;
  off_t size;
  ino_t inode;
  /// True if the file is still there.
  bool is_there;
  /// True if nothing more is to be done until the file goes.
  bool is_over;
  /// True if it was reported already that the daemon cannot ask now.
  bool is_told;
  long process;
  /// The end of the question by the monotonic clock, in microseconds; 0 for none.
  long long not_after;
  bool is_shown, is_silent;
  char message[longest_message + 1], icon[128], id[256], socket[108];
  /// The connection to the daemon, or -1; when to try again, by the clock of `now`.
  int daemon;
  long long retry;
  /// The part of the daemon's reply that has come.
  char *reply;
  size_t length;
};

static struct question questions[most_questions];

// MARK: Memory

/// Memory for an answer, which is neither swapped nor dumped.
static char *allocate_secret(void) {
  char *bytes = mmap(NULL, most_reply, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED) return NULL;
  mlock(bytes, most_reply);
  madvise(bytes, most_reply, MADV_DONTDUMP);
  return bytes;
}

static void free_secret(char *bytes) {
  if (!bytes) return;
  explicit_bzero(bytes, most_reply);
  munmap(bytes, most_reply);
}

// MARK: The file of a question

/// Copies a value, cut to the space for it.
static void take(char *place, size_t size, const char *value) {
  size_t length = strlen(value);
  if (length >= size) length = size - 1;
  memcpy(place, value, length);
  place[length] = 0;
}

static bool is_true(const char *value) {
  return strcmp(value, "1") == 0 || strcmp(value, "yes") == 0 || strcmp(value, "true") == 0;
}

static void take_line(struct question *question, const char *key, const char *value) {
  if (strcmp(key, "PID") == 0) question->process = strtol(value, NULL, 10);
  // A truncated path would be another program's.
  if (strcmp(key, "Socket") == 0)
    take(question->socket, sizeof question->socket, strlen(value) < sizeof question->socket ? value : "");
  if (strcmp(key, "NotAfter") == 0) question->not_after = strtoll(value, NULL, 10);
  if (strcmp(key, "Echo") == 0) question->is_shown = is_true(value);
  if (strcmp(key, "Silent") == 0) question->is_silent = is_true(value);
  if (strcmp(key, "Message") == 0) take(question->message, sizeof question->message, value);
  if (strcmp(key, "Icon") == 0) take(question->icon, sizeof question->icon, value);
  if (strcmp(key, "Id") == 0) take(question->id, sizeof question->id, value);
}

static char *trim(char *text) {
  text += strspn(text, " \t");
  size_t length = strlen(text);
  while (length > 0 && strchr(" \t\r", text[length - 1])) text[--length] = 0;
  return text;
}

static void read_lines(struct question *question, char *text) {
  char *rest = NULL;
  bool is_ours = false;
  for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    line = trim(line);
    char *equals = strchr(line, '=');
    if (*line == '[') is_ours = strcmp(line, "[Ask]") == 0;
    if (!is_ours || !equals || strchr("[#;", *line)) continue;
    *equals = 0;
    take_line(question, trim(line), trim(equals + 1));
  }
}

/// Reads a question. True if it can be answered, that is, if its socket has a path in a file
/// system.
static bool read_question(int directory, const char *name, struct question *question) {
  static char text[most_file + 1];
  int file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  struct stat status;
  ssize_t length = -1;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) length = read(file, text, most_file);
  close(file);
  if (length <= 0) return false;
  // Bytes behind a NUL are not read, nor is a line without its end.
  while (length > 0 && text[length - 1] != '\n') length--;
  text[length] = 0;
  memset(question, 0, sizeof *question);
  question->changed = status.st_mtim;
  question->size = status.st_size;
  question->inode = status.st_ino;
  question->daemon = -1;
  take(question->name, sizeof question->name, name);
  read_lines(question, text);
  return question->socket[0] == '/';
}

/// True if the file was written since it was read.
static bool has_changed(int directory, const struct question *question) {
  struct stat status;
  if (fstatat(directory, question->name, &status, AT_SYMLINK_NOFOLLOW) != 0) return false;
  return status.st_ino != question->inode || status.st_size != question->size ||
    status.st_mtim.tv_sec != question->changed.tv_sec ||
    status.st_mtim.tv_nsec != question->changed.tv_nsec;
}

/// True while a program waits for the answer.
static bool is_wanted(const struct question *question) {
  if (question->process > 0 && kill((pid_t)question->process, 0) != 0 && errno == ESRCH) return false;
  return question->not_after <= 0 || now() * 1000 < question->not_after;
}

// MARK: Questions on the screen

/// Takes a question off the screen.
static void withdraw(struct question *question) {
  if (question->daemon >= 0) close(question->daemon);
  question->daemon = -1;
  free_secret(question->reply);
  question->reply = NULL;
  question->length = 0;
}

static void end(struct question *question) {
  withdraw(question);
  question->is_over = true;
}

/// Puts a question off, since the daemon cannot ask now.
static void put_off(struct question *question) {
  withdraw(question);
  question->retry = now() + retry_pause;
}

static void show(struct question *question) {
  static struct text call;
  call.length = 0;
  call.is_full = false;
  put_text(&call, "{\"method\":\"io.firstlight.display.Ask\",\"parameters\":{");
  put_text(&call, question->is_shown ? "\"secret\":false" : "\"secret\":true");
  if (question->is_silent) put_text(&call, ",\"echo\":false");
  put_string(&call, "prompt", question->message);
  if (question->icon[0]) put_string(&call, "icon", question->icon);
  if (question->id[0]) put_string(&call, "id", question->id);
  if (question->process > 0 && question->process <= INT_MAX)
    put_number(&call, "pid", question->process);
  if (question->not_after > 0) put_number(&call, "notAfterUSec", question->not_after);
  put(&call, "}}", 3);
  question->reply = allocate_secret();
  question->daemon = question->reply ? connect_to_display() : -1;
  if (question->daemon < 0 || !send_call(question->daemon, &call)) put_off(question);
}

/// Sends an answer to the program that has asked. False if the program may still be waiting for
/// one.
static bool answer_with(const struct question *question, const char *bytes, size_t count) {
  if (count > most_answered) {
    fprintf(stderr, "firstlight-agent: an answer of more than %d bytes is not read by programs\n",
      most_answered - 1);
    return false;
  }
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strcpy(address.sun_path, question->socket);
  int datagrams = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (datagrams < 0) return false;
  // A program with other datagrams to read gets a moment to read this one.
  struct timeval limit = {.tv_sec = 1};
  setsockopt(datagrams, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  bool is_sent = sendto(datagrams, bytes, count, MSG_NOSIGNAL, (struct sockaddr *)&address,
    sizeof address) == (ssize_t)count;
  int error = errno;
  close(datagrams);
  if (is_sent) return true;
  fprintf(stderr, "firstlight-agent: %s: %s\n", question->socket, strerror(error));
  return error == ECONNREFUSED || error == ENOENT;
}

/// Handles the daemon's whole reply.
static void finish(struct question *question) {
  // Within a string each of these quotes would have a backslash before it.
  static const char answer_key[] = "\"answer\":\"";
  char *answer = strstr(question->reply, answer_key);
  int name_length = 0;
  const char *error = error_name(question->reply, &name_length);
  if (error) {
    if (!question->is_told)
      fprintf(stderr, "firstlight-agent: the daemon does not ask: %.*s\n", name_length, error);
    question->is_told = true;
    put_off(question);
    return;
  }
  bool is_done = true;
  if (answer) {
    char *text = answer + sizeof answer_key - 1;
    ssize_t length = decode_string(text);
    text[-1] = '+';
    is_done = length >= 0 && answer_with(question, text - 1, (size_t)length + 1);
  } else if (strstr(question->reply, "\"cancelled\":true")) {
    is_done = answer_with(question, "-", 1);
  }
  if (is_done)
    end(question);
  else
    put_off(question);
}

/// Receives the daemon's reply.
static void receive(struct question *question) {
  size_t room = most_reply - question->length;
  ssize_t count = recv(question->daemon, question->reply + question->length, room, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return put_off(question);
  bool is_whole = memchr(question->reply + question->length, 0, (size_t)count) != NULL;
  question->length += (size_t)count;
  if (is_whole)
    finish(question);
  else if (question->length == most_reply)
    put_off(question);
}

// MARK: The directory

static struct question *find(const char *name) {
  for (int index = 0; index < most_questions; index++)
    if (strcmp(questions[index].name, name) == 0) return &questions[index];
  return NULL;
}

/// Starts the questions that have appeared, and ends those that have gone.
static void scan(const char *path) {
  DIR *directory = opendir(path);
  for (int index = 0; index < most_questions; index++) questions[index].is_there = false;
  for (struct dirent *entry; directory && (entry = readdir(directory));) {
    if (strncmp(entry->d_name, "ask.", 4) != 0) continue;
    struct question *question = find(entry->d_name);
    if (question && has_changed(dirfd(directory), question)) {
      withdraw(question);
      question->name[0] = 0;
      question = NULL;
    }
    if (!question) {
      question = find("");
      if (!question || !read_question(dirfd(directory), entry->d_name, question)) {
        if (question) question->name[0] = 0;
        continue;
      }
    }
    question->is_there = true;
  }
  if (directory) closedir(directory);
  for (int index = 0; index < most_questions; index++) {
    struct question *question = &questions[index];
    if (!question->name[0] || question->is_there) continue;
    withdraw(question);
    question->name[0] = 0;
  }
}

/// Shows the questions that are due, and ends those that no program waits for.
/// Returns true if some have to be looked at again in a moment.
static bool attend(void) {
  bool has_open = false;
  for (int index = 0; index < most_questions; index++) {
    struct question *question = &questions[index];
    if (!question->name[0] || question->is_over) continue;
    if (!is_wanted(question)) {
      end(question);
      continue;
    }
    has_open = true;
    if (question->daemon < 0 && now() >= question->retry) show(question);
  }
  return has_open;
}

/// Makes a directory and those around it.
static void make_directories(const char *path) {
  char part[PATH_MAX];
  for (size_t length = 1; length < sizeof part; length++) {
    if (path[length] != '/' && path[length]) continue;
    memcpy(part, path, length);
    part[length] = 0;
    mkdir(part, 0755);
    if (!path[length]) return;
  }
}

static int run_watch(const char *path) {
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  make_directories(path);
  if (watch < 0 || inotify_add_watch(watch, path,
                     IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF |
                       IN_MOVE_SELF | IN_ONLYDIR) < 0) {
    fprintf(stderr, "firstlight-agent: %s: %s\n", path, strerror(errno));
    return 1;
  }
  prctl(PR_SET_DUMPABLE, 0);
  for (;;) {
    scan(path);
    bool has_open = attend();
    struct pollfd places[most_questions + 1] = {{.fd = watch, .events = POLLIN}};
    for (int index = 0; index < most_questions; index++) {
      int daemon = questions[index].name[0] ? questions[index].daemon : -1;
      places[index + 1] = (struct pollfd){.fd = daemon, .events = POLLIN};
    }
    poll(places, most_questions + 1, has_open ? retry_pause : -1);
    if (places[0].revents) {
      _Alignas(struct inotify_event) char events[4096];
      ssize_t count = read(watch, events, sizeof events);
      for (ssize_t place = 0; place < count;) {
        const struct inotify_event *event = (const void *)(events + place);
        // The directory has gone; the service manager starts anew for the next one.
        if (event->mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) return 0;
        place += (ssize_t)(sizeof *event + event->len);
      }
    }
    for (int index = 0; index < most_questions; index++)
      if (places[index + 1].revents && questions[index].daemon >= 0) receive(&questions[index]);
  }
}

// MARK: The need for another agent

/// True if the daemon says that it can ask.
static bool takes_questions(int connection) {
  static const char call[] = "{\"method\":\"io.firstlight.display.GetStatus\"}";
  const char *reply = reply_to(connection, call, sizeof call, short_limit);
  return reply && strstr(reply, "\"questions\":true");
}

/// The exit status: 0 if questions have to be asked elsewhere. With `waits`, that is once the
/// daemon has gone, or could ask nothing for some seconds, as while a driver takes over the screen.
static int run_is_absent(bool waits) {
  enum { most_refusals = 3 };
  int refusals = 0;
  for (;;) {
    int connection = connect_to_display_until(now() + short_limit);
    if (connection < 0) return 0;
    bool is_asking = takes_questions(connection);
    if (!waits) {
      close(connection);
      return is_asking ? 1 : 0;
    }
    refusals = is_asking ? 0 : refusals + 1;
    if (refusals == most_refusals) {
      close(connection);
      return 0;
    }
    // Ends sooner when the daemon does.
    struct pollfd place = {.fd = connection, .events = POLLRDHUP};
    poll(&place, 1, retry_pause);
    close(connection);
  }
}

static void print_usage(FILE *file) {
  fprintf(
    file,
    "usage: firstlight-agent [--directory=DIRECTORY] [--socket=PATH]\n"
    "       firstlight-agent is-absent [--wait] [--socket=PATH]\n"
    "       firstlight-agent quit [--socket=PATH] [--manager=PATH]\n"
    "       firstlight-agent kill [--successor=PATH]\n"
    "       firstlight-agent failed [--socket=PATH] [--manager=PATH] [--milliseconds=NUMBER] UNIT\n"
    "       firstlight-agent learn [--socket=PATH] [FILE]\n"
    "Asks on Firstlight's screen what programs ask by systemd's password agents, or tells by the\n"
    "exit status 0 that there is no daemon which can ask; with --wait when there is none any more.\n"
    "'quit' ends the display and its units, and leaves its picture. 'kill' ends a daemon of the initial RAM\n"
    "file system that hangs. 'failed' shows for 20 s that a unit has failed, on a display that is up.\n"
    "'learn' keeps the times of boots in a file, for the progress of the next one.\n");
}

enum task { task_ask, task_is_absent, task_quit, task_kill, task_failed, task_learn };

int run_agent(int count, char **words) {
  static const struct {
    const char *word, *options;
  } tasks[] = {
    [task_is_absent] = {"is-absent", "wait socket="},
    [task_quit] = {"quit", "socket= manager="},
    [task_kill] = {"kill", "successor="},
    [task_failed] = {"failed", "socket= manager= milliseconds="},
    [task_learn] = {"learn", "socket="},
  };
  struct options options = {.names = "help directory= socket="}, own = {.names = ""};
  const char *unknown = NULL, *operand = NULL;
  int index = read_options(&options, count, words, 1, &unknown);
  enum task task = task_ask;
  for (int other = task_is_absent; other <= task_learn && index < count; other++)
    if (strcmp(words[index], tasks[other].word) == 0) task = (enum task)other;
  if (task != task_ask) {
    own.names = tasks[task].options;
    index = read_options(&own, count, words, index + 1, &unknown);
  }
  if ((task == task_failed || task == task_learn) && index < count) operand = words[index++];
  bool is_wrong = unknown || index < count || (task == task_failed && !operand);
  if (is_wrong || option(&options, "help")) {
    print_usage(is_wrong ? stderr : stdout);
    // An error that is not understood keeps no other agent from asking.
    return is_wrong && task != task_is_absent ? 1 : 0;
  }
  struct options *used = task == task_ask ? &options : &own;
  const char *socket = option(used, "socket"), *manager = option(used, "manager");
  if (socket) display_socket = socket;
  if (!manager) manager = default_manager;
  switch (task) {
    case task_is_absent: return run_is_absent(option(used, "wait") != NULL);
    case task_quit: return end_display(manager);
    case task_kill: {
      const char *successor = option(used, "successor");
      return kill_hung_daemon(successor ? successor : default_successor);
    }
    case task_failed: {
      const char *limit = option(used, "milliseconds");
      return show_failure(manager, operand, limit ? atoi(limit) : -1);
    }
    case task_learn: return learn_times(operand ? operand : default_times);
    case task_ask: break;
  }
  const char *directory = option(used, "directory");
  return run_watch(directory ? directory : default_directory);
}
