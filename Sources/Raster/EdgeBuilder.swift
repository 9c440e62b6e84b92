import CMath
import Geometry

/// Turns a path in framebuffer space, of lines and circular arcs, into edges.
///
/// Open subpaths are closed by a line, as filling wants. A coordinate that is not a number makes
/// the whole outline empty; others are clamped to ±2³⁰ px.
struct EdgeBuilder {
  private var startX = 0
  private var startY = 0
  private var currentX = 0
  private var currentY = 0

  /// Fills `list` with the path's edges, clipped to the given size.
  static func build(
    _ path: Path, transform: AffineTransform, width: Int, height: Int, into list: inout EdgeList
  ) {
    list.begin(width: width, height: height)
    var builder = EdgeBuilder()
    for element in path.elements {
      guard builder.add(element, transform: transform, to: &list) else {
        list.begin(width: width, height: height)
        break
      }
    }
    builder.line(toX: builder.startX, y: builder.startY, in: &list)
    list.finish()
  }

  /// Whether the element could be taken.
  private mutating func add(
    _ element: Path.Element, transform: AffineTransform, to list: inout EdgeList
  ) -> Bool {
    switch element {
    case .move(let point):
      line(toX: startX, y: startY, in: &list)
      let point = transform.apply(to: point)
      guard point.x == point.x, point.y == point.y else { return false }
      startX = Fixed.coordinate(point.x)
      startY = Fixed.coordinate(point.y)
      currentX = startX
      currentY = startY
    case .line(let end), .quadratic(_, let end), .cubic(_, _, let end):
      let point = transform.apply(to: end)
      guard point.x == point.x, point.y == point.y else { return false }
      line(toX: Fixed.coordinate(point.x), y: Fixed.coordinate(point.y), in: &list)
    case .arc(let arc):
      guard let arc = CircularArc(arc.transformed(by: transform)) else { return false }
      return add(arc, to: &list)
    case .close:
      line(toX: startX, y: startY, in: &list)
    }
    return true
  }

  private mutating func line(toX x: Int, y: Int, in list: inout EdgeList) {
    list.append(Edge(fromX: currentX, y: currentY, toX: x, y: y))
    currentX = x
    currentY = y
  }

  /// Joins to a point that should be the current one: rounding may part them by a unit or two,
  /// and an edge of that height would only cost time.
  private mutating func join(toX x: Int, y: Int, in list: inout EdgeList) {
    if abs(x &- currentX) > 2 || abs(y &- currentY) > 2 { line(toX: x, y: y, in: &list) }
  }

  /// Cuts a circular arc at its horizontal and vertical tangents.
  private mutating func add(_ arc: CircularArc, to list: inout EdgeList) -> Bool {
    let (center, radius) = (arc.center, arc.radius)
    let size = max(max(abs(center.x), abs(center.y)), radius)
    // False for what is not a number, too.
    guard size < Fixed.limit, abs(arc.startAngle) < 1e15, abs(arc.sweep) < 1e15 else {
      return false
    }
    let turn = 2 * Double.pi
    let startAngle = fmod(arc.startAngle, turn) + (arc.startAngle < 0 ? turn : 0)
    var sweep = arc.sweep
    // More than a turn winds once more over the same circle, and ends where it ends.
    if abs(sweep) > 2 * turn { sweep = fmod(sweep, turn) + (sweep < 0 ? -turn : turn) }
    let start = arc.point(atAngle: startAngle)
    join(toX: Fixed.coordinate(start.x), y: Fixed.coordinate(start.y), in: &list)
    guard sweep != 0, radius > 1.0 / 65536 else { return true }
    if abs(abs(sweep) - turn) < 1e-9 { sweep = sweep < 0 ? -turn : turn }

    let endAngle = startAngle + sweep
    let end = abs(sweep) == turn ? start : arc.point(atAngle: endAngle)
    let isClockwise = sweep > 0
    let quarter = Double.pi / 2
    // The quadrant in which the arc starts, counted from 3 o'clock, clockwise.
    var quadrant = Int((startAngle / quarter).rounded(.down))
    if !isClockwise, startAngle == Double(quadrant) * quarter { quadrant -= 1 }
    while true {
      let border = Double(isClockwise ? quadrant + 1 : quadrant) * quarter
      let isLast = isClockwise ? border >= endAngle : border <= endAngle
      let side: Double = quadrant & 3 == 0 || quadrant & 3 == 3 ? 1 : -1
      let half: Double = quadrant & 3 < 2 ? 1 : -1
      let x: Double
      let y: Double
      if isLast {
        (x, y) = (end.x, end.y)
      } else {
        // The tangent point at the border, exact.
        switch (isClockwise ? quadrant + 1 : quadrant) & 3 {
        case 0: (x, y) = (center.x + radius, center.y)
        case 1: (x, y) = (center.x, center.y + radius)
        case 2: (x, y) = (center.x - radius, center.y)
        default: (x, y) = (center.x, center.y - radius)
        }
      }
      let nextY = Fixed.coordinate(y)
      list.append(
        Edge(
          centerX: center.x, centerY: center.y, radius: radius, side: side, half: half,
          fromY: currentY, toY: nextY))
      currentX = Fixed.coordinate(x)
      currentY = nextY
      if isLast { return true }
      quadrant += isClockwise ? 1 : -1
    }
  }
}
