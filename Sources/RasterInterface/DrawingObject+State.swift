public import CFirstlightRaster
internal import Geometry
internal import Raster

@c @implementation
public func flr_drawing_set_transform(
  _ drawing: OpaquePointer?, _ transform: UnsafePointer<flr_transform>?
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    object.state.transform = unsafe try AffineTransform(transform)
  }
}

@c @implementation
public func flr_drawing_set_opacity(_ drawing: OpaquePointer?, _ opacity: Double) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    try check(opacity, upTo: 1)
    object.state.opacity = opacity
  }
}

@c @implementation
public func flr_drawing_set_color(_ drawing: OpaquePointer?, _ color: flr_color) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    object.state.paint = .color(try Color(color))
  }
}

@c @implementation
public func flr_drawing_set_axial_gradient(
  _ drawing: OpaquePointer?, _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double,
  _ stops: UnsafePointer<flr_stop>?, _ stop_count: Int
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    try check(x0, y0, x1, y1)
    let geometry = Gradient.Geometry.axial(
      start: Point(x: x0, y: y0), end: Point(x: x1, y: y1))
    object.state.paint = unsafe try gradient(geometry, stops, stop_count)
  }
}

@c @implementation
public func flr_drawing_set_radial_gradient(
  _ drawing: OpaquePointer?, _ center_x: Double, _ center_y: Double, _ radius_x: Double,
  _ radius_y: Double, _ stops: UnsafePointer<flr_stop>?, _ stop_count: Int
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    try check(center_x, center_y, radius_x, radius_y)
    guard radius_x >= 1e-6, radius_y >= 1e-6 else { throw .range }
    let geometry = Gradient.Geometry.radial(
      center: Point(x: center_x, y: center_y), radius: radius_x, scaleY: radius_y / radius_x)
    object.state.paint = unsafe try gradient(geometry, stops, stop_count)
  }
}

@c @implementation
public func flr_drawing_set_conic_gradient(
  _ drawing: OpaquePointer?, _ center_x: Double, _ center_y: Double, _ start_angle: Double,
  _ stops: UnsafePointer<flr_stop>?, _ stop_count: Int
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    try check(center_x, center_y, start_angle)
    let geometry = Gradient.Geometry.conic(
      center: Point(x: center_x, y: center_y), startAngle: start_angle)
    object.state.paint = unsafe try gradient(geometry, stops, stop_count)
  }
}

@c @implementation
public func flr_drawing_set_image(
  _ drawing: OpaquePointer?, _ image: OpaquePointer?, _ transform: UnsafePointer<flr_transform>?,
  _ filter: flr_filter, _ extends_borders: Int32
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    guard let image = unsafe image else { throw .null }
    let place = unsafe try AffineTransform(transform)
    let sampling: ImageFilter
    switch filter {
    case FLR_FILTER_NEAREST: sampling = .nearest
    case FLR_FILTER_BILINEAR: sampling = .bilinear
    default: throw .range
    }
    object.state.paint = .image(
      ImagePaint(
        image: unsafe Handle.object(image, as: Image.self), transform: place, filter: sampling,
        extendsBorders: extends_borders != 0))
  }
}

@c @implementation
public func flr_drawing_set_stroke(
  _ drawing: OpaquePointer?, _ stroke: UnsafePointer<flr_stroke>?
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    guard let stroke = unsafe stroke?.pointee else { throw .null }
    object.state.stroke = unsafe try StrokeStyle(stroke)
  }
}

@c @implementation
public func flr_drawing_set_shadow(
  _ drawing: OpaquePointer?, _ shadow: UnsafePointer<flr_shadow>?
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    guard let shadow = unsafe shadow?.pointee else {
      object.state.shadow = nil
      return
    }
    try check(shadow.dx, shadow.dy)
    try check(shadow.standard_deviation, upTo: GaussianBlur.largestDeviation)
    object.state.shadow = Shadow(
      offset: Vector(dx: shadow.dx, dy: shadow.dy), deviation: shadow.standard_deviation,
      color: try Color(shadow.color))
  }
}
