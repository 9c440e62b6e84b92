import CMath

/// One segment of a path with its length.
///
/// Lines and circular arcs are measured exactly. Other curves are integrated by Gauss–Legendre
/// quadrature with 16 points, halved until both halves agree with the whole within a part in 10¹¹
/// of the curve's size; away from cusps the length is then good to about a part in 10¹⁰.
struct MeasuredCurve: Sendable {
  enum Shape: Sendable {
    case line(Point, Point)
    case quadratic(QuadraticCurve)
    case cubic(CubicCurve)
    case arc(EllipticArc)
  }

  let shape: Shape
  /// Where it begins, as a length from the start of the path.
  let start: Double
  private(set) var length = 0.0
  private let isUniform: Bool

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
      length = measure(from: 0, to: 1)
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

  /// The parameter at which a length from the segment's start is reached.
  func parameter(atLength target: Double) -> Double {
    if target <= 0 || length <= 0 { return 0 }
    if target >= length { return 1 }
    var t = target / length
    if isUniform { return t }
    // Newton's method inside a bracket; the measured part grows with t.
    var low = (t: 0.0, length: 0.0)
    var high = 1.0
    for _ in 0..<50 {
      let reached = low.length + measure(from: low.t, to: t)
      let error = reached - target
      if abs(error) <= 1e-12 * length { return t }
      let speed = derivative(at: t).length
      if error > 0 { high = t } else { low = (t, reached) }
      let next = t - error / speed
      t = next > low.t && next < high ? next : (low.t + high) / 2
    }
    return t
  }

  /// Adds the part between two parameters; the path is at its start already.
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

  private func measure(from: Double, to: Double) -> Double {
    measure(from: from, to: to, whole: quadrature(from: from, to: to), depth: 0)
  }

  private func measure(from: Double, to: Double, whole: Double, depth: Int) -> Double {
    let middle = (from + to) / 2
    let first = quadrature(from: from, to: middle)
    let second = quadrature(from: middle, to: to)
    let sum = first + second
    // A cusp, where the speed has a kink, is narrowed down to 2⁻²⁰ of the curve.
    if !(abs(sum - whole) > 1e-11 * max(length, sum)) || depth >= 20 { return sum }
    return measure(from: from, to: middle, whole: first, depth: depth + 1)
      + measure(from: middle, to: to, whole: second, depth: depth + 1)
  }

  /// Gauss–Legendre with 16 points; nodes and weights from Abramowitz and Stegun, table 25.4.
  private func quadrature(from: Double, to: Double) -> Double {
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
