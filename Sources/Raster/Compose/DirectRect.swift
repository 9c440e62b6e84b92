import Geometry

/// A way to write a rectangle that needs no coverage, as `BandPlan` chose it. No row is scanned.
///
/// Items and pixels are those of the drawing: valid until the next item is made ready.
@safe enum DirectRect {
  /// One opaque colour.
  case color(UInt32)
  /// An opaque paint, on an upright surface of native pixels.
  case paint(UnsafePointer<DrawItem>)
  /// An opaque axial gradient, on a rotated scanout.
  case rotatedGradient(UnsafePointer<DrawItem>)
  /// An image that is kept as it lies on a rotated scanout.
  case rotatedPicture(RotatedPicture)
  /// Opaque pixels, to any surface.
  case copy(PixelBlock)
  /// Pixels over one colour; opaque ones by themselves where `isOpaque`.
  case blend(PixelBlock, isOpaque: Bool, coverage: UInt8, over: UInt32)

  func write(_ rect: PixelRect, to surface: Surface, through band: inout RotatedBand) {
    switch self {
    case .color(let color): SolidRect.fill(rect, with: color, on: surface)
    case .paint(let item):
      unsafe item.pointee.shader.fetch(
        rect.minY..<rect.maxY, x: rect.minX, count: rect.width,
        into: surface.base + surface.byteOffset(x: rect.minX, y: rect.minY),
        stride: surface.stride)
    case .rotatedGradient(let item):
      unsafe RotatedGradient.write(rect, of: item, to: surface, through: &band)
    case .rotatedPicture(let picture): picture.write(rect, to: surface, through: &band)
    case .copy(let pixels): pixels.copy(rect, to: surface, through: &band)
    case .blend(let pixels, let isOpaque, let coverage, let base):
      pixels.blend(
        rect, isOpaque: isOpaque, coverage: coverage, over: base, to: surface, through: &band)
    }
  }
}

extension PixelBlock {
  /// Writes opaque pixels to a surface that is rotated or of another format.
  func copy(_ rect: PixelRect, to surface: Surface, through band: inout RotatedBand) {
    if surface.rotation != .upright && PixelRotator.sourceFormat(for: surface).isNative {
      return RotatedBand.forEachBand(
        of: rect, height: surface.rotation.swapsSides ? RotatedBand.mostRows : rect.height,
        on: surface
      ) { part in
        let first = unsafe base + (part.minY - rect.minY) * step
        unsafe PixelRotator.write(first, stride: step * 4, part, to: surface)
      }
    }
    RotatedBand.forEachBlock(of: rect, on: surface) { part in
      let place = (part.minY - rect.minY) * step + part.minX - rect.minX
      let first = unsafe base + place
      // Conversions read up to seven pixels more than they write.
      if place + (part.height - 1) * step + part.width + 7 <= readable {
        return unsafe band.write(first, step: step * 4, part, to: surface)
      }
      let buffer = unsafe band.buffer(for: part)
      let bufferStep = RotatedBand.step(of: part)
      for row in 0..<part.height {
        unsafe (buffer + row * bufferStep / 4).copy(from: first + row * step, count: part.width)
      }
      unsafe band.write(buffer, step: bufferStep, part, to: surface)
    }
  }

  /// Writes pixels over one colour.
  func blend(
    _ rect: PixelRect, isOpaque: Bool, coverage: UInt8, over base: UInt32, to surface: Surface,
    through band: inout RotatedBand
  ) {
    let isInPlace = surface.rotation == .upright && surface.format.isNative
    RotatedBand.forEachBlock(of: rect, on: surface) { part in
      let first =
        unsafe self.base + ((part.minY &- rect.minY) &* step &+ part.minX &- rect.minX)
      let offset = surface.byteOffset(x: part.minX, y: part.minY)
      let target =
        unsafe isInPlace
        ? (surface.base + offset).assumingMemoryBound(to: UInt32.self) : band.buffer(for: part)
      let bufferStep = RotatedBand.step(of: part)
      for row in 0..<part.height {
        unsafe Blend.write(
          target + row &* bufferStep / 4, count: part.width, source: first + row &* step,
          isOpaque: isOpaque, coverage: coverage, over: base)
      }
      if !isInPlace {
        unsafe band.write(target, step: bufferStep, part, to: surface)
      }
    }
  }
}

/// Fills rectangles of the picture with an opaque colour; on a rotated scanout these are rectangles
/// too.
enum SolidRect {
  /// The period of a dither pattern in pixels, along rows and across them.
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
