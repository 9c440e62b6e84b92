// The kernel's interface to input devices, /dev/input/event*. As in shim.h, a function that makes a
// system call returns its result, or the negated errno.
#ifndef FIRSTLIGHT_CLINUX_INPUT_H
#define FIRSTLIGHT_CLINUX_INPUT_H
#include <errno.h>
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

enum {
  firstlight_EV_SYN = EV_SYN,
  firstlight_EV_KEY = EV_KEY,
  firstlight_EV_REL = EV_REL,
  firstlight_EV_ABS = EV_ABS,
  firstlight_SYN_REPORT = SYN_REPORT,
  firstlight_SYN_DROPPED = SYN_DROPPED,
  firstlight_REL_X = REL_X,
  firstlight_REL_Y = REL_Y,
  firstlight_ABS_X = ABS_X,
  firstlight_ABS_Y = ABS_Y,
  firstlight_ABS_MT_SLOT = ABS_MT_SLOT,
  firstlight_ABS_MT_POSITION_X = ABS_MT_POSITION_X,
  firstlight_ABS_MT_POSITION_Y = ABS_MT_POSITION_Y,
  firstlight_ABS_MT_TRACKING_ID = ABS_MT_TRACKING_ID,
  firstlight_KEY_CAPSLOCK = KEY_CAPSLOCK,
  firstlight_KEY_LEFTSHIFT = KEY_LEFTSHIFT,
  firstlight_KEY_RIGHTSHIFT = KEY_RIGHTSHIFT,
  firstlight_KEY_LEFTCTRL = KEY_LEFTCTRL,
  firstlight_KEY_RIGHTCTRL = KEY_RIGHTCTRL,
  firstlight_KEY_LEFTALT = KEY_LEFTALT,
  firstlight_KEY_RIGHTALT = KEY_RIGHTALT,
  firstlight_KEY_F1 = KEY_F1,
  firstlight_KEY_F10 = KEY_F10,
  firstlight_KEY_F11 = KEY_F11,
  firstlight_KEY_F12 = KEY_F12,
  firstlight_KEY_MAX = KEY_MAX,
  firstlight_BTN_LEFT = BTN_LEFT,
  firstlight_BTN_TOUCH = BTN_TOUCH,
  firstlight_BTN_TOOL_FINGER = BTN_TOOL_FINGER,
  firstlight_INPUT_PROP_DIRECT = INPUT_PROP_DIRECT,
  // Bytes of a set of all keys, the largest of the sets.
  firstlight_input_set_size = KEY_MAX / 8 + 1,
  firstlight_input_record_size = sizeof(struct input_event),
};

// A record independent of its layout, which differs from machine to machine.
struct firstlight_input_event {
  int64_t microseconds;
  uint16_t type;
  uint16_t code;
  int32_t value;
};
static inline struct firstlight_input_event firstlight_input_event_at(const void *record) {
  struct input_event from;
  memcpy(&from, record, sizeof from);
  struct firstlight_input_event event = {
      (int64_t)from.input_event_sec * 1000000 + (int64_t)from.input_event_usec, from.type,
      from.code, from.value};
  return event;
}

// The codes of a type that the device has; for type 0, the types.
static inline long firstlight_input_codes(int fd, unsigned type, void *set) {
  memset(set, 0, firstlight_input_set_size);
  int result = ioctl(fd, EVIOCGBIT(type, firstlight_input_set_size), set);
  return result < 0 ? -(long)errno : result;
}
static inline long firstlight_input_properties(int fd, void *set) {
  memset(set, 0, firstlight_input_set_size);
  int result = ioctl(fd, EVIOCGPROP(firstlight_input_set_size), set);
  return result < 0 ? -(long)errno : result;
}
// The device's name, terminated by a zero.
static inline long firstlight_input_name(int fd, void *name) {
  memset(name, 0, firstlight_input_set_size);
  int result = ioctl(fd, EVIOCGNAME(firstlight_input_set_size - 1), name);
  return result < 0 ? -(long)errno : result;
}
// The keys that are down.
static inline long firstlight_input_keys(int fd, void *set) {
  memset(set, 0, firstlight_input_set_size);
  int result = ioctl(fd, EVIOCGKEY(firstlight_input_set_size), set);
  return result < 0 ? -(long)errno : result;
}
// The position on an axis, and the axis's range.
static inline long firstlight_input_axis(int fd, unsigned code, int32_t *value, int32_t *minimum,
                                         int32_t *maximum) {
  struct input_absinfo axis;
  if (ioctl(fd, EVIOCGABS(code), &axis) < 0) return -(long)errno;
  *value = axis.value;
  *minimum = axis.minimum;
  *maximum = axis.maximum;
  return 0;
}
// An axis's values in all slots. The first of the `count` values is the axis's code.
static inline long firstlight_input_slots(int fd, int32_t *values, size_t count) {
  int result = ioctl(fd, EVIOCGMTSLOTS(count * sizeof *values), values);
  return result < 0 ? -(long)errno : result;
}
// Grabs the device, so that this file alone has its events (1), or lets it go (0).
static inline long firstlight_input_grab(int fd, int is_grabbed) {
  return ioctl(fd, EVIOCGRAB, is_grabbed) < 0 ? -(long)errno : 0;
}
static inline long firstlight_input_use_monotonic_clock(int fd) {
  int clock = CLOCK_MONOTONIC;
  return ioctl(fd, EVIOCSCLOCKID, &clock) < 0 ? -(long)errno : 0;
}
#endif
