/// A sequence of subpaths made of lines, quadratic and cubic Bézier curves and elliptic arcs.
///
/// Arcs are kept as arcs, and not approximated by curves, so that circles, rings and rounded
/// rectangles reach the rasterizer exact.
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

  public init() {}

  public var isEmpty: Bool { elements.isEmpty }

  public mutating func append(_ element: Element) { elements.append(element) }
}

/// How overlapping windings of a path make its inside.
public enum FillRule: Sendable, Equatable {
  case nonZero
  case evenOdd
}
