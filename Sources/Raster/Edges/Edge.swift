internal import CKernels
import CMath

/// One monotone piece of an outline in framebuffer space: a line, or at most a quarter of a circle.
///
/// 1. `top < bottom`, in 1/65536 px, and where one piece ends the next begins at the very same
///    fixed-point y, so the windings of a closed outline cancel exactly in every row.
/// 2. x is a function of y that depends on nothing but the edge and y: any row can be entered
///    directly, and a partial repaint gets the same numbers as a full one.
/// 3. An arc never passes a horizontal or vertical tangent inside, so y is a function of x too.
///
/// The fields are declared in the kernels' header, and kernels take an edge as it is.
typealias Edge = firstlight_edge

extension Edge {
  /// The radius from which an arc inside a pixel is as good as its chord.
  static var flatRadius: Double { 256 }

  /// The radius below which the series for the bulge of an arc over its chord takes a second term.
  static var smallRadius: Double { 8 }

  /// The radius below which the bulge takes the closed form.
  static var tinyRadius: Double { 3 }

  /// A line through points that are fixed-point numbers; nil when it is horizontal.
  @inline(__always) init?(fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    guard y0 != y1 else { return nil }
    let isDown = y1 > y0
    let (top, bottom) = isDown ? (y0, y1) : (y1, y0)
    let startX = Fixed.pixels(isDown ? x0 : x1)
    let endX = Fixed.pixels(isDown ? x1 : x0)
    let startY = Fixed.pixels(top)
    let dx = endX - startX
    let dy = Fixed.pixels(bottom) - startY
    let ratios = SIMD2(dx, dy) / SIMD2(dy, dx)
    self.init(
      top: top, bottom: bottom, originX: startX, originY: startY, slope: ratios.x,
      inverse: dx == 0 ? 0 : abs(ratios.y), minX: min(startX, endX), maxX: max(startX, endX),
      side: 0, half: 0, curvature: 0, winding: isDown ? 1 : -1)
  }

  /// A piece of a circle inside one quadrant, from a fixed-point y to another.
  @inline(__always) init?(_ arc: QuadrantArc, fromY y0: Int, toY y1: Int) {
    guard y0 != y1 else { return nil }
    let (top, bottom) = (min(y0, y1), max(y0, y1))
    let (radius, side) = (arc.radius, arc.side)
    let hasSeries = radius >= Edge.tinyRadius && radius < Edge.flatRadius
    let startX = Edge.arcX(
      at: top, centerX: arc.centerX, centerY: arc.centerY, radius: radius, side: side)
    let endX = Edge.arcX(
      at: bottom, centerX: arc.centerX, centerY: arc.centerY, radius: radius, side: side)
    self.init(
      top: top, bottom: bottom, originX: arc.centerX, originY: arc.centerY, slope: radius,
      inverse: radius < Edge.smallRadius ? 1 / (4 * radius * radius) : 0,
      minX: Fixed.pixels(min(startX, endX)), maxX: Fixed.pixels(max(startX, endX)), side: side,
      half: arc.half, curvature: hasSeries ? side * 65536 / (12 * radius) : 0,
      winding: y1 > y0 ? 1 : -1)
  }

  /// Replaces the edge by the vertical at `x` pixels between the same heights.
  mutating func makeVertical(at x: Double) {
    originX = x
    originY = Fixed.pixels(top)
    slope = 0
    inverse = 0
    minX = x
    maxX = x
    side = 0
    half = 0
    curvature = 0
  }

  @inline(__always) var isArc: Bool { side != 0 }

  /// True if an arc's distance from its chords counts.
  @inline(__always) var isBulging: Bool { curvature != 0 || isTinyArc }

  /// True if the bulge takes the closed form. Only loops in Swift compute it, for rows of cells.
  @inline(__always) var isTinyArc: Bool { isArc && curvature == 0 && inverse != 0 }

  /// x at a fixed-point y within the edge, as fixed point.
  @inline(__always) func x(at y: Int) -> Int {
    if isArc {
      return Edge.arcX(at: y, centerX: originX, centerY: originY, radius: slope, side: side)
    }
    let x = originX + (Fixed.pixels(y) - originY) * slope
    return Fixed.roundedInt(min(max(x, minX), maxX) * 65536)
  }

