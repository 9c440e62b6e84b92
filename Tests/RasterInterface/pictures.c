// Drawing through the C interface: exact pixels of small pictures.
#include <math.h>
#include <string.h>

#include "check.h"
#include "firstlight-raster.h"

enum { SIDE = 16 };

static uint32_t pixels[SIDE * SIDE];
static flr_renderer *renderer;
static flr_drawing *drawing;
static flr_path *path;

static const flr_color white = {1, 1, 1, 1}, red = {1, 0, 0, 1};

static void begin(void) {
  memset(pixels, 0x55, sizeof pixels);
  CHECK(flr_drawing_clear(drawing) == FLR_OK);
  CHECK(flr_path_clear(path) == FLR_OK);
}

static void draw(flr_format format) {
  flr_surface surface = {pixels, sizeof pixels, SIDE * 4, format, FLR_ROTATION_0};
  CHECK(flr_renderer_draw(renderer, drawing, &surface, NULL, 0) == FLR_OK);
}

static uint32_t at(int x, int y) { return pixels[y * SIDE + x]; }

static void fill_rect(double x, double y, double width, double height) {
  CHECK(flr_path_clear(path) == FLR_OK);
  CHECK(flr_path_add_rect(path, x, y, width, height) == FLR_OK);
  CHECK(flr_drawing_fill(drawing, path, FLR_FILL_NONZERO) == FLR_OK);
}

static void test_coverage(void) {
  begin();
  CHECK(flr_drawing_set_color(drawing, white) == FLR_OK);
  fill_rect(2, 3.5, 4.25, 2);
  draw(FLR_FORMAT_ARGB8888);
  CHECK(at(3, 4) == 0xFFFFFFFF);
  CHECK(at(3, 3) == 0x80808080);
  CHECK(at(6, 4) == 0x40404040);
  CHECK(at(7, 4) == 0);
  CHECK(at(3, 6) == 0);
}

static void test_disc_area(void) {
  begin();
  CHECK(flr_path_add_ellipse(path, 8.3, 7.6, 6.2, 5.1) == FLR_OK);
  CHECK(flr_drawing_set_color(drawing, white) == FLR_OK);
  CHECK(flr_drawing_fill(drawing, path, FLR_FILL_EVEN_ODD) == FLR_OK);
  draw(FLR_FORMAT_ARGB8888);
  double area = 0;
  for (int index = 0; index < SIDE * SIDE; index++) area += pixels[index] >> 24;
  CHECK(fabs(area / 255 - 3.14159265 * 6.2 * 5.1) < .2);
}

static void test_damage_and_rotation(void) {
  begin();
  CHECK(flr_drawing_set_color(drawing, red) == FLR_OK);
  CHECK(flr_drawing_fill_all(drawing) == FLR_OK);
  flr_surface surface = {pixels, sizeof pixels, SIDE * 4, FLR_FORMAT_XRGB8888, FLR_ROTATION_90};
  flr_rect damage[] = {{1, 2, 3, 1}, {-5, 14, 6, 900}};
  CHECK(flr_renderer_draw(renderer, drawing, &surface, damage, 2) == FLR_OK);
  int count = 0;
  for (int index = 0; index < SIDE * SIDE; index++) {
    CHECK(pixels[index] == 0xFFFF0000 || pixels[index] == 0x55555555);
    count += pixels[index] == 0xFFFF0000;
  }
  CHECK(count == 3 + 2);
  // Turned clockwise, x, y comes to height - 1 - y, x.
  CHECK(at(SIDE - 1 - 2, 1) == 0xFFFF0000 && at(SIDE - 1 - 2, 3) == 0xFFFF0000);
  CHECK(at(1, 0) == 0xFFFF0000 && at(0, 0) == 0xFFFF0000);
}

