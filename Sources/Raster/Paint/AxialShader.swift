internal import CKernels
import Geometry

/// An axial gradient in integers: a pixel's place along the axis, and between two stops each of its
/// components, is linear in x and y.
///
/// 1. A pixel's colour depends on its place alone, since sums of integers are the same in any
///    order: a picture may be drawn in rows or columns, forward or backward, from any pixel on.
/// 2. Places have 44 fraction bits: 2¹⁵ pixels from the origin they are off by 2⁻²⁹ of the axis.
///    Components have 24 in a 32-bit lane, and wrap; they are off by .002 levels. They are then
///    rounded to the nearest level or, if a level lasts for pixels, to one of the two nearest
///    levels by `DitherMatrix`.
///
/// A table with a lookup a pixel took 1.5 times as long, and cannot show stops that are closer than
/// its entries.
struct AxialShader: ~Copyable {
  /// The components between two stops, with 24 fraction bits. Half a level is added or, for a
  /// dithered segment, half a step of the matrix.
  private struct Segment {
    /// The components of pixel (0, 0), as if it were in the segment.
    var origin: SIMD4<UInt32>
    /// The changes of the components to the next pixel to the right, and to the one below.
    var stepsX: SIMD4<UInt32>
    var stepsY: SIMD4<UInt32>
    var isDithered: Bool
  }

  /// The way from a pixel to the next one of a line.
  enum Direction {
    case right, left, down, up

    fileprivate var x: Int { self == .right ? 1 : self == .left ? -1 : 0 }
    fileprivate var y: Int { self == .down ? 1 : self == .up ? -1 : 0 }
  }

  /// Each stop's place; segment i lies from stop i on.
  private let offsets: [Int]
  private let segments: [Segment]
  /// The colours before the first stop and from the last one on.
  private let outer: (first: UInt32, last: UInt32)
  /// The place of pixel (0, 0), and its change to the next pixel to the right, and to the one
  /// below.
  private let origin: Int
  private let stepX: Int
  private let stepY: Int
  let isOpaque: Bool
  /// The phase of the dither; none where the colours are opaque.
  private let phase: (x: Int, y: Int)

  /// `inverse` maps framebuffer pixels to the gradient's space.
  init(ramp: GradientRamp, start: Point, end: Point, inverse: AffineTransform) {
    let axis = end - start
    let square = axis.dot(axis)
    // Without an axis everything lies behind the end.
    var (stepX, stepY, origin) = (0.0, 0.0, 2.0)
    if square > 0, square < .infinity {
      stepX = (inverse.a * axis.dx + inverse.b * axis.dy) / square
      stepY = (inverse.c * axis.dx + inverse.d * axis.dy) / square
      origin = (inverse.apply(to: Point(x: 0.5, y: 0.5)) - start).dot(axis) / square
      // An axis of half a pixel shows the same as a shorter one.
      let scale = AxialShader.steepest / max(abs(stepX), abs(stepY))
      if scale < 1 { (stepX, stepY, origin) = (stepX * scale, stepY * scale, origin * scale) }
    }
    isOpaque = ramp.isOpaque
    self.origin = AxialShader.place(origin)
    self.stepX = AxialShader.place(stepX)
    self.stepY = AxialShader.place(stepY)
    // If places do not change, colours do not, however steep they are between two stops.
    if self.stepX == 0 { stepX = 0 }
    if self.stepY == 0 { stepY = 0 }
    // The distance of the start from the origin, and the axis, in pixels.
    let pace = (stepX * stepX + stepY * stepY).squareRoot()
    phase = isOpaque || pace == 0 ? (0, 0) : DitherMatrix.phase(origin / pace, 1 / pace)
    offsets = ramp.offsets.map { AxialShader.place($0) }
    outer = (Color.pixel(ramp.colors[0]), Color.pixel(ramp.colors[ramp.colors.count - 1]))
    segments = (0..<(ramp.offsets.count - 1)).map {
      AxialShader.segment($0, of: ramp, stepX: stepX, stepY: stepY, origin: origin)
    }
  }

  /// The most that the place changes by from one pixel to the next, in lengths of the axis.
  private static let steepest = 2.0
  /// Narrower segments, in lengths of the axis, have one colour. A linear one would depend on the
  /// rounding of places.
  static let narrowest = 0x1p-20

  /// A number of lengths of the axis as a place; what lies farther than 2¹⁶ stays on its side.
  private static func place(_ value: Double) -> Int {
    guard value.magnitude < 0x1p16 else { return value < 0 ? -1 << 61 : 1 << 61 }
    return Int((value * 0x1p44).rounded())
  }

