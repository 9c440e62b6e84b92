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
#include <sys/vfs.h>
#include <termios.h>
#include <unistd.h>

enum { most_names = 256, ram_file_system = 0x858458F6, temporary_file_system = 0x01021994 };

static const char kernel_consoles[] = "/sys/class/tty/console/active";

/// The consoles that are asked, and how they were before; a free place has a file of -1.
static struct {
  int files[most_consoles];
  struct termios former[most_consoles];
  int count;
} consoles;

// MARK: The consoles of the kernel

/// True in the first file system of the kernel, where the first process is no systemd.
static bool is_image_of_scripts(void) {
  struct statfs root;
  if (statfs("/", &root) != 0 || access("/run/systemd/system", F_OK) == 0) return false;
  return root.f_type == ram_file_system || root.f_type == temporary_file_system;
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
  for (int index = 0; index < consoles.count; index++) give_back(index);
  consoles.count = 0;
}

/// Callers end this program when another one has the answer.
static void end_by_signal(int number) {
  close_consoles();
  signal(number, SIG_DFL);
  raise(number);
}

static void open_console(const char *name, const char *prompt, bool is_secret) {
  char path[64], text[512];
  if (consoles.count == most_consoles) return;
  int size = snprintf(path, sizeof path, *name == '/' ? "%s" : "/dev/%s", name);
  if (size < 0 || size >= (int)sizeof path) return;
  // A line that nobody has plugged in must not be waited for.
  int file = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  struct termios *former = &consoles.former[consoles.count];
  if (tcgetattr(file, former) != 0) {
    close(file);
    return;
  }
  struct termios asking = *former;
  asking.c_iflag |= ICRNL;
  asking.c_oflag |= OPOST | ONLCR;
  asking.c_cflag |= CREAD | CLOCAL;
  asking.c_lflag |= ICANON | ECHO | ECHOE | ECHOK;
  asking.c_lflag &= ~(tcflag_t)ISIG;
  if (is_secret) asking.c_lflag &= ~(tcflag_t)ECHO;
  consoles.files[consoles.count] = file;
  consoles.count++;
  tcsetattr(file, TCSANOW, &asking);
  size_t length = strlen(prompt);
  bool has_end = length > 0 && prompt[length - 1] == ' ';
  size = snprintf(text, sizeof text, "\n%s%s", prompt, has_end ? "" : " ");
  if (size > 0) (void)!write(file, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
}

int open_consoles(const char *names, const char *prompt, bool is_secret) {
  char list[most_names] = "", *rest = NULL;
  if (names) snprintf(list, sizeof list, "%s", names);
  else if (!is_image_of_scripts() || !read_names(list)) return 0;
  // Before the first console is changed.
  for (int index = 0; index < 3; index++) signal((int[]){SIGTERM, SIGINT, SIGHUP}[index], end_by_signal);
  for (char *name = strtok_r(list, " ,\n", &rest); name; name = strtok_r(NULL, " ,\n", &rest))
    if (!is_on_screen(name)) open_console(name, prompt ? prompt : "Password:", is_secret);
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
