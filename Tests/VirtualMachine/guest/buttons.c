// The buttons of a panel, made by uinput: a device as the kernel's driver of keys on GPIO lines
// makes one, with the same name and records.
//
//   buttons [-i INTERVAL] CODE...
//
// Waits half a second after the device was made, so that programs find it; then presses the keys
// with these numbers of the kernel one after the other, each for INTERVAL milliseconds (100) and as
// far apart.

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/uinput.h>
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

static void put(int code, int value) {
  struct input_event events[2] = {{.type = EV_KEY, .code = code, .value = value},
                                  {.type = EV_SYN, .code = SYN_REPORT}};
  check(write(device, events, sizeof events), "write events");
}

static void sleep_ms(int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&time, NULL);
}

int main(int count, char **arguments) {
  int interval = 100, option;
  while ((option = getopt(count, arguments, "i:")) != -1) {
    if (option != 'i' || (interval = atoi(optarg)) < 1) return 2;
  }
  if (optind == count) return 2;
  device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  check(device, "/dev/uinput");
  check(ioctl(device, UI_SET_EVBIT, EV_KEY), "keys");
  for (int i = optind; i < count; i++) check(ioctl(device, UI_SET_KEYBIT, atoi(arguments[i])), "a key");
  struct uinput_setup setup = {.id = {.bustype = BUS_HOST}, .name = "gpio-keys"};
  check(ioctl(device, UI_DEV_SETUP, &setup), "set up");
  check(ioctl(device, UI_DEV_CREATE), "create");
  sleep_ms(500);
  for (int i = optind; i < count; i++) {
    put(atoi(arguments[i]), 1);
    sleep_ms(interval);
    put(atoi(arguments[i]), 0);
    sleep_ms(interval);
  }
  sleep_ms(200);
  ioctl(device, UI_DEV_DESTROY);
  return 0;
}
