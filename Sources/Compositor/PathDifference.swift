internal import Geometry

/// Bounds of what two paths do not share, or nil where they are not alike enough to tell.
///
/// Two closed curves enclose different points only within the bounds of the parts that they do not
/// share: the winding number changes only where the difference of the two cycles encloses a point.
/// So a bar that grows at one end, or an arc that sweeps on, is compared by its moving end alone.
/// Both paths need the same kinds of elements in the same order.
///
/// - Parameters:
///   - isFilled: whether open subpaths count as closed, as a fill takes them.
///   - keepsCircles: whether circular arcs stay circular on their way to the screen. Other arcs are
///     flattened, and where a chord lies then depends on the whole arc.
/// - Returns: bounds in the paths' space, `Rect.null` where the paths enclose the same.
func differenceBounds(
  _ old: Path, _ new: Path, isFilled: Bool, keepsCircles: Bool
) -> Rect? {
  guard old.elements.count == new.elements.count else { return nil }
  var difference = Rect.null
  var oldPen = Pen()
  var newPen = Pen()
  for (oldElement, newElement) in zip(old.elements, new.elements) {
    let samePen = oldPen.position == newPen.position
    switch (oldElement, newElement) {
    case (.move, .move):
      if isFilled { addClosingLines(from: oldPen, and: newPen, into: &difference) }
    case (.line(let oldEnd), .line(let newEnd)):
      addLines(
        from: oldPen.position, to: oldEnd, and: newPen.position, to: newEnd, into: &difference)
    case (.quadratic(let oldControl, let oldEnd), .quadratic(let newControl, let newEnd)):
      if !samePen || oldControl != newControl || oldEnd != newEnd {
        for point in [oldPen.position, oldControl, oldEnd, newPen.position, newControl, newEnd] {
          difference = difference.union(point)
        }
      }
    case (
      .cubic(let oldFirst, let oldSecond, let oldEnd),
      .cubic(let newFirst, let newSecond, let newEnd)
    ):
      if !samePen || oldFirst != newFirst || oldSecond != newSecond || oldEnd != newEnd {
        for point in [
          oldPen.position, oldFirst, oldSecond, oldEnd, newPen.position, newFirst, newSecond,
          newEnd,
        ] {
          difference = difference.union(point)
        }
      }
    case (.arc(let oldArc), .arc(let newArc)):
      addArcs(oldArc, newArc, keepsCircles: keepsCircles, into: &difference)
      addLines(
        from: oldPen.position, to: oldArc.start, and: newPen.position, to: newArc.start,
        into: &difference)
    case (.close, .close):
      addClosingLines(from: oldPen, and: newPen, into: &difference)
    default:
      return nil
    }
    oldPen.follow(oldElement)
    newPen.follow(newElement)
  }
  if isFilled { addClosingLines(from: oldPen, and: newPen, into: &difference) }
  return difference
}

private struct Pen {
  var start = Point.zero
  var position = Point.zero

  mutating func follow(_ element: Path.Element) {
    switch element {
    case .move(let point):
      start = point
      position = point
    case .line(let end), .quadratic(_, let end), .cubic(_, _, let end):
      position = end
    case .arc(let arc):
      position = arc.end
    case .close:
      position = start
    }
  }
}

private func addClosingLines(from old: Pen, and new: Pen, into difference: inout Rect) {
  addLines(
    from: old.position, to: old.start, and: new.position, to: new.start, into: &difference)
}

/// Adds what two lines do not share: the moving ends alone where both lie on one row or column.
private func addLines(
  from oldStart: Point, to oldEnd: Point, and newStart: Point, to newEnd: Point,
  into difference: inout Rect
) {
  if oldStart == newStart && oldEnd == newEnd { return }
  let onOneRow = oldStart.y == oldEnd.y && newStart.y == newEnd.y && oldStart.y == newStart.y
  let onOneColumn = oldStart.x == oldEnd.x && newStart.x == newEnd.x && oldStart.x == newStart.x
  let areCollinear = onOneRow || onOneColumn
  if !(areCollinear && oldStart == newStart) {
    difference = difference.union(oldStart)
    difference = difference.union(newStart)
  }
  if !(areCollinear && oldEnd == newEnd) {
    difference = difference.union(oldEnd)
    difference = difference.union(newEnd)
  }
}

/// Adds what two arcs do not share: the piece between their ends where one continues the other.
private func addArcs(
  _ old: EllipticArc, _ new: EllipticArc, keepsCircles: Bool, into difference: inout Rect
) {
  if old == new { return }
  let isOneCircle =
    keepsCircles && old.isCircular && old.center == new.center && old.xAxis == new.xAxis
    && old.yAxis == new.yAxis
    && old.startAngle == new.startAngle
  if isOneCircle && (old.sweep >= 0) == (new.sweep >= 0) {
    let rest = EllipticArc(
      center: old.center, xAxis: old.xAxis, yAxis: old.yAxis,
      startAngle: old.startAngle + old.sweep, sweep: new.sweep - old.sweep)
    difference = difference.union(rest.bounds)
  } else {
    difference = difference.union(old.bounds)
    difference = difference.union(new.bounds)
  }
}
