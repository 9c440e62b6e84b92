internal import CKernels
import Geometry

/// Where the colours of an axial gradient begin in each row of a rectangle, for each segment between
/// two stops.
@safe struct TurnedLines: ~Copyable {
  private let rect: PixelRect
  /// Whether rows lie from the lowest to the highest.
  private let isReversed: Bool
  /// Red, green and blue of all rows at the left border, segment by segment.
  private let starts: UnsafeMutablePointer<UInt32>
  /// Of each segment.
  private let steps: UnsafeMutablePointer<SIMD4<UInt32>>

  init(of shader: borrowing AxialShader, in rect: PixelRect, isReversed: Bool) {
    self.rect = rect
    self.isReversed = isReversed
    let count = max(shader.segments.upperBound, 0)
    let height = rect.height
    unsafe starts = .allocate(capacity: max(3 * count * height, 1))
    unsafe steps = .allocate(capacity: max(count, 1))
    for segment in 0..<count {
      let first = unsafe starts + 3 * segment * height
      for index in 0..<height {
        let row = isReversed ? rect.maxY &- 1 &- index : rect.minY &+ index
        let line = shader.line(ofSegment: segment, row: row, from: rect.minX)
        unsafe first[index] = line.starts.x
        unsafe first[height &+ index] = line.starts.y
        unsafe first[2 &* height &+ index] = line.starts.z
        unsafe steps[segment] = line.steps
      }
    }
  }

  deinit {
    unsafe starts.deallocate()
    unsafe steps.deallocate()
  }

  /// Writes a part of the rectangle that lies in one segment to a native surface. Its rows are a
  /// multiple of 16.
  func write(_ part: PixelRect, ofSegment segment: Int, to surface: Surface) {
    let first = isReversed ? part.maxY - 1 : part.minY
    let offset = isReversed ? rect.maxY - part.maxY : part.minY - rect.minY
    let red = unsafe starts + (3 * segment * rect.height + offset)
    let steps = unsafe steps[segment]
    unsafe firstlight_wide_turn_linear(
      surface.base + surface.byteOffset(x: part.minX, y: first), surface.pixelStep,
      part.minX - rect.minX, part.width, part.height, red, red + rect.height,
      red + 2 * rect.height, steps.x, steps.y, steps.z)
  }
}
