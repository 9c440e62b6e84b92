#include "library_peer.h"

#include <stdio.h>
#include <stdlib.h>

#include "firstlight-raster.h"

struct canvas {
  flr_renderer *renderer;
  flr_surface surface;
  int width, height;
  // The case's drawing, and an empty one.
  flr_drawing *drawing, *nothing;
};

static void check(flr_status status) {
  if (status == FLR_OK) return;
  fprintf(stderr, "error: firstlight-raster: %s\n", flr_status_text(status));
  abort();
}

static void *create(uint32_t *pixels, int width, int height, int stride) {
  struct canvas *canvas = calloc(1, sizeof *canvas);
  if (!canvas) abort();
  canvas->renderer = flr_renderer_create();
  canvas->width = width;
  canvas->height = height;
  canvas->surface = (flr_surface){
      .pixels = pixels, .byte_count = (size_t)stride * height, .stride = stride,
      .format = FLR_FORMAT_XRGB8888, .rotation = FLR_ROTATION_0};
  check(flr_drawing_create(width, height, &canvas->nothing));
  return canvas;
}

static void destroy(void *handle) {
  struct canvas *canvas = handle;
  flr_drawing_destroy(canvas->drawing);
  flr_drawing_destroy(canvas->nothing);
  flr_renderer_destroy(canvas->renderer);
  free(canvas);
}

static flr_color color_of(peer_color color) {
  return (flr_color){color.red, color.green, color.blue, color.alpha};
}

static flr_path *path_of(const peer_path *path) {
  flr_path *made = flr_path_create();
  double edges[4];
  if (peer_path_is_rect(path, edges)) {
    check(flr_path_add_rect(
        made, edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]));
    return made;
  }
  const double *p = path->numbers;
  for (size_t index = 0; index < path->verb_count; index++) {
    switch (path->verbs[index]) {
      case peer_verb_move: check(flr_path_move_to(made, p[0], p[1])); break;
      case peer_verb_line: check(flr_path_line_to(made, p[0], p[1])); break;
      case peer_verb_quadratic:
        check(flr_path_quadratic_to(made, p[0], p[1], p[2], p[3]));
        break;
      case peer_verb_cubic:
        check(flr_path_cubic_to(made, p[0], p[1], p[2], p[3], p[4], p[5]));
        break;
      case peer_verb_arc: check(flr_path_arc(made, p[0], p[1], p[2], p[2], p[3], p[4])); break;
      default: check(flr_path_close(made));
    }
    p += peer_number_count(path->verbs[index]);
  }
  return made;
}

static void set_gradient(flr_drawing *drawing, const peer_command *command) {
  flr_stop *stops = calloc(command->stop_count, sizeof *stops);
  if (!stops) abort();
  for (size_t index = 0; index < command->stop_count; index++) {
    stops[index] = (flr_stop){command->stops[index].offset, color_of(command->stops[index].color)};
  }
  check(flr_drawing_set_axial_gradient(
      drawing, command->x0, command->y0, command->x1, command->y1, stops, command->stop_count));
  free(stops);
}

static void set_image(flr_drawing *drawing, const peer_command *command) {
  const peer_image *image = command->image;
  flr_image *made;
  check(flr_image_create(
      image->width, image->height, image->words, (size_t)image->width * 4,
      image->is_opaque ? FLR_FORMAT_XRGB8888 : FLR_FORMAT_ARGB8888, &made));
  flr_transform place = {1, 0, 0, 1, command->image_x, command->image_y};
  check(flr_drawing_set_image(drawing, made, &place, FLR_FILTER_NEAREST, 0));
  // The drawing keeps it.
  flr_image_destroy(made);
}

static void add(flr_drawing *drawing, const peer_command *command) {
  static const flr_cap caps[] = {FLR_CAP_BUTT, FLR_CAP_ROUND, FLR_CAP_SQUARE};
  switch (command->paint) {
    case peer_paint_color:
      check(flr_drawing_set_color(drawing, color_of(command->color)));
      break;
    case peer_paint_gradient: set_gradient(drawing, command); break;
    case peer_paint_image: set_image(drawing, command); break;
  }
  check(flr_drawing_set_opacity(drawing, command->opacity));
  flr_path *path = path_of(&command->path);
  if (command->operation == peer_stroke) {
    flr_stroke stroke = {
        .width = command->width, .cap = caps[command->cap], .join = FLR_JOIN_MITER,
        .miter_limit = 10};
    check(flr_drawing_set_stroke(drawing, &stroke));
    check(flr_drawing_stroke(drawing, path));
  } else {
    check(flr_drawing_fill(
        drawing, path,
        command->operation == peer_fill_even_odd ? FLR_FILL_EVEN_ODD : FLR_FILL_NONZERO));
  }
  flr_path_destroy(path);
}

static void prepare(void *handle, const peer_command *commands, size_t count) {
  struct canvas *canvas = handle;
  check(flr_drawing_create(canvas->width, canvas->height, &canvas->drawing));
  for (size_t index = 0; index < count; index++) add(canvas->drawing, commands + index);
}

// All of the drawing, since the ground is not read.
static void draw(void *handle, size_t first, size_t end, const peer_rect *clip) {
  struct canvas *canvas = handle;
  const flr_rect none = {0, 0, 0, 0};
  const flr_rect damage =
      clip ? (flr_rect){clip->x, clip->y, clip->width, clip->height}
           : (flr_rect){0, 0, canvas->width, canvas->height};
  // As of the other engines, nothing is kept of the shapes that were drawn before.
  check(flr_renderer_draw(canvas->renderer, canvas->nothing, &canvas->surface, &none, 0));
  check(flr_renderer_draw(canvas->renderer, canvas->drawing, &canvas->surface, &damage, 1));
}

const peer_engine *library_peer(void) {
  static const peer_engine engine = {
      .name = "library", .create = create, .destroy = destroy, .prepare = prepare, .draw = draw,
      .lays_ground = 1};
  return &engine;
}
