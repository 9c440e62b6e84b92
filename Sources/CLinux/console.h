// Virtual terminals, and the process that guards one while pictures are on it. Results are as in
// shim.h.
#ifndef FIRSTLIGHT_CLINUX_CONSOLE_H
#define FIRSTLIGHT_CLINUX_CONSOLE_H
#include "shim.h"
#include <linux/vt.h>
#include <sys/sysmacros.h>
#include <termios.h>

// MARK: Queries without a privilege

// The number of the virtual terminal that a descriptor is open on; 0 for anything else.
static inline int firstlight_console_number(int fd) {
  struct stat status;
  if (fstat(fd, &status) < 0 || !S_ISCHR(status.st_mode) || major(status.st_rdev) != 4) return 0;
  return minor(status.st_rdev) <= MAX_NR_CONSOLES ? (int)minor(status.st_rdev) : 0;
}
// The number of the visible terminal.
static inline long firstlight_console_active(int fd) {
  struct vt_stat state;
  if (ioctl(fd, VT_GETSTATE, &state) < 0) return -(long)errno;
  return state.v_active;
}
// True if a terminal leaves the screen to a program: 1 or 0.
static inline long firstlight_console_is_graphics(int fd) {
  int mode = KD_TEXT;
  long result = firstlight_result(ioctl(fd, KDGETMODE, &mode));
  return result < 0 ? result : mode == KD_GRAPHICS;
}

// The signals by which the kernel asks a guard, the first of them, and tells it. Display servers
// and seat managers take SIGUSR1, SIGUSR2 and the first signals beyond those with names, so that a
// pair of these means one of our guards. Each guard takes the pair after the one that it finds, and
// knows by that whether a setting is still its own. Of a pair with an odd number the guard only
// waits for the next program.
enum { firstlight_console_asking = 48, firstlight_console_telling = 56, firstlight_console_pairs = 8 };

// The number of a guard's pair; −1 for a setting that no guard made.
static inline int firstlight_console_pair(const struct vt_mode *mode) {
  int pair = mode->relsig - firstlight_console_asking;
  if (mode->mode != VT_PROCESS || pair < 0 || pair >= firstlight_console_pairs) return -1;
  return mode->acqsig == firstlight_console_telling + pair ? pair : -1;
}

// The process that is asked before the kernel leaves a terminal.
enum {
  // No process that needs it.
  firstlight_console_of_nobody,
  // A guard, whose daemon may have ended just now.
  firstlight_console_of_guard,
  firstlight_console_of_another,
};
static inline long firstlight_console_holder(int fd) {
  struct vt_mode mode;
  long result = firstlight_result(ioctl(fd, VT_GETMODE, &mode));
  if (result < 0) return result;
  if (mode.mode != VT_PROCESS) return firstlight_console_of_nobody;
  int pair = firstlight_console_pair(&mode);
  if (pair < 0) return firstlight_console_of_another;
  return pair & 1 ? firstlight_console_of_nobody : firstlight_console_of_guard;
}

// Tells systemd, as the first process, to write on the console the units that it starts
// (SIGRTMIN+20), or to stop that (+21). The numbers are those of its C library; where another
// program is the first process nothing is sent.
static inline void firstlight_console_show_status(int isShown) {
  enum { first_realtime = 34 };
  if (access("/run/systemd/system", F_OK) == 0) kill(1, first_realtime + (isShown ? 20 : 21));
}

// MARK: Privileged changes
//
// The kernel lets only processes with this controlling terminal, and privileged ones, change a
// terminal. When the leader of a session ends, the kernel hangs the terminal up: open descriptors
// cannot restore it then. So the guard is the leader, and not the daemon: the daemon asks it for
// each change.

