// Draws a sunrise with a ring of progress through Firstlight's rasterizer, as a PPM file:
//
//   scripts/build-raster
//   cc -o sunrise -I .build-raster Sources/CFirstlightRaster/sunrise.c
//     .build-raster/libfirstlight-raster.a -lm
//   ./sunrise sunrise.ppm
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "firstlight-raster.h"

enum { WIDTH = 640, HEIGHT = 400, HORIZON = 262, STARS = 256 };

static const double pi = 3.14159265358979323846;

// Every call returns a status: here a failure ends the program.
static void check(flr_status status) {
  if (status == FLR_OK) return;
  fprintf(stderr, "sunrise: %s\n", flr_status_text(status));
  exit(1);
}

static flr_color color(double red, double green, double blue, double alpha) {
  flr_color result = {red / 255, green / 255, blue / 255, alpha};
  return result;
}

static void draw_sky(flr_drawing *drawing) {
  const flr_stop night_to_day[] = {
      {0, color(14, 18, 48, 1)},
      {.45, color(84, 52, 110, 1)},
      {.62, color(232, 124, 92, 1)},
      {.66, color(255, 205, 140, 1)},
  };
  check(flr_drawing_set_axial_gradient(drawing, 0, 0, 0, HEIGHT, night_to_day, 4));
  check(flr_drawing_fill_all(drawing));
}

// An image of white pixels with some alpha, which fades towards the horizon.
static void draw_stars(flr_drawing *drawing) {
  static uint32_t pixels[WIDTH * STARS];
  uint32_t state = 5;
  for (int star = 0; star < 220; star++) {
    state = state * 1664525 + 1013904223;
    uint32_t x = (state >> 8) % WIDTH;
    state = state * 1664525 + 1013904223;
    uint32_t y = (state >> 8) % STARS;
    uint32_t alpha = (40 + (state >> 24) * 3 / 4) * (STARS - y) / STARS;
    pixels[y * WIDTH + x] = alpha * 0x01010101u;
  }
  flr_image *image;
  check(flr_image_create(WIDTH, STARS, pixels, WIDTH * 4, FLR_FORMAT_ARGB8888, &image));
  check(flr_drawing_set_image(drawing, image, NULL, FLR_FILTER_NEAREST, 0));
  check(flr_drawing_fill_all(drawing));
  // The drawing retains its paints.
  flr_image_destroy(image);
}

static void draw_sun(flr_drawing *drawing, flr_path *path) {
  const flr_stop glow[] = {
      {0, color(255, 240, 200, .9)}, {.3, color(255, 200, 130, .4)}, {1, color(255, 160, 110, 0)}};
  check(flr_path_clear(path));
  check(flr_path_add_ellipse(path, WIDTH / 2, HORIZON, 240, 240));
  check(flr_drawing_set_radial_gradient(drawing, WIDTH / 2, HORIZON, 240, 240, glow, 3));
  check(flr_drawing_fill(drawing, path, FLR_FILL_NONZERO));
  check(flr_path_clear(path));
  check(flr_path_add_ellipse(path, WIDTH / 2, HORIZON, 64, 64));
  check(flr_drawing_set_color(drawing, color(255, 246, 220, 1)));
  check(flr_drawing_fill(drawing, path, FLR_FILL_NONZERO));
}

static void draw_hills(flr_drawing *drawing, flr_path *path) {
  static const char far_hills[] =
      "M0 262V214C60 190 96 176 150 204S262 250 320 246 432 172 506 188 600 210 640 200V262Z";
  static const char near_hills[] = "M0 262V244C90 214 150 232 232 256L250 262ZM640 262V232"
                                   "C560 214 488 238 420 257L404 262Z";
  check(flr_path_clear(path));
  check(flr_path_append_svg(path, far_hills, sizeof far_hills - 1));
  check(flr_drawing_set_color(drawing, color(92, 58, 104, 1)));
  check(flr_drawing_fill(drawing, path, FLR_FILL_NONZERO));
  check(flr_path_clear(path));
  check(flr_path_append_svg(path, near_hills, sizeof near_hills - 1));
  check(flr_drawing_set_color(drawing, color(48, 34, 74, 1)));
  check(flr_drawing_fill(drawing, path, FLR_FILL_NONZERO));
}

// Water within a clip, and the sun in it as strips that grow apart.
static void draw_water(flr_drawing *drawing, flr_path *path) {
  const flr_stop depth[] = {{0, color(196, 104, 98, 1)}, {1, color(22, 22, 54, 1)}};
  check(flr_path_clear(path));
  check(flr_path_add_rect(path, 0, HORIZON, WIDTH, HEIGHT - HORIZON));
  check(flr_drawing_push_clip(drawing, path, FLR_FILL_NONZERO));
  check(flr_drawing_set_axial_gradient(drawing, 0, HORIZON, 0, HEIGHT, depth, 2));
  check(flr_drawing_fill_all(drawing));
  check(flr_drawing_begin_group(drawing, .8));
  check(flr_drawing_set_color(drawing, color(255, 226, 170, 1)));
  for (int strip = 0; strip < 9; strip++) {
    double y = HORIZON + 2 + strip * (6 + strip * .9);
    double half_width = 70 - strip * 5 + 12 * sin(strip * 2.1);
    check(flr_path_clear(path));
    check(flr_path_add_rounded_rect(
        path, WIDTH / 2 - half_width, y, 2 * half_width, 3 + strip * .25, 2));
    check(flr_drawing_set_opacity(drawing, 1 - strip / 10.));
    check(flr_drawing_fill(drawing, path, FLR_FILL_NONZERO));
  }
  check(flr_drawing_set_opacity(drawing, 1));
  check(flr_drawing_end_group(drawing));
  check(flr_drawing_pop_clip(drawing));
}

