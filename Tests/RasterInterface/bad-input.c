// Bad input through the C interface: each call fails with the reason, changes nothing, does not end
// the program and takes a bounded time. The second part makes calls with pseudorandom numbers of
// all kinds, and prints a hash of the pictures.
//
//   bad-input [SEED [DRAWINGS [SECONDS]]]
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "firstlight-raster.h"

enum { SIDE = 48, GUARD = 64 };

// For one drawing of a few hundred thousand edges at most, in seconds.
static double longest_allowed = 10;

static const double bad_numbers[] = {NAN, INFINITY, -INFINITY, 1.1e6, -1.1e6, 1e300, -1e300};
enum { BAD_COUNT = sizeof bad_numbers / sizeof *bad_numbers };

static void test_null(void) {
  flr_color color = {0, 0, 0, 1};
  flr_stop stops[2] = {{0, {0, 0, 0, 1}}, {1, {0, 0, 0, 1}}};
  flr_path *path = flr_path_create();
  flr_drawing *drawing;
  CHECK(flr_drawing_create(4, 4, &drawing) == FLR_OK);
  flr_path_destroy(NULL);
  flr_image_destroy(NULL);
  flr_drawing_destroy(NULL);
  flr_renderer_destroy(NULL);
  const flr_status all[] = {
      flr_path_clear(NULL), flr_path_move_to(NULL, 0, 0), flr_path_line_to(NULL, 0, 0),
      flr_path_quadratic_to(NULL, 0, 0, 0, 0), flr_path_cubic_to(NULL, 0, 0, 0, 0, 0, 0),
      flr_path_arc(NULL, 0, 0, 0, 0, 0, 0), flr_path_close(NULL),
      flr_path_add_rect(NULL, 0, 0, 0, 0), flr_path_add_rounded_rect(NULL, 0, 0, 0, 0, 0),
      flr_path_add_ellipse(NULL, 0, 0, 0, 0), flr_path_append(NULL, path, NULL),
      flr_path_append(path, NULL, NULL), flr_path_append_svg(NULL, "", 0),
      flr_path_append_svg(path, NULL, 0),
      flr_image_create(1, 1, NULL, 4, FLR_FORMAT_ARGB8888, NULL),
      flr_image_create(1, 1, stops, 4, FLR_FORMAT_ARGB8888, NULL), flr_drawing_create(1, 1, NULL),
      flr_drawing_clear(NULL), flr_drawing_set_transform(NULL, NULL),
      flr_drawing_set_opacity(NULL, 1), flr_drawing_set_color(NULL, color),
      flr_drawing_set_axial_gradient(NULL, 0, 0, 0, 0, stops, 2),
      flr_drawing_set_axial_gradient(drawing, 0, 0, 0, 0, NULL, 2),
      flr_drawing_set_radial_gradient(NULL, 0, 0, 1, 1, stops, 2),
      flr_drawing_set_radial_gradient(drawing, 0, 0, 1, 1, NULL, 2),
      flr_drawing_set_conic_gradient(NULL, 0, 0, 0, stops, 2),
      flr_drawing_set_conic_gradient(drawing, 0, 0, 0, NULL, 2),
      flr_drawing_set_image(NULL, NULL, NULL, FLR_FILTER_NEAREST, 0),
      flr_drawing_set_image(drawing, NULL, NULL, FLR_FILTER_NEAREST, 0),
      flr_drawing_set_stroke(NULL, NULL), flr_drawing_set_stroke(drawing, NULL),
      flr_drawing_set_shadow(NULL, NULL), flr_drawing_push_clip(NULL, path, FLR_FILL_NONZERO),
      flr_drawing_push_clip(drawing, NULL, FLR_FILL_NONZERO), flr_drawing_pop_clip(NULL),
      flr_drawing_begin_group(NULL, 1), flr_drawing_end_group(NULL),
      flr_drawing_fill(NULL, path, FLR_FILL_NONZERO),
      flr_drawing_fill(drawing, NULL, FLR_FILL_NONZERO), flr_drawing_stroke(NULL, path),
      flr_drawing_stroke(drawing, NULL), flr_drawing_fill_all(NULL),
      flr_renderer_draw(NULL, drawing, NULL, NULL, 0)};
  for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
    if (all[index] != FLR_ERROR_NULL) fprintf(stderr, "call %zu: %d\n", index, all[index]);
    CHECK(all[index] == FLR_ERROR_NULL);
  }
  for (int status = -2; status < 10; status++) {
    CHECK(strlen(flr_status_text((flr_status)status)) > 5);
  }
  flr_path_destroy(path);
  flr_drawing_destroy(drawing);
}

