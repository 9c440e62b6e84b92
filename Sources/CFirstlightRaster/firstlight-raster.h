// Firstlight's rasterizer for programs in C, and in languages that can call C.
//
// A program builds paths, records the shapes to paint into a drawing, and has a renderer draw it
// into the program's own memory. Each pixel is composed in the cache and written once; the memory
// is never read, so it may be a framebuffer. `scripts/build-raster` makes libfirstlight-raster.a;
// link it with -lm.
//
// Coordinates are pixels, x to the right and y down; a pixel's corners are at whole numbers. Angles
// are radians, clockwise from 3 o'clock. Colours are sRGB with straight alpha, components 0...1;
// values outside are clamped.
//
// Ownership: the result of a `create` function belongs to the caller, until it is passed to the
// `destroy` function of its kind, which accepts a null pointer, too. No other function takes or
// gives ownership: arguments are copied or retained, and may be destroyed or changed at once.
// Pixels to draw to are used only during the call.
//
// Threads: calls may come from any thread, but not two at the same time.
//
// Errors: a function that fails returns the reason and has changed nothing. Null pointers, numbers
// that are not finite or beyond the limits below, and unknown values of enumerations are errors;
// they do not end the program. Only a lack of memory does: the limits bound the amount.
#ifndef FIRSTLIGHT_RASTER_H
#define FIRSTLIGHT_RASTER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum flr_status {
  FLR_OK = 0,
  // A pointer is null that must not be.
  FLR_ERROR_NULL = 1,
  // A number is not finite or out of its range, or a value of an enumeration is unknown.
  FLR_ERROR_RANGE = 2,
  // More elements, commands, levels or pixels than a limit allows.
  FLR_ERROR_LIMIT = 3,
  // A group or clip ends that did not begin, or a drawing is drawn with an open group.
  FLR_ERROR_BALANCE = 4,
  // Path data that cannot be read.
  FLR_ERROR_SYNTAX = 5,
  // The buffer is too small for its rows, or not aligned to its pixels.
  FLR_ERROR_BUFFER = 6,
} flr_status;

enum {
  // The longest side of a picture or image, in pixels, and the most pixels of either, and of the
  // areas of one drawing that cast shadows, together.
  FLR_SIDE_LIMIT = 16384,
  FLR_PIXEL_LIMIT = 67108864,
  // Coordinates, lengths and coefficients of transforms lie within plus and minus this.
  FLR_NUMBER_LIMIT = 1000000,
  FLR_PATH_ELEMENT_LIMIT = 262144,
  // A fill or stroke with a radial or conic gradient takes up to 32 KiB of its own when it is
  // drawn.
  FLR_COMMAND_LIMIT = 100000,
  // Stops of a gradient, and lengths of a dash pattern.
  FLR_LIST_LIMIT = 1024,
  // Clips, and groups, within each other.
  FLR_DEPTH_LIMIT = 32,
  // Rectangles of damage.
  FLR_DAMAGE_LIMIT = 4096,
};

// A message in English, which is never null and stays valid.
const char *flr_status_text(flr_status status);

// x' = a x + c y + tx, y' = b x + d y + ty.
typedef struct flr_transform {
  double a, b, c, d, tx, ty;
} flr_transform;

typedef struct flr_color {
  double red, green, blue, alpha;
} flr_color;

// Whole pixels.
typedef struct flr_rect {
  int32_t x, y, width, height;
} flr_rect;

typedef enum flr_fill_rule {
  FLR_FILL_NONZERO = 0,
  FLR_FILL_EVEN_ODD = 1,
} flr_fill_rule;

// Paths: subpaths of lines, curves and elliptic arcs. Arcs stay arcs, to the pixel. If a subpath
// does not begin with a move, its first point starts it.
typedef struct flr_path flr_path;

flr_path *flr_path_create(void);
void flr_path_destroy(flr_path *path);
flr_status flr_path_clear(flr_path *path);

flr_status flr_path_move_to(flr_path *path, double x, double y);
flr_status flr_path_line_to(flr_path *path, double x, double y);
flr_status flr_path_quadratic_to(
    flr_path *path, double control_x, double control_y, double x, double y);
