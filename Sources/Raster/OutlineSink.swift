/// What takes the pieces of an outline in framebuffer space, in the order in which it runs.
///
/// Coordinates are fixed-point numbers. Every subpath is closed, and each piece begins where the one
/// before it ended but for a unit or two of rounding.
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
      addLine(fromX: x, y: y, toX: place.x, y: place.y)
      (x, y) = (place.x, place.y)
    }
    addLine(fromX: x, y: y, toX: x1, y: y1)
  }
}

/// The ends of a curve's chords: number i lies at start + (way + bend·t)·t with t = i·step, but for
/// the last, which is the curve's.
struct ChordEnds {
  private let start: SIMD2<Double>
  private let way: SIMD2<Double>
  private let bend: SIMD2<Double>
  let count: Int
  private let step: Double

  /// - Parameter start: in pixels, as `way` and `bend` are.
  init(
    start: SIMD2<Double>, way: SIMD2<Double>, bend: SIMD2<Double>, count: Int, step: Double
  ) {
    let scale = SIMD2(repeating: 65536.0)
    self.start = start * scale
    self.way = way * scale
    self.bend = bend * scale
    self.count = count
    self.step = step
  }

  /// Where a chord but the last ends, in 1/65536 px.
  @inline(__always) func place(_ index: Int) -> (x: Int, y: Int) {
    let t = Double(index) * step
    let place = start + (way + bend * t) * t
    return (Fixed.roundedInt(place.x), Fixed.roundedInt(place.y))
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
