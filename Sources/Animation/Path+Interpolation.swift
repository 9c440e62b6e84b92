import Geometry

extension Path {
  /// The path whose points are at a fraction of the way to another's; nil unless both have the same
  /// kinds of elements in the same order.
  func interpolated(to other: Path, at fraction: Double) -> Path? {
    guard elements.count == other.elements.count else { return nil }
    var result = Path()
    for (a, b) in zip(elements, other.elements) {
      switch (a, b) {
      case (.move(let p), .move(let q)):
        result.append(.move(p.mixed(with: q, fraction)))
      case (.line(let p), .line(let q)):
        result.append(.line(p.mixed(with: q, fraction)))
      case (.quadratic(let c, let p), .quadratic(let d, let q)):
        result.append(
          .quadratic(control: c.mixed(with: d, fraction), end: p.mixed(with: q, fraction)))
      case (.cubic(let c, let d, let p), .cubic(let e, let f, let q)):
        result.append(
          .cubic(
            control1: c.mixed(with: e, fraction), control2: d.mixed(with: f, fraction),
            end: p.mixed(with: q, fraction)))
      case (.arc(let p), .arc(let q)):
        result.append(
          .arc(
            EllipticArc(
              center: p.center.mixed(with: q.center, fraction),
              xAxis: p.xAxis + (q.xAxis - p.xAxis) * fraction,
              yAxis: p.yAxis + (q.yAxis - p.yAxis) * fraction,
              startAngle: p.startAngle + (q.startAngle - p.startAngle) * fraction,
              sweep: p.sweep + (q.sweep - p.sweep) * fraction)))
      case (.close, .close):
        result.append(.close)
      default:
        return nil
      }
    }
    return result
  }
}

extension Point {
  fileprivate func mixed(with other: Point, _ fraction: Double) -> Point {
    Point(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }
}
