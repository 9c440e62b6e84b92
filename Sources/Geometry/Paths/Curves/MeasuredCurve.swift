import CMath

/// One segment of a path with its length.
///
/// Lines and circular arcs are measured exactly. Other curves are integrated by Gauss–Legendre
/// quadrature with 16 points, with the interval halved until both halves agree with the whole
/// within 10⁻¹¹ of the curve's size. Away from cusps the relative error of the length is then about
/// 10⁻¹⁰.
///
/// The ends of the final intervals are kept. Within one of them a single quadrature is accurate
/// enough, so that finding a point on the curve costs the same few quadratures everywhere.
struct MeasuredCurve: Sendable {
  enum Shape: Sendable {
    case line(Point, Point)
    case quadratic(QuadraticCurve)
    case cubic(CubicCurve)
    case arc(EllipticArc)
  }

  let shape: Shape
  /// The start of the curve, as a length from the start of the path.
  let start: Double
  private(set) var length = 0.0
  let isUniform: Bool
  /// The ends of the final intervals in ascending order; the last one is the curve's end.
  private(set) var knots: [Knot] = []

  private static let knotLimit = 1 << 16

  struct Knot {
    var t: Double
    /// From the curve's start.
    var length: Double
  }

  var end: Double { start + length }

  init(_ shape: Shape, start: Double) {
    self.shape = shape
    self.start = start
    switch shape {
    case .line(let from, let to):
      isUniform = true
      length = (to - from).length
    case .arc(let arc) where arc.isCircular:
      isUniform = true
      length = arc.radius * abs(arc.sweep)
    case .arc, .quadratic, .cubic:
      isUniform = false
      halve(from: 0, to: 1, whole: quadrature(from: 0, to: 1), depth: 0)
    }
  }

  func point(at t: Double) -> Point {
    switch shape {
    case .line(let from, let to): from.interpolated(to: to, fraction: t)
    case .quadratic(let curve): curve.point(at: t)
    case .cubic(let curve): curve.point(at: t)
    case .arc(let arc): arc.point(at: t)
    }
  }

  func derivative(at t: Double) -> Vector {
    switch shape {
    case .line(let from, let to): to - from
    case .quadratic(let curve): curve.derivative(at: t)
    case .cubic(let curve): curve.derivative(at: t)
    case .arc(let arc): arc.derivative(atAngle: arc.startAngle + arc.sweep * t) * arc.sweep
    }
  }

  /// The parameter at a length from the segment's start.
  func parameter(atLength target: Double) -> Double {
    if target <= 0 || length <= 0 { return 0 }
    if target >= length { return 1 }
    if isUniform { return target / length }
    let (start, end) = half(atLength: target)
    var t = start.t + (end.t - start.t) * ((target - start.length) / (end.length - start.length))
    // Newton's method inside a bracket; the measured part grows with t.
    var low = start.t
    var high = end.t
    for _ in 0..<50 {
      let reached = start.length + quadrature(from: start.t, to: t)
      let error = reached - target
      if abs(error) <= 1e-12 * length { return t }
      let speed = derivative(at: t).length
      if error > 0 { high = t } else { low = t }
      let next = t - error / speed
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }

  /// The ends of the final interval that contains a length from the segment's start.
  private func half(atLength target: Double) -> (start: Knot, end: Knot) {
    var range = 0..<knots.count - 1
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if knots[middle].length > target {
        range = range.lowerBound..<middle
      } else {
        range = middle + 1..<range.upperBound
      }
    }
    let next = range.lowerBound
    return (next > 0 ? knots[next - 1] : Knot(t: 0, length: 0), knots[next])
  }

  /// Adds the part between two parameters; the path's current point is the part's start already.
  func append(from: Double, to: Double, to path: inout Path) {
    switch shape {
    case .line(let start, let end):
      path.addLine(to: to == 1 ? end : start.interpolated(to: end, fraction: to))
    case .quadratic(let curve):
      let part = from == 0 && to == 1 ? curve : curve.part(from: from, to: to)
      path.addQuadratic(control: part.control, to: part.end)
    case .cubic(let curve):
      let part = from == 0 && to == 1 ? curve : curve.part(from: from, to: to)
      path.addCubic(control1: part.control1, control2: part.control2, to: part.end)
    case .arc(let arc):
      path.addArc(from == 0 && to == 1 ? arc : arc.part(from: from, to: to))
    }
  }

  /// Adds the length of the part between two parameters, and its knots.
  private mutating func halve(from: Double, to: Double, whole: Double, depth: Int) {
    let middle = (from + to) / 2
    let first = quadrature(from: from, to: middle)
    let second = quadrature(from: middle, to: to)
    let sum = first + second
    // A cusp, where the speed has a kink, is narrowed down to 2⁻²⁰ of the curve. More knots than
    // the limit come only from angles so great that rounding makes kinks everywhere.
    if abs(sum - whole) > 1e-11 * sum, depth < 20, knots.count < Self.knotLimit {
      halve(from: from, to: middle, whole: first, depth: depth + 1)
      halve(from: middle, to: to, whole: second, depth: depth + 1)
    } else {
      knots.append(Knot(t: middle, length: length + first))
      length += sum
      knots.append(Knot(t: to, length: length))
    }
  }

  /// Gauss–Legendre with 16 points; nodes and weights from Abramowitz and Stegun, table 25.4.
  func quadrature(from: Double, to: Double) -> Double {
    let middle = (from + to) / 2
    let half = (to - from) / 2
    func pair(_ node: Double, _ weight: Double) -> Double {
      weight
        * (derivative(at: middle - half * node).length
          + derivative(at: middle + half * node).length)
    }
    var sum = pair(0.095012509837637440185, 0.189450610455068496285)
    sum += pair(0.281603550779258913230, 0.182603415044923588867)
    sum += pair(0.458016777657227386342, 0.169156519395002538189)
    sum += pair(0.617876244402643748447, 0.149595988816576732081)
    sum += pair(0.755404408355003033895, 0.124628971255533872052)
    sum += pair(0.865631202387831743880, 0.095158511682492784810)
    sum += pair(0.944575023073232576078, 0.062253523938647892863)
    sum += pair(0.989400934991649932596, 0.027152459411754094852)
    return sum * half
  }
}