flr_status flr_path_cubic_to(
    flr_path *path, double control1_x, double control1_y, double control2_x, double control2_y,
    double x, double y);
// Part of an ellipse with upright axes, reached by a line; the sweep is clamped to one turn.
flr_status flr_path_arc(
    flr_path *path, double center_x, double center_y, double radius_x, double radius_y,
    double start_angle, double sweep);
flr_status flr_path_close(flr_path *path);

// Closed subpaths.
flr_status flr_path_add_rect(flr_path *path, double x, double y, double width, double height);
flr_status flr_path_add_rounded_rect(
    flr_path *path, double x, double y, double width, double height, double radius);
flr_status flr_path_add_ellipse(
    flr_path *path, double center_x, double center_y, double radius_x, double radius_y);
// Appends another path, which may be the same; a null transform leaves it unchanged. This places a
// glyph's outline, a path in its font's units, in a line of text.
flr_status flr_path_append(
    flr_path *path, const flr_path *other, const flr_transform *transform);
// The data of an SVG path, which does not have to end with a NUL.
flr_status flr_path_append_svg(flr_path *path, const char *data, size_t byte_count);

// Pixels are named as DRM names them, from the most significant bit of a little-endian word to the
// least. Alpha is premultiplied; X bits are written as ones and not read.
typedef enum flr_format {
  FLR_FORMAT_XRGB8888 = 0,
  FLR_FORMAT_ARGB8888 = 1,
  FLR_FORMAT_XBGR8888 = 2,
  FLR_FORMAT_ABGR8888 = 3,
  FLR_FORMAT_RGB565 = 4,
  FLR_FORMAT_BGR565 = 5,
  FLR_FORMAT_XRGB2101010 = 6,
  FLR_FORMAT_XBGR2101010 = 7,
  // Three bytes a pixel, blue first in memory; and red first.
  FLR_FORMAT_RGB888 = 8,
  FLR_FORMAT_BGR888 = 9,
} flr_format;

// Images: pixels that never change.
typedef struct flr_image flr_image;

// A copy of rows of pixels, top row first, `stride` bytes from one to the next. Components above
// their alpha are lowered to it.
flr_status flr_image_create(
    int32_t width, int32_t height, const void *pixels, size_t stride, flr_format format,
    flr_image **image);
void flr_image_destroy(flr_image *image);

// A colour at an offset of 0...1 along a gradient.
typedef struct flr_stop {
  double offset;
  flr_color color;
} flr_stop;

typedef enum flr_filter {
  FLR_FILTER_NEAREST = 0,
  FLR_FILTER_BILINEAR = 1,
} flr_filter;

typedef enum flr_cap { FLR_CAP_BUTT = 0, FLR_CAP_ROUND = 1, FLR_CAP_SQUARE = 2 } flr_cap;
typedef enum flr_join { FLR_JOIN_MITER = 0, FLR_JOIN_ROUND = 1, FLR_JOIN_BEVEL = 2 } flr_join;

typedef struct flr_stroke {
  double width;
  flr_cap cap;
  flr_join join;
  // The longest miter as a multiple of the width, 1 or more.
  double miter_limit;
  // Lengths of dashes and gaps in turn, none negative; no lengths for a solid line.
  const double *dashes;
  size_t dash_count;
  // The distance into the pattern at which a path starts.
  double dash_phase;
} flr_stroke;

// A gaussian shadow below the painted shape, displaced by (dx, dy).
typedef struct flr_shadow {
  double dx, dy;
  // In pixels, 0...256.
  double standard_deviation;
  flr_color color;
} flr_shadow;

// Drawings: commands from back to front, and the state for the next command. The first state is
// opaque black, a solid stroke of width 1, no transform, shadow, clip or group, and an opacity of
// 1.
typedef struct flr_drawing flr_drawing;

// Of a picture of this size, in pixels.
flr_status flr_drawing_create(int32_t width, int32_t height, flr_drawing **drawing);
void flr_drawing_destroy(flr_drawing *drawing);
// Removes all commands, and resets the state.
flr_status flr_drawing_clear(flr_drawing *drawing);

