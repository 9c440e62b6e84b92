// A wall clock that jumps by years with each reading, for programs that are started with this
// library in LD_PRELOAD: ten years forward, fifty back, and right again.
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  static long count;
  static const long jumps[] = {315360000, -1576800000, 0};
  long result = syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    now->tv_sec += jumps[__atomic_fetch_add(&count, 1, __ATOMIC_RELAXED) % 3];
  }
  return (int)result;
}

int gettimeofday(struct timeval *now, void *zone) {
  struct timespec time;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
