internal import Geometry

/// The difference of two similar paths as two boxes, since usually the one or the two ends of a bar
/// or an arc change.
///
/// Two closed curves enclose different points only within the bounds of the parts that they do not
/// share: the winding number changes only where the difference of the two cycles encloses a point.
/// So a bar that grows at one end, or an arc that sweeps on or turns, is compared by its moving
/// ends alone. Both paths need the same kinds of elements in the same order, between equal subpaths
/// at their beginning and end; one may continue with more subpaths. If other paths have an equal
/// beginning or end, the part between is taken as a whole. The glyphs of a counting text are
/// compared in the same way.
struct PathDifference {
  /// In the paths' space; `Rect.null` for no difference.
  private(set) var first = Rect.null
  private(set) var second = Rect.null
  private let transform: AffineTransform
  private let keepsAxes: Bool

  /// Nil if the paths are not similar enough.
  ///
  /// - Parameters:
  ///   - isFilled: true if open subpaths count as closed, as in a fill.
  ///   - transform: the map to the screen. An arc that does not stay circular is flattened, and the
  ///     places of its chords depend on the whole arc. A line that the transform tilts moves
  ///     everywhere, if only by a rounding error, when one of its ends does.
  init?(_ old: Path, _ new: Path, isFilled: Bool, transform: AffineTransform = .identity) {
    self.transform = transform
    keepsAxes = transform.keepsAxes
    // A single NaN makes all of a path invalid.
    guard old.isFinite, new.isFinite else { return nil }
    let (oldPart, newPart) = PathDifference.unequalSubpaths(old.elements, new.elements)
    if compare(oldPart, newPart, isFilled: isFilled) { return }
    // If no subpath is equal, further comparison is not worth it.
    guard oldPart.count < old.verbs.count, newPart.count < new.verbs.count else { return nil }
    (first, second) = (.null, .null)
    add(Path(oldPart).bounds)
    add(Path(newPart).bounds)
  }

  /// Nil if no glyph is the same at the beginning or at the end.
  init?(_ old: PlacedPaths, _ new: PlacedPaths) {
    transform = .identity
    keepsAxes = true
    let (oldParts, newParts) = (old.parts, new.parts)
    let common = min(oldParts.count, newParts.count)
    var start = 0
    while start < common, oldParts[start] == newParts[start] { start += 1 }
    var equalAtEnd = 0
    while equalAtEnd < common - start,
      oldParts[oldParts.count - 1 - equalAtEnd] == newParts[newParts.count - 1 - equalAtEnd]
    {
      equalAtEnd += 1
    }
    guard start + equalAtEnd > 0 else { return nil }
    for parts in [
      oldParts[start..<oldParts.count - equalAtEnd], newParts[start..<newParts.count - equalAtEnd],
    ] {
      // A single NaN makes the whole text invalid.
      guard parts.allSatisfy({ $0.isFinite }) else { return nil }
      add(PlacedPaths.bounds(of: parts))
    }
  }

  /// The elements of two paths between the subpaths that both begin with and those that both end
  /// with.
  private static func unequalSubpaths(
    _ old: Path.Elements, _ new: Path.Elements
  ) -> (Path.Elements, Path.Elements) {
    // A place that both paths have.
    var index = old.startIndex
    var start = index
    while index < old.endIndex, index < new.endIndex, old[index] == new[index] {
      if case .move = old[index] { start = index }
      index = old.index(after: index)
    }
    if isEnd(index, of: old), isEnd(index, of: new) { start = index }
    var (oldEnd, newEnd) = (old.endIndex, new.endIndex)
    var (oldIndex, newIndex) = (oldEnd, newEnd)
    while oldIndex > start, newIndex > start {
      oldIndex = old.index(before: oldIndex)
      newIndex = new.index(before: newIndex)
      guard old[oldIndex] == new[newIndex] else { break }
      if case .move = old[oldIndex] { (oldEnd, newEnd) = (oldIndex, newIndex) }
    }
    return (old[start..<oldEnd], new[start..<newEnd])
  }

  /// True if a subpath ends before an element.
  private static func isEnd(_ index: Path.Elements.Index, of elements: Path.Elements) -> Bool {
    guard index < elements.endIndex else { return true }
    if case .move = elements[index] { return true }
    return false
  }