// Maps paths and paints to the picture; null for none.
flr_status flr_drawing_set_transform(flr_drawing *drawing, const flr_transform *transform);
// Multiplies every alpha, 0...1.
flr_status flr_drawing_set_opacity(flr_drawing *drawing, double opacity);
flr_status flr_drawing_set_color(flr_drawing *drawing, flr_color color);
// Gradients have two stops or more in order of their offsets; the end colours continue outside.
flr_status flr_drawing_set_axial_gradient(
    flr_drawing *drawing, double x0, double y0, double x1, double y1, const flr_stop *stops,
    size_t stop_count);
// From the centre to an ellipse.
flr_status flr_drawing_set_radial_gradient(
    flr_drawing *drawing, double center_x, double center_y, double radius_x, double radius_y,
    const flr_stop *stops, size_t stop_count);
// Once around the centre.
flr_status flr_drawing_set_conic_gradient(
    flr_drawing *drawing, double center_x, double center_y, double start_angle,
    const flr_stop *stops, size_t stop_count);
// The transform maps the image's pixels to the space of paths; null leaves its top left corner at
// the origin. Outside the image nothing is painted, unless its border pixels are extended.
flr_status flr_drawing_set_image(
    flr_drawing *drawing, const flr_image *image, const flr_transform *transform,
    flr_filter filter, int extends_borders);
flr_status flr_drawing_set_stroke(flr_drawing *drawing, const flr_stroke *stroke);
// Null for none. A shadow has the opacity of the shape's own paint; it is blurred when the shape is
// painted, and is not transformed.
flr_status flr_drawing_set_shadow(flr_drawing *drawing, const flr_shadow *shadow);

// Limits the following commands to the path, and to all clips around this one.
flr_status flr_drawing_push_clip(flr_drawing *drawing, const flr_path *path, flr_fill_rule rule);
flr_status flr_drawing_pop_clip(flr_drawing *drawing);
// The commands until the end of the group are composited as one picture at an opacity of 0...1.
flr_status flr_drawing_begin_group(flr_drawing *drawing, double opacity);
flr_status flr_drawing_end_group(flr_drawing *drawing);

flr_status flr_drawing_fill(flr_drawing *drawing, const flr_path *path, flr_fill_rule rule);
flr_status flr_drawing_stroke(flr_drawing *drawing, const flr_path *path);
// Everything within the clips, without a shadow; nothing under a transform that has no inverse.
flr_status flr_drawing_fill_all(flr_drawing *drawing);

// The rotation of a picture on the surface, clockwise. A quarter turn swaps the surface's sides.
typedef enum flr_rotation {
  FLR_ROTATION_0 = 0,
  FLR_ROTATION_90 = 1,
  FLR_ROTATION_180 = 2,
  FLR_ROTATION_270 = 3,
} flr_rotation;

// Memory to draw to: rows of pixels, top row first, `stride` bytes from one to the next. Pixels of
// four bytes are aligned to four bytes. Bytes between rows are not touched.
typedef struct flr_surface {
  void *pixels;
  size_t byte_count;
  size_t stride;
  flr_format format;
  flr_rotation rotation;
} flr_surface;

// Renderers keep the memory for rows and the prepared shapes of the last drawing. For images that
// are drawn repeatedly to a rotated surface they also keep the rotated pixels, up to twice the
// surface's size: use one renderer for each picture that changes over time.
typedef struct flr_renderer flr_renderer;

flr_renderer *flr_renderer_create(void);
void flr_renderer_destroy(flr_renderer *renderer);
// Draws the parts of the picture within the rectangles, or all of it if `damage` is null. Unpainted
// pixels become opaque black, or transparent in a format with alpha.
flr_status flr_renderer_draw(
    flr_renderer *renderer, const flr_drawing *drawing, const flr_surface *surface,
    const flr_rect *damage, size_t damage_count);

#ifdef __cplusplus
}
#endif
#endif