static void test_numbers(void) {
  flr_path *path = flr_path_create();
  flr_drawing *drawing;
  CHECK(flr_drawing_create(4, 4, &drawing) == FLR_OK);
  flr_stroke stroke = {1, FLR_CAP_BUTT, FLR_JOIN_MITER, 10, NULL, 0, 0};
  for (int index = 0; index < BAD_COUNT; index++) {
    double bad = bad_numbers[index];
    flr_transform transform = {1, 0, 0, bad, 0, 0};
    flr_color color = {0, bad, 0, 1};
    flr_stop stops[2] = {{0, {0, 0, 0, 1}}, {bad, {0, 0, 0, 1}}};
    flr_shadow shadow = {0, 0, bad, {0, 0, 0, 1}};
    stroke.width = bad;
    const flr_status all[] = {
        flr_path_move_to(path, bad, 0), flr_path_line_to(path, 0, bad),
        flr_path_quadratic_to(path, 0, bad, 0, 0), flr_path_cubic_to(path, 0, 0, 0, 0, 0, bad),
        flr_path_arc(path, 0, 0, bad, 0, 0, 1), flr_path_arc(path, 0, 0, 1, 1, 0, bad),
        flr_path_add_rect(path, 0, 0, bad, 1), flr_path_add_rounded_rect(path, 0, 0, 1, 1, bad),
        flr_path_add_ellipse(path, 0, 0, bad, 1), flr_path_append(path, path, &transform),
        flr_drawing_set_transform(drawing, &transform), flr_drawing_set_opacity(drawing, bad),
        flr_drawing_set_color(drawing, color),
        flr_drawing_set_axial_gradient(drawing, 0, bad, 0, 0, stops, 2),
        flr_drawing_set_axial_gradient(drawing, 0, 0, 9, 9, stops, 2),
        flr_drawing_set_radial_gradient(drawing, 0, 0, bad, 1, stops, 2),
        flr_drawing_set_conic_gradient(drawing, 0, 0, bad, stops, 2),
        flr_drawing_set_stroke(drawing, &stroke), flr_drawing_set_shadow(drawing, &shadow),
        flr_drawing_begin_group(drawing, bad)};
    for (size_t call = 0; call < sizeof all / sizeof *all; call++) {
      if (all[call] != FLR_ERROR_RANGE) fprintf(stderr, "%g, call %zu\n", bad, call);
      CHECK(all[call] == FLR_ERROR_RANGE);
    }
  }
  stroke.width = 1;
  stroke.cap = (flr_cap)7;
  CHECK(flr_drawing_set_stroke(drawing, &stroke) == FLR_ERROR_RANGE);
  stroke.cap = FLR_CAP_BUTT;
  stroke.dash_count = 3;
  CHECK(flr_drawing_set_stroke(drawing, &stroke) == FLR_ERROR_NULL);
  stroke.dash_count = SIZE_MAX;
  CHECK(flr_drawing_set_stroke(drawing, &stroke) == FLR_ERROR_LIMIT);
  flr_stop stops[2] = {{.6, {0, 0, 0, 1}}, {.4, {0, 0, 0, 1}}};
  CHECK(flr_drawing_set_conic_gradient(drawing, 0, 0, 0, stops, 2) == FLR_ERROR_RANGE);
  CHECK(flr_drawing_set_conic_gradient(drawing, 0, 0, 0, stops, 1) == FLR_ERROR_RANGE);
  CHECK(flr_drawing_set_conic_gradient(drawing, 0, 0, 0, stops, SIZE_MAX) != FLR_OK);
  CHECK(flr_drawing_fill(drawing, path, (flr_fill_rule)2) == FLR_ERROR_RANGE);
  CHECK(flr_path_append_svg(path, "M 1 1 L 2", 9) == FLR_ERROR_SYNTAX);
  CHECK(flr_path_append_svg(path, "M 1 1 L 2e50 1", 14) == FLR_ERROR_RANGE);
  CHECK(flr_path_append_svg(path, "M 1", SIZE_MAX) == FLR_ERROR_LIMIT);
  flr_path_destroy(path);
  flr_drawing_destroy(drawing);
}