  /// Adds the differences of elements, if these are of the same kinds.
  ///
  /// - Returns: true if they are of the same kinds.
  private mutating func compare(
    _ old: Path.Elements, _ new: Path.Elements, isFilled: Bool
  ) -> Bool {
    var oldPen = Pen()
    var newPen = Pen()
    for (oldElement, newElement) in zip(old, new) {
      let samePen = oldPen.position == newPen.position
      switch (oldElement, newElement) {
      case (.move, .move):
        if isFilled { addClosingLines(from: oldPen, and: newPen) }
      case (.line(let oldEnd), .line(let newEnd)):
        addLines(from: oldPen.position, to: oldEnd, and: newPen.position, to: newEnd)
      case (.quadratic(let oldControl, let oldEnd), .quadratic(let newControl, let newEnd)):
        if !samePen || oldControl != newControl || oldEnd != newEnd {
          add(oldPen.position, oldControl, oldEnd, newPen.position, newControl, newEnd)
        }
      case (
        .cubic(let oldFirst, let oldSecond, let oldEnd),
        .cubic(let newFirst, let newSecond, let newEnd)
      ):
        if !samePen || oldFirst != newFirst || oldSecond != newSecond || oldEnd != newEnd {
          add(
            oldPen.position, oldFirst, oldSecond, oldEnd, newPen.position, newFirst, newSecond,
            newEnd)
        }
      case (.arc(let oldArc), .arc(let newArc)):
        addArcs(oldArc, newArc)
        addLines(
          from: oldPen.position, to: oldArc.start, and: newPen.position, to: newArc.start)
      case (.close, .close):
        addClosingLines(from: oldPen, and: newPen)
      default:
        return false
      }
      oldPen.follow(oldElement)
      newPen.follow(newElement)
    }
    if isFilled { addClosingLines(from: oldPen, and: newPen) }
    let common = min(old.count, new.count)
    let rest = old.count > common ? old.dropFirst(common) : new.dropFirst(common)
    guard let begin = rest.first else { return true }
    guard case .move = begin else { return false }
    add(Path(rest).hullBounds)
    return true
  }

  // MARK: Boxes

  /// Adds an area to the one of the two boxes that grows less.
  private mutating func add(_ rect: Rect) {
    if rect.isNull { return }
    if first.isNull {
      first = rect
      return
    }
    let growth = first.union(rect).halfPerimeter - first.halfPerimeter
    let otherGrowth =
      second.isNull ? rect.halfPerimeter : second.union(rect).halfPerimeter - second.halfPerimeter
    if growth <= otherGrowth {
      first = first.union(rect)
    } else {
      second = second.union(rect)
    }
  }

  private mutating func add(_ points: Point...) {
    add(points.reduce(Rect.null) { $0.union($1) })
  }

  // MARK: Elements

  private mutating func addClosingLines(from old: Pen, and new: Pen) {
    addLines(from: old.position, to: old.start, and: new.position, to: new.start)
  }

  /// Adds the parts that two lines do not share: only the moving ends, if both lines lie in one row
  /// or column, on the screen too.
  private mutating func addLines(
    from oldStart: Point, to oldEnd: Point, and newStart: Point, to newEnd: Point
  ) {
    if oldStart == newStart && oldEnd == newEnd { return }
    let onOneRow = oldStart.y == oldEnd.y && newStart.y == newEnd.y && oldStart.y == newStart.y
    let onOneColumn =
      oldStart.x == oldEnd.x && newStart.x == newEnd.x && oldStart.x == newStart.x
    guard keepsAxes && (onOneRow || onOneColumn) else {
      return add(Rect.null.union(oldStart).union(oldEnd).union(newStart).union(newEnd))
    }
    if oldStart != newStart { add(Rect.null.union(oldStart).union(newStart)) }
    if oldEnd != newEnd { add(Rect.null.union(oldEnd).union(newEnd)) }
  }

  /// Adds the parts that two arcs do not share. For two arcs of the same direction on one circle
  /// these lie between their starts and between their ends: taken with signs, the one arc is the
  /// other less the way from start to start, plus the way from end to end.
  private mutating func addArcs(_ old: EllipticArc, _ new: EllipticArc) {
    if old == new { return }
    let isOneCircle =
      old.isCircular && old.center == new.center && old.xAxis == new.xAxis
      && old.yAxis == new.yAxis && (old.sweep >= 0) == (new.sweep >= 0)
      && Ring.isRound(center: old.center, radius: old.xAxis.length, under: transform)
    guard isOneCircle else { return add(old.bounds.union(new.bounds)) }
    let turn = (new.startAngle - old.startAngle).wrappedToHalfTurn
    add(old.piece(from: old.startAngle, sweep: turn))
    add(old.piece(from: old.startAngle + old.sweep, sweep: turn + new.sweep - old.sweep))
  }

  /// The current point of a path.
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
}

extension Rect {
  /// The sum of width and height, which grows with a line as it does with an area.
  fileprivate var halfPerimeter: Double { width + height }
}

extension Double {
  /// The angle in −π…π that points in this direction.
  fileprivate var wrappedToHalfTurn: Double {
    self - (self / (2 * .pi)).rounded() * 2 * .pi
  }
}

extension EllipticArc {
  /// Bounds of a piece of the same ellipse; null for an empty one.
  fileprivate func piece(from angle: Double, sweep: Double) -> Rect {
    if sweep == 0 { return .null }
    return EllipticArc(
      center: center, xAxis: xAxis, yAxis: yAxis, startAngle: angle, sweep: sweep
    ).bounds
  }
}
