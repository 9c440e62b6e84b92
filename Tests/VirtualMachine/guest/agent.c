// Runs the host's commands: the guest's end of the channel, and its first process.
//
// A request is "SECONDS COMMAND_LENGTH INPUT_LENGTH\n", the command for sh and its standard input;
// an answer is "STATUS OUTPUT_LENGTH\n" and the text on its standard output and error. A command
// that takes longer than SECONDS is killed, and its status is 124. Processes that a command leaves
// running continue.

#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int channel;

static void fail(const char *what) {
  perror(what);
  for (;;) pause();
}

// The host may be gone or not there yet: a read of nothing is tried again.
static void readAll(char *bytes, size_t count) {
  while (count > 0) {
    ssize_t some = read(channel, bytes, count);
    if (some <= 0) {
      usleep(10000);
      continue;
    }
    bytes += some;
    count -= some;
  }
}

static void writeAll(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t some = write(channel, bytes, count);
    if (some <= 0) {
      usleep(10000);
      continue;
    }
    bytes += some;
    count -= some;
  }
}

static void readLine(char *line, size_t size) {
  size_t length = 0;
  do {
    readAll(line + length, 1);
  } while (line[length] != '\n' && ++length < size - 1);
  line[length] = 0;
}

// Waits for one child, taking in all others that end; false after so many seconds.
static int wait_for(pid_t child, int seconds, int *status) {
  struct timespec now, end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += seconds;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  for (;;) {
    pid_t ended;
    while ((ended = waitpid(-1, status, WNOHANG)) > 0)
      if (ended == child) return 1;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec > end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec >= end.tv_nsec))
      return 0;
    struct timespec slice = {0, 50000000};
    sigtimedwait(&set, NULL, &slice);
  }
}

static void serve(void) {
  char line[128];
  int seconds;
  size_t commandLength, inputLength;
  readLine(line, sizeof line);
  if (sscanf(line, "%d %zu %zu", &seconds, &commandLength, &inputLength) != 3) return;
  char *command = calloc(1, commandLength + 1);
  char *input = malloc(inputLength + 1);
  if (!command || !input) fail("memory for a request");
  readAll(command, commandLength);
  readAll(input, inputLength);

  int in = memfd_create("input", MFD_CLOEXEC), out = memfd_create("output", MFD_CLOEXEC);
  if (in < 0 || out < 0 || write(in, input, inputLength) != (ssize_t)inputLength)
    fail("a file for a command");
  lseek(in, 0, SEEK_SET);
  pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setsid();
    dup2(in, 0);
    dup2(out, 1);
    dup2(out, 2);
    execl("/bin/sh", "sh", "-c", command, NULL);
    _exit(127);
  }
  int status = 0;
  if (!wait_for(child, seconds, &status)) {
    kill(-child, SIGKILL);
    waitpid(child, NULL, 0);
    status = 124 << 8;
  }
  struct stat info;
  fstat(out, &info);
  char *output = malloc(info.st_size + 1);
  if (!output) fail("memory for an answer");
  ssize_t length = pread(out, output, info.st_size, 0);
  if (length < 0) length = 0;
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  snprintf(line, sizeof line, "%d %zd\n", code, length);
  writeAll(line, strlen(line));
  writeAll(output, length);
  close(in);
  close(out);
  free(output);
  free(input);
  free(command);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  channel = open(arguments[1], O_RDWR | O_CLOEXEC);
  if (channel < 0) fail(arguments[1]);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigprocmask(SIG_BLOCK, &set, NULL);
  for (;;) serve();
}
