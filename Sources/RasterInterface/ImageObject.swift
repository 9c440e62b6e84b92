public import CFirstlightRaster
internal import Geometry
internal import Raster

extension PixelFormat {
  init(_ format: flr_format) throws(Failure) {
    switch format {
    case FLR_FORMAT_XRGB8888: self = .xrgb8888
    case FLR_FORMAT_ARGB8888: self = .argb8888
    case FLR_FORMAT_XBGR8888: self = .xbgr8888
    case FLR_FORMAT_ABGR8888: self = .abgr8888
    case FLR_FORMAT_RGB565: self = .rgb565
    case FLR_FORMAT_BGR565: self = .bgr565
    case FLR_FORMAT_XRGB2101010: self = .xrgb2101010
    case FLR_FORMAT_XBGR2101010: self = .xbgr2101010
    case FLR_FORMAT_RGB888: self = .rgb888
    case FLR_FORMAT_BGR888: self = .bgr888
    default: throw .range
    }
  }
}

extension PixelSize {
  /// The size of a picture to draw or an image, which has to be within the limits.
  init(checking width: Int32, _ height: Int32) throws(Failure) {
    guard width > 0, height > 0 else { throw .range }
    self.init(width: Int(width), height: Int(height))
    let side = FLR_SIDE_LIMIT
    guard self.width <= side, self.height <= side,
      self.width * self.height <= FLR_PIXEL_LIMIT
    else { throw .limit }
  }
}

@c @implementation
public func flr_image_create(
  _ width: Int32, _ height: Int32, _ pixels: UnsafeRawPointer?, _ stride: Int,
  _ format: flr_format, _ image: UnsafeMutablePointer<OpaquePointer?>?
) -> flr_status {
  status { () throws(Failure) in
    guard let pixels = unsafe pixels, let image = unsafe image else { throw .null }
    let size = try PixelSize(checking: width, height)
    let format = try PixelFormat(format)
    guard stride >= size.width * format.byteCount, stride <= 1 << 32 else { throw .buffer }
    let memory = PixelMemory(count: size.width * size.height)
    memory.withPixels { words in
      for y in 0..<size.height {
        let row = unsafe pixels + y * stride
        for x in 0..<size.width {
          let word = unsafe format.word(at: row + x * format.byteCount)
          words[y * size.width + x] = lowered(format.premultiplied(word))
        }
      }
    }
    unsafe image.pointee = unsafe Handle.give(Image(size: size, premultiplied: memory))
  }
}

/// The pixel with components reduced to its alpha; larger ones would overflow in blending.
private func lowered(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  if alpha == 255 { return pixel }
  return alpha << 24 | min(pixel >> 16 & 255, alpha) << 16 | min(pixel >> 8 & 255, alpha) << 8
    | min(pixel & 255, alpha)
}

@c @implementation public func flr_image_destroy(_ image: OpaquePointer?) {
  unsafe Handle.take(image, as: Image.self)
}
