#include "agg_peer.h"

#include <agg_bezier_arc.h>
#include <agg_conv_curve.h>
#include <agg_conv_stroke.h>
#include <agg_gradient_lut.h>
#include <agg_image_accessors.h>
#include <agg_path_storage.h>
#include <agg_pixfmt_rgba.h>
#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_base.h>
#include <agg_renderer_scanline.h>
#include <agg_rendering_buffer.h>
#include <agg_scanline_u.h>
#include <agg_span_allocator.h>
#include <agg_span_gradient.h>
#include <agg_span_image_filter_rgba.h>
#include <agg_span_interpolator_linear.h>

#include <cmath>
#include <memory>
#include <vector>

namespace {

using Pixels = agg::pixfmt_bgra32_pre;
using Base = agg::renderer_base<Pixels>;
using Lut = agg::gradient_lut<agg::color_interpolator<agg::rgba8>, 1024>;

struct Item {
  peer_command command;
  agg::path_storage path;
  double edges[4];
  bool is_rect;
  agg::rgba8 color;
  Lut gradient;
  agg::rendering_buffer image;
};

// Cells come in blocks of 4096; a picture that needs more than AGG's own limit would lack parts.
const unsigned cell_blocks = 16384;

struct Canvas {
  agg::rendering_buffer buffer;
  Pixels pixels{buffer};
  Base base;
  agg::rasterizer_scanline_aa<> rasterizer{cell_blocks};
  agg::scanline_u8 scanline;
  agg::span_allocator<agg::rgba8> spans;
  std::vector<std::unique_ptr<Item>> items;
};

agg::rgba8 rgba(const peer_color &color, bool is_premultiplied) {
  agg::rgba result(color.red, color.green, color.blue, color.alpha);
  return agg::rgba8(is_premultiplied ? result.premultiply() : result);
}

void add(agg::path_storage &result, const peer_path &path) {
  const double *p = path.numbers;
  for (size_t index = 0; index < path.verb_count; index++) {
    uint8_t verb = path.verbs[index];
    switch (verb) {
      case peer_verb_move: result.move_to(p[0], p[1]); break;
      case peer_verb_line: result.line_to(p[0], p[1]); break;
      case peer_verb_quadratic: result.curve3(p[0], p[1], p[2], p[3]); break;
      case peer_verb_cubic: result.curve4(p[0], p[1], p[2], p[3], p[4], p[5]); break;
      case peer_verb_arc: {
        agg::bezier_arc arc(p[0], p[1], p[2], p[2], p[3], p[4]);
        // A line to the arc's start, even without length, would turn the cap.
        if (index > 0 && path.verbs[index - 1] == peer_verb_move) {
          result.concat_path(arc);
        } else {
          result.join_path(arc);
        }
        break;
      }
      default: result.close_polygon();
    }
    p += peer_number_count(verb);
  }
}

void *create(uint32_t *pixels, int width, int height, int stride) {
  auto canvas = new Canvas;
  canvas->buffer.attach(reinterpret_cast<agg::int8u *>(pixels), width, height, stride);
  canvas->base.attach(canvas->pixels);
  return canvas;
}

void destroy(void *handle) { delete static_cast<Canvas *>(handle); }

void prepare(void *handle, const peer_command *commands, size_t count) {
  auto canvas = static_cast<Canvas *>(handle);
  canvas->items.clear();
  for (size_t index = 0; index < count; index++) {
    auto item = std::make_unique<Item>();
    auto &command = item->command = commands[index];
    item->is_rect = peer_path_is_rect(&command.path, item->edges);
    add(item->path, command.path);
    item->color = rgba(command.color, true);
    if (command.paint == peer_paint_gradient) {
      for (size_t stop = 0; stop < command.stop_count; stop++) {
        item->gradient.add_color(command.stops[stop].offset, rgba(command.stops[stop].color, true));
      }
      item->gradient.build_lut();
    }
    if (auto image = command.image) {
      auto bytes = const_cast<agg::int8u *>(reinterpret_cast<const agg::int8u *>(image->words));
      item->image.attach(bytes, image->width, image->height, image->width * 4);
    }
    canvas->items.push_back(std::move(item));
  }
}

void paint_gradient(Canvas *canvas, Item &item) {
  auto &command = item.command;
  double dx = command.x1 - command.x0, dy = command.y1 - command.y0;
  agg::trans_affine matrix = agg::trans_affine_rotation(std::atan2(dy, dx));
  matrix *= agg::trans_affine_translation(command.x0, command.y0);
  matrix.invert();
  agg::span_interpolator_linear<> interpolator(matrix);
  agg::gradient_x axis;
  agg::span_gradient<agg::rgba8, agg::span_interpolator_linear<>, agg::gradient_x, Lut> gradient(
      interpolator, axis, item.gradient, 0, std::hypot(dx, dy));
  agg::render_scanlines_aa(canvas->rasterizer, canvas->scanline, canvas->base, canvas->spans,
                           gradient);
}

void paint_image(Canvas *canvas, Item &item) {
  agg::trans_affine matrix =
      agg::trans_affine_translation(-item.command.image_x, -item.command.image_y);
  agg::span_interpolator_linear<> interpolator(matrix);
  Pixels source(item.image);
  using Accessor = agg::image_accessor_clone<Pixels>;
  Accessor accessor(source);
  agg::span_image_filter_rgba_nn<Accessor, agg::span_interpolator_linear<>> spans(accessor,
                                                                                  interpolator);
  agg::render_scanlines_aa(canvas->rasterizer, canvas->scanline, canvas->base, canvas->spans,
                           spans);
}

// Upright rectangles of whole pixels have calls of their own; true when one was drawn.
bool draw_rect(Canvas *canvas, Item &item) {
  auto &command = item.command;
  if (!item.is_rect) return false;
  int edges[4];
  for (int index = 0; index < 4; index++) {
    edges[index] = int(item.edges[index]);
    if (edges[index] != item.edges[index]) return false;
  }
  if (command.paint == peer_paint_color) {
    canvas->base.blend_bar(edges[0], edges[1], edges[2] - 1, edges[3] - 1, item.color,
                           agg::cover_full);
    return true;
  }
  if (command.paint != peer_paint_image) return false;
  Pixels source(item.image);
  if (command.image->is_opaque && command.opacity == 1) {
    canvas->base.copy_from(item.image, nullptr, command.image_x, command.image_y);
  } else {
    canvas->base.blend_from(source, nullptr, command.image_x, command.image_y,
                            agg::cover_type(command.opacity * 255 + .5));
  }
  return true;
}

void draw(Canvas *canvas, Item &item) {
  auto &command = item.command;
  if (draw_rect(canvas, item)) return;
  agg::conv_curve<agg::path_storage> curves(item.path);
  canvas->rasterizer.reset();
  if (command.operation == peer_stroke) {
    static const agg::line_cap_e caps[] = {agg::butt_cap, agg::round_cap, agg::square_cap};
    agg::conv_stroke<agg::conv_curve<agg::path_storage>> stroke(curves);
    stroke.width(command.width);
    stroke.line_cap(caps[command.cap]);
    canvas->rasterizer.filling_rule(agg::fill_non_zero);
    canvas->rasterizer.add_path(stroke);
  } else {
    canvas->rasterizer.filling_rule(command.operation == peer_fill_even_odd ? agg::fill_even_odd
                                                                            : agg::fill_non_zero);
    canvas->rasterizer.add_path(curves);
  }
  switch (command.paint) {
    case peer_paint_color:
      agg::render_scanlines_aa_solid(canvas->rasterizer, canvas->scanline, canvas->base,
                                     item.color);
      break;
    case peer_paint_gradient: paint_gradient(canvas, item); break;
    case peer_paint_image: paint_image(canvas, item);
  }
}

void draw_all(void *handle, size_t first, size_t end, const peer_rect *clip) {
  auto canvas = static_cast<Canvas *>(handle);
  int width = canvas->buffer.width(), height = canvas->buffer.height();
  peer_rect box = clip ? *clip : peer_rect{0, 0, width, height};
  canvas->base.clip_box(box.x, box.y, box.x + box.width - 1, box.y + box.height - 1);
  canvas->rasterizer.clip_box(box.x, box.y, box.x + box.width, box.y + box.height);
  for (size_t index = first; index < end; index++) draw(canvas, *canvas->items[index]);
}

}  // namespace

const peer_engine *agg_peer(void) {
  static const peer_engine engine = {"AGG", create, destroy, prepare, draw_all};
  return &engine;
}
