// Interfaces of Linux and the C library that the ordinary and the Embedded build share, with the
// macros that Swift cannot import as `static inline` functions and constants.
//
// A `firstlight_` function that makes a system call returns its result, or the negated errno:
// nothing can come between the call and the reading of errno.
//
// _GNU_SOURCE is not defined here, nor in the other shims: it changes types of the C library
// (fd_set), which would then differ from those that the toolchain's own modules see. Functions that
// are only declared for _GNU_SOURCE are declared below.
#ifndef FIRSTLIGHT_CLINUX_H
#define FIRSTLIGHT_CLINUX_H
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/memfd.h>
#include <linux/netlink.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// The kernel's numbers, from linux/fcntl.h and linux/fs.h, which clash with the C library's
// headers.
enum {
  firstlight_F_ADD_SEALS = 1033,
  firstlight_F_GET_SEALS = 1034,
  firstlight_F_SEAL_SEAL = 1,
  firstlight_F_SEAL_SHRINK = 2,
  firstlight_F_SEAL_GROW = 4,
  firstlight_F_SEAL_WRITE = 8,
  firstlight_FALLOC_FL_KEEP_SIZE = 1,
  firstlight_FALLOC_FL_PUNCH_HOLE = 2,
  firstlight_RENAME_NOREPLACE = 1,
  firstlight_RENAME_EXCHANGE = 2,
};
extern pid_t gettid(void);
extern int accept4(int fd, struct sockaddr *address, socklen_t *size, int flags);
extern int fallocate(int fd, int mode, off_t offset, off_t count);
extern int memfd_create(const char *name, unsigned flags);
extern int renameat2(int fromDirectory, const char *from, int toDirectory, const char *to,
                     unsigned flags);
#ifdef __GLIBC__
extern const char *strerrordesc_np(int code);
extern const char *strerrorname_np(int code);
#endif

// Like fork, without the C library's handlers for threads and streams. The child has only the
// calling thread: it may make system calls, and library calls that need nothing else, if no other
// thread was running.
static inline pid_t firstlight_fork(void) { return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }

static inline long firstlight_result(long result) { return result < 0 ? -(long)errno : result; }

// MARK: Faults that a test injects on its own thread

struct firstlight_fault {
  int call;   // 0: no fault
  int code;   // errno to fail with
  int after;  // calls that succeed before
  int count;  // calls that fail, then the fault is over
};

// Called from one source file only, so that there is one slot for each thread.
static inline struct firstlight_fault *firstlight_fault_slot(void) {
  static _Thread_local struct firstlight_fault slot;
  return &slot;
}

// MARK: Files

static const int firstlight_O_WRONLY = O_WRONLY;
static const int firstlight_O_RDWR = O_RDWR;
static const int firstlight_O_CREAT = O_CREAT;
static const int firstlight_O_EXCL = O_EXCL;
static const int firstlight_O_CLOEXEC = O_CLOEXEC;
static const int firstlight_O_NONBLOCK = O_NONBLOCK;
static const int firstlight_O_DIRECTORY = O_DIRECTORY;
static const int firstlight_O_NOFOLLOW = O_NOFOLLOW;
static const int firstlight_O_NOCTTY = O_NOCTTY;
static const int firstlight_S_IFMT = S_IFMT;
static const int firstlight_S_IFREG = S_IFREG;
static const int firstlight_S_IFDIR = S_IFDIR;
static const int firstlight_S_IFLNK = S_IFLNK;
static const int firstlight_S_IFSOCK = S_IFSOCK;
static const int firstlight_S_IFIFO = S_IFIFO;
static const int firstlight_S_IFCHR = S_IFCHR;
static const int firstlight_S_IFBLK = S_IFBLK;