enum {
  // KD_GRAPHICS keeps the kernel from writing on the screen, KD_TEXT lets it again.
  firstlight_console_mode = 1,
  // The signal with which the kernel asks before it changes to another terminal, plus 256 times the
  // signal with which it reports the return; 0 lets it change freely.
  firstlight_console_signals,
  // An answer to that question: 1 lets another terminal be shown, VT_ACKACQ knows that this one is
  // back.
  firstlight_console_switch,
  // Tells the guard to make the terminal deliver each key at once (1), or treat keys as before (0).
  // Without a guard nothing would restore that, and the result is −ENOLINK.
  firstlight_console_keys,
  // Tells the guard to let the kernel change to another terminal by itself: until signals are set
  // again for 0, and once, with the terminal restored behind it, for 1. Fails without a guard.
  firstlight_console_waiting,
  // Tells the guard to drop the keys that were typed, and to keep later ones off the terminal's
  // text, for 0; or to echo them again, as before, for 1. Fails without a guard, since nothing
  // would restore the echo.
  firstlight_console_echo,
};
static const int firstlight_console_graphics = KD_GRAPHICS;
static const int firstlight_console_text = KD_TEXT;
static const int firstlight_console_come_back = VT_ACKACQ;

struct firstlight_console_request {
  int32_t kind, value;
};

static inline long firstlight_console_change(int fd, int kind, int value) {
  struct vt_mode mode;
  switch (kind) {
    case firstlight_console_mode: return firstlight_result(ioctl(fd, KDSETMODE, value));
    case firstlight_console_signals:
      memset(&mode, 0, sizeof mode);
      mode.mode = value ? VT_PROCESS : VT_AUTO;
      mode.relsig = (short)(value & 255);
      mode.acqsig = (short)(value >> 8 & 255);
      return firstlight_result(ioctl(fd, VT_SETMODE, &mode));
    case firstlight_console_switch: return firstlight_result(ioctl(fd, VT_RELDISP, value));
    case firstlight_console_keys: return -(long)ENOLINK;
    default: return -(long)EINVAL;
  }
}

// Asks the guard at the other end of `link` to change the terminal. Without a guard, for −1 or a
// closed link, this process tries.
static inline long firstlight_console_request(int fd, int link, int kind, int value) {
  struct firstlight_console_request request = {kind, value};
  int32_t reply;
  struct pollfd answer = {link, POLLIN, 0};
  if (link < 0) return firstlight_console_change(fd, kind, value);
  // A late answer to a former request.
  while (recv(link, &reply, sizeof reply, MSG_DONTWAIT) > 0) continue;
  if (send(link, &request, sizeof request, MSG_NOSIGNAL | MSG_DONTWAIT) != sizeof request)
    return firstlight_console_change(fd, kind, value);
  for (;;) {
    int count = poll(&answer, 1, 2000);
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) return -(long)ETIMEDOUT;
    if (count < 0) return -(long)errno;
    break;
  }
  if (recv(link, &reply, sizeof reply, MSG_DONTWAIT) != sizeof reply)
    return firstlight_console_change(fd, kind, value);
  return reply;
}

// MARK: The guard

// A change of a terminal's settings, which is taken back only where the terminal is as it was left
// by that.
struct firstlight_console_settings {
  int areSet;
  struct termios former, present;
};

// The changes of a terminal, and the requests to its guard.
struct firstlight_console_guarded {
  int fd, link;
  pid_t daemon;
  // Keys are kept off the text, and are delivered at once, which is begun later and ends before.
  struct firstlight_console_settings silence, keys;
  int formerKeyMode;
  int signals;  // as in the request
  int pair;     // of its setting; −1 before the first one
  // Nonzero while the guard answers the kernel by itself; 2 where it ends with the first answer.
  int isWaiting;
  // The time at which the kernel's question is answered without the daemon, in milliseconds of the
  // monotonic clock; 0 while there is none.
  long long answerTime;
};

// The time that a daemon may take to leave the screen: one that hangs does not keep other terminals
// away.
enum { firstlight_console_timeout = 1500 };

static inline long long firstlight_console_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

// Sets the terminal's mode so that the kernel asks the guard, which signals the daemon.
static inline long firstlight_console_ask(struct firstlight_console_guarded *console) {
  struct vt_mode mode;
  if (console->pair < 0) {
    long result = firstlight_result(ioctl(console->fd, VT_GETMODE, &mode));
    if (result < 0) return result;
    int former = firstlight_console_pair(&mode);
    console->pair = former < 0 ? 0 : ((former | 1) + 1) % firstlight_console_pairs;
  }
  console->pair = (console->pair & ~1) | (console->isWaiting != 0);
  memset(&mode, 0, sizeof mode);
  mode.mode = VT_PROCESS;
  mode.relsig = (short)(firstlight_console_asking + console->pair);
  mode.acqsig = (short)(firstlight_console_telling + console->pair);
  return firstlight_result(ioctl(console->fd, VT_SETMODE, &mode));
}

