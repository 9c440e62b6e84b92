import Geometry

/// Fills rectangles of the picture with an opaque colour; on a rotated scanout they are rectangles
/// too.
enum SolidRect {
  /// Pixels after which a dither's pattern is repeated, along rows and across them.
  private static let period = 8

  static func fill(_ rect: PixelRect, with color: UInt32, on surface: Surface) {
    let scanout = surface.rotation.scanoutRect(rect, ofPicture: surface.size)
    let size = surface.format.byteCount
    let start = unsafe surface.base + scanout.minY &* surface.stride + scanout.minX &* size
    if surface.format.isNative {
      let target = unsafe start.assumingMemoryBound(to: UInt32.self)
      if scanout.width &* 4 == surface.stride {
        return unsafe Blend.fill(target, count: scanout.width &* scanout.height, with: color)
      }
      for row in 0..<scanout.height {
        unsafe Blend.fill(
          target + row &* (surface.stride / 4), count: scanout.width, with: color)
      }
      return
    }
    let byteCount = scanout.width * size
    // Conversions read eight pixels at a time.
    let colors = UnsafeMutablePointer<UInt32>.allocate(
      capacity: 2 * period + (period * byteCount + 3) / 4)
    defer { unsafe colors.deallocate() }
    unsafe colors.initialize(repeating: color, count: 2 * period)
    let pattern = unsafe UnsafeMutableRawPointer(colors + 2 * period)
    for row in 0..<period {
      let line = unsafe pattern + row * byteCount
      for column in 0..<min(period, scanout.width) {
        let pixel = surface.rotation.pictureRect(
          PixelRect(
            minX: scanout.minX + column, minY: scanout.minY + row,
            maxX: scanout.minX + column + 1, maxY: scanout.minY + row + 1),
          ofScanout: surface.scanoutSize)
        unsafe PixelWriter.write(
          colors, count: 1, to: line + column * size, format: surface.format, x: pixel.minX,
          y: pixel.minY)
      }
      var done = period * size
      while done < byteCount {
        let count = min(done, byteCount - done)
        unsafe (line + done).copyMemory(from: line, byteCount: count)
        done += count
      }
    }
    for row in 0..<scanout.height {
      unsafe (start + row &* surface.stride).copyMemory(
        from: pattern + row % period &* byteCount, byteCount: byteCount)
    }
  }
}