static void test_clips_and_groups(void) {
  begin();
  CHECK(flr_path_add_rect(path, 4, 4, 4, 4) == FLR_OK);
  CHECK(flr_drawing_push_clip(drawing, path, FLR_FILL_NONZERO) == FLR_OK);
  CHECK(flr_drawing_begin_group(drawing, .5) == FLR_OK);
  CHECK(flr_drawing_set_color(drawing, red) == FLR_OK);
  CHECK(flr_drawing_fill_all(drawing) == FLR_OK);
  CHECK(flr_drawing_set_color(drawing, white) == FLR_OK);
  fill_rect(6, 0, 10, 16);
  flr_surface surface = {pixels, sizeof pixels, SIDE * 4, FLR_FORMAT_ARGB8888, FLR_ROTATION_0};
  CHECK(flr_renderer_draw(renderer, drawing, &surface, NULL, 0) == FLR_ERROR_BALANCE);
  CHECK(flr_drawing_end_group(drawing) == FLR_OK);
  CHECK(flr_drawing_pop_clip(drawing) == FLR_OK);
  CHECK(flr_drawing_end_group(drawing) == FLR_ERROR_BALANCE);
  CHECK(flr_drawing_pop_clip(drawing) == FLR_ERROR_BALANCE);
  draw(FLR_FORMAT_ARGB8888);
  CHECK(at(5, 5) == 0x80800000);
  // The red below does not show through the group's white.
  CHECK(at(6, 5) == 0x80808080);
  CHECK(at(9, 5) == 0 && at(5, 9) == 0);
}

static void test_images(void) {
  begin();
  // A component above its alpha is lowered.
  const uint32_t source[4] = {0xFF0000FF, 0x80FF0000, 0, 0xFFFFFFFF};
  flr_image *image;
  CHECK(flr_image_create(2, 2, source, 8, FLR_FORMAT_ARGB8888, &image) == FLR_OK);
  flr_transform place = {4, 0, 0, 4, 3, 1};
  CHECK(flr_drawing_set_image(drawing, image, &place, FLR_FILTER_NEAREST, 0) == FLR_OK);
  CHECK(flr_drawing_fill_all(drawing) == FLR_OK);
  flr_image_destroy(image);
  draw(FLR_FORMAT_ARGB8888);
  CHECK(at(3, 1) == 0xFF0000FF && at(6, 4) == 0xFF0000FF);
  CHECK(at(7, 1) == 0x80800000);
  CHECK(at(3, 5) == 0 && at(10, 8) == 0xFFFFFFFF);
  CHECK(at(2, 1) == 0 && at(11, 8) == 0);
}

static void test_gradients(void) {
  const flr_stop stops[] = {{0, {0, 0, 0, 1}}, {1, {1, 1, 1, 1}}};
  begin();
  CHECK(flr_drawing_set_axial_gradient(drawing, 0, 0, 16, 0, stops, 2) == FLR_OK);
  CHECK(flr_drawing_fill_all(drawing) == FLR_OK);
  draw(FLR_FORMAT_XRGB8888);
  for (int x = 0; x < SIDE; x++) {
    CHECK(abs((int)(at(x, 3) & 255) - (int)((x + .5) / 16 * 255)) <= 1);
  }
  begin();
  CHECK(flr_drawing_set_radial_gradient(drawing, 8, 8, 8, 4, stops, 2) == FLR_OK);
  CHECK(flr_drawing_fill_all(drawing) == FLR_OK);
  draw(FLR_FORMAT_XRGB8888);
  CHECK(abs((int)(at(8, 8) & 255) - 36) <= 1 && at(0, 0) == 0xFFFFFFFF && at(8, 14) == 0xFFFFFFFF);
  begin();
  CHECK(flr_drawing_set_conic_gradient(drawing, 8, 8, 0, stops, 2) == FLR_OK);
  CHECK(flr_drawing_fill_all(drawing) == FLR_OK);
  draw(FLR_FORMAT_XRGB8888);
  CHECK((at(15, 8) & 255) < 8 && (at(15, 7) & 255) > 247);
  CHECK(abs((int)(at(8, 15) & 255) - 64) < 8);
}

static void test_strokes(void) {
  const double dashes[] = {4, 2};
  const flr_stroke stroke = {2, FLR_CAP_BUTT, FLR_JOIN_MITER, 10, dashes, 2, 0};
  begin();
  CHECK(flr_drawing_set_color(drawing, white) == FLR_OK);
  CHECK(flr_drawing_set_stroke(drawing, &stroke) == FLR_OK);
  CHECK(flr_path_move_to(path, 1, 5) == FLR_OK);
  CHECK(flr_path_line_to(path, 13, 5) == FLR_OK);
  CHECK(flr_drawing_stroke(drawing, path) == FLR_OK);
  draw(FLR_FORMAT_ARGB8888);
  for (int x = 0; x < SIDE; x++) {
    int is_dash = x >= 1 && x < 13 && (x - 1) % 6 < 4;
    CHECK(at(x, 4) == (is_dash ? 0xFFFFFFFF : 0) && at(x, 5) == at(x, 4) && at(x, 6) == 0);
  }
}

