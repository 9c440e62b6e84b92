/// Chords of curves that reach far beyond an area. Where many chords lie beyond one side of the
/// area, a single chord replaces them, which winds around the area as they do. The others are the
/// chords of `flatten` or `fit`.
extension Flattener {
  /// The most chords of a curve that are all kept, wherever they lie.
  private static let fewChords = 32

  /// Emits the ends of chords of an arc, at most `limit` of them; without an area, all ends of
  /// `flatten(_:tolerance:limit:_:)`.
  public static func flatten(
    _ arc: EllipticArc, tolerance: Double, limit: Int, within area: Rect?,
    _ emit: (Point) -> Void
  ) {
    guard let area else { return flatten(arc, tolerance: tolerance, limit: limit, emit) }
    let count = min(chordCount(arc, tolerance: tolerance), limit)
    let whole = Double(max(count, 1))
    ends(
      of: count, within: area,
      hull: { arc.part(from: Double($0) / whole, to: Double($1) / whole).bounds },
      { emit(arc.point(at: Double($0) / whole)) })
    emit(arc.end)
  }

  /// Calls `emit` with ends of chords of a curve as `fit` gives them.
  public static func fit(
    _ curve: CubicCurve, limit: Int, within area: Rect?, _ emit: (Point) -> Void
  ) {
    let chords = FittedChords(curve, limit: limit)
    guard let area, chords.count > fewChords else { return chords.forEachEnd(of: curve, emit) }
    ends(
      of: chords.count, within: area,
      hull: { first, last in
        let (from, to) = chords.parameters(from: first, to: last)
        return curve.part(from: from, to: to).hull
      }, { emit(chords.end($0, of: curve)) })
    emit(curve.end)
  }

  /// Calls `emit` with the numbers of the ends of a quadratic curve's fitted chords, except for the
  /// ends of the curve itself.
  ///
  /// - Parameter count: the number of chords.
  public static func fittedEnds(
    of curve: QuadraticCurve, count: Int, within area: Rect, _ emit: (Int) -> Void
  ) {
    let chords = FittedChords(count: count)
    ends(
      of: count, within: area,
      hull: { first, last in
        let (from, to) = chords.parameters(from: first, to: last)
        return curve.part(from: from, to: to).hull
      }, emit)
  }

  /// Calls `emit` with the numbers of the places where chords meet, except for the ends of the
  /// curve.
  ///
  /// - Parameter hull: a box around the chords between two of these numbers.
  static func ends(
    of count: Int, within area: Rect, hull: (Int, Int) -> Rect, _ emit: (Int) -> Void
  ) {
    ends(of: 0..<max(count, 1), before: max(count, 1), within: area, hull: hull, emit)
  }

  /// - Parameters:
  ///   - chords: their numbers.
  ///   - end: the number of the curve's own end, which is left out.
  private static func ends(
    of chords: Range<Int>, before end: Int, within area: Rect, hull: (Int, Int) -> Rect,
    _ emit: (Int) -> Void
  ) {
    if chords.count <= fewChords {
      for chord in chords where chord + 1 < end { emit(chord + 1) }
      return
    }
    if hull(chords.lowerBound, chords.upperBound).isBeside(area) {
      if chords.upperBound < end { emit(chords.upperBound) }
      return
    }
    let middle = chords.lowerBound + chords.count / 2
    ends(of: chords.lowerBound..<middle, before: end, within: area, hull: hull, emit)
    ends(of: middle..<chords.upperBound, before: end, within: area, hull: hull, emit)
  }
}

/// The fitted chords of a curve.
@usableFromInline struct FittedChords {
  @usableFromInline let count: Int
  @usableFromInline let step: Double
  /// Sixths of c″ at the ends of a cubic curve; it is linear between them.
  @usableFromInline let bends: (start: Vector, end: Vector)

  init(count: Int) {
    self.count = count
    step = 1 / (Double(count) - 2 * Flattener.inset)
    bends = (Vector(dx: 0, dy: 0), Vector(dx: 0, dy: 0))
  }

  @inlinable @inline(__always) init(_ curve: CubicCurve, limit: Int) {
    let first = (curve.start - curve.control1) - (curve.control1 - curve.control2)
    let second = (curve.control1 - curve.control2) - (curve.control2 - curve.end)
    let height = 0.75 * max(first.length, second.length)
    let exact = Flattener.squaredCount(height: height).squareRoot() + 2 * Flattener.inset
    count = min(Flattener.clamped(exact), limit)
    step = 1 / (Double(count) - 2 * Flattener.inset)
    bends = (first, second)
  }

  /// The end of a cubic curve's chord other than the last.
  @inlinable @inline(__always) func end(_ index: Int, of curve: CubicCurve) -> Point {
    let scale = -0.5 * step * step
    let t = (Double(index) - Flattener.inset) * step
    return curve.point(at: t) + (bends.start * (1 - t) + bends.end * t) * scale
  }

  /// Calls `emit` with the end of every chord of a cubic curve; the last is the curve's end itself.
  @inlinable @inline(__always) func forEachEnd(of curve: CubicCurve, _ emit: (Point) -> Void) {
    for index in 1..<max(count, 1) { emit(end(index, of: curve)) }
    emit(curve.end)
  }

  /// The parameters of a part of the curve whose hull holds the ends of some chords: each end is a
  /// blossom of parameters that are less than a step away.
  func parameters(from first: Int, to last: Int) -> (Double, Double) {
    let from = (Double(first) - Flattener.inset - 1) * step
    return (max(from, 0), min((Double(last) - Flattener.inset + 1) * step, 1))
  }
}

extension QuadraticCurve {
  /// The box around its points.
  var hull: Rect { Rect.null.union(start).union(control).union(end) }
}

extension CubicCurve {
  /// The box around its points.
  var hull: Rect { Rect.null.union(start).union(control1).union(control2).union(end) }
}
