// Linux and C library interfaces that the ordinary and the Embedded build share,
// with the macros that Swift cannot import as `static inline` functions and constants.
#ifndef FIRSTLIGHT_CLINUX_H
#define FIRSTLIGHT_CLINUX_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static inline int firstlight_errno(void) { return errno; }
#endif
