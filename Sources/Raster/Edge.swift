import CMath

/// One monotone piece of an outline in framebuffer space: a line, or at most a quarter of a circle.
///
/// 1. `top < bottom`, in 1/65536 px, and where one piece ends the next begins at the very same
///    fixed-point y, so the windings of a closed outline cancel exactly in every row.
/// 2. x is a function of y that depends on nothing but the edge and y: any row can be entered
///    directly, and a partial repaint gets the same numbers as a full one.
/// 3. An arc never passes a horizontal or vertical tangent inside, so y is a function of x too.
struct Edge: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable { case line, arc }

  var top: Int
  var bottom: Int
  /// Line: x at `originY`. Arc: the centre's x.
  var originX: Double
  /// Line: y of `top`. Arc: the centre's y.
  var originY: Double
  /// Line: dx/dy. Arc: the radius.
  var slope: Double
  /// Line: |dy/dx|, 0 for a vertical one. Arc: 1/(4r²).
  var inverse: Double
  /// Limits of x, in pixels.
  var minX: Double
  var maxX: Double
  /// Arc: +1 right of the centre, −1 left of it.
  var side: Double
  /// Arc: +1 below the centre, −1 above it.
  var half: Double
  /// +1 where the outline runs down, −1 where it runs up.
  var winding: Int
  var kind: Kind

  /// A line through points that are fixed-point numbers; nil when it is horizontal.
  init?(fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    guard y0 != y1 else { return nil }
    let isDown = y1 > y0
    winding = isDown ? 1 : -1
    top = isDown ? y0 : y1
    bottom = isDown ? y1 : y0
    let startX = Fixed.pixels(isDown ? x0 : x1)
    let endX = Fixed.pixels(isDown ? x1 : x0)
    originX = startX
    originY = Fixed.pixels(top)
    let dx = endX - startX
    let dy = Fixed.pixels(bottom) - originY
    slope = dx / dy
    inverse = dx == 0 ? 0 : abs(dy / dx)
    minX = min(startX, endX)
    maxX = max(startX, endX)
    side = 0
    half = 0
    kind = .line
  }

  /// A piece of a circle inside one quadrant, from a fixed-point y to another.
  init?(
    centerX: Double, centerY: Double, radius: Double, side: Double, half: Double, fromY y0: Int,
    toY y1: Int
  ) {
    guard y0 != y1 else { return nil }
    winding = y1 > y0 ? 1 : -1
    top = min(y0, y1)
    bottom = max(y0, y1)
    originX = centerX
    originY = centerY
    slope = radius
    inverse = 1 / (4 * radius * radius)
    self.side = side
    self.half = half
    minX = side > 0 ? centerX : centerX - radius
    maxX = side > 0 ? centerX + radius : centerX
    kind = .arc
  }

  /// Replaces the edge by the vertical at `x` pixels between the same heights.
  mutating func makeVertical(at x: Double) {
    kind = .line
    originX = x
    originY = Fixed.pixels(top)
    slope = 0
    inverse = 0
    minX = x
    maxX = x
  }

  /// x at a fixed-point y within the edge, as fixed point.
  @inline(__always) func x(at y: Int) -> Int {
    let distance = Fixed.pixels(y) - originY
    let x: Double
    if kind == .line {
      x = min(max(originX + distance * slope, minX), maxX)
    } else {
      let square = (slope - distance) * (slope + distance)
      x = originX + side * max(square, 0).squareRoot()
    }
    return Fixed.roundedInt(x * 65536)
  }

  /// Arc: the fixed-point y where it crosses the vertical at `x` pixels.
  @inline(__always) func arcY(at x: Double) -> Int {
    let distance = x - originX
    let square = (slope - distance) * (slope + distance)
    return Fixed.roundedInt((originY + half * max(square, 0).squareRoot()) * 65536)
  }

  /// Arc: the area between a chord and the circle, in 1/65536 px²; the chord's extent is given in
  /// fixed point.
  ///
  /// With s = chord / 2r the area is r²·(asin s − s·√(1−s²)) = r²·(2s³/3 + s⁵/5 + 3s⁷/28 +
  /// 5s⁹/72 + …). Four terms are within 2.5e-5·r² up to s = ½; chords inside a pixel get there
  /// only when r < 1.5, and then the closed form is used.
  @inline(__always) func segmentArea(dx: Int, dy: Int) -> Int {
    let square = Double(dx &* dx &+ dy &* dy) * (1 / 4294967296)
    let u = square * inverse
    let s = u.squareRoot()
    // r² = 1 / (4·inverse); 65536 / 4 = 16384.
    if u > 0.25 {
      let t = min(s, 1)
      return Fixed.roundedInt((asin(t) - t * (1 - t * t).squareRoot()) * 16384 / inverse)
    }
    let series = 2.0 / 3 + u * (0.2 + u * (3.0 / 28 + u * (5.0 / 72)))
    // r²·u = square / 4.
    return Fixed.roundedInt(square * s * series * 16384)
  }
}