  private static func segment(
    _ index: Int, of ramp: GradientRamp, stepX: Double, stepY: Double, origin: Double
  ) -> Segment {
    let offset = ramp.offsets[index]
    let width = ramp.offsets[index + 1] - offset
    guard width >= narrowest else {
      let color = GradientRamp.fixed(ramp.colors[index] + 0.5)
      return Segment(origin: color, stepsX: .zero, stepsY: .zero, isDithered: false)
    }
    let slope = (ramp.colors[index + 1] - ramp.colors[index]) * (1 / width)
    let (stepsX, stepsY) = (GradientRamp.fixed(slope * stepX), GradientRamp.fixed(slope * stepY))
    let levels = ramp.steepness(ofSegment: index) * (abs(stepX) + abs(stepY))
    let isDithered = levels > 0 && levels < GradientRamp.leastDithered
    let color = ramp.colors[index] + (isDithered ? 1.0 / 128 : 0.5)
    // Computed from the pixel of the first row or column that is nearest to the segment's
    // beginning: from far away, numbers would have to be more exact than doubles are.
    let isAlongX = abs(stepX) >= abs(stepY)
    let step = isAlongX ? stepX : stepY
    let distance = ((offset - origin) * (1 / step)).rounded()
    let anchor = distance.magnitude < 0x1p17 ? Int(distance) : 0
    let start = GradientRamp.fixed(color + slope * (origin - offset + Double(anchor) * step))
    let way = (isAlongX ? stepsX : stepsY) &* SIMD4(repeating: UInt32(truncatingIfNeeded: anchor))
    return Segment(
      origin: start &- way, stepsX: stepsX, stepsY: stepsY, isDithered: isDithered)
  }

  /// True if all pixels of a row have one colour. Then a row has one threshold, too.
  var isConstantAcrossRow: Bool { stepX == 0 }

  func color(ofRow y: Int) -> UInt32 {
    let place = origin &+ y &* stepY
    let last = offsets.count &- 1
    var segment = -1
    while segment < last, offsets[segment &+ 1] <= place { segment &+= 1 }
    if segment < 0 { return outer.first }
    return segment == last
      ? outer.last : line(of: segments[segment], x: 0, y: y, .down).firstPixel
  }

  /// Writes pixels of rows of one colour each.
  func fillRows(
    _ rows: Range<Int>, count: Int, into target: UnsafeMutableRawPointer, stride: Int
  ) {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { buffer in
      guard let colors = buffer.baseAddress else { return }
      var row = rows.lowerBound
      var start = unsafe target
      while row < rows.upperBound {
        let rowCount = min(rows.upperBound &- row, 64)
        // A column has the colours of its rows.
        unsafe fetch(x: 0, y: row, count: rowCount, .down, into: colors)
        for index in 0..<rowCount {
          unsafe Blend.fill(
            start.assumingMemoryBound(to: UInt32.self), count: count, with: colors[index])
          unsafe start += stride
        }
        row &+= rowCount
      }
    }
  }

  /// Writes the pixels of a line from (x, y) on.
  func fetch(
    x: Int, y: Int, count: Int, _ direction: Direction = .right,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    let place = origin &+ x &* stepX &+ y &* stepY
    let step = direction.x &* stepX &+ direction.y &* stepY
    let last = offsets.count &- 1
    var segment = step < 0 ? last : -1
    if step == 0 { while segment < last, offsets[segment + 1] <= place { segment &+= 1 } }
    var position = 0
    while position < count {
      let end = end(ofSegment: segment, from: position, count: count, place: place, step: step)
      if end > position {
        let run = unsafe target + position
        let length = end &- position
        if segment < 0 || segment == last {
          unsafe Blend.fill(run, count: length, with: segment < 0 ? outer.first : outer.last)
        } else {
          let (x, y) = (x &+ position &* direction.x, y &+ position &* direction.y)
          let line = line(of: segments[segment], x: x, y: y, direction)
          // Along a column each row has its own threshold.
          let isAlike = stepX == 0 && direction.y == 0 || !segments[segment].isDithered
          if line.steps == .zero, isAlike {
            unsafe Blend.fill(run, count: length, with: line.firstPixel)
          } else {
            unsafe AxialShader.fillLinear(run, count: length, line, isOpaque: isOpaque)
          }
        }
        position = end
      }
      segment &+= step < 0 ? -1 : 1
    }
  }

  /// The position in a line where the next segment begins, from `position` to `count`.
  ///
  /// - Parameters:
  ///   - place: the place in the gradient of the line's first pixel.
  ///   - step: the distance from one pixel to the next in the gradient.
  @inline(__always)
  private func end(
    ofSegment segment: Int, from position: Int, count: Int, place: Int, step: Int
  ) -> Int {
    // A product with the reciprocal is nearly right, and is corrected: exact like a division, and
    // several times quicker.
    let pace = 1 / Double(abs(step))
    if step > 0, segment < offsets.count &- 1 {
      let way = offsets[segment + 1] &- place
      if way <= position &* step { return position }
      guard way < count &* step else { return count }
      var end = Int(Double(way) * pace)
      while end &* step < way { end &+= 1 }
      while (end &- 1) &* step >= way { end &-= 1 }
      return end
    }
    if step < 0, segment >= 0 {
      let way = place &- offsets[segment]
      if way < position &* -step { return position }
      guard way < (count &- 1) &* -step else { return count }
      var end = Int(Double(way) * pace)
      while end &* -step <= way { end &+= 1 }
      while (end &- 1) &* -step > way { end &-= 1 }
      return end
    }
    return count
  }

