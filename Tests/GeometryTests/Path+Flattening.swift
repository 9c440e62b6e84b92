@testable import Geometry

extension Path {
  /// The path as lines, the reference for curves: each is at most `tolerance` away from its curve,
  /// and there are at most as many as `Flattener` allows.
  func flattened(tolerance: Double) -> Path {
    var result = Path()
    result.reserveCapacity(verbs: verbs.count, points: points.count)
    let limit = Flattener.chordLimit(curveCount: curveCount)
    for element in elements {
      let start = result.currentPoint ?? .zero
      switch element {
      case .move, .line, .close:
        result.append(element)
      case .quadratic(let control, let end):
        let curve = QuadraticCurve(start: start, control: control, end: end)
        Flattener.flatten(curve, tolerance: tolerance, limit: limit) { result.append(.line($0)) }
      case .cubic(let control1, let control2, let end):
        let curve = CubicCurve(start: start, control1: control1, control2: control2, end: end)
        Flattener.flatten(curve, tolerance: tolerance, limit: limit) { result.append(.line($0)) }
      case .arc(let arc):
        if arc.start != result.currentPoint { result.append(.line(arc.start)) }
        Flattener.flatten(arc, tolerance: tolerance, limit: limit) { result.append(.line($0)) }
      }
    }
    return result
  }
}
