/// A stretch of a path, between two lengths along it.
struct Stretch: Equatable {
  var start: Double
  var end: Double
}

extension PathMeasure {
  /// The stretches of a subpath that may touch an area, as lengths from the subpath's start, in
  /// order. Both ends of a closed subpath are among them, since a dash may run over its start.
  ///
  /// - Parameter grain: the length below which a stretch is not cut further.
  func stretches(of subpath: Subpath, within area: Rect, grain: Double) -> [Stretch] {
    let length = subpath.end - subpath.start
    var result: [Stretch] = []
    // Slack for the rounding of lengths, and of the points that they lead to.
    let slack = 1e-9 * self.length
    func add(_ start: Double, _ end: Double) {
      let start = max(start - subpath.start - slack, 0)
      let end = min(end - subpath.start + slack, length)
      if let last = result.indices.last, start <= result[last].end {
        result[last].end = max(result[last].end, end)
      } else {
        result.append(Stretch(start: start, end: end))
      }
    }
    if subpath.isClosed { add(subpath.start, subpath.start) }
    for curve in curves[subpath.curves] {
      curve.forEachStretch(within: area, grain: grain) {
        add(curve.start + $0, curve.start + $1)
      }
    }
    if subpath.isClosed { add(subpath.end, subpath.end) }
    return result
  }
}

extension MeasuredCurve {
  /// Calls `emit` with stretches, as lengths from the curve's start, in order, outside which the
  /// curve does not touch an area.
  fileprivate func forEachStretch(
    within area: Rect, grain: Double, _ emit: (_ start: Double, _ end: Double) -> Void
  ) {
    var first = Knot(t: 0, length: 0)
    let last = Knot(t: 1, length: length)
    if isUniform { return cut(from: first, to: last, within: area, grain: grain, emit) }
    if hull(from: 0, to: 1).isBeside(area) { return }
    for knot in knots {
      cut(from: first, to: knot, within: area, grain: grain, emit)
      first = knot
    }
  }

  /// Cuts a piece between two knots that follow each other in halves, as long as one may lie beside
  /// the area.
  private func cut(
    from first: Knot, to last: Knot, within area: Rect, grain: Double, depth: Int = 0,
    _ emit: (_ start: Double, _ end: Double) -> Void
  ) {
    let hull = hull(from: first.t, to: last.t)
    if hull.isBeside(area) { return }
    // False for lengths that are not numbers, too.
    guard last.length - first.length > grain, depth < Self.deepestCut, !area.contains(hull) else {
      return emit(first.length, last.length)
    }
    let t = (first.t + last.t) / 2
    let length =
      isUniform ? t * self.length : first.length + quadrature(from: first.t, to: t)
    let middle = Knot(t: t, length: min(max(length, first.length), last.length))
    cut(from: first, to: middle, within: area, grain: grain, depth: depth + 1, emit)
    cut(from: middle, to: last, within: area, grain: grain, depth: depth + 1, emit)
  }

  /// The number of halvings after which parameters hardly differ any more.
  private static let deepestCut = 48

  /// A box around the part between two parameters.
  private func hull(from: Double, to: Double) -> Rect {
    switch shape {
    case .line: Rect.null.union(point(at: from)).union(point(at: to))
    case .quadratic(let curve): curve.part(from: from, to: to).hull
    case .cubic(let curve): curve.part(from: from, to: to).hull
    case .arc(let arc): arc.part(from: from, to: to).bounds
    }
  }
}
