extension Path {
  /// The path at `fraction` of the way to another, point by point.
  ///
  /// Control points, and the centre, axes and angles of arcs, are interpolated linearly if the two
  /// paths have the same kinds of elements in the same order. A line that leads to the start of an
  /// arc in both paths follows that start, so that an arc that turns stays an arc and gets no
  /// chord. Between other paths there is nothing to interpolate: the result is this path before the
  /// middle and the other from there on.
  public func interpolated(to other: Path, fraction: Double) -> Path {
    if fraction == 0 || self == other { return self }
    if fraction == 1 { return other }
    guard verbs == other.verbs else { return fraction < 0.5 ? self : other }
    var result = self
    for index in points.indices {
      result.points[index] = points[index].interpolated(
        to: other.points[index], fraction: fraction)
    }
    var next = 0
    for (index, verb) in verbs.enumerated() {
      let first = next
      next += verb.pointCount
      guard verb == .arc else { continue }
      // Mixing rounds, and a sweep is one turn at most.
      let sweep = result.points[next - 1].y
      result.points[next - 1].y = max(-2 * .pi, min(2 * .pi, sweep))
      // A path's first element is a move.
      let former = verbs[index - 1]
      guard former == .move || former == .line, hasArc(first, from: points[first - 1]),
        other.hasArc(first, from: other.points[first - 1])
      else { continue }
      result.points[first - 1] = Path.arc(result.points, first).start
    }
    return result
  }

  /// True if an arc starts at a point.
  private func hasArc(_ first: Int, from end: Point) -> Bool {
    let arc = Path.arc(points, first)
    let extent = arc.xAxis.length + arc.yAxis.length
    return (arc.start - end).length <= 1e-9 * (1 + extent)
  }
}