static void test_shadows(void) {
  // A sharp one is the shape again, half a pixel further.
  const flr_shadow sharp = {4, 2.5, 0, {0, 0, 1, .5}};
  const flr_shadow soft = {0, 0, 2, {0, 0, 1, 1}};
  begin();
  CHECK(flr_drawing_set_color(drawing, red) == FLR_OK);
  CHECK(flr_drawing_set_shadow(drawing, &sharp) == FLR_OK);
  fill_rect(1, 1, 4, 4);
  draw(FLR_FORMAT_ARGB8888);
  CHECK(at(1, 1) == 0xFFFF0000 && at(4, 4) == 0xFFFF0000);
  CHECK(at(6, 5) == 0x80000080 && at(9, 5) == 0);
  CHECK(at(6, 3) == 0x40000040 && at(6, 7) == 0x40000040 && at(6, 8) == 0);
  begin();
  CHECK(flr_drawing_set_color(drawing, red) == FLR_OK);
  CHECK(flr_drawing_set_shadow(drawing, &soft) == FLR_OK);
  fill_rect(-20, -20, 28, 80);
  draw(FLR_FORMAT_ARGB8888);
  CHECK(at(7, 8) == 0xFFFF0000);
  CHECK(at(8, 8) > at(9, 8) && at(9, 8) > at(10, 8) && (at(8, 8) & 0xFFFF00) == 0);
  // The gaussian's part beyond a quarter of its deviation, of 255 levels.
  CHECK(abs((int)(at(8, 8) >> 24) - 102) <= 2);
}

static void test_formats(void) {
  static const struct {
    flr_format format;
    int byte_count;
    uint32_t word;
  } expected[] = {
      {FLR_FORMAT_XRGB8888, 4, 0xFFFF8000}, {FLR_FORMAT_ARGB8888, 4, 0xFFFF8000},
      {FLR_FORMAT_XBGR8888, 4, 0xFF0080FF}, {FLR_FORMAT_ABGR8888, 4, 0xFF0080FF},
      {FLR_FORMAT_RGB565, 2, 0xFC00},       {FLR_FORMAT_BGR565, 2, 0x041F},
      {FLR_FORMAT_RGB888, 3, 0xFF8000},     {FLR_FORMAT_BGR888, 3, 0x0080FF},
  };
  const flr_color orange = {1, 128 / 255., 0, 1};
  for (size_t index = 0; index < sizeof expected / sizeof *expected; index++) {
    begin();
    CHECK(flr_drawing_set_color(drawing, orange) == FLR_OK);
    CHECK(flr_drawing_fill_all(drawing) == FLR_OK);
    draw(expected[index].format);
    uint32_t word = 0;
    memcpy(&word, (char *)pixels + 5 * SIDE * 4 + 3 * expected[index].byte_count,
           (size_t)expected[index].byte_count);
    CHECK(word == expected[index].word);
    // Behind the row's pixels nothing is touched.
    if (expected[index].byte_count < 4) CHECK(at(SIDE - 1, 5) == 0x55555555);
  }
}

static void test_glyphs(void) {
  begin();
  flr_path *glyph = flr_path_create();
  const char outline[] = "M0 0H500V700H0ZM100 100H400V600H100Z";
  CHECK(flr_path_append_svg(glyph, outline, sizeof outline - 1) == FLR_OK);
  flr_transform place = {.01, 0, 0, -.01, 2, 12};
  CHECK(flr_path_append(path, glyph, &place) == FLR_OK);
  flr_path_destroy(glyph);
  CHECK(flr_drawing_set_color(drawing, white) == FLR_OK);
  CHECK(flr_drawing_fill(drawing, path, FLR_FILL_EVEN_ODD) == FLR_OK);
  draw(FLR_FORMAT_ARGB8888);
  CHECK(at(2, 5) == 0xFFFFFFFF && at(6, 11) == 0xFFFFFFFF);
  CHECK(at(4, 8) == 0 && at(7, 8) == 0 && at(4, 4) == 0 && at(4, 12) == 0);
}

int main(void) {
  renderer = flr_renderer_create();
  path = flr_path_create();
  CHECK(flr_drawing_create(SIDE, SIDE, &drawing) == FLR_OK);
  test_coverage();
  test_disc_area();
  test_damage_and_rotation();
  test_clips_and_groups();
  test_images();
  test_gradients();
  test_strokes();
  test_shadows();
  test_formats();
  test_glyphs();
  flr_drawing_destroy(drawing);
  flr_path_destroy(path);
  flr_renderer_destroy(renderer);
  puts("pictures through the C interface are right");
  return 0;
}
