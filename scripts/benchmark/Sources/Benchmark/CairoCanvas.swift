import CCairo
import Geometry
import Raster

@safe private struct CairoImage {
  let words: UnsafeMutableRawPointer
  let surface: OpaquePointer
}

/// Draws the same commands with Cairo, through the calls that a program using it would make.
@safe final class CairoCanvas {
  let pixels: UnsafeMutableRawPointer
  private let surface: OpaquePointer
  private let context: OpaquePointer
  /// Cairo's view of each image, as a program keeps it.
  private var images: [ObjectIdentifier: CairoImage] = [:]

  init() {
    unsafe pixels = .allocate(byteCount: Frame.byteCount, alignment: 64)
    unsafe pixels.initializeMemory(as: UInt8.self, repeating: 0, count: Frame.byteCount)
    unsafe surface = cairo_image_surface_create_for_data(
      pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(Frame.size.width),
      Int32(Frame.size.height), Int32(Frame.size.width * 4))
    unsafe context = cairo_create(surface)
  }

  deinit {
    for image in images.values {
      unsafe cairo_surface_destroy(image.surface)
      unsafe image.words.deallocate()
    }
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
    unsafe pixels.deallocate()
  }

  func draw(_ item: Case) {
    guard item.isScene else {
      for command in item.commands { draw(command) }
      return
    }
    unsafe cairo_save(context)
    unsafe cairo_rectangle(
      context, Double(item.damage.minX), Double(item.damage.minY), Double(item.damage.width),
      Double(item.damage.height))
    unsafe cairo_clip(context)
    for command in item.background + item.commands { draw(command) }
    unsafe cairo_restore(context)
  }

  func draw(_ command: DrawCommand) {
    unsafe cairo_new_path(context)
    switch command.shape {
    case .fill(let path, let rule):
      setSource(command.paint)
      add(path)
      if command.opacity < 1 {
        unsafe cairo_save(context)
        unsafe cairo_clip(context)
        unsafe cairo_paint_with_alpha(context, command.opacity)
        unsafe cairo_restore(context)
      } else {
        let rule = rule == .nonZero ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD
        unsafe cairo_set_fill_rule(context, rule)
        unsafe cairo_fill(context)
      }
    case .stroke(let path, let style):
      setSource(command.paint)
      add(path)
      unsafe cairo_set_line_width(context, style.width)
      unsafe cairo_set_line_cap(context, cap(style.cap))
      unsafe cairo_stroke(context)
    }
  }

  private func cap(_ cap: LineCap) -> cairo_line_cap_t {
    switch cap {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }

  private func add(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let point): unsafe cairo_move_to(context, point.x, point.y)
      case .line(let point): unsafe cairo_line_to(context, point.x, point.y)
      case .cubic(let one, let two, let end):
        unsafe cairo_curve_to(context, one.x, one.y, two.x, two.y, end.x, end.y)
      case .quadratic: preconditionFailure("no case has a quadratic curve")
      case .arc(let arc):
        unsafe cairo_arc(
          context, arc.center.x, arc.center.y, arc.xAxis.dx, arc.startAngle,
          arc.startAngle + arc.sweep)
      case .close: unsafe cairo_close_path(context)
      }
    }
  }

  private func setSource(_ paint: Paint) {
    switch paint {
    case .color(let color):
      unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    case .gradient(let gradient):
      guard case .axial(let start, let end) = gradient.geometry else {
        preconditionFailure("no case has another gradient")
      }
      let pattern = unsafe cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
      for stop in gradient.stops {
        unsafe cairo_pattern_add_color_stop_rgba(
          pattern, stop.offset, stop.color.red, stop.color.green, stop.color.blue,
          stop.color.alpha)
      }
      unsafe cairo_set_source(context, pattern)
      unsafe cairo_pattern_destroy(pattern)
    case .image(let paint):
      unsafe cairo_set_source_surface(
        context, surface(for: paint.image), paint.transform.tx, paint.transform.ty)
    }
  }

  /// Makes Cairo's surfaces of the pictures that a case paints with.
  func prepare(_ pictures: [Picture]) {
    for picture in pictures {
      let size = picture.image.size
      let words = UnsafeMutableRawPointer.allocate(
        byteCount: picture.words.count * 4, alignment: 64)
      unsafe picture.words.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress {
          unsafe words.copyMemory(from: base, byteCount: bytes.count)
        }
      }
      let made = unsafe cairo_image_surface_create_for_data(
        words.assumingMemoryBound(to: UInt8.self),
        picture.image.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(size.width),
        Int32(size.height), Int32(size.width * 4))
      guard let made = unsafe made else { preconditionFailure("Cairo has no memory") }
      unsafe images[ObjectIdentifier(picture.image)] = CairoImage(words: words, surface: made)
    }
  }

  private func surface(for image: Image) -> OpaquePointer {
    guard let known = images[ObjectIdentifier(image)] else {
      preconditionFailure("the case does not list its picture")
    }
    return unsafe known.surface
  }
}
