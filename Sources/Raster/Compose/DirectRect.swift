import Geometry

/// Writes rectangles that need no composition: one colour, one paint, or stretches of an image over one
/// colour, or an image whose pixels are kept rotated. Then no row is looked at.
enum DirectRect {
  /// - Parameter order: the items that cross the rectangle's rows, back to front, without groups.
  /// - Returns: true if it was written; else nothing was.
  @inline(never)
  static func write(
    _ rect: PixelRect, order: borrowing Scratch<Int>, items: borrowing Slots<DrawItem>,
    to surface: Surface, through band: inout RotatedBand
  ) -> Bool {
    guard order.count > 0 else { return false }
    if surface.rotation != .upright,
      RotatedPicture.write(rect, order: order, items: items, to: surface, through: &band)
    {
      return true
    }
    let top = unsafe items.base + order[order.count - 1]
    // Rows that are packed before they are rotated are as well composed.
    let takesComposed = PixelRotator.sourceFormat(for: surface).isNative
    let isPacked = surface.rotation.swapsSides && !takesComposed
    guard unsafe covers(top, rect) else { return false }
    if let color = unsafe opaqueColor(of: top) {
      return SolidRect.fill(rect, with: color, on: surface)
    }
    if unsafe top.pointee.shader.isOpaque {
      if unsafe RotatedGradient.write(rect, of: top, to: surface, through: &band) { return true }
      if surface.rotation == .upright && surface.format.isNative {
        unsafe top.pointee.shader.fetch(
          rect.minY..<rect.maxY, x: rect.minX, count: rect.width,
          into: surface.base + surface.byteOffset(x: rect.minX, y: rect.minY),
          stride: surface.stride)
        return true
      }
      if isPacked { return false }
      return unsafe top.pointee.shader.withPixels(of: rect) { pixels, step, readable in
        unsafe copy(
          pixels, step: step, readable: readable, rect, to: surface, through: &band)
      }
    }
    if isPacked { return false }
    var base = surface.format.background
    if order.count > 1 {
      let below = unsafe items.base + order[order.count - 2]
      guard unsafe covers(below, rect), let color = unsafe opaqueColor(of: below) else {
        return false
      }
      base = color
    }
    let isOpaque = unsafe top.pointee.shader.isOpaqueSource
    let coverage = unsafe top.pointee.shader.coverageScale
    return unsafe top.pointee.shader.withPixels(of: rect) { pixels, step, _ in
      let isInPlace = surface.rotation == .upright && surface.format.isNative
      RotatedBand.forEachBlock(of: rect, on: surface) { part in
        let first =
          unsafe pixels + ((part.minY &- rect.minY) &* step / 4 &+ part.minX &- rect.minX)
        let offset = surface.byteOffset(x: part.minX, y: part.minY)
        let target =
          unsafe isInPlace
          ? (surface.base + offset).assumingMemoryBound(to: UInt32.self) : band.room(for: part)
        let roomStep = RotatedBand.step(of: part)
        for row in 0..<part.height {
          unsafe Blend.write(
            target + row &* roomStep / 4, count: part.width, source: first + row &* step / 4,
            isOpaque: isOpaque, coverage: coverage, over: base)
        }
        if !isInPlace {
          unsafe band.write(target, step: roomStep, part, to: surface)
        }
      }
    }
  }

  /// Writes opaque pixels to a surface that is rotated or of another format.
  ///
  /// - Parameter readable: how many pixels from the first on are in memory.
  private static func copy(
    _ pixels: UnsafePointer<UInt32>, step: Int, readable: Int, _ rect: PixelRect,
    to surface: Surface, through band: inout RotatedBand
  ) {
    if surface.rotation != .upright && PixelRotator.sourceFormat(for: surface).isNative {
      return RotatedBand.forEachBand(
        of: rect, height: surface.rotation.swapsSides ? RotatedBand.mostRows : rect.height,
        on: surface
      ) { part in
        let first = unsafe pixels + (part.minY - rect.minY) * step / 4
        unsafe PixelRotator.write(first, stride: step, part, to: surface)
      }
    }
    RotatedBand.forEachBlock(of: rect, on: surface) { part in
      let place = (part.minY - rect.minY) * step / 4 + part.minX - rect.minX
      let first = unsafe pixels + place
      // Conversions read up to seven pixels more than they write.
      if place + (part.height - 1) * step / 4 + part.width + 7 <= readable {
        return unsafe band.write(first, step: step, part, to: surface)
      }
      let room = unsafe band.room(for: part)
      let roomStep = RotatedBand.step(of: part)
      for row in 0..<part.height {
        unsafe (room + row * roomStep / 4).copy(from: first + row * step / 4, count: part.width)
      }
      unsafe band.write(room, step: roomStep, part, to: surface)
    }
  }

  private static func covers(_ item: UnsafePointer<DrawItem>, _ rect: PixelRect) -> Bool {
    unsafe item.pointee.isRect && item.pointee.bounds.intersection(rect) == rect
  }

  private static func opaqueColor(of item: UnsafePointer<DrawItem>) -> UInt32? {
    guard unsafe item.pointee.shader.isSolid, unsafe item.pointee.shader.isOpaque else {
      return nil
    }
    return unsafe item.pointee.shader.color(ofRow: 0)
  }
}
