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
    guard elements.count == other.elements.count else { return fraction < 0.5 ? self : other }
    var between: [Element] = []
    between.reserveCapacity(elements.count)
    for (index, (a, b)) in zip(elements, other.elements).enumerated() {
      guard let element = a.interpolated(to: b, fraction: fraction) else {
        return fraction < 0.5 ? self : other
      }
      if index > 0, case .arc(let arc) = element, a.continues(elements[index - 1]),
        b.continues(other.elements[index - 1])
      {
        between[index - 1] = between[index - 1].leading(to: arc.start)
      }
      between.append(element)
    }
    var result = Path()
    result.reserveCapacity(between.count)
    for element in between { result.append(element) }
    return result
  }
}

extension Path.Element {
  /// True for an arc that starts at the end of a move or line.
  fileprivate func continues(_ former: Path.Element) -> Bool {
    guard case .arc(let arc) = self else { return false }
    switch former {
    case .move(let end), .line(let end):
      let reach = arc.xAxis.length + arc.yAxis.length
      return (arc.start - end).length <= 1e-9 * (1 + reach)
    default: return false
    }
  }

  /// A move or line with another end.
  fileprivate func leading(to end: Point) -> Path.Element {
    switch self {
    case .move: .move(end)
    case .line: .line(end)
    default: self
    }
  }

  fileprivate func interpolated(to other: Path.Element, fraction: Double) -> Path.Element? {
    func mix(_ a: Point, _ b: Point) -> Point { a.interpolated(to: b, fraction: fraction) }
    func mix(_ a: Vector, _ b: Vector) -> Vector { a + (b - a) * fraction }
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * fraction }
    switch (self, other) {
    case (.move(let a), .move(let b)): return .move(mix(a, b))
    case (.line(let a), .line(let b)): return .line(mix(a, b))
    case (.quadratic(let a1, let a), .quadratic(let b1, let b)):
      return .quadratic(control: mix(a1, b1), end: mix(a, b))
    case (.cubic(let a1, let a2, let a), .cubic(let b1, let b2, let b)):
      return .cubic(control1: mix(a1, b1), control2: mix(a2, b2), end: mix(a, b))
    case (.arc(let a), .arc(let b)):
      return .arc(
        EllipticArc(
          center: mix(a.center, b.center), xAxis: mix(a.xAxis, b.xAxis),
          yAxis: mix(a.yAxis, b.yAxis), startAngle: mix(a.startAngle, b.startAngle),
          sweep: mix(a.sweep, b.sweep)))
    case (.close, .close): return .close
    default: return nil
    }
  }
}
