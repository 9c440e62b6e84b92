import Geometry

/// Takes the pieces of an outline in framebuffer space, in the order in which it runs.
///
/// Coordinates are fixed-point numbers. Every subpath is closed, and each piece begins where the one
/// before it ended, except for a unit or two of rounding.
protocol OutlineSink: ~Copyable {
  /// Takes a line, which may be horizontal or of no length.
  mutating func addLine(fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int)
  /// Takes the chords of a curve.
  mutating func add(_ chords: ChordEnds, fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int)
  /// Takes a piece of a circle inside one quadrant.
  mutating func add(_ arc: QuadrantArc, fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int)
  /// Ends a subpath.
  mutating func endSubpath()
}

extension OutlineSink where Self: ~Copyable {
  mutating func add(_ chords: ChordEnds, fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    addEach(chords, fromX: x0, y: y0, toX: x1, y: y1)
  }

  /// Adds chords one by one.
  @inline(never)
  mutating func addEach(_ chords: ChordEnds, fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int) {
    var (x, y) = (x0, y0)
    for index in 1..<chords.count {
      let place = chords.place(index)
      let (nextX, nextY) = (Fixed.roundedInt(place.x), Fixed.roundedInt(place.y))
      addLine(fromX: x, y: y, toX: nextX, y: nextY)
      (x, y) = (nextX, nextY)
    }
    addLine(fromX: x, y: y, toX: x1, y: y1)
  }
}