static inline long firstlight_opendir(const char *path, void **directory) {
  *directory = opendir(path);
  return *directory ? 0 : -(long)errno;
}
// The kind of a directory's entry, as far as the directory reports it.
enum firstlight_entry_kind { firstlight_entry_unknown, firstlight_entry_folder, firstlight_entry_file };
// The next entry's name and kind, or null at the end.
static inline const char *firstlight_readdir(void *directory, enum firstlight_entry_kind *kind) {
  struct dirent *entry = readdir((DIR *)directory);
  if (!entry) return NULL;
  *kind = entry->d_type == DT_DIR   ? firstlight_entry_folder
          : entry->d_type == DT_REG ? firstlight_entry_file
                                    : firstlight_entry_unknown;
  return entry->d_name;
}
static inline void firstlight_closedir(void *directory) { closedir((DIR *)directory); }

// A descriptor that is readable when events of inotify occur at a path.
static inline long firstlight_watch(const char *path, uint32_t events) {
  int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (fd < 0) return -(long)errno;
  if (inotify_add_watch(fd, path, events) < 0) {
    long result = -(long)errno;
    close(fd);
    return result;
  }
  return fd;
}

// ... when an entry of a directory gets another owner or mode.
static inline long firstlight_watch_modes(const char *path) {
  return firstlight_watch(path, IN_ATTRIB | IN_ONLYDIR);
}

// ... when a file is moved or loses one of its names, which counts as a change of its attributes.
static inline long firstlight_watch_names(const char *path) {
  return firstlight_watch(path, IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF | IN_DONT_FOLLOW);
}

struct firstlight_status {
  int64_t size;
  // Blocks of 512 bytes that it takes.
  int64_t blocks;
  uint64_t device;
  uint64_t inode;
  // Nanoseconds of the last change.
  int64_t changed;
  uint32_t mode;
  uint32_t user;
};

static inline long firstlight_status_from(int result, const struct stat *from,
                                          struct firstlight_status *to) {
  if (result < 0) return -(long)errno;
  to->size = from->st_size;
  to->blocks = from->st_blocks;
  to->device = from->st_dev;
  to->inode = from->st_ino;
  to->changed = (int64_t)((uint64_t)from->st_ctim.tv_sec * 1000000000 + (uint64_t)from->st_ctim.tv_nsec);
  to->mode = from->st_mode;
  to->user = from->st_uid;
  return 0;
}

