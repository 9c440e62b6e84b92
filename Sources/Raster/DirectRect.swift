import Geometry

/// Writes rectangles of which nothing has to be composed: one colour, one paint, or stretches of an
/// image over one colour. Then no row is looked at.
enum DirectRect {
  /// - Parameter order: the items that cross the rectangle, back to front, without groups.
  /// - Returns: whether it was written; else nothing was.
  static func write(
    _ rect: PixelRect, order: borrowing Scratch<Int>, items: borrowing Slots<DrawItem>,
    to surface: Surface
  ) -> Bool {
    guard surface.format.isNative, order.count > 0 else { return false }
    let top = unsafe items.base + order[order.count - 1]
    guard unsafe covers(top, rect) else { return false }
    if let color = unsafe opaqueColor(of: top) {
      fill(rect, with: color, on: surface)
      return true
    }
    guard surface.rotation == .upright else { return false }
    if unsafe top.pointee.shader.isOpaque {
      unsafe top.pointee.shader.fetch(
        rect.minY..<rect.maxY, x: rect.minX, count: rect.width,
        into: surface.base + surface.byteOffset(x: rect.minX, y: rect.minY),
        stride: surface.stride)
      return true
    }
    var base: UInt32 = surface.format.hasAlpha ? 0 : 0xFF00_0000
    if order.count > 1 {
      let below = unsafe items.base + order[order.count - 2]
      guard unsafe covers(below, rect), let color = unsafe opaqueColor(of: below) else {
        return false
      }
      base = color
    }
    let isOpaque = unsafe top.pointee.shader.isOpaqueSource
    let coverage = unsafe top.pointee.shader.coverageScale
    return unsafe top.pointee.shader.withCopiedRows(
      rect.minY..<rect.maxY, x: rect.minX, count: rect.width
    ) { row, source in
      let target = unsafe surface.base + surface.byteOffset(x: rect.minX, y: row)
      unsafe Blend.write(
        target.assumingMemoryBound(to: UInt32.self), count: rect.width, source: source,
        isOpaque: isOpaque, coverage: coverage, over: base)
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

  /// Fills a rectangle of the picture, which on a turned scanout is one too.
  private static func fill(_ rect: PixelRect, with color: UInt32, on surface: Surface) {
    let corners = [
      surface.byteOffset(x: rect.minX, y: rect.minY),
      surface.byteOffset(x: rect.maxX - 1, y: rect.maxY - 1),
      surface.byteOffset(x: rect.minX, y: rect.maxY - 1),
      surface.byteOffset(x: rect.maxX - 1, y: rect.minY),
    ]
    // The one nearest to the scanout's start is the first pixel.
    let first = corners.min() ?? 0
    let size = surface.rotation.turned(PixelSize(width: rect.width, height: rect.height))
    let target = unsafe (surface.base + first).assumingMemoryBound(to: UInt32.self)
    if size.width &* 4 == surface.stride {
      return unsafe Blend.fill(target, count: size.width &* size.height, with: color)
    }
    for row in 0..<size.height {
      unsafe Blend.fill(
        target + row &* (surface.stride / 4), count: size.width, with: color)
    }
  }
}
