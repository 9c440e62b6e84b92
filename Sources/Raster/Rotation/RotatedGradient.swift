import Geometry

/// Writes opaque axial gradients straight to scanouts that are rotated: along a row of the scanout
/// they are as linear as along one of the picture, so nothing has to be composed and rotated.
enum RotatedGradient {
  /// - Parameter item: one of an opaque axial gradient.
  @inline(never)
  static func write(
    _ rect: PixelRect, of item: UnsafePointer<DrawItem>, to surface: Surface,
    through band: inout RotatedBand
  ) {
    _ = unsafe item.pointee.shader.withAxialGradient { shader in
      let length = surface.rotation.swapsSides ? rect.height : rect.width
      let isSideways = surface.rotation.swapsSides
      if !isSideways && shader.isConstantAcrossRow && surface.format.isNative {
        unsafe shader.fillRows(
          rect.minY..<rect.maxY, count: length,
          into: surface.base + surface.byteOffset(x: rect.maxX &- 1, y: rect.minY),
          stride: -surface.stride)
        return true
      }
      let direction: AxialShader.Direction =
        !isSideways ? .left : surface.rotation == .right ? .up : .down
      let line = unsafe band.buffer(for: PixelRect(minX: 0, minY: 0, maxX: length, maxY: 1))
      // If each row has one colour, all rows of the scanout are alike.
      let areAlike = isSideways && shader.isConstantAcrossRow
      if areAlike {
        unsafe shader.fetch(
          x: 0, y: surface.rotation == .right ? rect.maxY &- 1 : rect.minY, count: length,
          direction,
          into: line)
      }
      let place = surface.rotation.scanoutRect(rect, ofPicture: surface.size)
      for row in place.minY..<place.maxY {
        let (x, y) = surface.firstPixel(ofScanoutRow: row, of: rect)
        let target = unsafe surface.base + surface.byteOffset(x: x, y: y)
        let isNative = surface.format.isNative
        if !areAlike {
          let pixels = unsafe isNative ? target.assumingMemoryBound(to: UInt32.self) : line
          unsafe shader.fetch(x: x, y: y, count: length, direction, into: pixels)
        } else if isNative {
          unsafe Blend.copy(
            target.assumingMemoryBound(to: UInt32.self), count: length, from: line)
        }
        if isNative { continue }
        unsafe PixelWriter.write(
          line, count: length, to: target, format: surface.format, x: x, y: y,
          rotation: surface.rotation)
      }
      return true
    }
  }
}
