import CFirstlightRaster

/// The C library's calls, in any order, with numbers of all sizes: every call returns, pixels
/// beside the surface's rows stay unchanged, and parts of a picture equal those of the whole.
enum RasterTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    var session = RasterSession()
    for _ in 0..<64 where !source.isEmpty { session.call(&source) }
    try session.draw(&source)
  }
}

/// The objects that a program has from the library, and gives back in the end.
@safe private struct RasterSession: ~Copyable {
  private static let width = 24
  private static let height = 16

  private var paths: [OpaquePointer] = unsafe []
  private var drawing: OpaquePointer?
  private var image: OpaquePointer?
  private let renderer: OpaquePointer?

  init() {
    for _ in 0..<2 { if let path = unsafe flr_path_create() { unsafe paths.append(path) } }
    unsafe flr_drawing_create(Int32(Self.width), Int32(Self.height), &drawing)
    let pixels: [UInt32] = [0xFFFF_0000, 0x8000_8000, 0, 0xFFFF_FFFF]
    unsafe flr_image_create(2, 2, pixels, 8, FLR_FORMAT_ARGB8888, &image)
    unsafe renderer = flr_renderer_create()
  }

  deinit {
    for index in unsafe paths.indices { unsafe flr_path_destroy(paths[index]) }
    unsafe flr_image_destroy(image)
    unsafe flr_drawing_destroy(drawing)
    unsafe flr_renderer_destroy(renderer)
  }

  /// A number, usually within the library's limits.
  private func number(_ source: inout ByteSource) -> Double {
    switch source.choice(8) {
    case 0: source.number()
    case 1: source.pick([1e6, -1e6, 1e-9, -1e-9, 999_999.5])
    default: (Double(Int(source.bits(2)) - 32_768)) / 512
    }
  }

  private func transform(_ source: inout ByteSource) -> flr_transform {
    flr_transform(
      a: number(&source), b: number(&source), c: number(&source), d: number(&source),
      tx: number(&source), ty: number(&source))
  }

  private func color(_ source: inout ByteSource) -> flr_color {
    flr_color(
      red: Double(source.byte()) / 255, green: Double(source.byte()) / 255, blue: 1,
      alpha: source.pick([1, 0.5, 0, .nan]))
  }

  private func stops(_ source: inout ByteSource) -> [flr_stop] {
    var offset = 0.0
    return (0..<source.choice(5)).map { _ in
      offset += Double(source.byte()) / 512
      return flr_stop(offset: offset, color: color(&source))
    }
  }

  mutating func call(_ source: inout ByteSource) {
    let path = unsafe paths[source.choice(2)]
    if source.isOnce(in: 2) { unsafe build(path, &source) } else { unsafe record(path, &source) }
  }

  private func build(_ path: OpaquePointer, _ source: inout ByteSource) {
    let (a, b, c, d) = (number(&source), number(&source), number(&source), number(&source))
    switch source.choice(13) {
    case 0: unsafe flr_path_clear(path)
    case 1: unsafe flr_path_move_to(path, a, b)
    case 2, 3: unsafe flr_path_line_to(path, a, b)
    case 4: unsafe flr_path_quadratic_to(path, a, b, c, d)
    case 5:
      unsafe flr_path_cubic_to(path, a, b, c, d, number(&source), number(&source))
    case 6: unsafe flr_path_arc(path, a, b, c, d, number(&source), number(&source))
    case 7: unsafe flr_path_close(path)
    case 8: unsafe flr_path_add_rect(path, a, b, c, d)
    case 9: unsafe flr_path_add_rounded_rect(path, a, b, c, d, number(&source))
    case 10: unsafe flr_path_add_ellipse(path, a, b, c, d)
    case 11:
      var transform = transform(&source)
      unsafe flr_path_append(path, paths[source.choice(2)], &transform)
    default:
      let data = source.take(source.choice(32)).map { CChar(bitPattern: $0) }
      unsafe flr_path_append_svg(path, data, data.count)
    }
  }

