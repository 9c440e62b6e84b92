/// The places at which a curve is cut into pairs of arcs of equal errors, and the directions there.
///
/// Where the curvature changes by κ′ a unit, arcs of a length l that follow each other have the
/// least error, κ′l³/125, if they cross the curve at the angle κ′l²/12 where they meet. With the
/// directions of the curve, the error is three times as large. A single arc that begins with the
/// curve's own direction crosses the curve at that angle behind l/√2. So a plan has one arc at each
/// end, and pairs between them.
///
/// The greatest length of an arc is proportional to the inverse cube root of κ′. The plan sums it
/// up over cells of the curve.
struct ArcPlan {
  private static let cellCount = 16
  /// The part of the tolerance that arcs are planned for: then most errors are small, and few arcs
  /// have to be cut further.
  private static let share = 0.4

  /// The pairs of arcs between the first arc and the last one.
  let pairCount: Int
  private let start: Double
  private let step: Double
  /// For each cell, the change of the curvature along a unit, the length, and the length in arcs.
  private var slopes = InlineArray<16, Double>(repeating: 0)
  private var lengths = InlineArray<16, Double>(repeating: 0)
  private var weights = InlineArray<16, Double>(repeating: 0)
  /// The length of an arc, in the units of the weights.
  private let unit: Double
  /// The next place as a length, the cell from which it is searched, and the length before that
  /// cell.
  private var place: Double
  private var cell = 0
  private var passed = 0.0

  /// Nil if the curve has no direction somewhere, or if the cells are too coarse for it.
  init?(_ curve: some StrokableCurve, from start: Double, to end: Double, tolerance: Double) {
    self.start = start
    step = (end - start) / Double(ArcPlan.cellCount)
    var (lastCurvature, lastSpeed) = (0.0, 0.0)
    for index in 0...ArcPlan.cellCount {
      let t = start + step * Double(index)
      let way = curve.derivative(at: t)
      let square = way.dot(way)
      let speed = square.squareRoot()
      let curvature = way.cross(curve.bend(at: t)) / (square * speed)
      if index > 0 {
        let length = (speed + lastSpeed) * (0.5 * step)
        lengths[index - 1] = length
        slopes[index - 1] = (curvature - lastCurvature) / length
      }
      (lastCurvature, lastSpeed) = (curvature, speed)
    }
    let scale = 1 / (125 * ArcPlan.share * tolerance)
    var (sum, changes) = (0.0, 0.0)
    for index in 0..<ArcPlan.cellCount {
      // A cell in which the curvature turns takes the change from its neighbours.
      let (before, after) = (max(index - 1, 0), min(index + 1, ArcPlan.cellCount - 1))
      let change = max(abs(slopes[index]), abs(slopes[before]), abs(slopes[after]))
      weights[index] = ArcPlan.cubeRoot(change * scale) * lengths[index]
      sum += weights[index]
      changes += change
    }
    let ends = 2.squareRoot()
    let pairs = ((sum - ends) / 2).rounded(.up)
    guard changes.isFinite, pairs < Double(ArcPlan.cellCount) else { return nil }
    pairCount = max(Int(pairs), 1)
    unit = sum / (ends + 2 * Double(pairCount))
    place = unit * 0.5.squareRoot()
  }

  /// The cube root within a thirtieth, of a number that is not negative: a third of its exponent,
  /// and nearly a third of what follows.
  private static func cubeRoot(_ number: Double) -> Double {
    Double(bitPattern: number.bitPattern / 3 + 0x2A9F_8000_0000_0000)
  }

  /// The next place, and the tangent of the angle at which arcs cross the curve there, positive
  /// anticlockwise.
  mutating func next() -> (t: Double, turn: Double) {
    while cell < ArcPlan.cellCount - 1, passed + weights[cell] < place {
      passed += weights[cell]
      cell += 1
    }
    let weight = weights[cell]
    let part = weight > 0 ? min((place - passed) / weight, 1) : 0.5
    let length = weight > 0 ? unit * lengths[cell] / weight : 0
    place += 2 * unit
    return (start + step * (Double(cell) + part), slopes[cell] * length * length / 12)
  }
}

extension Vector {
  /// The direction at the other end of the arc that begins with this direction and has a chord.
  func mirrored(at chord: Vector) -> Vector {
    chord * (2 * dot(chord) / chord.dot(chord)) - self
  }
}
