internal import CKernels
import Geometry

/// An axial gradient by forward differences: within a segment of the ramp each component is linear
/// along the row, kept with 24 fraction bits in a 32-bit lane.
///
/// 1. A pixel's colour depends on its place alone: segments meet at places computed for the whole
///    row, and a component is anchor + distance · step in wrapping integers.
/// 2. A step is rounded to 2⁻²⁵ levels, so 2¹⁶ pixels from the anchor the error is .002 levels;
///    the rest is rounding to the nearest level.
///
/// A table with a lookup a pixel took 1.5 times as long, and cannot show stops closer than its
/// entries.
struct AxialShader: ~Copyable {
  private let ramp: GradientRamp
  /// The offset at the centre of pixel (x, y) is x·stepX + y·stepY + origin; stepX ≥ 0.
  private let stepX: Double
  private let stepY: Double
  private let origin: Double
  let isOpaque: Bool

  /// `inverse` maps framebuffer pixels to the gradient's space.
  init(ramp: GradientRamp, start: Point, end: Point, inverse: AffineTransform) {
    let axis = end - start
    let square = axis.dot(axis)
    isOpaque = ramp.isOpaque
    guard square > 0, square < .infinity else {
      // No axis: everything lies behind the end.
      self.ramp = ramp
      (stepX, stepY, origin) = (0, 0, 2)
      return
    }
    let stepX = (inverse.a * axis.dx + inverse.b * axis.dy) / square
    let stepY = (inverse.c * axis.dx + inverse.d * axis.dy) / square
    let center = inverse.apply(to: Point(x: 0.5, y: 0.5)) - start
    let origin = center.dot(axis) / square
    if stepX < 0 {
      self.ramp = ramp.reversed()
      (self.stepX, self.stepY, self.origin) = (-stepX, -stepY, 1 - origin)
    } else {
      self.ramp = ramp
      (self.stepX, self.stepY, self.origin) = (stepX, stepY, origin)
    }
  }

  /// Whether all pixels of a row have one colour.
  var isConstantAcrossRow: Bool { stepX < 1e-12 }

  func color(ofRow y: Int) -> UInt32 { Color.pixel(ramp.color(at: Double(y) * stepY + origin)) }

  /// Writes the pixels of a row from `x` on.
  func fetch(x: Int, y: Int, count: Int, into target: UnsafeMutablePointer<UInt32>) {
    let rowOffset = Double(y) * stepY + origin
    if isConstantAcrossRow {
      return unsafe Blend.fill(target, count: count, with: color(ofRow: y))
    }
    let end = x &+ count
    var position = x
    var segment = -1
    while position < end {
      let isLast = segment + 1 >= ramp.offsets.count
      let segmentEnd =
        isLast ? end : min(firstPixel(ofSegment: segment + 1, rowOffset: rowOffset), end)
      if segmentEnd > position {
        let run = unsafe target + (position &- x)
        if segment < 0 || isLast {
          unsafe Blend.fill(
            run, count: segmentEnd &- position, with: color(ofSegment: segment))
        } else {
          unsafe AxialShader.fillLinear(
            run, count: segmentEnd &- position,
            line(ofSegment: segment, rowOffset: rowOffset, from: position), isOpaque: isOpaque)
        }
        position = segmentEnd
      }
      segment += 1
    }
  }

  /// Where one stop's colours begin in a row, and go on to the next one's.
  @inline(__always)
  private func firstPixel(ofSegment segment: Int, rowOffset: Double) -> Int {
    let place = (ramp.offsets[segment] - rowOffset) * (1 / stepX)
    return Int(min(max(place.rounded(.up), -1e9), 1e9))
  }

  /// Components that are linear along a row, with 24 fraction bits: the first pixel's, rounding
  /// added, and what they change by from one pixel to the next.
  struct Line {
    var starts: SIMD4<UInt32>
    var steps: SIMD4<UInt32>
  }

  /// The line of a segment between two stops, from a pixel of it on.
  @inline(__always)
  private func line(ofSegment segment: Int, rowOffset: Double, from x: Int) -> Line {
    let width = ramp.offsets[segment + 1] - ramp.offsets[segment]
    let slope = (ramp.colors[segment + 1] - ramp.colors[segment]) * (1 / width)
    let anchor = max(
      min(firstPixel(ofSegment: segment, rowOffset: rowOffset), 1 << 16), -1 << 16)
    let offset = Double(anchor) * stepX + rowOffset - ramp.offsets[segment]
    @inline(__always) func fixed(_ values: SIMD4<Double>) -> SIMD4<UInt32> {
      @inline(__always) func fixed(_ value: Double) -> UInt32 {
        UInt32(truncatingIfNeeded: Fixed.roundedInt(value * 16_777_216))
      }
      return SIMD4(fixed(values.x), fixed(values.y), fixed(values.z), fixed(values.w))
    }
    let steps = fixed(slope * stepX)
    let start = fixed(ramp.colors[segment] + slope * offset + 0.5)
    return Line(
      starts: start &+ steps &* SIMD4(repeating: UInt32(truncatingIfNeeded: x &- anchor)),
      steps: steps)
  }

  /// A line of a segment between two stops in a row.
  func line(ofSegment segment: Int, row: Int, from x: Int) -> Line {
    line(ofSegment: segment, rowOffset: Double(row) * stepY + origin, from: x)
  }

  /// The one colour of the first or the last segment.
  func color(ofSegment segment: Int) -> UInt32 { Color.pixel(ramp.colors[max(segment, 0)]) }

  /// The segments: those between two stops, and of one colour −1 before the first and the last one
  /// behind the last stop.
  var segments: ClosedRange<Int> { -1...ramp.offsets.count - 1 }

  /// Pixels that lie in the segment in all of some rows, none of which has any other.
  ///
  /// - Returns: what is in `columns` of them, which is empty where they are few.
  func columns(_ columns: Range<Int>, ofSegment segment: Int, rows: Range<Int>) -> Range<Int> {
    var (start, end) = (columns.lowerBound, columns.upperBound)
    // Where a segment begins moves one way from row to row.
    for row in [rows.lowerBound, rows.upperBound - 1] {
      let rowOffset = Double(row) * stepY + origin
      if segment >= 0 {
        start = max(start, firstPixel(ofSegment: segment, rowOffset: rowOffset))
      }
      if segment < ramp.offsets.count - 1 {
        end = min(end, firstPixel(ofSegment: segment + 1, rowOffset: rowOffset))
      }
    }
    start = min(start, columns.upperBound)
    return start..<max(start, end)
  }

  /// Writes colours that are linear in the pixel's place.
  private static func fillLinear(
    _ target: UnsafeMutablePointer<UInt32>, count: Int, _ line: Line, isOpaque: Bool
  ) {
    typealias Pixels = Blend.Pixels
    let (starts, steps) = (line.starts, line.steps)
    if Blend.isWide {
      return unsafe firstlight_wide_linear(
        target, count, starts.x, starts.y, starts.z, starts.w, steps.x, steps.y, steps.z, steps.w,
        isOpaque ? 1 : 0)
    }
    let lanes = Pixels(0, 1, 2, 3, 4, 5, 6, 7)
    @inline(__always) func first(_ start: UInt32, _ step: UInt32) -> Pixels {
      Pixels(repeating: start) &+ lanes &* Pixels(repeating: step)
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
        // Rounding apart by 2⁻¹⁰ of a level must not lift a component above its alpha.
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
