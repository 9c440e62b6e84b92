/// Chords of curves that reach far beyond an area: those that lie beyond one of its sides, and are many, are one
/// chord, which winds around the area as they do. The others are those that `flatten` gives.
extension Flattener {
  /// The most chords that are not worth a look at their place.
  private static let fewChords = 32

  public static func flatten(
    _ arc: EllipticArc, tolerance: Double, limit: Int, within area: Rect?,
    _ emit: (Point) -> Void
  ) {
    guard let area else { return flatten(arc, tolerance: tolerance, limit: limit, emit) }
    flatten(
      min(chordCount(arc, tolerance: tolerance), limit), within: area,
      hull: { arc.part(from: $0, to: $1).bounds }, at: { emit(arc.point(at: $0)) })
    emit(arc.end)
  }

  /// Calls with the parameters at which chords meet, without the curve's own ends.
  private static func flatten(
    _ count: Int, within area: Rect, hull: (Double, Double) -> Rect, at emit: (Double) -> Void
  ) {
    flatten(0..<max(count, 1), of: max(count, 1), within: area, hull: hull, emit)
  }

  /// - Parameters:
  ///   - chords: their numbers; the curve's own end is left out.
  ///   - hull: a box around the part of the curve between two parameters.
  private static func flatten(
    _ chords: Range<Int>, of count: Int, within area: Rect, hull: (Double, Double) -> Rect,
    _ emit: (Double) -> Void
  ) {
    func end(_ chord: Int) { if chord + 1 < count { emit(Double(chord + 1) / Double(count)) } }
    if chords.count <= fewChords {
      for chord in chords { end(chord) }
      return
    }
    let (from, to) = (Double(chords.lowerBound), Double(chords.upperBound))
    if hull(from / Double(count), to / Double(count)).isBeside(area) {
      return end(chords.upperBound - 1)
    }
    let middle = chords.lowerBound + chords.count / 2
    flatten(chords.lowerBound..<middle, of: count, within: area, hull: hull, emit)
    flatten(middle..<chords.upperBound, of: count, within: area, hull: hull, emit)
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