static void test_sizes(void) {
  static uint32_t pixels[16];
  flr_drawing *drawing = NULL;
  flr_image *image = NULL;
  CHECK(flr_drawing_create(0, 4, &drawing) == FLR_ERROR_RANGE);
  CHECK(flr_drawing_create(4, -1, &drawing) == FLR_ERROR_RANGE);
  CHECK(flr_drawing_create(INT32_MAX, 1, &drawing) == FLR_ERROR_LIMIT);
  CHECK(flr_drawing_create(16384, 16384, &drawing) == FLR_ERROR_LIMIT);
  CHECK(!drawing);
  CHECK(flr_image_create(4, 4, pixels, 15, FLR_FORMAT_ARGB8888, &image) == FLR_ERROR_BUFFER);
  CHECK(flr_image_create(4, 4, pixels, 16, (flr_format)99, &image) == FLR_ERROR_RANGE);
  CHECK(flr_image_create(0, 4, pixels, 16, FLR_FORMAT_ARGB8888, &image) == FLR_ERROR_RANGE);
  CHECK(flr_image_create(4, 4, pixels, SIZE_MAX, FLR_FORMAT_ARGB8888, &image) == FLR_ERROR_BUFFER);
  CHECK(!image);
  CHECK(flr_drawing_create(4, 4, &drawing) == FLR_OK);
  flr_renderer *renderer = flr_renderer_create();
  flr_surface surface = {pixels, 63, 16, FLR_FORMAT_XRGB8888, FLR_ROTATION_0};
  CHECK(flr_renderer_draw(renderer, drawing, &surface, NULL, 0) == FLR_ERROR_BUFFER);
  surface.byte_count = 64;
  CHECK(flr_renderer_draw(renderer, drawing, &surface, NULL, 0) == FLR_OK);
  surface.stride = 15;
  CHECK(flr_renderer_draw(renderer, drawing, &surface, NULL, 0) == FLR_ERROR_BUFFER);
  surface.stride = SIZE_MAX;
  CHECK(flr_renderer_draw(renderer, drawing, &surface, NULL, 0) == FLR_ERROR_BUFFER);
  surface.stride = 16;
  surface.pixels = (char *)pixels + 1;
  CHECK(flr_renderer_draw(renderer, drawing, &surface, NULL, 0) == FLR_ERROR_BUFFER);
  surface.pixels = NULL;
  CHECK(flr_renderer_draw(renderer, drawing, &surface, NULL, 0) == FLR_ERROR_NULL);
  surface.pixels = pixels;
  surface.rotation = (flr_rotation)4;
  CHECK(flr_renderer_draw(renderer, drawing, &surface, NULL, 0) == FLR_ERROR_RANGE);
  surface.rotation = FLR_ROTATION_0;
  flr_rect damage = {INT32_MAX, INT32_MIN, INT32_MAX, INT32_MAX};
  CHECK(flr_renderer_draw(renderer, drawing, &surface, &damage, 1) == FLR_OK);
  CHECK(flr_renderer_draw(renderer, drawing, &surface, &damage, SIZE_MAX) == FLR_ERROR_LIMIT);
  damage.width = -1;
  CHECK(flr_renderer_draw(renderer, drawing, &surface, &damage, 1) == FLR_ERROR_RANGE);
  flr_renderer_destroy(renderer);
  flr_drawing_destroy(drawing);
}

static void test_limits(void) {
  flr_path *path = flr_path_create();
  flr_drawing *drawing;
  CHECK(flr_drawing_create(4, 4, &drawing) == FLR_OK);
  CHECK(flr_path_add_rect(path, 0, 0, 1, 1) == FLR_OK);
  // Doubled until it is full: the last time changes nothing.
  int count = 0;
  while (flr_path_append(path, path, NULL) == FLR_OK) count++;
  CHECK(count == 15);
  CHECK(flr_path_append(path, path, NULL) == FLR_ERROR_LIMIT);
  CHECK(flr_path_clear(path) == FLR_OK);
  count = 0;
  while (flr_drawing_push_clip(drawing, path, FLR_FILL_NONZERO) == FLR_OK) count++;
  CHECK(count == FLR_DEPTH_LIMIT);
  count = 0;
  while (flr_drawing_begin_group(drawing, 1) == FLR_OK) count++;
  CHECK(count == FLR_DEPTH_LIMIT);
  CHECK(flr_drawing_clear(drawing) == FLR_OK);
  count = 0;
  while (flr_drawing_fill_all(drawing) == FLR_OK) count++;
  CHECK(count == FLR_COMMAND_LIMIT);
  flr_path_destroy(path);
  flr_drawing_destroy(drawing);
}

// xorshift64
static uint64_t state;
static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static double unit(void) { return (double)(next() >> 11) / 9007199254740992.0; }