// True if the kernel asks this guard; `orNobody` for a terminal that no process manages.
static inline int firstlight_console_is_ours(const struct firstlight_console_guarded *console,
                                             int orNobody) {
  struct vt_mode mode;
  if (ioctl(console->fd, VT_GETMODE, &mode) < 0 || mode.mode != VT_PROCESS) return orNobody;
  return console->pair >= 0 && firstlight_console_pair(&mode) == console->pair;
}

// Changes a terminal's settings; keys that were typed are dropped. `change` has the settings
// before.
static inline long firstlight_console_set(int fd, struct firstlight_console_settings *change,
                                          const struct termios *settings) {
  long result = firstlight_result(tcsetattr(fd, TCSAFLUSH, settings));
  // As the terminal has them.
  change->areSet = result == 0 && tcgetattr(fd, &change->present) == 0;
  return result;
}

// Takes a change back, unless another program has set the terminal up since, as one that asks for a
// password does.
static inline long firstlight_console_reset(int fd, struct firstlight_console_settings *change) {
  struct termios now;
  const struct termios *present = &change->present;
  if (!change->areSet) return 0;
  change->areSet = 0;
  if (tcgetattr(fd, &now) < 0) return -(long)errno;
  if (now.c_lflag != present->c_lflag || now.c_iflag != present->c_iflag || now.c_oflag != present->c_oflag)
    return 0;
  return firstlight_result(tcsetattr(fd, TCSAFLUSH, &change->former));
}

// Keeps typed keys off the terminal's text, or echoes them as before; those that were typed are
// dropped. Keys still send signals: by them a shell ends a daemon that it has started.
static inline long firstlight_console_set_echo(struct firstlight_console_guarded *console, int echoes) {
  if (echoes) return firstlight_console_reset(console->fd, &console->silence);
  struct termios silent;
  if (tcgetattr(console->fd, &silent) < 0) return -(long)errno;
  // Silent by another program's will, which is its to end, or by ours already.
  if (!(silent.c_lflag & ECHO)) return 0;
  console->silence.former = silent;
  silent.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON);
  // Nor does one of them stop what is written to the console.
  silent.c_iflag &= ~(tcflag_t)IXON;
  return firstlight_console_set(console->fd, &console->silence, &silent);
}

// Makes the terminal deliver each key at once, as UTF-8 by the kernel's keymap.
static inline long firstlight_console_take_keys(struct firstlight_console_guarded *console) {
  int fd = console->fd;
  struct termios *former = &console->keys.former;
  if (console->keys.areSet) return 0;
  if (tcgetattr(fd, former) < 0) return -(long)errno;
  struct termios raw = *former;
  // As cfmakeraw(3), except for the carriage return, which is Enter.
  raw.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | IXON);
  raw.c_iflag |= ICRNL;
  // Other writers to the console end their lines with a line feed alone.
  raw.c_oflag |= OPOST | ONLCR;
  raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  raw.c_cflag = (raw.c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  if (ioctl(fd, KDGKBMODE, &console->formerKeyMode) < 0) return -(long)errno;
  if (ioctl(fd, KDSKBMODE, K_UNICODE) < 0) return -(long)errno;
  long result = firstlight_console_set(fd, &console->keys, &raw);
  if (result < 0) ioctl(fd, KDSKBMODE, console->formerKeyMode);
  return result;
}

// Treats keys as before. A mode that another program has set the keyboard to since stays.
static inline long firstlight_console_give_keys(struct firstlight_console_guarded *console) {
  int mode = K_UNICODE;
  if (!console->keys.areSet) return 0;
  if (ioctl(console->fd, KDGKBMODE, &mode) == 0 && mode == K_UNICODE)
    ioctl(console->fd, KDSKBMODE, console->formerKeyMode);
  return firstlight_console_reset(console->fd, &console->keys);
}

