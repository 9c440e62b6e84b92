import CMath

/// How many chords a curve needs so that none is further than a tolerance from it.
///
/// A chord over a parameter step h is at most h²/8 · max‖c″‖ away from its curve (the remainder
/// of linear interpolation; for Bézier curves known as Wang's formula). For an ellipse, which is
/// the unit circle under a linear map of norm R, a step of Δ radians deviates at most R·(1 −
/// cos(Δ/2)).
public enum Flattener {
  /// The most chords that one curve becomes; only beyond it the tolerance does not hold.
  @usableFromInline static let segmentLimit = 16_384
  /// About the most chords that the curves of one path become together, so that a path of many
  /// curves, enlarged beyond any screen, does not take up the memory.
  static let pathLimit = 262_144

  /// The most chords for each curve of a path, the limits being for a path with so many.
  public static func segmentLimit(curveCount: Int) -> Int {
    min(segmentLimit, max(8, pathLimit / max(curveCount, 1)))
  }

  /// A tolerance that can be computed with: a quarter stands in for zero, negatives and NaN.
  static func usable(_ tolerance: Double) -> Double {
    tolerance > 0 && tolerance.isFinite ? tolerance : 0.25
  }

  @inlinable public static func segmentCount(_ curve: QuadraticCurve, tolerance: Double) -> Int {
    // c″ is 2·(start − 2·control + end) everywhere.
    let bend = (curve.start - curve.control) - (curve.control - curve.end)
    return clamped((bend.length / (4 * tolerance)).squareRoot())
  }

  @inlinable static func segmentCount(_ curve: CubicCurve, tolerance: Double) -> Int {
    // c″ runs linearly between 6 times these two.
    let first = (curve.start - curve.control1) - (curve.control1 - curve.control2)
    let second = (curve.control1 - curve.control2) - (curve.control2 - curve.end)
    let largest = max(first.length, second.length)
    return clamped((0.75 * largest / tolerance).squareRoot())
  }

  @usableFromInline static func segmentCount(_ arc: EllipticArc, tolerance: Double) -> Int {
    let axes = AffineTransform(
      a: arc.xAxis.dx, b: arc.xAxis.dy, c: arc.yAxis.dx, d: arc.yAxis.dy, tx: 0, ty: 0)
    let ratio = tolerance / axes.largestScale
    // Three chords at least for a full turn keep its area from vanishing.
    // The angle whose cosine is 1 − ratio.
    let step =
      ratio < 0.5 ? 2 * atan2((ratio * (2 - ratio)).squareRoot(), 1 - ratio) : 2 * .pi / 3
    return clamped(abs(arc.sweep) / step)
  }

  @inlinable static func clamped(_ count: Double) -> Int {
    guard count > 1 else { return 1 }
    guard count < Double(segmentLimit) else { return segmentLimit }
    let whole = Int(count)
    return Double(whole) < count ? whole + 1 : whole
  }

  // MARK: Points beside a curve

  /// How far ends of chords are shifted off their curve, in parts of the curve's height over a chord.
  ///
  /// Chords between points of a curve all lie on its inner side, by two thirds of that height on
  /// average. With their ends shifted to the outer side, the first and the last one, of which one end
  /// stays, lie 4/15 on the inner side, and those between 2/15 on the outer: the area beside the
  /// curve is two and a half times nearer at worst. No point of them is further off than 4/5.
  public static let shift = 0.8

  /// How many chords with shifted ends a curve needs, given its height over a single one.
  ///
  /// - Parameter tolerance: each may be off by two thirds of it on average, and by twice of it
  ///   nowhere.
  @inlinable public static func fittedCount(height: Double, tolerance: Double) -> Int {
    height <= tolerance ? 1 : max(2, clamped((height / (2.5 * tolerance)).squareRoot()))
  }

  /// Calls `emit` with the ends of chords that lie to both sides of a curve, for its area; the last is
  /// the curve's end itself. They stay within the hull of the curve's points.
  ///
  /// - Parameters:
  ///   - tolerance: above zero, in the curve's space; see `fittedCount`.
  ///   - limit: the most chords, as `segmentLimit(curveCount:)` gives it.
  @inlinable @inline(__always)
  public static func fit(
    _ curve: CubicCurve, tolerance: Double, limit: Int, _ emit: (Point) -> Void
  ) {
    // Sixths of c″, which runs linearly between them.
    let first = (curve.start - curve.control1) - (curve.control1 - curve.control2)
    let second = (curve.control1 - curve.control2) - (curve.control2 - curve.end)
    let height = 0.75 * max(first.length, second.length)
    let count = min(fittedCount(height: height, tolerance: tolerance), limit)
    let step = 1 / Double(count)
    let scale = -shift * 0.75 * step * step
    for index in 1..<max(count, 1) {
      let t = Double(index) * step
      emit(curve.point(at: t) + (first * (1 - t) + second * t) * scale)
    }
    emit(curve.end)
  }

  // MARK: Points of a curve

  /// Calls `emit` with the end of every chord; the last is the curve's end itself.
  ///
  /// - Parameters:
  ///   - tolerance: above zero, in the curve's space.
  ///   - limit: the most chords, as `segmentLimit(curveCount:)` gives it.
  @inlinable @inline(__always)
  public static func flatten(
    _ curve: QuadraticCurve, tolerance: Double, limit: Int, _ emit: (Point) -> Void
  ) {
    let count = min(segmentCount(curve, tolerance: tolerance), limit)
    for index in 1..<max(count, 1) { emit(curve.point(at: Double(index) / Double(count))) }
    emit(curve.end)
  }

  @inlinable @inline(__always)
  public static func flatten(
    _ curve: CubicCurve, tolerance: Double, limit: Int, _ emit: (Point) -> Void
  ) {
    let count = min(segmentCount(curve, tolerance: tolerance), limit)
    for index in 1..<max(count, 1) { emit(curve.point(at: Double(index) / Double(count))) }
    emit(curve.end)
  }

  @inlinable @inline(__always)
  public static func flatten(
    _ arc: EllipticArc, tolerance: Double, limit: Int, _ emit: (Point) -> Void
  ) {
    let count = min(segmentCount(arc, tolerance: tolerance), limit)
    for index in 1..<max(count, 1) { emit(arc.point(at: Double(index) / Double(count))) }
    emit(arc.end)
  }
}

extension Path {
  /// How many elements are not lines.
  public var curveCount: Int {
    elements.count { element in
      switch element {
      case .move, .line, .close: false
      case .quadratic, .cubic, .arc: true
      }
    }
  }
}
