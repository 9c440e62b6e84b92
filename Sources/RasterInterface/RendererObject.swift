public import CFirstlightRaster
internal import Geometry
internal import Raster

@c @implementation public func flr_renderer_create() -> OpaquePointer? {
  unsafe Handle.give(Renderer())
}

@c @implementation public func flr_renderer_destroy(_ renderer: OpaquePointer?) {
  unsafe Handle.take(renderer, as: Renderer.self)
}

@c @implementation
public func flr_renderer_draw(
  _ renderer: OpaquePointer?, _ drawing: OpaquePointer?, _ surface: UnsafePointer<flr_surface>?,
  _ damage: UnsafePointer<flr_rect>?, _ damage_count: Int
) -> flr_status {
  status { () throws(Failure) in
    guard let renderer = unsafe renderer, let surface = unsafe surface else { throw .null }
    let drawing = unsafe try DrawingObject.of(drawing)
    guard drawing.openGroups.isEmpty else { throw .balance }
    let target = unsafe try Surface(surface.pointee, size: drawing.size)
    let region = unsafe try region(damage, damage_count, size: drawing.size)
    unsafe Handle.object(renderer, as: Renderer.self).draw(
      drawing.commands, groups: drawing.groups, region: region, into: target)
  }
}

/// All of a picture if no rectangles are given.
private func region(
  _ rects: UnsafePointer<flr_rect>?, _ count: Int, size: PixelSize
) throws(Failure) -> Region {
  guard let rects = unsafe rects else { return Region(PixelRect(size)) }
  guard count >= 0, count <= FLR_DAMAGE_LIMIT else { throw .limit }
  var region = Region()
  for index in 0..<count {
    let rect = unsafe rects[index]
    guard rect.width >= 0, rect.height >= 0 else { throw .range }
    let pixels = PixelRect(
      minX: Int(rect.x), minY: Int(rect.y), maxX: Int(rect.x) + Int(rect.width),
      maxY: Int(rect.y) + Int(rect.height))
    region.formUnion(pixels.intersection(PixelRect(size)))
  }
  return region
}

extension Surface {
  /// The caller's memory for a picture of a size, if it is large enough.
  init(_ surface: flr_surface, size: PixelSize) throws(Failure) {
    guard let base = unsafe surface.pixels else { throw .null }
    let format = unsafe try PixelFormat(surface.format)
    let rotation: Rotation
    switch unsafe surface.rotation {
    case FLR_ROTATION_0: rotation = .upright
    case FLR_ROTATION_90: rotation = .right
    case FLR_ROTATION_180: rotation = .upsideDown
    case FLR_ROTATION_270: rotation = .left
    default: throw .range
    }
    let scanout = rotation.rotated(size)
    let (stride, byteCount) = unsafe (surface.stride, surface.byte_count)
    let rowByteCount = scanout.width * format.byteCount
    guard stride >= rowByteCount, stride <= 1 << 32,
      byteCount < 0 || byteCount >= (scanout.height - 1) * stride + rowByteCount
    else { throw .buffer }
    let pixelAlignment = format.byteCount == 4 ? 4 : 1
    guard stride % pixelAlignment == 0, Int(bitPattern: base) % pixelAlignment == 0 else {
      throw .buffer
    }
    unsafe self.init(
      base: base, width: size.width, height: size.height, stride: stride, format: format,
      rotation: rotation)
  }
}