// Sets the terminal back to text, and takes the changes of its settings back, unless another
// program has taken it over by now.
static inline void firstlight_console_restore(struct firstlight_console_guarded *console) {
  if (!firstlight_console_is_ours(console, 1)) return;
  firstlight_console_change(console->fd, firstlight_console_mode, KD_TEXT);
  // Keys of a terminal that is lent are another program's.
  if (console->isWaiting != 1) tcflush(console->fd, TCIFLUSH);
  firstlight_console_give_keys(console);
  firstlight_console_set_echo(console, 1);
  firstlight_console_change(console->fd, firstlight_console_signals, 0);
}

// Leaves the terminal as it is, to a program that draws on it now.
static inline void firstlight_console_leave(const struct firstlight_console_guarded *console) {
  if (firstlight_console_is_ours(console, 0))
    firstlight_console_change(console->fd, firstlight_console_signals, 0);
}

// Does what the daemon has asked for.
static inline long firstlight_console_serve(struct firstlight_console_guarded *console,
                                            const struct firstlight_console_request *request) {
  switch (request->kind) {
    case firstlight_console_signals:
      console->isWaiting = 0;
      console->signals = request->value;
      if (request->value) return firstlight_console_ask(console);
      break;
    case firstlight_console_waiting:
      // Another program may have the terminal already.
      if (!firstlight_console_is_ours(console, 1)) return 0;
      console->isWaiting = request->value ? 2 : 1;
      return firstlight_console_ask(console);
    case firstlight_console_switch: console->answerTime = 0; break;
    case firstlight_console_echo: return firstlight_console_set_echo(console, request->value);
    case firstlight_console_keys:
      return request->value ? firstlight_console_take_keys(console) : firstlight_console_give_keys(console);
    default: break;
  }
  return firstlight_console_change(console->fd, request->kind, request->value);
}

