import Geometry

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
