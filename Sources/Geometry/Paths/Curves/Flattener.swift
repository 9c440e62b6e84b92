import CMath

/// The chords that approximate a curve: their number and their ends.
///
/// `flatten` puts the ends on the curve, with so many chords that none is further than a tolerance
/// from it. A chord over a parameter step h is at most h²/8 · max‖c″‖ away from its curve (the
/// remainder of linear interpolation; for Bézier curves known as Wang's formula). For an ellipse,
/// which is the unit circle under a linear map of norm R, a step of Δ radians deviates at most R·(1
/// − cos(Δ/2)).
///
/// `fit` puts the ends beside the curve, so that the chords keep its area. It has no tolerance: the
/// number of chords follows from the curve's height in pixels, as `squaredCount` says.
public enum Flattener {
  /// The most chords of one curve. A curve that would need more misses the tolerance.
  @usableFromInline static let chordLimit = 16_384
  /// The approximate maximum of chords of all curves of a path together, so that a path of many
  /// curves, enlarged beyond any screen, does not exhaust the memory.
  static let pathLimit = 262_144

  /// The most chords for each curve of a path with a number of curves.
  public static func chordLimit(curveCount: Int) -> Int {
    min(chordLimit, max(8, pathLimit / max(curveCount, 1)))
  }

  /// A usable tolerance: a quarter replaces zero, negatives and NaN.
  static func usable(_ tolerance: Double) -> Double {
    tolerance > 0 && tolerance.isFinite ? tolerance : 0.25
  }

  /// The number of chords, of equal steps of the parameter, that stay within the tolerance.
  @inlinable public static func chordCount(_ curve: QuadraticCurve, tolerance: Double) -> Int {
    // c″ is 2·(start − 2·control + end) everywhere.
    let bend = (curve.start - curve.control) - (curve.control - curve.end)
    return clamped((bend.length / (4 * tolerance)).squareRoot())
  }

  @inlinable static func chordCount(_ curve: CubicCurve, tolerance: Double) -> Int {
    // c″ runs linearly between 6 times these two.
    let first = (curve.start - curve.control1) - (curve.control1 - curve.control2)
    let second = (curve.control1 - curve.control2) - (curve.control2 - curve.end)
    let largest = max(first.length, second.length)
    return clamped((0.75 * largest / tolerance).squareRoot())
  }

  @usableFromInline static func chordCount(_ arc: EllipticArc, tolerance: Double) -> Int {
    let axes = AffineTransform(
      a: arc.xAxis.dx, b: arc.xAxis.dy, c: arc.yAxis.dx, d: arc.yAxis.dy, tx: 0, ty: 0)
    let ratio = tolerance / axes.largestScale
    // At least three chords for a full turn keep its area from vanishing. The angle has the cosine
    // 1 − ratio.
    let step =
      ratio < 0.5 ? 2 * atan2((ratio * (2 - ratio)).squareRoot(), 1 - ratio) : 2 * .pi / 3
    return clamped(abs(arc.sweep) / step)
  }

  @inlinable static func clamped(_ count: Double) -> Int {
    guard count > 1 else { return 1 }
    guard count < Double(chordLimit) else { return chordLimit }
    let whole = Int(count)
    return Double(whole) < count ? whole + 1 : whole
  }

  // MARK: Points beside a curve

  /// The part of a step by which the first and the last fitted chord of a curve are shorter: 1 −
  /// √½.
  ///
  /// A curve rises over a chord of step h by p = ‖c″‖h²/8, and by 2p/3 on average. With both ends
  /// moved outwards by that, along −c″, the chord has as much of the curve on one side as on the
  /// other. The curve's own ends have to stay, and a chord from one of them is moved by only p/3 on
  /// average: that is right if the curve rises by half as much over it, as it does over a step of
  /// √½·h.
  public static let inset = 0.29289321881345248

  /// The square of the number of fitted chords that a curve needs, without `inset`, given its
  /// height over a single chord in pixels.
  ///
  /// The curve rises over each chord by 1/32 px, and for large curves by 1/80: inside a pixel,
  /// errors on both sides cancel, and chords of small curves are not much longer than a pixel.
  @inlinable @inline(__always) public static func squaredCount(height: Double) -> Double {
    height * min(max(32, 40 * height), 80)
  }

