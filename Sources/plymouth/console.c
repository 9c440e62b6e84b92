// The console, where no daemon is there to give it back.

#include "plymouth.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

// The kernel's names and numbers, whose headers a small C library lacks: how a terminal asks before
// another one is shown, and whether it leaves the screen to a program.
struct asking {
  char mode, waits;
  short release, acquire, force;
};
enum { get_asking = 0x5601, set_asking = 0x5602, set_mode = 0x4B3A, text_mode = 0 };
// The signals by which a terminal asks the process that keeps a picture on it, as in
// CLinux/console.h. There are eight pairs; the odd ones are those of pictures that wait for the
// next program.
enum { first_asking = 48, first_telling = 56, pair_count = 8 };

void give_console_back(void) {
  int console = open("/dev/tty0", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  struct asking asking;
  if (console < 0) return;
  if (ioctl(console, get_asking, &asking) == 0 && asking.mode == 1) {
    int pair = asking.release - first_asking;
    if (pair >= 0 && pair < pair_count && (pair & 1) && asking.acquire == first_telling + pair) {
      asking = (struct asking){0};
      ioctl(console, set_mode, text_mode);
      ioctl(console, set_asking, &asking);
    }
  }
  close(console);
}