  private func record(_ path: OpaquePointer, _ source: inout ByteSource) {
    let rule = source.isOnce(in: 2) ? FLR_FILL_EVEN_ODD : FLR_FILL_NONZERO
    switch source.choice(18) {
    case 0:
      var transform = transform(&source)
      unsafe flr_drawing_set_transform(drawing, &transform)
    case 1: unsafe flr_drawing_set_transform(drawing, nil)
    case 2: unsafe flr_drawing_set_opacity(drawing, source.pick([1, 0.3, 0, -1, .nan]))
    case 3: unsafe flr_drawing_set_color(drawing, color(&source))
    case 4...6: setGradient(&source)
    case 7:
      var transform = transform(&source)
      unsafe flr_drawing_set_image(
        drawing, image, &transform, source.isOnce(in: 2) ? FLR_FILTER_NEAREST : FLR_FILTER_BILINEAR,
        source.isOnce(in: 2) ? 1 : 0)
    case 8: setStroke(&source)
    case 9:
      var shadow = flr_shadow(
        dx: number(&source), dy: number(&source),
        standard_deviation: source.pick([0, 0.1, 2, 40, 256, 257]), color: color(&source))
      if source.isOnce(in: 3) {
        unsafe flr_drawing_set_shadow(drawing, nil)
      } else {
        unsafe flr_drawing_set_shadow(drawing, &shadow)
      }
    case 10: unsafe flr_drawing_push_clip(drawing, path, rule)
    case 11: unsafe flr_drawing_pop_clip(drawing)
    case 12: unsafe flr_drawing_begin_group(drawing, source.pick([1, 0.5, 0]))
    case 13: unsafe flr_drawing_end_group(drawing)
    case 14: unsafe flr_drawing_stroke(drawing, path)
    case 15: unsafe flr_drawing_fill_all(drawing)
    case 16 where source.isOnce(in: 4): unsafe flr_drawing_clear(drawing)
    default: unsafe flr_drawing_fill(drawing, path, rule)
    }
  }

  private func setGradient(_ source: inout ByteSource) {
    let stops = stops(&source)
    let (a, b, c, d) = (number(&source), number(&source), number(&source), number(&source))
    switch source.choice(3) {
    case 0: unsafe flr_drawing_set_axial_gradient(drawing, a, b, c, d, stops, stops.count)
    case 1: unsafe flr_drawing_set_radial_gradient(drawing, a, b, c, d, stops, stops.count)
    default: unsafe flr_drawing_set_conic_gradient(drawing, a, b, c, stops, stops.count)
    }
  }

  private func setStroke(_ source: inout ByteSource) {
    let dashes = (0..<source.choice(4)).map { _ in abs(number(&source)) }
    let caps = [FLR_CAP_BUTT, FLR_CAP_ROUND, FLR_CAP_SQUARE, flr_cap(rawValue: 9)]
    let joins = [FLR_JOIN_MITER, FLR_JOIN_ROUND, FLR_JOIN_BEVEL, flr_join(rawValue: 9)]
    unsafe dashes.withUnsafeBufferPointer { dashes in
      var stroke = unsafe flr_stroke(
        width: abs(number(&source)), cap: source.pick(caps), join: source.pick(joins),
        miter_limit: source.pick([10, 1, 0, 1e6]), dashes: dashes.baseAddress,
        dash_count: dashes.count, dash_phase: number(&source))
      unsafe flr_drawing_set_stroke(drawing, &stroke)
    }
  }

  /// Draws all at once and in two parts.
  mutating func draw(_ source: inout ByteSource) throws(Finding) {
    for _ in 0..<64 { unsafe flr_drawing_end_group(drawing) }
    for _ in 0..<64 { unsafe flr_drawing_pop_clip(drawing) }
    let format = flr_format(rawValue: UInt32(source.choice(10)))
    let rotation = flr_rotation(rawValue: UInt32(source.choice(4)))
    let cut = Int32(source.choice(Self.width))
    let whole = try pixels(
      format, rotation,
      [flr_rect(x: 0, y: 0, width: Int32(Self.width), height: Int32(Self.height))])
    let parts = try pixels(
      format, rotation,
      [
        flr_rect(x: 0, y: 0, width: cut, height: Int32(Self.height)),
        flr_rect(x: cut, y: 0, width: Int32(Self.width) - cut, height: Int32(Self.height)),
      ])
    try require(whole == parts, "a picture in parts differs from the whole")
  }

  private func pixels(
    _ format: flr_format, _ rotation: flr_rotation, _ damage: [flr_rect]
  ) throws(Finding) -> [UInt8] {
    // Rows for either way up, with eight bytes between them, which are the same in the end.
    let stride = Self.width * 4 + 8
    var bytes = [UInt8](repeating: 0xA5, count: stride * Self.width)
    for rect in damage where rect.width > 0 {
      let status = unsafe bytes.withUnsafeMutableBytes { buffer in
        var surface = unsafe flr_surface(
          pixels: buffer.baseAddress, byte_count: buffer.count, stride: stride, format: format,
          rotation: rotation)
        return unsafe withUnsafePointer(to: rect) { rect in
          unsafe flr_renderer_draw(renderer, drawing, &surface, rect, 1)
        }
      }
      guard status == FLR_OK else { throw Finding("drawing fails with \(status.rawValue)") }
    }
    for row in 0..<Self.width {
      for byte in bytes[row * stride + Self.width * 4..<(row + 1) * stride] where byte != 0xA5 {
        throw Finding("row \(row) was drawn beyond its end")
      }
    }
    return bytes
  }
}