  /// The number of fitted chords of a quadratic curve, given the square of start − 2·control + end:
  /// the curve's height is a quarter of that vector's length.
  @inlinable @inline(__always)
  public static func fittedCount(squaredBend: Double) -> Int {
    // Two square roots would take long. Up to five chords, comparisons with the thresholds give the
    // number.
    if squaredBend <= largestSquaredBend(5) {
      var count = 1
      if squaredBend > largestSquaredBend(1) { count &+= 1 }
      if squaredBend > largestSquaredBend(2) { count &+= 1 }
      if squaredBend > largestSquaredBend(3) { count &+= 1 }
      if squaredBend > largestSquaredBend(4) { count &+= 1 }
      return count
    }
    let height = squaredBend.squareRoot() / 4
    return clamped(squaredCount(height: height).squareRoot() + 2 * inset)
  }

  /// The greatest square of the bend for which a curve lower than .8 px needs no more chords.
  @inlinable @inline(__always)
  static func largestSquaredBend(_ count: Double) -> Double {
    // The square of the number is 32 times the height, which is a quarter of the bend.
    let bend = (count - 2 * inset) * (count - 2 * inset) / 8
    return bend * bend
  }

  /// Calls `emit` with the ends of chords that lie on both sides of a curve. Each chord keeps the
  /// area beside it; the last point is the curve's end itself.
  ///
  /// The distance of these points from the curve is at most two thirds of its rise over a chord;
  /// see `squaredCount`. A single chord may leave out a ninth of that on average. The points stay
  /// within the hull of the curve's points: the point moved by c″h²/12 is the curve's blossom at t
  /// − √½·h, t and t + √½·h, which all lie in 0…1.
  ///
  /// - Parameters:
  ///   - curve: in pixels.
  ///   - limit: the most chords, as `chordLimit(curveCount:)` gives it.
  @inlinable @inline(__always)
  public static func fit(_ curve: CubicCurve, limit: Int, _ emit: (Point) -> Void) {
    FittedChords(curve, limit: limit).forEachEnd(of: curve, emit)
  }

  /// The distance by which the points that `fit` emits for a path may lie outside the bounds of its
  /// curves.
  ///
  /// The distance is two thirds of a curve's rise over a chord. The rise is 1/32 px, or if the
  /// limit allows too few chords, the whole curve's height divided by n² for n chords. A cubic
  /// curve's height is at most 10 times the longer side of its bounds, as its control points follow
  /// from its points at thirds.
  ///
  /// - Parameters:
  ///   - extent: the longer side of the path's bounds, in pixels.
  ///   - limit: as for `fit`.
  public static func fitOutset(extent: Double, limit: Int) -> Double {
    // A little more, for the effect of `inset` on the number and for the points' rounding.
    max(1.0 / 48, 8 * extent / (Double(limit) * Double(limit))) + 1.0 / 65536
  }

  // MARK: Points of a curve

  /// Calls `emit` with the end of every chord; the last is the curve's end itself.
  ///
  /// - Parameters:
  ///   - tolerance: above zero, in the curve's space.
  ///   - limit: the most chords, as `chordLimit(curveCount:)` gives it.
  @inlinable @inline(__always)
  public static func flatten(
    _ curve: QuadraticCurve, tolerance: Double, limit: Int, _ emit: (Point) -> Void
  ) {
    let count = min(chordCount(curve, tolerance: tolerance), limit)
    for index in 1..<max(count, 1) { emit(curve.point(at: Double(index) / Double(count))) }
    emit(curve.end)
  }

  @inlinable @inline(__always)
  public static func flatten(
    _ curve: CubicCurve, tolerance: Double, limit: Int, _ emit: (Point) -> Void
  ) {
    let count = min(chordCount(curve, tolerance: tolerance), limit)
    for index in 1..<max(count, 1) { emit(curve.point(at: Double(index) / Double(count))) }
    emit(curve.end)
  }

  @inlinable @inline(__always)
  public static func flatten(
    _ arc: EllipticArc, tolerance: Double, limit: Int, _ emit: (Point) -> Void
  ) {
    let count = min(chordCount(arc, tolerance: tolerance), limit)
    for index in 1..<max(count, 1) { emit(arc.point(at: Double(index) / Double(count))) }
    emit(arc.end)
  }
}

extension Path {
  /// The number of elements that are not lines.
  public var curveCount: Int {
    verbs.count { verb in
      switch verb {
      case .move, .line, .close: false
      case .quadratic, .cubic, .arc: true
      }
    }
  }
}
