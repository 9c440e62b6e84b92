/// A sequence of subpaths made of lines, quadratic and cubic Bézier curves and elliptic arcs.
///
/// Arcs are kept as arcs, and not approximated by curves, so that circles, rings and rounded
/// rectangles reach the rasterizer exactly.
///
/// Every subpath begins with a move: if a drawing element is appended to an empty path or after a
/// close, the move is added. An arc sweeps at most one turn.
public struct Path: Equatable, Sendable {
  public enum Element: Equatable, Sendable {
    /// Starts a subpath.
    case move(Point)
    case line(Point)
    case quadratic(control: Point, end: Point)
    case cubic(control1: Point, control2: Point, end: Point)
    /// An arc, connected by a line from the current point if the two differ.
    case arc(EllipticArc)
    /// Joins the current point to the subpath's start.
    case close
  }

  /// The elements in drawing order.
  public private(set) var elements: [Element] = []

  /// The start of the next line; the subpath's start after a close, nil for an empty path.
  public var currentPoint: Point? {
    switch elements.last {
    case nil: nil
    case .move(let point), .line(let point): point
    case .quadratic(_, let end), .cubic(_, _, let end): end
    case .arc(let arc): arc.end
    case .close: subpathStart
    }
  }

  private var subpathStart = Point.zero

  public init() {}

  public var isEmpty: Bool { elements.isEmpty }

  /// True if any two segments meet, so that a stroke has joins.
  public var hasCorners: Bool {
    var segments = 0
    for element in elements {
      if case .move = element { segments = 0 } else { segments += 1 }
      if segments > 1 { return true }
    }
    return false
  }

  /// Adds an element, with the move that it may need before it.
  public mutating func append(_ element: Element) {
    switch element {
    case .move(let point): move(to: point)
    case .line(let point): addLine(to: point)
    case .quadratic(let control, let end): addQuadratic(control: control, to: end)
    case .cubic(let control1, let control2, let end):
      addCubic(control1: control1, control2: control2, to: end)
    case .arc(let arc): addArc(arc)
    case .close: close()
    }
  }

  // The next six are never inlined: a copy at every call would make the program much larger.

  /// Starts a subpath.
  @inline(never)
  public mutating func move(to point: Point) {
    subpathStart = point
    elements.append(.move(point))
  }

  /// Adds a line from the current point; to an empty path it adds a move alone.
  @inline(never)
  public mutating func addLine(to point: Point) {
    if elements.isEmpty { return move(to: point) }
    moveAfterClose()
    elements.append(.line(point))
  }

  /// Adds a quadratic curve from the current point, on an empty path from its control point.
  @inline(never)
  public mutating func addQuadratic(control: Point, to end: Point) {
    if elements.isEmpty { move(to: control) }
    moveAfterClose()
    elements.append(.quadratic(control: control, end: end))
  }

  /// Adds a cubic curve from the current point, on an empty path from its first control point.
  @inline(never)
  public mutating func addCubic(control1: Point, control2: Point, to end: Point) {
    if elements.isEmpty { move(to: control1) }
    moveAfterClose()
    elements.append(.cubic(control1: control1, control2: control2, end: end))
  }

  /// Adds an arc, reached by a line from the current point; the sweep is clamped to one turn.
  @inline(never)
  public mutating func addArc(_ arc: EllipticArc) {
    if elements.isEmpty { move(to: arc.start) }
    moveAfterClose()
    var arc = arc
    arc.sweep = max(-2 * .pi, min(2 * .pi, arc.sweep))
    elements.append(.arc(arc))
  }

  /// Joins the current point to the subpath's start.
  @inline(never)
  public mutating func close() {
    if elements.isEmpty { return }
    if case .close? = elements.last { return }
    elements.append(.close)
  }

  private mutating func moveAfterClose() {
    if case .close? = elements.last { elements.append(.move(subpathStart)) }
  }

  /// Adds all subpaths of another path.
  public mutating func append(_ path: Path) {
    elements.append(contentsOf: path.elements)
    if !path.isEmpty { subpathStart = path.subpathStart }
  }

  /// Adds the image of all subpaths of another path.
  public mutating func append(_ path: Path, under transform: AffineTransform) {
    for element in path.elements { elements.append(element.transformed(by: transform)) }
    if !path.isEmpty { subpathStart = transform.apply(to: path.subpathStart) }
  }

  /// Adds a closed subpath: from a point, and on by up to `count` elements, whose arcs sweep at most
  /// one turn.
  @inline(__always)
  mutating func addClosed(
    from start: Point, _ count: Int, _ fill: (inout OutputSpan<Element>) -> Void
  ) {
    subpathStart = start
    elements.append(addingCapacity: count + 2) { elements in
      elements.append(.move(start))
      fill(&elements)
      elements.append(.close)
    }
  }

  public mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  /// True if every coordinate is a finite number.
  public var isFinite: Bool { isFinite(within: .greatestFiniteMagnitude) }

  /// True if every coordinate is a number between minus and plus `limit`.
  func isFinite(within limit: Double) -> Bool {
    func isGood(_ point: Point) -> Bool { abs(point.x) <= limit && abs(point.y) <= limit }
    for element in elements {
      let isElementGood =
        switch element {
        case .move(let point), .line(let point): isGood(point)
        case .quadratic(let control, let end): isGood(control) && isGood(end)
        case .cubic(let control1, let control2, let end):
          isGood(control1) && isGood(control2) && isGood(end)
        case .arc(let arc):
          arc.startAngle.isFinite && arc.sweep.isFinite && isGood(arc.center)
            && isGood(.zero + arc.xAxis) && isGood(.zero + arc.yAxis)
        case .close: true
        }
      if !isElementGood { return false }
    }
    return true
  }

  /// The image of the path; arcs stay arcs and curves stay curves.
  public func transformed(by transform: AffineTransform) -> Path {
    if transform == .identity { return self }
    var result = Path()
    result.reserveCapacity(elements.count)
    result.append(self, under: transform)
    return result
  }
}

extension Path.Element {
  public func transformed(by transform: AffineTransform) -> Path.Element {
    switch self {
    case .move(let point): .move(transform.apply(to: point))
    case .line(let point): .line(transform.apply(to: point))
    case .quadratic(let control, let end):
      .quadratic(control: transform.apply(to: control), end: transform.apply(to: end))
    case .cubic(let control1, let control2, let end):
      .cubic(
        control1: transform.apply(to: control1), control2: transform.apply(to: control2),
        end: transform.apply(to: end))
    case .arc(let arc): .arc(arc.transformed(by: transform))
    case .close: .close
    }
  }
}

/// The rule by which windings decide what is inside a path.
public enum FillRule: Sendable, Equatable {
  case nonZero
  case evenOdd
}
