// Questions as text on serial consoles, beside the picture.
//
// In an initial RAM file system without systemd, scripts ask either by `plymouth` or on the
// console: a person with a serial console alone could not answer a question on the screen. With
// systemd its own agents ask there.

#include "plymouth.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/vfs.h>
#include <termios.h>
#include <unistd.h>

enum { most_names = 256, ram_file_system = 0x858458F6, temporary_file_system = 0x01021994 };

static const char kernel_consoles[] = "/sys/class/tty/console/active";

/// The consoles, and how they were before they were asked.
static struct {
  /// Consoles that are asked; -1 for the others.
  int files[most_consoles];
  /// Consoles on which another one of these programs asks; -1 for the others.
  int waiting[most_consoles];
  struct termios former[most_consoles];
  int count;
  const char *prompt;
  bool is_secret;
} consoles = {.files = {-1, -1, -1, -1}, .waiting = {-1, -1, -1, -1}};

// MARK: The consoles of the kernel

/// True if the first process runs the script at which images begin. A system that stays in memory
/// begins with another program.
static bool is_first_process_of_image(void) {
  static const char script[] = "/init";
  char words[512];
  int file = open("/proc/1/cmdline", O_RDONLY | O_CLOEXEC);
  ssize_t count = file < 0 ? -1 : read(file, words, sizeof words - 1);
  if (file >= 0) close(file);
  if (count <= 0) return false;
  words[count] = 0;
  // The interpreter and its options come first.
  for (const char *word = words; word < words + count; word += strlen(word) + 1)
    if (strcmp(word, script) == 0) return true;
  return false;
}

bool is_image_of_scripts(void) {
  struct statfs root;
  if (statfs("/", &root) != 0 || access("/run/systemd/system", F_OK) == 0) return false;
  return (root.f_type == ram_file_system || root.f_type == temporary_file_system) && is_first_process_of_image();
}

/// Reads the names of the kernel's consoles.
static bool read_names(char *names) {
  int file = open(kernel_consoles, O_RDONLY | O_CLOEXEC);
  ssize_t count = file < 0 ? -1 : read(file, names, most_names - 1);
  if (file >= 0) close(file);
  names[count > 0 ? count : 0] = 0;
  return count > 0;
}

/// True for a terminal that the screen shows: the picture has its questions.
static bool is_on_screen(const char *name) {
  return strncmp(name, "tty", 3) == 0 && strspn(name + 3, "0123456789") == strlen(name + 3);
}

// MARK: Terminals

static void give_back(int index) {
  if (consoles.files[index] < 0) return;
  (void)!write(consoles.files[index], "\n", 1);
  tcsetattr(consoles.files[index], TCSANOW, &consoles.former[index]);
  close(consoles.files[index]);
  consoles.files[index] = -1;
}

void close_consoles(void) {
  for (int index = 0; index < consoles.count; index++) {
    give_back(index);
    if (consoles.waiting[index] >= 0) close(consoles.waiting[index]);
    consoles.waiting[index] = -1;
  }
  consoles.count = 0;
}

/// Callers end this program when another one has the answer.
static void end_by_signal(int number) {
  close_consoles();
  signal(number, SIG_DFL);
  raise(number);
}

/// Asks on a console. False while another one of these programs does: two questions and their
/// answers would mix there.
static bool ask(int index) {
  char text[512];
  int file = consoles.waiting[index];
  // It goes with the file, however this process ends. A terminal without locks is taken.
  if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  consoles.waiting[index] = -1;
  struct termios *former = &consoles.former[index];
  if (tcgetattr(file, former) != 0) {
    close(file);
    return true;
  }
  struct termios asking = *former;
  asking.c_iflag |= ICRNL;
  asking.c_oflag |= OPOST | ONLCR;
  asking.c_cflag |= CREAD | CLOCAL;
  asking.c_lflag |= ICANON | ECHO | ECHOE | ECHOK;
  asking.c_lflag &= ~(tcflag_t)ISIG;
  if (consoles.is_secret) asking.c_lflag &= ~(tcflag_t)ECHO;
  consoles.files[index] = file;
  tcsetattr(file, TCSANOW, &asking);
  const char *prompt = consoles.prompt ? consoles.prompt : "Password:";
  size_t length = strlen(prompt);
  bool has_end = length > 0 && prompt[length - 1] == ' ';
  int size = snprintf(text, sizeof text, "\n%s%s", prompt, has_end ? "" : " ");
  if (size > 0) (void)!write(file, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
  return true;
}

bool take_free_consoles(void) {
  bool are_missing = false;
  for (int index = 0; index < consoles.count; index++)
    if (consoles.waiting[index] >= 0 && !ask(index)) are_missing = true;
  return are_missing;
}

static void open_console(const char *name) {
  char path[64];
  struct termios settings;
  if (consoles.count == most_consoles) return;
  int size = snprintf(path, sizeof path, *name == '/' ? "%s" : "/dev/%s", name);
  if (size < 0 || size >= (int)sizeof path) return;
  // A line that nobody has plugged in must not be waited for.
  int file = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  if (tcgetattr(file, &settings) == 0)
    consoles.waiting[consoles.count++] = file;
  else
    close(file);
}

int open_consoles(const char *names, const char *prompt, bool is_secret) {
  char list[most_names] = "", *rest = NULL;
  if (names) snprintf(list, sizeof list, "%s", names);
  else if (!is_image_of_scripts() || !read_names(list)) return 0;
  // Before the first console is changed.
  for (int index = 0; index < 3; index++) signal((int[]){SIGTERM, SIGINT, SIGHUP}[index], end_by_signal);
  consoles.prompt = prompt;
  consoles.is_secret = is_secret;
  for (char *name = strtok_r(list, " ,\n", &rest); name; name = strtok_r(NULL, " ,\n", &rest))
    if (!is_on_screen(name)) open_console(name);
  take_free_consoles();
  return consoles.count;
}

const int *console_files(void) { return consoles.files; }

static bool is_hung_up(int file) {
  struct pollfd place = {.fd = file};
  return poll(&place, 1, 0) != 0;
}

bool read_console(int index, struct answer *answer) {
  ssize_t count = read(consoles.files[index], answer->bytes, sizeof answer->bytes);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  if (count < 0 || (count == 0 && is_hung_up(consoles.files[index]))) {
    give_back(index);
    return false;
  }
  // Ctrl-D on an empty line counts as Ctrl-C, as on the screen.
  if (count == 0) answer->bytes[count++] = 3;
  answer->length = (size_t)count;
  if (answer->bytes[answer->length - 1] == '\n') answer->length--;
  return true;
}
