#ifndef FIRSTLIGHT_BENCHMARK_PEER_H
#define FIRSTLIGHT_BENCHMARK_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The benchmark's drawing commands, in terms that all engines have, and the interface of an
/// engine. Coordinates are pixels of the frame, y downwards.

/// The numbers that a verb takes: x y of its points; of an arc the centre's x y, the radius, the
/// start angle and the sweep in radians, clockwise on the screen, reached by a line.
typedef enum {
  peer_verb_move,
  peer_verb_line,
  peer_verb_quadratic,
  peer_verb_cubic,
  peer_verb_arc,
  peer_verb_close,
} peer_verb;

typedef struct {
  const uint8_t *verbs;
  size_t verb_count;
  const double *numbers;
} peer_path;

typedef enum { peer_cap_butt, peer_cap_round, peer_cap_square } peer_cap;
typedef enum { peer_fill_nonzero, peer_fill_even_odd, peer_stroke } peer_operation;
typedef enum { peer_paint_color, peer_paint_gradient, peer_paint_image } peer_paint;
typedef enum { peer_gradient_axial, peer_gradient_radial, peer_gradient_conic } peer_gradient;

/// Straight alpha, components of 0...1.
typedef struct {
  double red, green, blue, alpha;
} peer_color;

typedef struct {
  double offset;
  peer_color color;
} peer_stop;

/// Rows of premultiplied 0xAARRGGBB words without padding.
typedef struct {
  const uint32_t *words;
  int width, height;
  int is_opaque;
} peer_image;

typedef struct {
  peer_operation operation;
  peer_path path;
  /// Of a stroke; joins are mitered.
  double width;
  peer_cap cap;
  peer_paint paint;
  peer_color color;
  /// From (x0, y0) to (x1, y1), with the end colours going on; radial: from the centre (x0, y0) to
  /// the circle through (x1, y1); conic: a turn about (x0, y0), clockwise from the direction of
  /// (x1, y1).
  peer_gradient gradient;
  double x0, y0, x1, y1;
  const peer_stop *stops;
  size_t stop_count;
  /// Its top left corner lies at whole pixels, unless it is placed by a map of its pixels to those
  /// of the frame: x = a·u + c·v + tx, y = b·u + d·v + ty.
  const peer_image *image;
  int image_x, image_y;
  int is_placed;
  double a, b, c, d, tx, ty;
  double opacity;
  /// The deviation of a gaussian blur of the shape, for the engines that have one; else 0.
  double blur;
} peer_command;

typedef struct {
  int x, y, width, height;
} peer_rect;

/// An engine. Its canvas draws to pixels that stay the caller's.
typedef struct {
  const char *name;
  /// Premultiplied 0xAARRGGBB words; the stride is in bytes.
  void *(*create)(uint32_t *pixels, int width, int height, int stride);
  void (*destroy)(void *canvas);
  /// Makes the engine's own paths and images, as a program keeps them; the commands stay valid for
  /// the canvas's life.
  void (*prepare)(void *canvas, const peer_command *commands, size_t count);
  /// Draws the prepared commands of places first..<end, within `clip` unless it is null.
  void (*draw)(void *canvas, size_t first, size_t end, const peer_rect *clip);
  /// True if the engine blurs shapes.
  int can_blur;
  /// True if it draws all commands whenever it draws, and never reads pixels.
  int lays_ground;
  /// True if it draws images that are placed by a map.
  int places_images;
  /// A bit for each kind of gradient, 1 << peer_gradient, that it has beside axial ones.
  int gradients;
} peer_engine;

/// The number of numbers that a verb takes.
size_t peer_number_count(uint8_t verb);

/// True if a path is one upright rectangle, for which engines have calls of their own; with its
/// left, top, right and bottom.
int peer_path_is_rect(const peer_path *path, double edges[4]);

#ifdef __cplusplus
}
#endif
#endif
