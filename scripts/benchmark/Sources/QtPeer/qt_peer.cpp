#include "qt_peer.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <cmath>
#include <memory>
#include <vector>

namespace {

struct Item {
  peer_command command;
  QPainterPath path;
  QRectF rect;
  bool is_rect;
  QBrush brush;
  QPen pen;
  QImage image;
};

// Qt's raster engine on an image; no application object, no event loop.
struct Canvas {
  QImage target;
  QPainter painter;
  std::vector<std::unique_ptr<Item>> items;
};

QColor color_of(const peer_color &color) {
  return QColor::fromRgbF(color.red, color.green, color.blue, color.alpha);
}

// Qt's angles are degrees, counter-clockwise on the screen.
double degrees(double radians) { return -radians * 180 / M_PI; }

void add(QPainterPath &result, const peer_path &path) {
  const double *p = path.numbers;
  for (size_t index = 0; index < path.verb_count; index++) {
    uint8_t verb = path.verbs[index];
    switch (verb) {
      case peer_verb_move: result.moveTo(p[0], p[1]); break;
      case peer_verb_line: result.lineTo(p[0], p[1]); break;
      case peer_verb_quadratic: result.quadTo(p[0], p[1], p[2], p[3]); break;
      case peer_verb_cubic: result.cubicTo(p[0], p[1], p[2], p[3], p[4], p[5]); break;
      case peer_verb_arc: {
        QRectF box(p[0] - p[2], p[1] - p[2], 2 * p[2], 2 * p[2]);
        // A line to the arc's start, even without length, would turn the cap.
        if (index > 0 && path.verbs[index - 1] == peer_verb_move) {
          result.arcMoveTo(box, degrees(p[3]));
        }
        result.arcTo(box, degrees(p[3]), degrees(p[4]));
        break;
      }
      default: result.closeSubpath();
    }
    p += peer_number_count(verb);
  }
}

void *create(uint32_t *pixels, int width, int height, int stride) {
  auto canvas = new Canvas;
  canvas->target = QImage(reinterpret_cast<uchar *>(pixels), width, height, stride,
                          QImage::Format_ARGB32_Premultiplied);
  canvas->painter.begin(&canvas->target);
  canvas->painter.setRenderHint(QPainter::Antialiasing);
  return canvas;
}

void destroy(void *handle) {
  auto canvas = static_cast<Canvas *>(handle);
  canvas->painter.end();
  delete canvas;
}

// A conical gradient runs counter-clockwise: its colours come from the other end.
QBrush gradient_brush(const peer_command &command, QGradient gradient) {
  bool is_backward = command.gradient == peer_gradient_conic;
  for (size_t index = 0; index < command.stop_count; index++) {
    auto &stop = command.stops[index];
    gradient.setColorAt(is_backward ? 1 - stop.offset : stop.offset, color_of(stop.color));
  }
  return QBrush(gradient);
}

QBrush brush_of(const Item &item) {
  auto &command = item.command;
  switch (command.paint) {
    case peer_paint_color: return QBrush(color_of(command.color));
    case peer_paint_gradient: {
      double dx = command.x1 - command.x0, dy = command.y1 - command.y0;
      if (command.gradient == peer_gradient_radial) {
        return gradient_brush(command, QRadialGradient(command.x0, command.y0, std::hypot(dx, dy)));
      }
      if (command.gradient == peer_gradient_conic) {
        return gradient_brush(
            command, QConicalGradient(command.x0, command.y0, degrees(std::atan2(dy, dx))));
      }
      return gradient_brush(
          command, QLinearGradient(command.x0, command.y0, command.x1, command.y1));
    }
    default: {
      QBrush brush(item.image);
      brush.setTransform(QTransform::fromTranslate(command.image_x, command.image_y));
      return brush;
    }
  }
}

void prepare(void *handle, const peer_command *commands, size_t count) {
  auto canvas = static_cast<Canvas *>(handle);
  canvas->items.clear();
  for (size_t index = 0; index < count; index++) {
    auto item = std::make_unique<Item>();
    auto &command = item->command = commands[index];
    double edges[4];
    item->is_rect = peer_path_is_rect(&command.path, edges);
    if (item->is_rect) {
      item->rect = QRectF(edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]);
    }
    add(item->path, command.path);
    item->path.setFillRule(command.operation == peer_fill_even_odd ? Qt::OddEvenFill
                                                                   : Qt::WindingFill);
    if (auto image = command.image) {
      item->image = QImage(reinterpret_cast<const uchar *>(image->words), image->width,
                           image->height, image->width * 4,
                           image->is_opaque ? QImage::Format_RGB32
                                            : QImage::Format_ARGB32_Premultiplied);
    }
    item->brush = brush_of(*item);
    if (command.operation == peer_stroke) {
      static const Qt::PenCapStyle caps[] = {Qt::FlatCap, Qt::RoundCap, Qt::SquareCap};
      item->pen = QPen(item->brush, command.width, Qt::SolidLine, caps[command.cap],
                       Qt::MiterJoin);
    }
    canvas->items.push_back(std::move(item));
  }
}

void draw(QPainter &painter, const Item &item) {
  auto &command = item.command;
  painter.setOpacity(command.opacity);
  if (command.operation == peer_stroke) {
    painter.strokePath(item.path, item.pen);
  } else if (!item.is_rect) {
    painter.fillPath(item.path, item.brush);
  } else if (command.paint == peer_paint_image) {
    painter.drawImage(QPoint(command.image_x, command.image_y), item.image);
  } else {
    painter.fillRect(item.rect, item.brush);
  }
}

void draw_all(void *handle, size_t first, size_t end, const peer_rect *clip) {
  auto canvas = static_cast<Canvas *>(handle);
  if (clip) canvas->painter.setClipRect(clip->x, clip->y, clip->width, clip->height);
  for (size_t index = first; index < end; index++) draw(canvas->painter, *canvas->items[index]);
  if (clip) canvas->painter.setClipping(false);
}

}  // namespace

const peer_engine *qt_peer(void) {
  static const peer_engine engine = {
      "Qt", create, destroy, prepare, draw_all, 0, 0, 0,
      1 << peer_gradient_radial | 1 << peer_gradient_conic};
  return &engine;
}