// A number near the picture, or of any size, or one of the borders of what may be.
static double number(void) {
  static const double borders[] = {0,     -0.0, 1,     -1,   1e-300, 1e-9, 1e6, -1e6, 16384,
                                   65536, 1e5,  -1e-9, 0.5,  1e4,    2e6,  NAN, INFINITY};
  const int exponent = (int)(next() % 47) - 27;
  switch (next() % 8) {
    case 0: return borders[next() % (sizeof borders / sizeof *borders)];
    case 1: return ldexp(unit() - .5, exponent);
    default: return unit() * 64 - 8;
  }
}

// Numbers drawn one after the other, since compilers differ in the order of evaluating arguments.
enum { NUMBER_COUNT = 8 };
static void draw_lots(double (*kind)(void), double lots[NUMBER_COUNT]) {
  for (int index = 0; index < NUMBER_COUNT; index++) lots[index] = kind();
}

static flr_transform transform(void) {
  double n[NUMBER_COUNT];
  draw_lots(number, n);
  flr_transform result = {n[0] / 8, n[1] / 8, n[2] / 8, n[3] / 8, n[4], n[5]};
  if (next() % 2) result.a = result.d = 1, result.b = result.c = 0;
  return result;
}

static void build(flr_path *path) {
  static const char letters[] = "MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, ";
  char svg[24];
  int count = (int)(next() % 12);
  flr_path_clear(path);
  for (int index = 0; index < count; index++) {
    flr_transform map = transform();
    double n[NUMBER_COUNT];
    draw_lots(number, n);
    switch (next() % 12) {
      case 0: flr_path_move_to(path, n[0], n[1]); break;
      case 1:
      case 2: flr_path_line_to(path, n[0], n[1]); break;
      case 3: flr_path_quadratic_to(path, n[0], n[1], n[2], n[3]); break;
      case 4: flr_path_cubic_to(path, n[0], n[1], n[2], n[3], n[4], n[5]); break;
      case 5: flr_path_arc(path, n[0], n[1], n[2], n[3], n[4], n[5]); break;
      case 6: flr_path_close(path); break;
      case 7: flr_path_add_rect(path, n[0], n[1], n[2], n[3]); break;
      case 8: flr_path_add_rounded_rect(path, n[0], n[1], n[2], n[3], n[4]); break;
      case 9: flr_path_add_ellipse(path, n[0], n[1], n[2], n[3]); break;
      case 10: flr_path_append(path, path, &map); break;
      default:
        for (size_t letter = 0; letter < sizeof svg; letter++) {
          svg[letter] = letters[next() % (sizeof letters - 1)];
        }
        svg[0] = 'M';
        flr_path_append_svg(path, svg, sizeof svg);
    }
  }
}

static void set_state(flr_drawing *drawing) {
  flr_transform map = transform();
  double n[NUMBER_COUNT], u[NUMBER_COUNT];
  flr_stop stops[4];
  double offset = 0;
  for (int index = 0; index < 4; index++) {
    draw_lots(unit, u);
    offset += u[0] * .5;
    flr_stop stop = {offset, {u[1] * 1.5, u[2], number(), u[3]}};
    stops[index] = stop;
  }
  draw_lots(number, n);
  draw_lots(unit, u);
  uint64_t kind = next();
  double dashes[3] = {fabs(n[0]), fabs(n[1]), fabs(n[2])};
  flr_stroke stroke = {fabs(n[3]), (flr_cap)(kind % 4), (flr_join)(kind / 4 % 4),
                       1 + fabs(n[4]), dashes, kind / 16 % 4 ? 0 : kind / 64 % 4, n[5]};
  flr_shadow shadow = {n[6], n[7], u[0] * 20, {u[1], u[2], u[3], u[4]}};
  if (next() % 64 == 0) shadow.standard_deviation = unit() * 300;
  uint32_t pixels[64];
  for (int index = 0; index < 64; index++) pixels[index] = (uint32_t)next();
  flr_image *image = NULL;
  draw_lots(number, n);
  kind = next();
  switch (next() % 10) {
    case 0: flr_drawing_set_transform(drawing, kind % 4 ? &map : NULL); break;
    case 1: flr_drawing_set_opacity(drawing, unit() * 1.1); break;
    case 2: flr_drawing_set_color(drawing, stops[0].color); break;
    case 3:
      flr_drawing_set_axial_gradient(drawing, n[0], n[1], n[2], n[3], stops, 3);
      break;
    case 4:
      flr_drawing_set_radial_gradient(drawing, n[0], n[1], n[2], n[3], stops, 3);
      break;
    case 5: flr_drawing_set_conic_gradient(drawing, n[0], n[1], n[2], stops, 3); break;
    case 6:
      if (flr_image_create((int32_t)(1 + kind % 5), (int32_t)(1 + kind / 5 % 5), pixels, 40,
                           (flr_format)(kind / 25 % 11), &image) != FLR_OK) {
        break;
      }
      flr_drawing_set_image(drawing, image, &map, (flr_filter)(kind / 512 % 3), kind / 2048 % 2);
      flr_image_destroy(image);
      break;
    case 7:
    case 8: flr_drawing_set_stroke(drawing, &stroke); break;
    default: flr_drawing_set_shadow(drawing, kind % 2 ? &shadow : NULL);
  }
}