// Glyphs as a font gives them: outlines with y upwards, 1000 units an em.
static void draw_text(flr_drawing *drawing, flr_path *path) {
  static const struct {
    const char *outline;
    double advance;
  } glyphs[] = {
      {"M60 0L300 600H40V700H400V610L165 0Z", 450},
      {"M230-10C90-10 40 150 40 350S90 710 230 710 420 550 420 350 370-10 230-10Z"
       "M230 85C300 85 320 200 320 350S300 615 230 615 140 500 140 350 160 85 230 85Z",
       470},
      {"M190 390C100 390 50 455 50 545S100 710 190 710 330 640 330 545 280 390 190 390Z"
       "M190 470C220 470 240 495 240 545S220 630 190 630 140 600 140 545 160 470 190 470Z"
       "M560-10C470-10 420 60 420 150S470 310 560 310 700 240 700 150 650-10 560-10Z"
       "M560 70C590 70 610 100 610 150S590 230 560 230 510 200 510 150 530 70 560 70Z"
       "M150 0H240L600 700H510Z",
       750},
  };
  flr_path *glyph = flr_path_create();
  flr_transform place = {.052, 0, 0, -.052, 0, 98};
  double width = 0;
  for (int index = 0; index < 3; index++) width += glyphs[index].advance * place.a;
  place.tx = WIDTH / 2 - width / 2;
  check(flr_path_clear(path));
  for (int index = 0; index < 3; index++) {
    size_t length = 0;
    while (glyphs[index].outline[length]) length++;
    check(flr_path_clear(glyph));
    check(flr_path_append_svg(glyph, glyphs[index].outline, length));
    check(flr_path_append(path, glyph, &place));
    place.tx += glyphs[index].advance * place.a;
  }
  flr_path_destroy(glyph);
  check(flr_drawing_set_color(drawing, color(255, 255, 255, .95)));
  check(flr_drawing_fill(drawing, path, FLR_FILL_EVEN_ODD));
}

// A dashed track and, above its shadow, an arc whose colour goes around.
static void draw_ring(flr_drawing *drawing, flr_path *path, double progress) {
  const double x = WIDTH / 2, y = 82, radius = 56, top = -pi / 2;
  const double dashes[] = {2 * pi * radius / 120, 2 * pi * radius / 120};
  const flr_stroke track = {4, FLR_CAP_BUTT, FLR_JOIN_MITER, 10, dashes, 2, 0};
  const flr_stroke arc = {8, FLR_CAP_ROUND, FLR_JOIN_ROUND, 10, NULL, 0, 0};
  const flr_shadow shadow = {0, 2, 5, color(10, 4, 30, .8)};
  const flr_stop around[] = {{0, color(255, 160, 110, 1)}, {.7, color(255, 240, 190, 1)},
                             {.85, color(255, 160, 110, 1)}, {1, color(255, 160, 110, 1)}};
  check(flr_path_clear(path));
  check(flr_path_arc(path, x, y, radius, radius, top, 2 * pi));
  check(flr_drawing_set_stroke(drawing, &track));
  check(flr_drawing_set_color(drawing, color(255, 255, 255, .3)));
  check(flr_drawing_stroke(drawing, path));
  check(flr_path_clear(path));
  check(flr_path_arc(path, x, y, radius, radius, top, 2 * pi * progress));
  check(flr_drawing_set_stroke(drawing, &arc));
  check(flr_drawing_set_conic_gradient(drawing, x, y, top, around, 4));
  check(flr_drawing_set_shadow(drawing, &shadow));
  check(flr_drawing_stroke(drawing, path));
  draw_text(drawing, path);
  check(flr_drawing_set_shadow(drawing, NULL));
}

static void write_ppm(const char *name, const uint32_t *pixels) {
  FILE *file = fopen(name, "wb");
  if (!file) {
    perror(name);
    exit(1);
  }
  fprintf(file, "P6\n%d %d\n255\n", WIDTH, HEIGHT);
  for (int index = 0; index < WIDTH * HEIGHT; index++) {
    fputc(pixels[index] >> 16 & 255, file);
    fputc(pixels[index] >> 8 & 255, file);
    fputc(pixels[index] & 255, file);
  }
  if (fclose(file) != 0) {
    perror(name);
    exit(1);
  }
}

int main(int count, char **arguments) {
  static uint32_t pixels[WIDTH * HEIGHT];
  if (count != 2) {
    fprintf(stderr, "usage: sunrise FILE.ppm\n");
    return 2;
  }
  flr_path *path = flr_path_create();
  flr_renderer *renderer = flr_renderer_create();
  flr_drawing *drawing;
  check(flr_drawing_create(WIDTH, HEIGHT, &drawing));
  draw_sky(drawing);
  draw_stars(drawing);
  draw_sun(drawing, path);
  draw_hills(drawing, path);
  draw_water(drawing, path);
  draw_ring(drawing, path, .7);
  const flr_surface surface = {pixels, sizeof pixels, WIDTH * 4, FLR_FORMAT_XRGB8888,
                               FLR_ROTATION_0};
  check(flr_renderer_draw(renderer, drawing, &surface, NULL, 0));
  write_ppm(arguments[1], pixels);
  flr_drawing_destroy(drawing);
  flr_renderer_destroy(renderer);
  flr_path_destroy(path);
  return 0;
}
