#include "cairo_peer.h"

#include <cairo.h>

#include <cmath>
#include <map>

namespace {

struct Canvas {
  cairo_surface_t *surface;
  cairo_t *context;
  const peer_command *commands = nullptr;
  std::map<const peer_image *, cairo_surface_t *> images;
};

void *create(uint32_t *pixels, int width, int height, int stride) {
  auto canvas = new Canvas;
  canvas->surface = cairo_image_surface_create_for_data(
      reinterpret_cast<unsigned char *>(pixels), CAIRO_FORMAT_ARGB32, width, height, stride);
  canvas->context = cairo_create(canvas->surface);
  return canvas;
}

void destroy(void *handle) {
  auto canvas = static_cast<Canvas *>(handle);
  for (auto &image : canvas->images) cairo_surface_destroy(image.second);
  cairo_destroy(canvas->context);
  cairo_surface_destroy(canvas->surface);
  delete canvas;
}

// Cairo has no path independent of a context: it is built again for each drawing.
void prepare(void *handle, const peer_command *commands, size_t count) {
  auto canvas = static_cast<Canvas *>(handle);
  canvas->commands = commands;
  for (size_t index = 0; index < count; index++) {
    auto image = commands[index].image;
    if (!image || canvas->images.count(image)) continue;
    auto bytes = const_cast<unsigned char *>(reinterpret_cast<const unsigned char *>(image->words));
    canvas->images[image] = cairo_image_surface_create_for_data(
        bytes, image->is_opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, image->width,
        image->height, image->width * 4);
  }
}

void add(cairo_t *context, const peer_path &path) {
  const double *p = path.numbers;
  double x = 0, y = 0;
  cairo_new_path(context);
  for (size_t index = 0; index < path.verb_count; index++) {
    uint8_t verb = path.verbs[index];
    switch (verb) {
      case peer_verb_move: cairo_move_to(context, p[0], p[1]); break;
      case peer_verb_line: cairo_line_to(context, p[0], p[1]); break;
      case peer_verb_quadratic:
        cairo_get_current_point(context, &x, &y);
        cairo_curve_to(context, x + (p[0] - x) * 2 / 3, y + (p[1] - y) * 2 / 3,
                       p[2] + (p[0] - p[2]) * 2 / 3, p[3] + (p[1] - p[3]) * 2 / 3, p[2], p[3]);
        break;
      case peer_verb_cubic: cairo_curve_to(context, p[0], p[1], p[2], p[3], p[4], p[5]); break;
      case peer_verb_arc:
        if (p[4] < 0) {
          cairo_arc_negative(context, p[0], p[1], p[2], p[3], p[3] + p[4]);
        } else {
          cairo_arc(context, p[0], p[1], p[2], p[3], p[3] + p[4]);
        }
        break;
      default: cairo_close_path(context);
    }
    p += peer_number_count(verb);
  }
}

void set_source(Canvas *canvas, const peer_command &command) {
  auto context = canvas->context;
  switch (command.paint) {
    case peer_paint_color: {
      auto color = command.color;
      cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha);
      break;
    }
    case peer_paint_gradient: {
      auto pattern =
          command.gradient == peer_gradient_radial
              ? cairo_pattern_create_radial(command.x0, command.y0, 0, command.x0, command.y0,
                                            std::hypot(command.x1 - command.x0, command.y1 - command.y0))
              : cairo_pattern_create_linear(command.x0, command.y0, command.x1, command.y1);
      for (size_t index = 0; index < command.stop_count; index++) {
        auto &stop = command.stops[index];
        cairo_pattern_add_color_stop_rgba(pattern, stop.offset, stop.color.red, stop.color.green,
                                          stop.color.blue, stop.color.alpha);
      }
      cairo_set_source(context, pattern);
      cairo_pattern_destroy(pattern);
      break;
    }
    case peer_paint_image:
      if (command.is_placed) {
        cairo_matrix_t map = {command.a, command.b, command.c, command.d, command.tx, command.ty};
        cairo_matrix_invert(&map);
        cairo_set_source_surface(context, canvas->images[command.image], 0, 0);
        cairo_pattern_set_matrix(cairo_get_source(context), &map);
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD);
        break;
      }
      cairo_set_source_surface(context, canvas->images[command.image], command.image_x,
                               command.image_y);
  }
}

void draw(Canvas *canvas, const peer_command &command) {
  auto context = canvas->context;
  set_source(canvas, command);
  add(context, command.path);
  if (command.operation == peer_stroke) {
    static const cairo_line_cap_t caps[] = {CAIRO_LINE_CAP_BUTT, CAIRO_LINE_CAP_ROUND,
                                            CAIRO_LINE_CAP_SQUARE};
    cairo_set_line_width(context, command.width);
    cairo_set_line_cap(context, caps[command.cap]);
    cairo_stroke(context);
    return;
  }
  cairo_set_fill_rule(context, command.operation == peer_fill_even_odd ? CAIRO_FILL_RULE_EVEN_ODD
                                                                       : CAIRO_FILL_RULE_WINDING);
  if (command.opacity < 1) {
    cairo_save(context);
    cairo_clip(context);
    cairo_paint_with_alpha(context, command.opacity);
    cairo_restore(context);
  } else {
    cairo_fill(context);
  }
}

void draw_all(void *handle, size_t first, size_t end, const peer_rect *clip) {
  auto canvas = static_cast<Canvas *>(handle);
  cairo_save(canvas->context);
  if (clip) {
    cairo_rectangle(canvas->context, clip->x, clip->y, clip->width, clip->height);
    cairo_clip(canvas->context);
  }
  for (size_t index = first; index < end; index++) draw(canvas, canvas->commands[index]);
  cairo_restore(canvas->context);
}

}  // namespace

const peer_engine *cairo_peer(void) {
  static const peer_engine engine = {"Cairo", create, destroy, prepare, draw_all, 0, 0, 1,
                                     1 << peer_gradient_radial};
  return &engine;
}
