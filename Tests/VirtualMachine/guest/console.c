// Prints the state of a virtual terminal, or switches to one.
//
//   console            "active=N kd=text|graphics vt=auto|process" of the terminal in front
//   console hold       manages the terminal in front, as a display server does, until it is killed
//   console keys [N]   the mode of the keyboard of the terminal in
//                      front, as the kernel counts; or sets it
//   console switch N   switches to terminal N and waits at most five seconds until it is in front

#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int fail(const char *what) {
  fprintf(stderr, "console: %s: %s\n", what, strerror(errno));
  return 1;
}

int main(int count, char **arguments) {
  struct vt_stat state;
  int console = open("/dev/tty0", O_RDWR | O_NOCTTY);
  if (console < 0) return fail("/dev/tty0");
  if (count == 3 && strcmp(arguments[1], "switch") == 0) {
    int wanted = atoi(arguments[2]);
    if (ioctl(console, VT_ACTIVATE, wanted) < 0) return fail("switch");
    for (int i = 0; i < 500; i++) {
      if (ioctl(console, VT_GETSTATE, &state) < 0) return fail("state");
      if (state.v_active == wanted) return 0;
      usleep(10000);
    }
    fprintf(stderr, "console: terminal %d stays in front\n", state.v_active);
    return 1;
  }
  if (count >= 2 && strcmp(arguments[1], "keys") == 0) {
    long keys = 0;
    if (count == 3 && ioctl(console, KDSKBMODE, atol(arguments[2])) < 0) return fail("keyboard mode");
    if (ioctl(console, KDGKBMODE, &keys) < 0) return fail("keyboard mode");
    printf("%d\n", (int)keys);
    return 0;
  }
  int kd;
  struct vt_mode mode;
  if (count == 2 && strcmp(arguments[1], "hold") == 0) {
    struct vt_mode held = {.mode = VT_PROCESS, .relsig = SIGUSR1, .acqsig = SIGUSR2};
    if (ioctl(console, VT_SETMODE, &held) < 0) return fail("VT mode");
    for (;;) pause();
  }
  if (ioctl(console, VT_GETSTATE, &state) < 0) return fail("state");
  if (ioctl(console, KDGETMODE, &kd) < 0) return fail("KD mode");
  if (ioctl(console, VT_GETMODE, &mode) < 0) return fail("VT mode");
  printf("active=%d kd=%s vt=%s\n", state.v_active, kd == KD_TEXT ? "text" : "graphics",
         mode.mode == VT_AUTO ? "auto" : "process");
  return 0;
}