static inline long firstlight_open(const char *path, int flags, unsigned mode) {
  return firstlight_result(open(path, flags, (mode_t)mode));
}
static inline long firstlight_close(int fd) { return firstlight_result(close(fd)); }
static inline long firstlight_read(int fd, void *bytes, size_t count) {
  return firstlight_result(read(fd, bytes, count));
}
static inline long firstlight_pread(int fd, void *bytes, size_t count, int64_t offset) {
  return firstlight_result(pread(fd, bytes, count, offset));
}
static inline long firstlight_pwrite(int fd, const void *bytes, size_t count, int64_t offset) {
  return firstlight_result(pwrite(fd, bytes, count, offset));
}
static inline long firstlight_write(int fd, const void *bytes, size_t count) {
  return firstlight_result(write(fd, bytes, count));
}
// Sends as much as a socket accepts at once; ENOTSOCK for anything else.
static inline long firstlight_send_at_once(int fd, const void *bytes, size_t count) {
  return firstlight_result(send(fd, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL));
}
static inline long firstlight_lseek(int fd, int64_t offset, int whence) {
  return firstlight_result(lseek(fd, offset, whence));
}
static inline long firstlight_fsync(int fd) { return firstlight_result(fsync(fd)); }
static inline long firstlight_ftruncate(int fd, int64_t size) {
  return firstlight_result(ftruncate(fd, size));
}
static inline long firstlight_fstat(int fd, struct firstlight_status *status) {
  struct stat buffer;
  return firstlight_status_from(fstat(fd, &buffer), &buffer, status);
}
static inline long firstlight_stat(const char *path, struct firstlight_status *status) {
  struct stat buffer;
  return firstlight_status_from(stat(path, &buffer), &buffer, status);
}
static inline long firstlight_lstat(const char *path, struct firstlight_status *status) {
  struct stat buffer;
  return firstlight_status_from(lstat(path, &buffer), &buffer, status);
}
static inline long firstlight_mkdir(const char *path, unsigned mode) {
  return firstlight_result(mkdir(path, (mode_t)mode));
}
static inline long firstlight_mkfifo(const char *path, unsigned mode) {
  return firstlight_result(mkfifo(path, (mode_t)mode));
}
static inline long firstlight_chmod(const char *path, unsigned mode) {
  return firstlight_result(chmod(path, (mode_t)mode));
}
static inline long firstlight_fchmod(int fd, unsigned mode) {
  return firstlight_result(fchmod(fd, (mode_t)mode));
}
static inline long firstlight_change_owner(const char *path, unsigned user) {
  return firstlight_result(lchown(path, (uid_t)user, (gid_t)-1));
}
static inline long firstlight_unlink(const char *path) { return firstlight_result(unlink(path)); }
static inline long firstlight_rename(const char *from, const char *to) {
  return firstlight_result(rename(from, to));
}
static inline long firstlight_rename_new(const char *from, const char *to) {
  return firstlight_result(renameat2(AT_FDCWD, from, AT_FDCWD, to, firstlight_RENAME_NOREPLACE));
}
static inline long firstlight_rename_exchange(const char *one, const char *other) {
  return firstlight_result(renameat2(AT_FDCWD, one, AT_FDCWD, other, firstlight_RENAME_EXCHANGE));
}
// Locks a file without waiting, against other processes that lock it.
static inline long firstlight_lock(int fd) {
  return firstlight_result(flock(fd, LOCK_EX | LOCK_NB));
}
static inline void firstlight_sleep(long milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}
static inline long firstlight_set_close_on_exec(int fd) {
  int flags = fcntl(fd, F_GETFD);
  return firstlight_result(flags < 0 ? flags : fcntl(fd, F_SETFD, flags | FD_CLOEXEC));
}
static inline long firstlight_set_nonblocking(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return firstlight_result(flags < 0 ? flags : fcntl(fd, F_SETFL, flags | O_NONBLOCK));
}
// True if a descriptor is open for writing: 1 or 0.
static inline long firstlight_is_writable(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return firstlight_result(flags < 0 ? flags : (flags & O_ACCMODE) != O_RDONLY);
}

// MARK: Memory files

static inline long firstlight_memfd_create(const char *name) {
  return firstlight_result(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
}
static inline long firstlight_seal(int fd) {
  return firstlight_result(
      fcntl(fd, firstlight_F_ADD_SEALS,
            firstlight_F_SEAL_SEAL | firstlight_F_SEAL_SHRINK | firstlight_F_SEAL_GROW |
                firstlight_F_SEAL_WRITE));
}
// Fixes only the size.
static inline long firstlight_seal_size(int fd) {
  return firstlight_result(
      fcntl(fd, firstlight_F_ADD_SEALS,
            firstlight_F_SEAL_SEAL | firstlight_F_SEAL_SHRINK | firstlight_F_SEAL_GROW));
}
// Releases the memory or disk space of a part of a file, which then reads as zeros.
static inline long firstlight_punch(int fd, int64_t offset, int64_t count) {
  return firstlight_result(
      fallocate(fd, firstlight_FALLOC_FL_PUNCH_HOLE | firstlight_FALLOC_FL_KEEP_SIZE, offset, count));
}
static inline long firstlight_seals(int fd) { return firstlight_result(fcntl(fd, firstlight_F_GET_SEALS)); }

// MARK: Clock and timer

static inline long firstlight_monotonic_microseconds(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) < 0) return -(long)errno;
  return (long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
// Processor time of the calling thread.
static inline long firstlight_thread_microseconds(void) {
  struct timespec used;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) < 0) return -(long)errno;
  return (long)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}
