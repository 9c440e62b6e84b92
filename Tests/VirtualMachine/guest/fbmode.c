// Sets the bits a pixel of a framebuffer device, and makes it as high as two pictures, for panning.
//
//   fbmode DEVICE BITS

#include <fcntl.h>
#include <linux/fb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>

int main(int count, char **arguments) {
  if (count != 3) return 2;
  struct fb_var_screeninfo mode;
  int device = open(arguments[1], O_RDWR);
  if (device < 0 || ioctl(device, FBIOGET_VSCREENINFO, &mode) < 0) {
    perror(arguments[1]);
    return 1;
  }
  mode.bits_per_pixel = atoi(arguments[2]);
  // vfb makes 16 bits with one for alpha out of it, if there was alpha before.
  mode.transp.length = 0;
  mode.yres_virtual = 2 * mode.yres;
  mode.activate = FB_ACTIVATE_NOW;
  if (ioctl(device, FBIOPUT_VSCREENINFO, &mode) < 0) {
    perror("set the mode");
    return 1;
  }
  return 0;
}