  /// Components that are linear along a line, with 24 fraction bits: the first pixel's, with the
  /// rounding added, and their change from one pixel to the next.
  struct Line {
    var starts: SIMD4<UInt32>
    var steps: SIMD4<UInt32>
    /// The matrix along the line, for dithered segments.
    var thresholds: UInt64

    /// The matrix's sums for components of eight pixels: t / 255 of a level, with t + t·2⁸ + t·2¹⁶.
    var added: Blend.Pixels {
      let bytes = unsafe unsafeBitCast(thresholds, to: SIMD8<UInt8>.self)
      let words = Blend.Pixels(truncatingIfNeeded: bytes)
      return words | words &<< 8 | words &<< 16
    }

    var firstPixel: UInt32 {
      // Components are rounded one by one; none may be lifted above its alpha.
      let threshold = UInt32(truncatingIfNeeded: thresholds & 255) &* 0x1_0101
      let alpha = (starts.w &+ threshold) &>> 24
      func part(_ start: UInt32) -> UInt32 { min((start &+ threshold) &>> 24, alpha) }
      return alpha &<< 24 | part(starts.x) &<< 16 | part(starts.y) &<< 8 | part(starts.z)
    }
  }

  /// A segment's line from (x, y) on.
  @inline(__always)
  private func line(of segment: Segment, x: Int, y: Int, _ direction: Direction) -> Line {
    @inline(__always) func times(_ steps: SIMD4<UInt32>, _ factor: Int) -> SIMD4<UInt32> {
      steps &* SIMD4(repeating: UInt32(truncatingIfNeeded: factor))
    }
    return Line(
      starts: segment.origin &+ times(segment.stepsX, x) &+ times(segment.stepsY, y),
      steps: times(segment.stepsX, direction.x) &+ times(segment.stepsY, direction.y),
      thresholds: segment.isDithered ? thresholds(x: x, y: y, direction) : 0)
  }

  private func thresholds(x: Int, y: Int, _ direction: Direction) -> UInt64 {
    let (x, y) = (x &+ phase.x, y &+ phase.y)
    return stepX == 0
      ? DitherMatrix.rowThresholds(y: y, step: direction.y)
      : DitherMatrix.thresholds(x: x, y: y, stepX: direction.x, stepY: direction.y)
  }

  /// Writes colours that are linear in the pixel's place.
  static func fillLinear(
    _ target: UnsafeMutablePointer<UInt32>, count: Int, _ line: Line, isOpaque: Bool
  ) {
    typealias Pixels = Blend.Pixels
    let (starts, steps) = (line.starts, line.steps)
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_linear_avx2(
        target, count, starts.x, starts.y, starts.z, starts.w, steps.x, steps.y, steps.z, steps.w,
        isOpaque ? 1 : 0, line.thresholds)
    }
    let added = line.added
    let lanes = Pixels(0, 1, 2, 3, 4, 5, 6, 7)
    @inline(__always) func first(_ start: UInt32, _ step: UInt32) -> Pixels {
      Pixels(repeating: start) &+ lanes &* Pixels(repeating: step) &+ added
    }
    let (redStep, greenStep, blueStep, alphaStep) = (steps.x, steps.y, steps.z, steps.w)
    var red = first(starts.x, redStep)
    var green = first(starts.y, greenStep)
    var blue = first(starts.z, blueStep)
    var alpha = first(starts.w, alphaStep)
    let redMask = Pixels(repeating: 0x00FF_0000)
    let greenMask = Pixels(repeating: 0x0000_FF00)
    let alphaMask = Pixels(repeating: 0xFF00_0000)
    let (redJump, greenJump) = (Pixels(repeating: redStep &* 8), Pixels(repeating: greenStep &* 8))
    let (blueJump, alphaJump) = (
      Pixels(repeating: blueStep &* 8), Pixels(repeating: alphaStep &* 8)
    )
    var index = 0
    while index < count {
      var pixels: Pixels
      if isOpaque {
        pixels =
          alphaMask | ((red &>> 8) & redMask) | ((green &>> 16) & greenMask) | (blue &>> 24)
      } else {
        // Rounding one by one, by 2⁻¹⁰ of a level, must not lift a component above its alpha.
        let r = red.replacing(with: alpha, where: red .> alpha)
        let g = green.replacing(with: alpha, where: green .> alpha)
        let b = blue.replacing(with: alpha, where: blue .> alpha)
        pixels =
          (alpha & alphaMask) | ((r &>> 8) & redMask) | ((g &>> 16) & greenMask) | (b &>> 24)
        alpha &+= alphaJump
      }
      red &+= redJump
      green &+= greenJump
      blue &+= blueJump
      if index &+ 8 <= count {
        unsafe Blend.store(pixels, to: target + index)
      } else {
        for lane in 0..<(count &- index) { unsafe target[index &+ lane] = pixels[lane] }
      }
      index &+= 8
    }
  }
}
