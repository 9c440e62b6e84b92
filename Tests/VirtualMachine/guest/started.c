// Runs a program with the time of its exec, in microseconds of the monotonic clock, in STARTED_US,
// and prints that time first.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count < 2) return 2;
  char text[32];
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  snprintf(text, sizeof text, "%lld", time.tv_sec * 1000000LL + time.tv_nsec / 1000);
  setenv("STARTED_US", text, 1);
  dprintf(2, "started_us=%s\n", text);
  execvp(arguments[1], arguments + 1);
  perror(arguments[1]);
  return 127;
}
