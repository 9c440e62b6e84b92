// Faults: those of mapped files that were truncated, which are survived, and all others, whose time
// is noted. Results are as in shim.h.
#ifndef FIRSTLIGHT_CLINUX_FAULTS_H
#define FIRSTLIGHT_CLINUX_FAULTS_H
#include "shim.h"

// MARK: Mapped files

enum { firstlight_mapping_capacity = 4096 };

// The address ranges of mapped files, for the handler: read and written by many threads, and never
// locked.
struct firstlight_mappings {
  struct {
    uintptr_t start, end;  // 0 for none; a start of 1 is that of a place that is being filled
  } places[firstlight_mapping_capacity];
  long count;  // of the places that were ever used
  int isWatched;
  struct sigaction former;
};

// Memory for them, for the life of the process. The caller has one for the whole process: a static
// variable here would exist once in each object with a copy of these functions.
static inline void *firstlight_mappings_create(void) {
  return calloc(1, sizeof(struct firstlight_mappings));
}

// Maps a page of zeros where a page of a mapped file is gone, and lets the reader continue. Only
// calls that are allowed in a signal handler.
static inline void firstlight_mapping_fault(void *all, int number, siginfo_t *info, void *context) {
  struct firstlight_mappings *mappings = all;
  uintptr_t address = (uintptr_t)info->si_addr;
  long count = __atomic_load_n(&mappings->count, __ATOMIC_ACQUIRE);
  for (long index = 0; info->si_code > 0 && index < count; index++) {
    uintptr_t start = __atomic_load_n(&mappings->places[index].start, __ATOMIC_ACQUIRE);
    uintptr_t end = __atomic_load_n(&mappings->places[index].end, __ATOMIC_ACQUIRE);
    if (start < 2 || address < start || address >= end) continue;
    int error = errno;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *zeros = mmap((void *)(address & ~(page - 1)), page, PROT_READ,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    errno = error;
    if (zeros != MAP_FAILED) return;
  }
  struct sigaction *former = &mappings->former;
  if (former->sa_flags & SA_SIGINFO) {
    former->sa_sigaction(number, info, context);
  } else if (former->sa_handler != SIG_DFL && former->sa_handler != SIG_IGN) {
    former->sa_handler(number);
  } else {
    // The fault occurs again after the return, and a signal of another process is sent again.
    signal(number, SIG_DFL);
    if (info->si_code <= 0) raise(number);
  }
}

// Installs a handler for faults, which has to call the function above.
static inline long firstlight_mapping_watch(void *all, void (*handler)(int, siginfo_t *, void *)) {
  struct firstlight_mappings *mappings = all;
  struct sigaction action;
  int none = 0;
  if (!__atomic_compare_exchange_n(&mappings->isWatched, &none, 1, 0, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE))
    return 0;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  return firstlight_result(sigaction(SIGBUS, &action, &mappings->former));
}

// Maps a file's first `size` bytes for reading, and stores the address. Bytes beyond a later
// truncation read as 0. -ENOMEM if too many files are mapped.
static inline long firstlight_map(void *all, int file, size_t size, const void **bytes) {
  struct firstlight_mappings *mappings = all;
  void *address = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (address == MAP_FAILED) return -(long)errno;
  for (long index = 0; index < firstlight_mapping_capacity; index++) {
    uintptr_t none = 0;
    if (!__atomic_compare_exchange_n(&mappings->places[index].start, &none, 1, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
      continue;
    __atomic_store_n(&mappings->places[index].end, (uintptr_t)address + size, __ATOMIC_RELEASE);
    __atomic_store_n(&mappings->places[index].start, (uintptr_t)address, __ATOMIC_RELEASE);
    long count = __atomic_load_n(&mappings->count, __ATOMIC_RELAXED);
    while (count <= index && !__atomic_compare_exchange_n(&mappings->count, &count, index + 1, 0,
                                                          __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      continue;
    *bytes = address;
    return 0;
  }
  munmap(address, size);
  return -(long)ENOMEM;
}

// Memory of zeros, which `firstlight_unmap` gives back, and stores its address.
static inline long firstlight_map_memory(size_t size, void **bytes) {
  *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return *bytes == MAP_FAILED ? -(long)errno : 0;
}

static inline void firstlight_unmap(void *all, const void *bytes, size_t size) {
  struct firstlight_mappings *mappings = all;
  long count = __atomic_load_n(&mappings->count, __ATOMIC_ACQUIRE);
  for (long index = 0; index < count; index++) {
    if (__atomic_load_n(&mappings->places[index].start, __ATOMIC_ACQUIRE) != (uintptr_t)bytes)
      continue;
    __atomic_store_n(&mappings->places[index].end, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&mappings->places[index].start, 0, __ATOMIC_RELEASE);
    break;
  }
  munmap((void *)bytes, size);
}

// MARK: Crashes

enum { firstlight_crash_signals = 6 };

struct firstlight_crash_mark {
  int file;        // -1 for none
  int64_t offset;  // of eight bytes
  // The actions of the signals before.
  struct sigaction former[firstlight_crash_signals];
};

static inline int firstlight_crash_signal(int index) {
  static const int numbers[firstlight_crash_signals] = {SIGILL, SIGTRAP, SIGABRT,
                                                        SIGBUS, SIGFPE,  SIGSEGV};
  return numbers[index];
}

// The mark of the handler below and of the function that sets it: both are in the same object.
static inline struct firstlight_crash_mark *firstlight_crash_mark(void) {
  static struct firstlight_crash_mark mark = {.file = -1};
  return &mark;
}

// Notes the time, and lets the signal have its former effect. Only calls that are allowed in a
// signal handler.
static inline void firstlight_crash(int number) {
  struct firstlight_crash_mark *mark = firstlight_crash_mark();
  int64_t time = firstlight_monotonic_microseconds();
  if (mark->file >= 0 && pwrite(mark->file, &time, sizeof time, mark->offset) < 0) mark->file = -1;
  for (int index = 0; index < firstlight_crash_signals; index++) {
    if (firstlight_crash_signal(index) == number) sigaction(number, &mark->former[index], NULL);
  }
  raise(number);
}

// Installs handlers that write the monotonic clock's microseconds to a file, as eight bytes, when
// this process crashes: by a fault, a trap or an abort, on this thread also when its stack is full.
static inline long firstlight_mark_crashes(void *all, int file, int64_t offset) {
  struct firstlight_mappings *mappings = all;
  static char stack[16 * 1024];
  struct firstlight_crash_mark *mark = firstlight_crash_mark();
  stack_t other;
  struct sigaction action;
  mark->file = file;
  mark->offset = offset;
  memset(&other, 0, sizeof other);
  other.ss_sp = stack;
  other.ss_size = sizeof stack;
  if (sigaltstack(&other, NULL) < 0) return -(long)errno;
  memset(&action, 0, sizeof action);
  action.sa_handler = firstlight_crash;
  action.sa_flags = SA_ONSTACK;
  for (int index = 0; index < firstlight_crash_signals; index++) {
    int number = firstlight_crash_signal(index);
    // A fault of a mapped file that is not survived.
    if (number == SIGBUS && mappings->isWatched) {
      mark->former[index] = mappings->former;
      mappings->former = action;
    } else if (sigaction(number, &action, &mark->former[index]) < 0) {
      return -(long)errno;
    }
  }
  return 0;
}
#endif
