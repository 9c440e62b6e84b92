// The signals during a long step of a loop: they end the process if the loop does not, and give the
// service manager its signs of life. Handlers only make calls that are allowed in them.
#ifndef FIRSTLIGHT_CLINUX_SUPERVISE_H
#define FIRSTLIGHT_CLINUX_SUPERVISE_H
#include "shim.h"
#include <sys/eventfd.h>
#include <sys/time.h>

// Shared by the loop and the handlers, for the life of the process.
struct firstlight_supervision {
  long beats;       // counted up by the loop
  long isWaiting;   // 1 while the loop waits for something to do
  long isEnding;    // 1 once it is asked to end
  int wake;         // an eventfd, readable from then on
  long timeout;     // microseconds after which the process ends then
  int notifier;     // a datagram socket; −1 without a watchdog
  struct sockaddr_un manager;
  socklen_t managerSize;
  long mostStalls;  // signs that are given in a row without a beat of a loop that does not wait
  long stalls;
  long lastBeats;
};

static inline void firstlight_beat(struct firstlight_supervision *loop) {
  __atomic_store_n(&loop->beats, loop->beats + 1, __ATOMIC_RELAXED);
}
static inline void firstlight_set_waiting(struct firstlight_supervision *loop, int isWaiting) {
  __atomic_store_n(&loop->isWaiting, isWaiting, __ATOMIC_RELAXED);
}
static inline int firstlight_is_ending(const struct firstlight_supervision *loop) {
  return __atomic_load_n(&loop->isEnding, __ATOMIC_RELAXED) != 0;
}

// Sends SIGALRM after so many microseconds, repeatedly if `isRepeated` is 1.
static inline long firstlight_alarm(long microseconds, int isRepeated) {
  struct itimerval timer;
  memset(&timer, 0, sizeof timer);
  timer.it_value.tv_sec = microseconds / 1000000;
  timer.it_value.tv_usec = microseconds % 1000000;
  if (isRepeated) timer.it_interval = timer.it_value;
  return firstlight_result(setitimer(ITIMER_REAL, &timer, NULL));
}

// Gives a sign of life, unless the loop has been busy for too long.
static inline void firstlight_give_sign(struct firstlight_supervision *loop) {
  static const char text[] = "WATCHDOG=1";
  long beats = __atomic_load_n(&loop->beats, __ATOMIC_RELAXED);
  int lives = beats != loop->lastBeats || __atomic_load_n(&loop->isWaiting, __ATOMIC_RELAXED);
  loop->lastBeats = beats;
  loop->stalls = lives ? 0 : loop->stalls + 1;
  if (loop->notifier < 0 || loop->stalls > loop->mostStalls) return;
  sendto(loop->notifier, text, sizeof text - 1, MSG_NOSIGNAL | MSG_DONTWAIT,
         (struct sockaddr *)&loop->manager, loop->managerSize);
}

// The action of a signal.
static inline void firstlight_supervise(struct firstlight_supervision *loop, int number) {
  int code = errno;
  int isEnding = firstlight_is_ending(loop);
  if (number == SIGALRM) {
    if (isEnding) _exit(0);
    firstlight_give_sign(loop);
  } else if (!isEnding) {
    uint64_t one = 1;
    __atomic_store_n(&loop->isEnding, 1, __ATOMIC_RELAXED);
    firstlight_alarm(loop->timeout, 0);
    if (write(loop->wake, &one, sizeof one) < 0) errno = code;
  }
  errno = code;
}

static inline long firstlight_eventfd(void) {
  return firstlight_result(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

// Sets the address for signs of life.
static inline long firstlight_set_manager(struct firstlight_supervision *loop, const char *path,
                                          size_t length) {
  return firstlight_socket_address(&loop->manager, path, length, &loop->managerSize);
}

// Installs a handler for SIGTERM, SIGINT and SIGALRM; none of them interrupts another.
static inline long firstlight_handle_signals(void (*handler)(int)) {
  static const int numbers[] = {SIGTERM, SIGINT, SIGALRM};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < 3; index++) sigaddset(&action.sa_mask, numbers[index]);
  for (int index = 0; index < 3; index++)
    if (sigaction(numbers[index], &action, NULL) < 0) return -(long)errno;
  return firstlight_result(sigprocmask(SIG_UNBLOCK, &action.sa_mask, NULL));
}
#endif
