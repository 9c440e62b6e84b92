internal import CKernels
import Geometry

/// Writes opaque axial gradients straight to scanouts that are a quarter turned.
///
/// Along a row of the scanout all rows of the picture go on by the same steps, so rows side by side
/// are written without being turned: to compose and to turn them took half as long again. What is
/// written of a row at a time should be long, so rows are only split where segments meet.
enum TurnedGradient {
  /// Fewer columns than this in one segment are composed.
  private static let leastColumns = 32
  /// Rows in which segments meet are composed when they are as few.
  private static let leastRows = 16
  /// With more segments than this little lies in one of them in all of some rows.
  private static let mostSegments = 10

  /// Nothing is read that has to stay in a cache.
  private static let highestBand = 1 << 14

  /// - Returns: whether it was written: not where it is no such gradient, or composed rows are as
  ///   good.
  static func write(
    _ rect: PixelRect, of item: UnsafePointer<DrawItem>, to surface: Surface,
    through band: inout RotatedBand
  ) -> Bool {
    guard surface.rotation.swapsSides else { return false }
    return unsafe item.pointee.shader.withAxialGradient { shader in
      if rect.height < leastRows || rect.width < leastColumns { return false }
      if shader.isConstantAcrossRow {
        band.write(rect, to: surface) { shader.color(ofRow: $0) }
        return true
      }
      guard Blend.isWide, surface.format.isNative, shader.segments.count <= mostSegments else {
        return false
      }
      RotatedBand.forEachBand(of: rect, height: highestBand, on: surface) { part in
        // Whole lines of the scanout.
        var whole = part
        var rest = part
        if surface.rotation == .right {
          whole.minY = part.maxY - part.height & ~15
          rest.maxY = whole.minY
        } else {
          whole.maxY = part.minY + part.height & ~15
          rest.minY = whole.maxY
        }
        unsafe compose(rest, of: item, to: surface, through: &band)
        if whole.isEmpty { return }
        var lines = TurnedLines(of: shader, in: whole, isReversed: surface.rotation == .right)
        unsafe write(
          whole, of: item, shader, &lines, to: surface, through: &band)
      }
      return true
    }
  }

  /// Writes rows of whole lines.
  private static func write(
    _ rect: PixelRect, of item: UnsafePointer<DrawItem>, _ shader: borrowing AxialShader,
    _ lines: inout TurnedLines, to surface: Surface, through band: inout RotatedBand
  ) {
    var rest = rect
    for segment in shader.segments {
      var columns = shader.columns(
        rest.minX..<rect.maxX, ofSegment: segment, rows: rect.minY..<rect.maxY)
      // What is composed between is turned in blocks.
      let start = min(rest.minX + (columns.lowerBound - rest.minX + 7) & ~7, rect.maxX)
      columns = start..<max(start, columns.upperBound)
      if columns.count < leastColumns { continue }
      rest.maxX = columns.lowerBound
      unsafe writeMixed(rest, of: item, shader, &lines, to: surface, through: &band)
      var run = rect
      (run.minX, run.maxX) = (columns.lowerBound, columns.upperBound)
      if segment == shader.segments.lowerBound || segment == shader.segments.upperBound {
        _ = SolidRect.fill(run, with: shader.color(ofSegment: segment), on: surface)
      } else {
        lines.write(run, ofSegment: segment, of: shader, to: surface)
      }
      rest.minX = run.maxX
    }
    rest.maxX = rect.maxX
    unsafe writeMixed(rest, of: item, shader, &lines, to: surface, through: &band)
  }

  /// Writes columns that lie in no one segment in all of the rows.
  private static func writeMixed(
    _ rect: PixelRect, of item: UnsafePointer<DrawItem>, _ shader: borrowing AxialShader,
    _ lines: inout TurnedLines, to surface: Surface, through band: inout RotatedBand
  ) {
    if rect.isEmpty { return }
    if rect.height <= leastRows || rect.width < leastColumns {
      return unsafe compose(rect, of: item, to: surface, through: &band)
    }
    var (upper, lower) = (rect, rect)
    upper.maxY = rect.minY + rect.height / 2 & ~15
    lower.minY = upper.maxY
    unsafe write(upper, of: item, shader, &lines, to: surface, through: &band)
    unsafe write(lower, of: item, shader, &lines, to: surface, through: &band)
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
