/// A sequence of subpaths made of lines, quadratic and cubic Bézier curves and elliptic arcs.
///
/// Arcs are kept as arcs, and not approximated by curves, so that circles, rings and rounded
/// rectangles reach the rasterizer exact.
///
/// Every subpath begins with a move: where a drawing element is appended to an empty path or
/// after a close, the move is added. An arc sweeps at most one turn.
public struct Path: Equatable, Sendable {
  public enum Element: Equatable, Sendable {
    /// Starts a subpath.
    case move(Point)
    case line(Point)
    case quadratic(control: Point, end: Point)
    case cubic(control1: Point, control2: Point, end: Point)
    /// An arc, reached by a line from the current point where the two differ.
    case arc(EllipticArc)
    /// Joins the current point to the subpath's start.
    case close
  }

  /// The elements in drawing order.
  public private(set) var elements: [Element] = []

  /// Where the next line would start; the subpath's start after a close, nil for an empty path.
  public private(set) var currentPoint: Point?

  private var subpathStart = Point.zero

  public init() {}

  public var isEmpty: Bool { elements.isEmpty }

  /// Adds an element, with the move it may need before it.
  public mutating func append(_ element: Element) {
    switch element {
    case .move(let point):
      subpathStart = point
      currentPoint = point
    case .line(let point):
      guard currentPoint != nil else { return append(.move(point)) }
      moveAfterClose()
      currentPoint = point
    case .quadratic(let control, let end):
      if currentPoint == nil { append(.move(control)) }
      moveAfterClose()
      currentPoint = end
    case .cubic(let control1, _, let end):
      if currentPoint == nil { append(.move(control1)) }
      moveAfterClose()
      currentPoint = end
    case .arc(var arc):
      if currentPoint == nil { append(.move(arc.start)) }
      moveAfterClose()
      arc.sweep = max(-2 * .pi, min(2 * .pi, arc.sweep))
      currentPoint = arc.end
      elements.append(.arc(arc))
      return
    case .close:
      guard currentPoint != nil, elements.last != .close else { return }
      currentPoint = subpathStart
    }
    elements.append(element)
  }

  private mutating func moveAfterClose() {
    if case .close? = elements.last { elements.append(.move(subpathStart)) }
  }

  /// Adds all subpaths of another path.
  public mutating func append(_ path: Path) {
    elements.append(contentsOf: path.elements)
    if path.currentPoint != nil {
      currentPoint = path.currentPoint
      subpathStart = path.subpathStart
    }
  }

  /// Empties the path and keeps its storage.
  public mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    currentPoint = nil
  }

  public mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  /// Whether every coordinate is a finite number.
  public var isFinite: Bool {
    for element in elements {
      let isFinite =
        switch element {
        case .move(let point), .line(let point): point.isFinite
        case .quadratic(let control, let end): control.isFinite && end.isFinite
        case .cubic(let control1, let control2, let end):
          control1.isFinite && control2.isFinite && end.isFinite
        case .arc(let arc): arc.isFinite
        case .close: true
        }
      if !isFinite { return false }
    }
    return true
  }

  /// The image of the path; arcs stay arcs and curves stay curves.
  public func transformed(by transform: AffineTransform) -> Path {
    if transform == .identity { return self }
    var result = Path()
    result.reserveCapacity(elements.count)
    for element in elements { result.elements.append(element.transformed(by: transform)) }
    result.currentPoint = currentPoint.map { transform.apply(to: $0) }
    result.subpathStart = transform.apply(to: subpathStart)
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

/// How overlapping windings of a path make its inside.
public enum FillRule: Sendable, Equatable {
  case nonZero
  case evenOdd
}
