public import CFirstlightRaster
internal import Geometry

/// A path that is being built.
final class PathObject {
  var path = Path()

  /// Adds a number of elements, which is checked; one more may be added for a move.
  func add(_ count: Int = 1, _ body: (inout Path) -> Void) throws(Failure) {
    guard path.verbs.count + count < FLR_PATH_ELEMENT_LIMIT else {
      throw .limit
    }
    body(&path)
  }

  static func of(_ handle: OpaquePointer?) throws(Failure) -> PathObject {
    guard let handle = unsafe handle else { throw .null }
    return unsafe Handle.object(handle, as: PathObject.self)
  }
}

extension AffineTransform {
  /// The identity if the pointer is null.
  init(_ transform: UnsafePointer<flr_transform>?) throws(Failure) {
    guard let transform = unsafe transform?.pointee else {
      self = .identity
      return
    }
    try check(
      transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty)
    self.init(
      a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: transform.tx,
      ty: transform.ty)
  }
}

@c @implementation public func flr_path_create() -> OpaquePointer? {
  unsafe Handle.give(PathObject())
}

@c @implementation public func flr_path_destroy(_ path: OpaquePointer?) {
  unsafe Handle.take(path, as: PathObject.self)
}

@c @implementation public func flr_path_clear(_ path: OpaquePointer?) -> flr_status {
  status { () throws(Failure) in unsafe try PathObject.of(path).path = Path() }
}

@c @implementation
public func flr_path_move_to(_ path: OpaquePointer?, _ x: Double, _ y: Double) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try PathObject.of(path)
    try check(x, y)
    try object.add { $0.move(to: Point(x: x, y: y)) }
  }
}

@c @implementation
public func flr_path_line_to(_ path: OpaquePointer?, _ x: Double, _ y: Double) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try PathObject.of(path)
    try check(x, y)
    try object.add { $0.addLine(to: Point(x: x, y: y)) }
  }
}

@c @implementation
public func flr_path_quadratic_to(
  _ path: OpaquePointer?, _ control_x: Double, _ control_y: Double, _ x: Double, _ y: Double
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try PathObject.of(path)
    try check(control_x, control_y, x, y)
    try object.add {
      $0.addQuadratic(control: Point(x: control_x, y: control_y), to: Point(x: x, y: y))
    }
  }
}

@c @implementation
public func flr_path_cubic_to(
  _ path: OpaquePointer?, _ control1_x: Double, _ control1_y: Double, _ control2_x: Double,
  _ control2_y: Double, _ x: Double, _ y: Double
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try PathObject.of(path)
    try check(control1_x, control1_y, control2_x, control2_y, x, y)
    try object.add {
      $0.addCubic(
        control1: Point(x: control1_x, y: control1_y),
        control2: Point(x: control2_x, y: control2_y), to: Point(x: x, y: y))
    }
  }
}

@c @implementation
public func flr_path_arc(
  _ path: OpaquePointer?, _ center_x: Double, _ center_y: Double, _ radius_x: Double,
  _ radius_y: Double, _ start_angle: Double, _ sweep: Double
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try PathObject.of(path)
    try check(center_x, center_y, radius_x, radius_y, start_angle, sweep)
    let arc = EllipticArc(
      center: Point(x: center_x, y: center_y), xAxis: Vector(dx: radius_x, dy: 0),
      yAxis: Vector(dx: 0, dy: radius_y), startAngle: start_angle, sweep: sweep)
    try object.add { $0.addArc(arc) }
  }
}

@c @implementation public func flr_path_close(_ path: OpaquePointer?) -> flr_status {
  status { () throws(Failure) in unsafe try PathObject.of(path).add { $0.close() } }
}
