internal import CKernels
import Geometry

/// Where the colours of an axial gradient begin in each row of a rectangle, for each segment between
/// two stops, made as they are needed.
@safe struct TurnedLines: ~Copyable {
  private let rect: PixelRect
  /// Whether rows lie from the lowest to the highest.
  private let isReversed: Bool
  /// Red, green and blue of all rows at the left border, segment by segment.
  private let starts: UnsafeMutablePointer<UInt32>
  /// Of each segment that was made; others have none.
  private let steps: UnsafeMutablePointer<SIMD4<UInt32>?>

  init(of shader: borrowing AxialShader, in rect: PixelRect, isReversed: Bool) {
    self.rect = rect
    self.isReversed = isReversed
    let segmentCount = max(shader.segments.upperBound, 1)
    unsafe starts = .allocate(capacity: 3 * segmentCount * rect.height)
    unsafe steps = .allocate(capacity: segmentCount)
    unsafe steps.initialize(repeating: nil, count: segmentCount)
  }

  deinit {
    unsafe starts.deallocate()
    unsafe steps.deallocate()
  }

  /// - Returns: the steps of all rows.
  private func make(
    _ segment: Int, of shader: borrowing AxialShader, into first: UnsafeMutablePointer<UInt32>
  ) -> SIMD4<UInt32> {
    let height = rect.height
    var last = SIMD4<UInt32>()
    for index in 0..<height {
      let row = isReversed ? rect.maxY &- 1 &- index : rect.minY &+ index
      let line = shader.line(ofSegment: segment, row: row, from: rect.minX)
      unsafe first[index] = line.starts.x
      unsafe first[height &+ index] = line.starts.y
      unsafe first[2 &* height &+ index] = line.starts.z
      last = line.steps
    }
    return last
  }

  /// Writes a part of the rectangle that lies in one segment to a native surface. Its rows are a
  /// multiple of 16.
  mutating func write(
    _ part: PixelRect, ofSegment segment: Int, of shader: borrowing AxialShader,
    to surface: Surface
  ) {
    let red = unsafe starts + 3 * segment * rect.height
    let made = unsafe steps[segment]
    let step = unsafe made ?? make(segment, of: shader, into: red)
    unsafe steps[segment] = step
    let first = isReversed ? part.maxY - 1 : part.minY
    let start = unsafe red + (isReversed ? rect.maxY - part.maxY : part.minY - rect.minY)
    unsafe firstlight_wide_turn_linear(
      surface.base + surface.byteOffset(x: part.minX, y: first), surface.pixelStep,
      part.minX - rect.minX, part.width, part.height, start, start + rect.height,
      start + 2 * rect.height, step.x, step.y, step.z)
  }
}
