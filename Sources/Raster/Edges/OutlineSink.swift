import Geometry

/// Takes the pieces of an outline in framebuffer space, in the order in which it runs.
///
/// Coordinates are fixed-point numbers. Every subpath is closed, and each piece begins where the
/// one before it ended, except for a unit or two of rounding.
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

/// The ends of a quadratic curve's chords as `Flattener.fit` lays them: number i lies at
/// base + (way + bend·i)·i, except for the last, which is the curve's.
struct ChordEnds {
  private let base: SIMD2<Double>
  private let way: SIMD2<Double>
  private let bend: SIMD2<Double>
  let count: Int

  /// The ends for the curve start + 2t·way + t²·bend, all in pixels.
  @inline(__always)
  init(start: SIMD2<Double>, way: SIMD2<Double>, bend: SIMD2<Double>, count: Int) {
    let inset = Flattener.inset
    // t is (i − inset)·step; and c″, 2·bend, moves the points by −c″·step²/12.
    let step = 1 / (Double(count) - 2 * inset)
    let way = way * (step * 131072)
    let bend = bend * (step * step * 65536)
    base = start * 65536 - way * inset + bend * (inset * inset - 1.0 / 6)
    self.way = way - bend * (2 * inset)
    self.bend = bend
    self.count = count
  }

  /// The end of a chord other than the last, in 1/65536 px.
  @inline(__always) func place(_ index: Int) -> SIMD2<Double> {
    let index = Double(index)
    return base + (way + bend * index) * index
  }
}

/// The circle that a piece inside one quadrant belongs to, in pixels, and the quadrant.
struct QuadrantArc {
  var centerX: Double
  var centerY: Double
  var radius: Double
  /// +1 right of the centre, −1 left of it.
  var side: Double
  /// +1 below the centre, −1 above it.
  var half: Double
}
