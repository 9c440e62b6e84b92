// A touch screen made by uinput, with one finger.
//
//   finger [-m] [-i INTERVAL] X0 Y0 X1 Y1 MILLISECONDS [PAUSE]
//
// Waits PAUSE milliseconds (500) after the device was made, so that programs find the device; puts
// the finger on X0 Y0, moves it every INTERVAL milliseconds (10), with -m keeps it still until
// SIGTERM, and lifts it. Coordinates go from 0 to 1000 over the whole screen. Prints "TIME_US
// down|move|up X Y" for each event, by the monotonic clock.

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/uinput.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static int device;

static void check(int result, const char *what) {
  if (result < 0) {
    perror(what);
    exit(1);
  }
}

static void emit(int type, int code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  check(write(device, &event, sizeof event), "write an event");
}

static void axis(int code, int maximum) {
  struct uinput_abs_setup setup = {.code = code, .absinfo = {.maximum = maximum}};
  check(ioctl(device, UI_SET_ABSBIT, code), "axis");
  check(ioctl(device, UI_ABS_SETUP, &setup), "axis");
}

static void wake(int number) { (void)number; }

static void sleep_ms(int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&time, NULL);
}

static void report(const char *what, int x, int y) {
  struct timespec time;
  emit(EV_SYN, SYN_REPORT, 0);
  clock_gettime(CLOCK_MONOTONIC, &time);
  printf("%lld %s %d %d\n", time.tv_sec * 1000000LL + time.tv_nsec / 1000, what, x, y);
}

static void place(int x, int y) {
  emit(EV_ABS, ABS_MT_POSITION_X, x);
  emit(EV_ABS, ABS_MT_POSITION_Y, y);
  emit(EV_ABS, ABS_X, x);
  emit(EV_ABS, ABS_Y, y);
}

int main(int count, char **arguments) {
  int holds = 0, interval = 10, option;
  while ((option = getopt(count, arguments, "mi:")) != -1) {
    if (option == 'm')
      holds = 1;
    else if (option != 'i' || (interval = atoi(optarg)) < 1)
      return 2;
  }
  arguments += optind - 1;
  count -= optind - 1;
  if (count < 6) return 2;
  int x0 = atoi(arguments[1]), y0 = atoi(arguments[2]);
  int x1 = atoi(arguments[3]), y1 = atoi(arguments[4]);
  int steps = atoi(arguments[5]) / interval;

  // An end that comes before it is waited for waits, too.
  sigset_t ends, before;
  sigemptyset(&ends);
  if (holds) sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, &before);
  if (holds) signal(SIGTERM, wake);
  device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  check(device, "/dev/uinput");
  check(ioctl(device, UI_SET_EVBIT, EV_KEY), "keys");
  check(ioctl(device, UI_SET_KEYBIT, BTN_TOUCH), "touch");
  check(ioctl(device, UI_SET_EVBIT, EV_ABS), "axes");
  check(ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT), "direct");
  axis(ABS_X, 1000);
  axis(ABS_Y, 1000);
  axis(ABS_MT_SLOT, 9);
  axis(ABS_MT_TRACKING_ID, 65535);
  axis(ABS_MT_POSITION_X, 1000);
  axis(ABS_MT_POSITION_Y, 1000);
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL}, .name = "lab touch screen"};
  check(ioctl(device, UI_DEV_SETUP, &setup), "set up");
  check(ioctl(device, UI_DEV_CREATE), "create");
  sleep_ms(count > 6 ? atoi(arguments[6]) : 500);

  emit(EV_ABS, ABS_MT_SLOT, 0);
  emit(EV_ABS, ABS_MT_TRACKING_ID, 1);
  emit(EV_KEY, BTN_TOUCH, 1);
  place(x0, y0);
  report("down", x0, y0);
  for (int i = 1; i <= steps; i++) {
    sleep_ms(interval);
    int x = x0 + (x1 - x0) * i / steps, y = y0 + (y1 - y0) * i / steps;
    place(x, y);
    report("move", x, y);
  }
  fflush(stdout);
  if (holds) sigsuspend(&before);
  emit(EV_ABS, ABS_MT_TRACKING_ID, -1);
  emit(EV_KEY, BTN_TOUCH, 0);
  report("up", x1, y1);
  fflush(stdout);
  sleep_ms(200);
  ioctl(device, UI_DEV_DESTROY);
  return 0;
}