static inline long firstlight_timerfd_create(void) {
  return firstlight_result(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
}
// Zero microseconds disarm the timer.
static inline long firstlight_timerfd_set(int fd, int64_t microseconds, int absolute) {
  struct itimerspec when = {{0, 0}, {0, 0}};
  when.it_value.tv_sec = microseconds / 1000000;
  when.it_value.tv_nsec = microseconds % 1000000 * 1000;
  return firstlight_result(timerfd_settime(fd, absolute ? TFD_TIMER_ABSTIME : 0, &when, NULL));
}

// MARK: Memory

// Returns free memory to the kernel. From then on the C library returns free memory above half a
// megabyte by itself: its own threshold grows to twice the largest block that was ever freed.
static inline void firstlight_trim_memory(void) {
  mallopt(M_TRIM_THRESHOLD, 512 << 10);
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  malloc_trim(0);
}

// MARK: Signals

static const int firstlight_SIGTERM = SIGTERM;
static const int firstlight_SIGINT = SIGINT;
static const int firstlight_SIGHUP = SIGHUP;
static const int firstlight_SIGUSR1 = SIGUSR1;
static const int firstlight_SIGUSR2 = SIGUSR2;
static const int firstlight_SIGCHLD = SIGCHLD;

// Blocks the signals of the mask (bit n: signal n) on this thread and returns a descriptor for
// them.
static inline long firstlight_signalfd(uint64_t mask) {
  sigset_t set;
  sigemptyset(&set);
  for (int number = 1; number < 64; number++)
    if (mask >> number & 1) sigaddset(&set, number);
  if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -(long)errno;
  return firstlight_result(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}
// The next signal's number.
static inline long firstlight_read_signal(int fd) {
  struct signalfd_siginfo info;
  ssize_t count = read(fd, &info, sizeof info);
  if (count < 0) return -(long)errno;
  return count == sizeof info ? (long)info.ssi_signo : -(long)EIO;
}
static inline long firstlight_kill(int process) {
  return firstlight_result(kill((pid_t)process, SIGKILL));
}
static inline long firstlight_ignore_signal(int number) {
  return signal(number, SIG_IGN) == SIG_ERR ? -(long)errno : 0;
}

// MARK: epoll

// Waits until a descriptor can be read; returns 1, or 0 after the time limit.
static inline long firstlight_wait_for_input(int fd, int milliseconds) {
  struct pollfd watched = {.fd = fd, .events = POLLIN};
  return firstlight_result(poll(&watched, 1, milliseconds));
}
// Waits without a time limit.
static inline long firstlight_wait_for_room(int fd) {
  struct pollfd watched = {.fd = fd, .events = POLLOUT};
  return firstlight_result(poll(&watched, 1, -1));
}

static const uint32_t firstlight_EPOLLIN = EPOLLIN;
static const uint32_t firstlight_EPOLLOUT = EPOLLOUT;
static const uint32_t firstlight_EPOLLRDHUP = EPOLLRDHUP;
static const uint32_t firstlight_EPOLLHUP = EPOLLHUP;
static const uint32_t firstlight_EPOLLERR = EPOLLERR;
static const int firstlight_EPOLL_CTL_ADD = EPOLL_CTL_ADD;
static const int firstlight_EPOLL_CTL_MOD = EPOLL_CTL_MOD;
static const int firstlight_EPOLL_CTL_DEL = EPOLL_CTL_DEL;

// The fields of struct epoll_event, without its packing.
struct firstlight_ready {
  uint64_t token;
  uint32_t events;
};
enum { firstlight_ready_capacity = 64 };

static inline long firstlight_epoll_create(void) {
  return firstlight_result(epoll_create1(EPOLL_CLOEXEC));
}
static inline long firstlight_epoll_ctl(int epoll, int operation, int fd, uint32_t events,
                                        uint64_t token) {
  struct epoll_event event;
  memset(&event, 0, sizeof event);
  event.events = events;
  event.data.u64 = token;
  return firstlight_result(epoll_ctl(epoll, operation, fd, &event));
}
// Stores up to firstlight_ready_capacity events.
static inline long firstlight_epoll_wait(int epoll, struct firstlight_ready *ready,
                                         int milliseconds) {
  struct epoll_event events[firstlight_ready_capacity];
  int count = epoll_wait(epoll, events, firstlight_ready_capacity, milliseconds);
  if (count < 0) return -(long)errno;
  for (int index = 0; index < count; index++) {
    ready[index].token = events[index].data.u64;
    ready[index].events = events[index].events;
  }
  return count;
}

// MARK: Unix sockets

enum {
  firstlight_socket_path_capacity = sizeof(((struct sockaddr_un *)0)->sun_path),
  firstlight_message_descriptor_capacity = 16,
  // As many as the kernel passes on with a message (SCM_MAX_FD).
  firstlight_received_descriptor_capacity = 253,
};

// A path, or an abstract name when the first byte is NUL. -ENAMETOOLONG when it does not fit.
static inline long firstlight_socket_address(struct sockaddr_un *address, const char *path,
                                             size_t length, socklen_t *size) {
  if (length >= sizeof address->sun_path) return -(long)ENAMETOOLONG;
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length);
  *size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (path[0] ? 1 : 0));
  return 0;
}
static inline long firstlight_stream_socket(int blocking) {
  return firstlight_result(
      socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (blocking ? 0 : SOCK_NONBLOCK), 0));
}
// Without waiting: a receiver's queue may be full.
static inline long firstlight_datagram_socket(void) {
  return firstlight_result(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}
// Limits the waiting for space to send, and for a place at a listener.
static inline long firstlight_limit_sending(int fd, int64_t microseconds) {
  struct timeval limit = {.tv_sec = microseconds / 1000000, .tv_usec = microseconds % 1000000};
  return firstlight_result(setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit));
}
static inline long firstlight_socketpair(int fds[2]) {
  return firstlight_result(
      socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds));
}
static inline long firstlight_bind(int fd, const char *path, size_t length) {
  struct sockaddr_un address;
  socklen_t size;
  long result = firstlight_socket_address(&address, path, length, &size);
  return result < 0 ? result
                    : firstlight_result(bind(fd, (const struct sockaddr *)&address, size));
}
static inline long firstlight_connect(int fd, const char *path, size_t length) {
  struct sockaddr_un address;
  socklen_t size;
  long result = firstlight_socket_address(&address, path, length, &size);
  return result < 0 ? result
                    : firstlight_result(connect(fd, (const struct sockaddr *)&address, size));
}
static inline long firstlight_listen(int fd, int backlog) {
  return firstlight_result(listen(fd, backlog));
}
static inline long firstlight_accept(int fd) {
  return firstlight_result(accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK));
}
// True if the descriptor is a listening Unix stream socket: 1 or 0.
static inline long firstlight_is_stream_listener(int fd) {
  struct sockaddr_storage address;
  socklen_t size = sizeof address;
  int type = 0, listening = 0;
  socklen_t length = sizeof type;
  if (getsockname(fd, (struct sockaddr *)&address, &size) < 0) return -(long)errno;
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) < 0) return -(long)errno;
  length = sizeof listening;
  if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &length) < 0) return -(long)errno;
  return address.ss_family == AF_UNIX && type == SOCK_STREAM && listening;
}

