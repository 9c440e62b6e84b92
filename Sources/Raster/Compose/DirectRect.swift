import Geometry

/// A way to write a rectangle that needs no coverage, as `BandPlan` chose it. No row is looked at.
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
