// Threads and semaphores.
#ifndef FIRSTLIGHT_CLINUX_THREAD_H
#define FIRSTLIGHT_CLINUX_THREAD_H
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// Starts a detached thread with a stack of so many bytes and signals blocked: signals that end the
// program are for the thread that shuts it down. The thread's own faults are not blocked, since the
// kernel would then end the process without calling the handler. Returns 0 or the negated errno.
static inline long firstlight_thread_start(void *(*body)(void *), void *argument, size_t stack) {
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all, former;
  int error = pthread_attr_init(&attributes);
  if (error) return -(long)error;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack);
  static const int faults[] = {SIGBUS, SIGSEGV, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
  sigfillset(&all);
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) {
    sigdelset(&all, faults[index]);
  }
  pthread_sigmask(SIG_SETMASK, &all, &former);
  error = pthread_create(&thread, &attributes, body, argument);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  pthread_attr_destroy(&attributes);
  return -(long)error;
}

static inline void firstlight_mutex_init(pthread_mutex_t *mutex) { pthread_mutex_init(mutex, NULL); }

// Ends the process without the exit handlers of libraries.
_Noreturn static inline void firstlight_exit_at_once(int status) { _exit(status); }

// The processors that this process may run on, at most 1024; 1 if the kernel does not report them.
static inline long firstlight_processor_count(void) {
  uint64_t set[16] = {0};
  long size = syscall(SYS_sched_getaffinity, 0, sizeof set, set);
  long count = 0;
  for (long word = 0; word * 8 < size; word++) count += __builtin_popcountll(set[word]);
  return count > 0 ? count : 1;
}

static inline void firstlight_semaphore_wait(sem_t *semaphore) {
  while (sem_wait(semaphore) < 0 && errno == EINTR) continue;
}

// Takes back a post that no thread has consumed; 0 if there is none.
static inline int firstlight_semaphore_take(sem_t *semaphore) {
  return sem_trywait(semaphore) == 0;
}

// Increments a counter that threads share, and returns its former value.
static inline long firstlight_count_up(long *counter) {
  return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

// Sets a counter that threads share.
static inline void firstlight_set_count(long *counter, long count) {
  __atomic_store_n(counter, count, __ATOMIC_RELAXED);
}
#endif