struct firstlight_credentials {
  int32_t process;
  uint32_t user;
  uint32_t group;
};
static inline long firstlight_peer_credentials(int fd, struct firstlight_credentials *peer) {
  // The layout of struct ucred.
  socklen_t size = sizeof *peer;
  return firstlight_result(getsockopt(fd, SOL_SOCKET, SO_PEERCRED, peer, &size));
}

// The groups of the peer beside its own one; their number, or -ERANGE if there are more.
static inline long firstlight_peer_groups(int fd, uint32_t *groups, size_t count) {
#ifdef SO_PEERGROUPS
  socklen_t size = count * sizeof *groups;
  long result = firstlight_result(getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size));
  return result < 0 ? result : (long)(size / sizeof *groups);
#else
  return 0;
#endif
}

// Sends bytes with up to firstlight_message_descriptor_capacity descriptors on the first byte.
// `path` addresses a datagram, or is null on a connected socket.
static inline long firstlight_send(int fd, const void *bytes, size_t count, const int *descriptors,
                                   size_t descriptorCount, const char *path, size_t pathLength) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * firstlight_message_descriptor_capacity)];
  } control;
  struct iovec vector = {(void *)bytes, count};
  struct msghdr message;
  struct sockaddr_un address;
  if (descriptorCount > firstlight_message_descriptor_capacity) return -(long)ETOOMANYREFS;
  memset(&message, 0, sizeof message);
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  if (path) {
    socklen_t size;
    long result = firstlight_socket_address(&address, path, pathLength, &size);
    if (result < 0) return result;
    message.msg_name = &address;
    message.msg_namelen = size;
  }
  if (descriptorCount) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptorCount);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * descriptorCount);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * descriptorCount);
  }
  return firstlight_result(sendmsg(fd, &message, MSG_NOSIGNAL));
}

