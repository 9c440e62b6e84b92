import CHarfBuzz
import Geometry

/// Where HarfBuzz draws a glyph to.
struct OutlineRecording {
  /// Parts of the font size in one of the font's units.
  let scale: Double
  var path = Path()

  fileprivate func point(_ x: Float, _ y: Float) -> Point {
    Point(x: Double(x) * scale, y: -Double(y) * scale)
  }
}

extension Font {
  /// Functions that append to the `OutlineRecording` that a glyph is drawn with.
  static func makeDrawingFunctions() -> OpaquePointer {
    let functions = unsafe hb_draw_funcs_create()
    guard let functions = unsafe functions else { preconditionFailure("out of memory") }
    unsafe hb_draw_funcs_set_move_to_func(
      functions,
      { _, data, _, x, y, _ in
        unsafe record(data) { $0.path.append(.move($0.point(x, y))) }
      }, nil, nil)
    unsafe hb_draw_funcs_set_line_to_func(
      functions,
      { _, data, _, x, y, _ in
        unsafe record(data) { $0.path.append(.line($0.point(x, y))) }
      }, nil, nil)
    unsafe hb_draw_funcs_set_quadratic_to_func(
      functions,
      { _, data, _, controlX, controlY, x, y, _ in
        unsafe record(data) {
          $0.path.append(
            .quadratic(control: $0.point(controlX, controlY), end: $0.point(x, y)))
        }
      }, nil, nil)
    unsafe hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, data, _, x1, y1, x2, y2, x, y, _ in
        unsafe record(data) {
          $0.path.append(
            .cubic(
              control1: $0.point(x1, y1), control2: $0.point(x2, y2), end: $0.point(x, y)))
        }
      }, nil, nil)
    unsafe hb_draw_funcs_set_close_path_func(
      functions, { _, data, _, _ in unsafe record(data) { $0.path.append(.close) } }, nil, nil)
    return unsafe functions
  }
}

private func record(
  _ data: UnsafeMutableRawPointer?, _ body: (inout OutlineRecording) -> Void
) {
  guard let data = unsafe data else { return }
  unsafe body(&data.assumingMemoryBound(to: OutlineRecording.self).pointee)
}
