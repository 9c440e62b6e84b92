public import CFirstlightRaster
internal import Geometry

@c @implementation
public func flr_path_add_rect(
  _ path: OpaquePointer?, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try PathObject.of(path)
    try check(x, y, width, height)
    try object.add(6) { $0.addRect(Rect(x: x, y: y, width: width, height: height)) }
  }
}

@c @implementation
public func flr_path_add_rounded_rect(
  _ path: OpaquePointer?, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
  _ radius: Double
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try PathObject.of(path)
    try check(x, y, width, height)
    try check(radius, upTo: Double(FLR_NUMBER_LIMIT))
    let rect = Rect(x: x, y: y, width: width, height: height)
    try object.add(11) { $0.addRoundedRect(rect, radius: radius) }
  }
}

@c @implementation
public func flr_path_add_ellipse(
  _ path: OpaquePointer?, _ center_x: Double, _ center_y: Double, _ radius_x: Double,
  _ radius_y: Double
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try PathObject.of(path)
    try check(center_x, center_y, radius_x, radius_y)
    let rect = Rect(
      center: Point(x: center_x, y: center_y),
      size: Size(width: 2 * radius_x, height: 2 * radius_y))
    try object.add(4) { $0.addEllipse(in: rect) }
  }
}

@c @implementation
public func flr_path_append(
  _ path: OpaquePointer?, _ other: OpaquePointer?, _ transform: UnsafePointer<flr_transform>?
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try PathObject.of(path)
    let other = unsafe try PathObject.of(other)
    let added = other.path.transformed(by: unsafe try AffineTransform(transform))
    guard added.isWithinLimit else { throw .range }
    try object.add(added.elements.count) { $0.append(added) }
  }
}

@c @implementation
public func flr_path_append_svg(
  _ path: OpaquePointer?, _ data: UnsafePointer<CChar>?, _ byte_count: Int
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try PathObject.of(path)
    guard let data = unsafe data else { throw .null }
    // An element takes two bytes at least.
    guard byte_count >= 0, byte_count <= 64 * FLR_PATH_ELEMENT_LIMIT else {
      throw .limit
    }
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: byte_count)
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    let added: Path
    do throws(SVGPathError) {
      added = try Path(svg: text)
    } catch {
      throw .syntax
    }
    guard added.isWithinLimit else { throw .range }
    try object.add(added.elements.count) { $0.append(added) }
  }
}

extension Path {
  /// True if all numbers are within the limit of all numbers.
  var isWithinLimit: Bool {
    if isEmpty { return true }
    let bounds = bounds
    let limit = Double(FLR_NUMBER_LIMIT)
    return isFinite && bounds.minX >= -limit && bounds.maxX <= limit && bounds.minY >= -limit
      && bounds.maxY <= limit
  }
}
