internal import CKernels
import Geometry

/// Writes opaque axial gradients straight to scanouts that are a quarter turned.
///
/// Along a row of the scanout all rows of the picture go on by the same steps, so rows side by side
/// are written without being turned: to compose and to turn them took half as long again.
enum TurnedGradient {
  /// Fewer columns than this in one segment are composed.
  private static let leastColumns = 32

  /// - Returns: whether it was written: not where it is no such gradient, or composed rows are as
  ///   good.
  static func write(
    _ rect: PixelRect, of item: UnsafePointer<DrawItem>, to surface: Surface,
    through band: inout RotatedBand
  ) -> Bool {
    guard surface.rotation.swapsSides else { return false }
    return unsafe item.pointee.shader.withAxialGradient { shader in
      unsafe write(rect, of: item, shader, to: surface, through: &band)
    }
  }

  private static func write(
    _ rect: PixelRect, of item: UnsafePointer<DrawItem>, _ shader: borrowing AxialShader,
    to surface: Surface, through band: inout RotatedBand
  ) -> Bool {
    if shader.isConstantAcrossRow {
      band.write(rect, to: surface) { shader.color(ofRow: $0) }
      return true
    }
    let isRight = surface.rotation == .right
    guard Blend.isWide, surface.format.isNative else { return false }
    RotatedBand.forEachBand(of: rect, height: 64, on: surface) { part in
      var whole = part
      let rows = part.height & ~15
      if isRight { whole.minY = part.maxY - rows } else { whole.maxY = part.minY + rows }
      if rows == 0 {
        return unsafe compose(part, of: item, to: surface, through: &band)
      }
      var rest = part
      if isRight { rest.maxY = whole.minY } else { rest.minY = whole.maxY }
      unsafe compose(rest, of: item, to: surface, through: &band)
      rest = whole
      for segment in shader.segments {
        var columns = shader.columns(
          rest.minX..<part.maxX, ofSegment: segment, rows: whole.minY..<whole.maxY)
        // What is composed between is turned in blocks.
        let start = min(rest.minX + (columns.lowerBound - rest.minX + 7) & ~7, part.maxX)
        columns = start..<max(start, columns.upperBound)
        if columns.count < leastColumns { continue }
        rest.maxX = columns.lowerBound
        unsafe compose(rest, of: item, to: surface, through: &band)
        var run = whole
        (run.minX, run.maxX) = (columns.lowerBound, columns.upperBound)
        write(run, segment, of: shader, to: surface, through: &band)
        rest.minX = run.maxX
      }
      rest.maxX = part.maxX
      unsafe compose(rest, of: item, to: surface, through: &band)
    }
    return true
  }

  /// Writes what lies in one segment.
  private static func write(
    _ rect: PixelRect, _ segment: Int, of shader: borrowing AxialShader, to surface: Surface,
    through band: inout RotatedBand
  ) {
    if segment == shader.segments.lowerBound || segment == shader.segments.upperBound {
      _ = SolidRect.fill(rect, with: shader.color(ofSegment: segment), on: surface)
      return
    }
    let isRight = surface.rotation == .right
    let first = isRight ? rect.maxY - 1 : rect.minY
    let count = rect.height
    let starts = unsafe band.room(for: rect)
    var steps = SIMD4<UInt32>()
    for index in 0..<count {
      let line = shader.line(
        ofSegment: segment, row: isRight ? first - index : first + index, from: rect.minX)
      unsafe starts[index] = line.starts.x
      unsafe starts[count + index] = line.starts.y
      unsafe starts[2 * count + index] = line.starts.z
      steps = line.steps
    }
    unsafe firstlight_wide_turn_linear(
      surface.base + surface.byteOffset(x: rect.minX, y: first), surface.pixelStep, rect.width,
      count, starts, starts + count, starts + 2 * count, steps.x, steps.y, steps.z)
  }

  private static func compose(
    _ rect: PixelRect, of item: UnsafePointer<DrawItem>, to surface: Surface,
    through band: inout RotatedBand
  ) {
    if rect.isEmpty { return }
    RotatedBand.forEachBlock(of: rect, on: surface) { part in
      let room = unsafe band.room(for: part)
      let step = RotatedBand.step(of: part)
      unsafe item.pointee.shader.fetch(
        part.minY..<part.maxY, x: part.minX, count: part.width, into: room, stride: step)
      unsafe band.write(room, step: step, part, to: surface)
    }
  }
}