static void paint(flr_drawing *drawing, flr_path *path) {
  build(path);
  switch (next() % 10) {
    case 0: flr_drawing_push_clip(drawing, path, (flr_fill_rule)(next() % 2)); break;
    case 1: flr_drawing_pop_clip(drawing); break;
    case 2: flr_drawing_begin_group(drawing, unit()); break;
    case 3: flr_drawing_end_group(drawing); break;
    case 4: flr_drawing_fill_all(drawing); break;
    case 5:
    case 6:
    case 7: flr_drawing_stroke(drawing, path); break;
    default: flr_drawing_fill(drawing, path, (flr_fill_rule)(next() % 3));
  }
}

// Of this process: what else the machine does is no part of it.
static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

// Rows of a picture between bytes that stay as they are. Returns a hash of all of them (FNV-1a),
// begun with another.
static uint64_t draw_between_guards(flr_renderer *renderer, flr_drawing *drawing, uint64_t hash) {
  static unsigned char memory[GUARD + SIDE * (SIDE * 4 + 8) + GUARD];
  memset(memory, 0xA5, sizeof memory);
  uint64_t kind = next();
  flr_surface surface = {memory + GUARD, sizeof memory - 2 * GUARD, SIDE * 4 + 8,
                         (flr_format)(kind % 10), (flr_rotation)(kind / 16 % 4)};
  flr_rect damage[2];
  for (int index = 0; index < 2; index++) {
    kind = next();
    flr_rect rect = {(int32_t)(kind % 80) - 20, (int32_t)(kind / 80 % 80) - 20,
                     (int32_t)(kind / 6400 % 60), (int32_t)(kind / 384000 % 60)};
    damage[index] = rect;
  }
  CHECK(flr_renderer_draw(renderer, drawing, &surface, kind >> 63 ? damage : NULL, 2) == FLR_OK);
  for (int index = 0; index < GUARD; index++) {
    CHECK(memory[index] == 0xA5 && memory[sizeof memory - 1 - (size_t)index] == 0xA5);
  }
  for (size_t row = 0; row < SIDE; row++) {
    for (size_t byte = 0; byte < 8; byte++) {
      CHECK(memory[GUARD + row * surface.stride + SIDE * 4 + byte] == 0xA5);
    }
  }
  for (size_t index = 0; index < sizeof memory; index++) {
    hash = (hash ^ memory[index]) * 0x100000001B3u;
  }
  return hash;
}

static void test_any_calls(uint64_t seed, int rounds) {
  flr_renderer *renderer = flr_renderer_create();
  flr_path *path = flr_path_create();
  flr_drawing *drawing;
  double longest = 0;
  uint64_t hash = 0xCBF29CE484222325u;
  CHECK(flr_drawing_create(SIDE, SIDE, &drawing) == FLR_OK);
  for (int round = 0; round < rounds; round++) {
    state = seed + (uint64_t)round * 0x9E3779B97F4A7C15u;
    if (!state) state = 1;
    double start = seconds();
    flr_drawing_clear(drawing);
    for (int call = 0; call < 12; call++) {
      if (next() % 2) set_state(drawing);
      paint(drawing, path);
    }
    while (flr_drawing_end_group(drawing) == FLR_OK) continue;
    hash = draw_between_guards(renderer, drawing, hash);
    double time = seconds() - start;
    if (time > longest) longest = time;
    if (time > longest_allowed) fprintf(stderr, "round %d took %.1f s\n", round, time);
    CHECK(time <= longest_allowed);
  }
  flr_drawing_destroy(drawing);
  flr_path_destroy(path);
  flr_renderer_destroy(renderer);
  printf("%d drawings of any calls from seed %llu: %016llx\n", rounds, (unsigned long long)seed,
         (unsigned long long)hash);
  fprintf(stderr, "the longest took %.2f s\n", longest);
}

int main(int count, char **arguments) {
  uint64_t seed = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
  int rounds = count > 2 ? atoi(arguments[2]) : 200;
  if (count > 3) longest_allowed = atof(arguments[3]);
  test_null();
  test_numbers();
  test_sizes();
  test_limits();
  test_any_calls(seed, rounds);
  return 0;
}
