#include "blend2d_peer.h"

#include <blend2d/blend2d.h>

#include <cmath>
#include <map>
#include <memory>
#include <vector>

namespace {

struct Item {
  peer_command command;
  BLPath path;
  BLRect rect;
  bool is_rect;
  BLGradient gradient;
  BLPattern pattern;
  BLImage image;
};

// Draws as it is called, without threads: what Blend2D's context does by default.
struct Canvas {
  BLImage target;
  BLContext context;
  std::vector<std::unique_ptr<Item>> items;
};

BLRgba64 rgba(const peer_color &color) {
  return BLRgba64(uint32_t(color.red * 65535 + .5), uint32_t(color.green * 65535 + .5),
                  uint32_t(color.blue * 65535 + .5), uint32_t(color.alpha * 65535 + .5));
}

void add(BLPath &result, const peer_path &path) {
  const double *p = path.numbers;
  for (size_t index = 0; index < path.verb_count; index++) {
    uint8_t verb = path.verbs[index];
    switch (verb) {
      case peer_verb_move: result.move_to(p[0], p[1]); break;
      case peer_verb_line: result.line_to(p[0], p[1]); break;
      case peer_verb_quadratic: result.quad_to(p[0], p[1], p[2], p[3]); break;
      case peer_verb_cubic: result.cubic_to(p[0], p[1], p[2], p[3], p[4], p[5]); break;
      case peer_verb_arc: result.arc_to(p[0], p[1], p[2], p[2], p[3], p[4]); break;
      default: result.close();
    }
    p += peer_number_count(verb);
  }
}

BLGradient gradient_of(const peer_command &command) {
  double dx = command.x1 - command.x0, dy = command.y1 - command.y0;
  switch (command.gradient) {
    case peer_gradient_radial:
      return BLGradient(BLRadialGradientValues(command.x0, command.y0, command.x0, command.y0,
                                               std::hypot(dx, dy)));
    case peer_gradient_conic:
      return BLGradient(BLConicGradientValues(command.x0, command.y0, std::atan2(dy, dx)));
    default:
      return BLGradient(BLLinearGradientValues(command.x0, command.y0, command.x1, command.y1));
  }
}

void *create(uint32_t *pixels, int width, int height, int stride) {
  auto canvas = new Canvas;
  canvas->target.create_from_data(width, height, BL_FORMAT_PRGB32, pixels, stride);
  canvas->context.begin(canvas->target);
  return canvas;
}

void *create_fine(uint32_t *pixels, int width, int height, int stride) {
  auto canvas = static_cast<Canvas *>(create(pixels, width, height, stride));
  auto options = canvas->context.approximation_options();
  options.flatten_tolerance = .01;
  options.simplify_tolerance = .01;
  canvas->context.set_approximation_options(options);
  return canvas;
}

void destroy(void *handle) {
  auto canvas = static_cast<Canvas *>(handle);
  canvas->context.end();
  delete canvas;
}

void prepare(void *handle, const peer_command *commands, size_t count) {
  auto canvas = static_cast<Canvas *>(handle);
  canvas->items.clear();
  std::map<const peer_image *, BLImage> images;
  for (size_t index = 0; index < count; index++) {
    auto item = std::make_unique<Item>();
    auto &command = item->command = commands[index];
    double edges[4];
    item->is_rect = peer_path_is_rect(&command.path, edges);
    if (item->is_rect) {
      item->rect = BLRect(edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]);
    }
    add(item->path, command.path);
    if (command.paint == peer_paint_gradient) {
      item->gradient = gradient_of(command);
      for (size_t stop = 0; stop < command.stop_count; stop++) {
        item->gradient.add_stop(command.stops[stop].offset, rgba(command.stops[stop].color));
      }
    }
    if (command.paint == peer_paint_image) {
      auto source = command.image;
      auto &image = images[source];
      if (image.is_empty()) {
        image.create_from_data(source->width, source->height,
                               source->is_opaque ? BL_FORMAT_XRGB32 : BL_FORMAT_PRGB32,
                               const_cast<uint32_t *>(source->words), source->width * 4,
                               BL_DATA_ACCESS_READ);
      }
      item->image = image;
      auto map = command.is_placed
                     ? BLMatrix2D(command.a, command.b, command.c, command.d, command.tx, command.ty)
                     : BLMatrix2D::make_translation(command.image_x, command.image_y);
      item->pattern = BLPattern(image, BL_EXTEND_MODE_PAD, map);
    }
    canvas->items.push_back(std::move(item));
  }
}

// True if the shape is the image's own rectangle, and the image is drawn without a transform.
bool is_blit(const Item &item) {
  return item.is_rect && item.command.paint == peer_paint_image && !item.command.is_placed &&
         item.rect.x == item.command.image_x && item.rect.y == item.command.image_y &&
         item.rect.w == item.command.image->width && item.rect.h == item.command.image->height;
}

template <class Body>
void with_style(const Item &item, Body body) {
  switch (item.command.paint) {
    case peer_paint_color: return body(rgba(item.command.color));
    case peer_paint_gradient: return body(item.gradient);
    case peer_paint_image: return body(item.pattern);
  }
}

void draw(BLContext &context, const Item &item) {
  auto &command = item.command;
  context.set_global_alpha(command.opacity);
  if (command.operation == peer_stroke) {
    static const BLStrokeCap caps[] = {BL_STROKE_CAP_BUTT, BL_STROKE_CAP_ROUND,
                                       BL_STROKE_CAP_SQUARE};
    context.set_stroke_width(command.width);
    context.set_stroke_caps(caps[command.cap]);
    with_style(item, [&](const auto &style) { context.stroke_path(item.path, style); });
    return;
  }
  context.set_fill_rule(command.operation == peer_fill_even_odd ? BL_FILL_RULE_EVEN_ODD
                                                                : BL_FILL_RULE_NON_ZERO);
  if (is_blit(item)) {
    context.blit_image(BLPointI(command.image_x, command.image_y), item.image);
  } else if (item.is_rect) {
    with_style(item, [&](const auto &style) { context.fill_rect(item.rect, style); });
  } else {
    with_style(item, [&](const auto &style) { context.fill_path(item.path, style); });
  }
}

void draw_all(void *handle, size_t first, size_t end, const peer_rect *clip) {
  auto canvas = static_cast<Canvas *>(handle);
  if (clip) canvas->context.clip_to_rect(BLRectI(clip->x, clip->y, clip->width, clip->height));
  for (size_t index = first; index < end; index++) draw(canvas->context, *canvas->items[index]);
  if (clip) canvas->context.restore_clipping();
  canvas->context.flush(BL_CONTEXT_FLUSH_SYNC);
}

const int round_gradients = 1 << peer_gradient_radial | 1 << peer_gradient_conic;

}  // namespace

const peer_engine *blend2d_peer(void) {
  static const peer_engine engine = {"Blend2D", create, destroy, prepare, draw_all, 0, 0, 1,
                                     round_gradients};
  return &engine;
}

const peer_engine *blend2d_fine_peer(void) {
  static const peer_engine engine = {"Blend2D .01", create_fine, destroy, prepare, draw_all, 0, 0, 1,
                                     round_gradients};
  return &engine;
}