// Reads one message. Returns 0 to go on, 1 to end, 2 to restore and end, and −s to restore in s
// seconds.
static inline int firstlight_console_answer(struct firstlight_console_guarded *console) {
  union {
    struct firstlight_console_request request;
    uint8_t seconds;
  } message;
  ssize_t count = recv(console->link, &message, sizeof message, MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (count <= 0) return 2;
  if (count == 1) return message.seconds ? -message.seconds : 1;
  if (count != sizeof message.request) return 0;
  int32_t reply = (int32_t)firstlight_console_serve(console, &message.request);
  send(console->link, &reply, sizeof reply, MSG_NOSIGNAL | MSG_DONTWAIT);
  return 0;
}

// The kernel asks before it changes to another terminal, or tells that this one is back. Returns
// nonzero where the guard has nothing more to do.
static inline int firstlight_console_hear(struct firstlight_console_guarded *console, int number) {
  int asks = number == firstlight_console_asking + console->pair;
  if (!console->isWaiting) {
    if (getppid() == console->daemon)
      kill(console->daemon, asks ? console->signals & 255 : console->signals >> 8);
    console->answerTime = asks ? firstlight_console_now() + firstlight_console_timeout : 0;
    return 0;
  }
  firstlight_console_change(console->fd, firstlight_console_switch,
                            asks ? 1 : firstlight_console_come_back);
  if (!asks) return 0;
  // Out of sight: nobody sees its text before the next program does.
  if (console->isWaiting == 2) {
    firstlight_console_restore(console);
    return 1;
  }
  firstlight_console_change(console->fd, firstlight_console_mode, KD_TEXT);
  return 0;
}

// Serves the daemon until that is gone, or says how the terminal is to be left. All signals are
// blocked.
static inline void firstlight_console_guard_loop(struct firstlight_console_guarded *console,
                                                 const sigset_t *all) {
  int signals = signalfd(-1, all, SFD_CLOEXEC | SFD_NONBLOCK);
  // The time at which the terminal is restored anyway, as `answerTime`; 0 for never.
  long long end = 0;
  for (;;) {
    // For a link of −1, poll waits for the others.
    struct pollfd sources[3] = {{console->link, POLLIN, 0}, {signals, POLLIN, 0}, {console->fd, 0, 0}};
    long long next = console->answerTime ? console->answerTime : end, now = firstlight_console_now();
    int count = poll(sources, 3, next == 0 ? -1 : next > now ? (int)(next - now) : 0);
    if (count < 0) continue;
    now = firstlight_console_now();
    if (console->answerTime && now >= console->answerTime) {
      console->answerTime = 0;
      firstlight_console_change(console->fd, firstlight_console_switch, 1);
    }
    // Another program, such as a getty, was given the terminal and has set it up already. The
    // signals for the kernel's questions end with this process, too.
    if (sources[2].revents & (POLLHUP | POLLERR)) return;
    if (end && now >= end) return firstlight_console_restore(console);
    if (sources[0].revents) {
      int answer = firstlight_console_answer(console);
      if (answer == 1) return firstlight_console_leave(console);
      if (answer == 2) return firstlight_console_restore(console);
      if (answer < 0) {
        end = now + -answer * 1000LL;
        console->link = -1;
      }
    }
    struct signalfd_siginfo signal;
    if (!sources[1].revents || read(signals, &signal, sizeof signal) != sizeof signal) continue;
    int number = (int)signal.ssi_signo;
    if (console->pair >= 0 && (number == firstlight_console_asking + console->pair ||
                               number == firstlight_console_telling + console->pair)) {
      if (firstlight_console_hear(console, number)) return;
    } else if (number == SIGTERM && end) {
      return firstlight_console_restore(console);
    }
  }
}

// Gives up the controlling terminal of a session that this process leads. The kernel then sends
// HUP, which must not take effect.
static inline void firstlight_console_give_up(int fd) {
  struct timespec now = {0, 0};
  sigset_t hangup, former, pending;
  sigemptyset(&hangup);
  sigaddset(&hangup, SIGHUP);
  sigprocmask(SIG_BLOCK, &hangup, &former);
  sigpending(&pending);
  if (ioctl(fd, TIOCNOTTY) == 0 && !sigismember(&pending, SIGHUP)) sigtimedwait(&hangup, NULL, &now);
  sigprocmask(SIG_SETMASK, &former, NULL);
}

// Gives up the terminal that this process was started on, if this process leads its session.
static inline void firstlight_console_give_up_started(void) {
  pid_t session = 0;
  if (firstlight_console_number(0) == 0 || ioctl(0, TIOCGSID, &session) < 0) return;
  if (session == getpid()) firstlight_console_give_up(0);
}

// Starts a process that changes the terminal for this one, and restores it when this one ends for
// whatever reason. Returns the end of a socket, for requests. A message of one byte ends the guard:
// 0 leaves the terminal unchanged, another number does so for as many seconds. When the last
// process with that end open ends, the guard restores the terminal and ends, too. It keeps nothing
// else open.
static inline long firstlight_console_guard(int fd) {
  int ends[2];
  pid_t session = 0;
  // True if the terminal belongs to this session, which another process may lead.
  int isOwn = ioctl(fd, TIOCGSID, &session) == 0;
  int leads = isOwn && session == getpid();
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -(long)errno;
  struct firstlight_console_guarded console = {
    .fd = fd, .link = ends[0], .daemon = getpid(), .pair = -1};
  if (leads) firstlight_console_give_up(fd);
  pid_t child = firstlight_fork();
  if (child < 0) {
    long result = -(long)errno;
    if (leads) ioctl(fd, TIOCSCTTY, 0);
    close(ends[0]);
    close(ends[1]);
    return result;
  }
  if (child == 0) {
    // A signal that ends the daemon is not to end its guard before it.
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    // A terminal that has no session becomes this one's. systemd's console agent would otherwise
    // reset it to text; it waits for a terminal of another session.
    int takes = leads || !isOwn;
    if (takes) setsid();
    if (takes) takes = ioctl(fd, TIOCSCTTY, 0) == 0;
    for (int other = 0; other < 4096; other++) {
      if (other != fd && other != ends[0]) close(other);
    }
    firstlight_console_guard_loop(&console, &all);
    // A leader that ends hangs the terminal up, and with it the next program.
    if (takes) ioctl(fd, TIOCNOTTY);
    _exit(0);
  }
  close(ends[0]);
  return ends[1];
}
#endif
