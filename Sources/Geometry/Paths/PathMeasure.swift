/// A path with the lengths of its segments, to find points along it.
struct PathMeasure {
  struct Subpath {
    /// The elements of the subpath, including its move.
    var elements: Range<Path.Elements.Index>
    var curves: Range<Int>
    /// Lengths from the start of the path.
    var start: Double
    var end: Double
    var isClosed: Bool
  }

  private(set) var curves: [MeasuredCurve] = []
  private(set) var subpaths: [Subpath] = []
  private(set) var length = 0.0

  init(_ path: Path) {
    curves.reserveCapacity(path.verbs.count)
    var start = Point.zero
    var current = Point.zero
    let elements = path.elements
    var next = elements.startIndex
    var first = (element: next, curve: 0, length: 0.0)
    for element in elements {
      let index = next
      next = elements.index(after: index)
      switch element {
      case .move(let point):
        finish(from: first, to: index, isClosed: false)
        first = (index, curves.count, length)
        start = point
        current = point
      case .line(let end):
        add(.line(current, end))
        current = end
      case .quadratic(let control, let end):
        add(.quadratic(QuadraticCurve(start: current, control: control, end: end)))
        current = end
      case .cubic(let control1, let control2, let end):
        add(
          .cubic(CubicCurve(start: current, control1: control1, control2: control2, end: end)))
        current = end
      case .arc(let arc):
        if !StrokeSegment.begins(arc, at: current) { add(.line(current, arc.start)) }
        add(.arc(arc))
        current = arc.end
      case .close:
        if !StrokeSegment.isNegligible(start - current, at: start) { add(.line(current, start)) }
        current = start
        finish(from: first, to: next, isClosed: true)
        first = (next, curves.count, length)
      }
    }
    finish(from: first, to: next, isClosed: false)
  }

  private mutating func add(_ shape: MeasuredCurve.Shape) {
    let curve = MeasuredCurve(shape, start: length)
    length += curve.length
    curves.append(curve)
  }

  private mutating func finish(
    from first: (element: Path.Elements.Index, curve: Int, length: Double),
    to end: Path.Elements.Index, isClosed: Bool
  ) {
    // A move alone draws nothing.
    guard end.verb - first.element.verb > 1 else { return }
    subpaths.append(
      Subpath(
        elements: first.element..<end, curves: first.curve..<curves.count, start: first.length,
        end: length, isClosed: isClosed))
  }

  /// Adds the part of a subpath between two lengths from the start of the path.
  ///
  /// `cursor` is the index of the curve to try first, and is set to the last one that was used:
  /// parts that are requested in ascending order take time in proportion to the path. A part that
  /// continues the last one starts no new subpath.
  func append(
    from: Double, to: Double, of subpath: Subpath, cursor: inout Int, continuing: Bool = false,
    to path: inout Path
  ) {
    cursor = max(cursor, subpath.curves.lowerBound)
    while cursor + 1 < subpath.curves.upperBound, curves[cursor].end <= from { cursor += 1 }
    guard cursor < subpath.curves.upperBound else { return }
    var isFirst = !continuing
    while true {
      let curve = curves[cursor]
      let first = curve.parameter(atLength: from - curve.start)
      let last = curve.parameter(atLength: to - curve.start)
      if isFirst { path.move(to: curve.point(at: first)) }
      isFirst = false
      if last > first { curve.append(from: first, to: last, to: &path) }
      guard curve.end < to, cursor + 1 < subpath.curves.upperBound else { return }
      cursor += 1
    }
  }

  /// Adds a mark at a length: a line too short to be visible, which gives its caps a direction.
  func appendMark(at position: Double, of subpath: Subpath, cursor: inout Int, to path: inout Path)
  {
    cursor = max(cursor, subpath.curves.lowerBound)
    while cursor + 1 < subpath.curves.upperBound, curves[cursor].end <= position { cursor += 1 }
    guard cursor < subpath.curves.upperBound else { return }
    let curve = curves[cursor]
    let t = curve.parameter(atLength: position - curve.start)
    guard let tangent = curve.derivative(at: t).normalized else { return }
    let point = curve.point(at: t)
    path.move(to: point)
    path.addLine(to: point + tangent * (1e-10 * (1 + abs(point.x) + abs(point.y))))
  }
}

extension Path {
  /// The length of all subpaths, the closing lines included.
  public var length: Double { PathMeasure(self).length }

  /// The part between two fractions of the length, across all subpaths in order.
  ///
  /// Fractions are clamped to 0…1 (a NaN leaves its end untrimmed). From 0 to 1 it is the path
  /// itself; if `start` is not before `end` it is empty. Lines and circular arcs are cut exactly,
  /// other curves within about 10⁻¹⁰ of their length; the parts of curves are curves. A subpath
  /// that is cut is open.
  public func trimmed(from start: Double, to end: Double) -> Path {
    guard start > 0 || end < 1 else { return self }
    if start >= end || end <= 0 || start >= 1 { return Path() }
    let measure = PathMeasure(self)
    guard measure.length > 0, measure.length.isFinite else { return Path() }
    let first = start > 0 ? start * measure.length : 0
    let last = end < 1 ? end * measure.length : measure.length
    var result = Path()
    var cursor = 0
    for subpath in measure.subpaths {
      if first <= subpath.start && last >= subpath.end {
        result.append(elements[subpath.elements])
      } else if first < subpath.end && last > subpath.start {
        measure.append(
          from: max(first, subpath.start), to: min(last, subpath.end), of: subpath,
          cursor: &cursor, to: &result)
      }
    }
    return result
  }
}