  @inline(__always)
  private static func arcX(
    at y: Int, centerX: Double, centerY: Double, radius: Double, side: Double
  ) -> Int {
    let distance = Fixed.pixels(y) - centerY
    let square = (radius - distance) * (radius + distance)
    return Fixed.roundedInt((centerX + side * max(square, 0).squareRoot()) * 65536)
  }

  /// Arc: the fixed-point y where it crosses the vertical at `x` pixels.
  @inline(__always) func arcY(at x: Double) -> Int {
    Edge.arcY(at: x, centerX: originX, centerY: originY, radius: slope, half: half)
  }

  @inline(__always)
  static func arcY(
    at x: Double, centerX: Double, centerY: Double, radius: Double, half: Double
  ) -> Int {
    let distance = x - centerX
    let square = (radius - distance) * (radius + distance)
    return Fixed.roundedInt((centerY + half * max(square, 0).squareRoot()) * 65536)
  }

  /// The area between a chord inside one pixel and the circle, in 1/65536 px², positive where it
  /// lies right of the chord; the chord's extent is given in fixed point.
  ///
  /// With s = chord / 2r it is r²·(asin s − s·√(1−s²)) = chord³ / 12r · (1 + 3s²/10 + 9s⁴/56 + …).
  /// Two terms, or one from `smallRadius` on, are within .63 / r levels of coverage. Most of the
  /// error comes from the root in chord³, for which a quadratic in q = chord² stands, through q =
  /// ¼, 1 and 2. Beyond `flatRadius` the whole is less than .25 levels and left out.
  ///
  /// Floats are enough, since they are far more exact than the series, and kernels compute sixteen
  /// at a time.
  @inline(__always) func bulge(dx: Int, dy: Int) -> Int {
    if curvature == 0 {
      return Edge.exactBulge(square: dx &* dx &+ dy &* dy, inverse: inverse, side: side)
    }
    let (x, y) = (Float(dx), Float(dy))
    let square = (x * x + y * y) * (1 / 4_294_967_296)
    let cube = square * (0.2973 + square * (0.8471 - square * 0.1443))
    let first = cube * Float(curvature)
    return Fixed.roundedInt(Double(first + first * (square * Float(0.3 * inverse))))
  }

  /// The closed form, for tiny circles.
  @inline(never)
  private static func exactBulge(square: Int, inverse: Double, side: Double) -> Int {
    let q = Double(square) * (1 / 4_294_967_296) * inverse
    let s = min(q.squareRoot(), 1)
    let cosine = (1 - s * s).squareRoot()
    // Up to a quarter the first term left out is below a part in 10⁷.
    let part =
      q < 0.0625
      ? q * s * (2.0 / 3 + q * (0.2 + q * (3.0 / 28 + q * (5.0 / 72))))
      : atan2(s, cosine) - s * cosine
    // r² = 1 / (4·inverse); 65536 / 4 = 16384.
    let area = part * 16384 / inverse
    return Fixed.roundedInt(side > 0 ? area : -area)
  }
}

/// A piece of an edge inside a row, from its left end to its right one, in 1/65536 px.
struct RowPiece {
  var startX: Int
  var endX: Int
  /// y of the left end.
  var startY: Int
  var height: Int

  /// A piece between two heights, at which x is given.
  @inline(__always) init(topX: Int, bottomX: Int, top: Int, bottom: Int) {
    startX = min(topX, bottomX)
    endX = max(topX, bottomX)
    startY = topX < bottomX ? top : bottom
    height = bottom &- top
  }
}

extension Edge {
  /// Calls a function with each piece of the edge between two fixed-point heights, row by row
  /// downwards, and its row.
  @inline(__always)
  func forEachPiece(from top: Int, to bottom: Int, _ body: (Int, RowPiece) -> Void) {
    let end = min(self.bottom, bottom)
    var y = max(self.top, top)
    if y >= end { return }
    var x = x(at: y)
    while y < end {
      let nextY = min((y | 0xFFFF) &+ 1, end)
      let nextX = self.x(at: nextY)
      body(y &>> 16, RowPiece(topX: x, bottomX: nextX, top: y, bottom: nextY))
      x = nextX
      y = nextY
    }
  }
}
