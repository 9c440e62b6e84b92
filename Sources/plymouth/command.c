#include "plymouth.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most_words = 128 };

/// Becomes the command.
static _Noreturn void become(const char *command) {
  char *words[most_words + 1];
  int count = 0;
  char *copy = strdup(command), *rest = NULL;
  if (!copy) _exit(127);
  for (char *word = strtok_r(copy, " ", &rest); word && count < most_words;
       word = strtok_r(NULL, " ", &rest))
    words[count++] = word;
  words[count] = NULL;
  if (count > 0) execvp(words[0], words);
  _exit(127);
}

/// Writes what the command is to read. It need not read it.
static void feed(int pipe, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(pipe, bytes, length);
    if (count > 0) {
      bytes += count;
      length -= (size_t)count;
    } else if (count == 0 || errno != EINTR) {
      return;
    }
  }
}

int run_command(const char *command, const char *input, size_t length) {
  int ends[2] = {-1, -1};
  if (input && pipe(ends) != 0) return 127;
  struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
  sigaction(SIGPIPE, &ignored, &before);
  pid_t child = fork();
  if (child == 0) {
    sigaction(SIGPIPE, &before, NULL);
    if (input) {
      dup2(ends[0], STDIN_FILENO);
      if (ends[0] != STDIN_FILENO) close(ends[0]);
      if (ends[1] != STDIN_FILENO) close(ends[1]);
    }
    become(command);
  }
  if (input) {
    close(ends[0]);
    if (child > 0) feed(ends[1], input, length);
    close(ends[1]);
  }
  int status = 127 << 8;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  sigaction(SIGPIPE, &before, NULL);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