// Receives bytes. Stores up to firstlight_received_descriptor_capacity descriptors, which the
// caller then owns, and their number. The kernel drops all of them where `descriptors` is null, and
// waits for no file system then; `hasLost` is 1 if it has dropped some.
static inline long firstlight_receive(int fd, void *bytes, size_t count, int *descriptors,
                                      size_t *descriptorCount, int *hasLost) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * firstlight_received_descriptor_capacity)];
  } control;
  struct iovec vector = {bytes, count};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  if (descriptors) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
  }
  *descriptorCount = 0;
  *hasLost = 0;
  long result = firstlight_result(recvmsg(fd, &message, MSG_CMSG_CLOEXEC));
  if (result < 0) return result;
  *hasLost = (message.msg_flags & MSG_CTRUNC) != 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t received = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    size_t space = firstlight_received_descriptor_capacity - *descriptorCount;
    if (received > space) received = space;
    memcpy(descriptors + *descriptorCount, CMSG_DATA(header), received * sizeof(int));
    *descriptorCount += received;
  }
  return result;
}

// MARK: Device events of the kernel

// A netlink socket for the kernel's messages about devices, with a buffer of `size` bytes if the
// process may have so much.
static inline long firstlight_uevent_socket(int size) {
  struct sockaddr_nl address;
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (fd < 0) return -(long)errno;
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof size) < 0)
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  memset(&address, 0, sizeof address);
  address.nl_family = AF_NETLINK;
  address.nl_groups = 1;  // the kernel's own messages; those of udev are group 2
  if (bind(fd, (const struct sockaddr *)&address, sizeof address) < 0) {
    long result = -(long)errno;
    close(fd);
    return result;
  }
  return fd;
}
// Receives one message, truncated to `count` bytes. `port` is set to the sender's netlink port, 0
// for the kernel and for the other end of a pair of sockets.
static inline long firstlight_receive_uevent(int fd, void *bytes, size_t count, uint32_t *port) {
  struct sockaddr_nl sender;
  socklen_t size = sizeof sender;
  memset(&sender, 0, sizeof sender);
  long result =
      firstlight_result(recvfrom(fd, bytes, count, 0, (struct sockaddr *)&sender, &size));
  *port = sender.nl_family == AF_NETLINK ? sender.nl_pid : 0;
  return result;
}

// MARK: Process

// The C library's text for an error code, untranslated if the library has it.
static inline const char *firstlight_error_text(int code) {
#ifdef __GLIBC__
  const char *text = strerrordesc_np(code);
  return text ? text : "Unknown error";
#else
  return strerror(code);
#endif
}
// The code's symbolic name, or null.
static inline const char *firstlight_error_name(int code) {
#ifdef __GLIBC__
  return strerrorname_np(code);
#else
  return NULL;
#endif
}
#endif
