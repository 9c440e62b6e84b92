/// A sequence of subpaths made of lines, quadratic and cubic Bézier curves and elliptic arcs.
///
/// Arcs are kept as arcs, and not approximated by curves, so that circles, rings and rounded
/// rectangles reach the rasterizer exactly.
///
/// Every subpath begins with a move: if a drawing element is appended to an empty path or after a
/// close, the move is added. An arc sweeps at most one turn.
///
/// Verbs and points are two arrays, as in most rasterizers: a line takes 17 bytes and a quadratic
/// curve 33, an arc 65, while an array of `Element` takes 72 for each. Loops that treat all points
/// alike, such as a transform's, need no verbs. `elements` is a view of both.
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

  /// An element without its points.
  @frozen public enum Verb: Equatable, Sendable, BitwiseCopyable {
    case move
    case line
    case quadratic
    case cubic
    case arc
    case close

    /// The number of its points in `points`.
    @inlinable public var pointCount: Int {
      switch self {
      case .move, .line: 1
      case .quadratic: 2
      case .cubic: 3
      case .arc: 4
      case .close: 0
      }
    }
  }

  /// The kinds of the elements, in drawing order.
  public internal(set) var verbs: [Verb] = []
  /// The points of all elements in the same order, control points before ends. An arc has four
  /// pairs of numbers: its centre, both axes, and the start angle with the sweep.
  public internal(set) var points: [Point] = []

  /// The elements in drawing order.
  @inlinable public var elements: Elements { Elements(verbs: verbs, points: points) }

  /// The start of the last subpath; zero for an empty path.
  private var subpathStart: Point {
    var index = points.count
    for verb in verbs.reversed() {
      index -= verb.pointCount
      if verb == .move { return points[index] }
    }
    return .zero
  }

  public init() {}

  /// Elements of a path, from a move on.
  public init(_ subpaths: Elements) { append(subpaths) }

  /// An empty path with space for some elements.
  init(verbCapacity: Int, pointCapacity: Int) {
    reserveCapacity(verbs: verbCapacity, points: pointCapacity)
  }

  public var isEmpty: Bool { verbs.isEmpty }

  /// True if any two segments meet, so that a stroke has joins.
  public var hasCorners: Bool {
    var segments = 0
    for verb in verbs {
      segments = verb == .move ? 0 : segments + 1
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
    verbs.append(.move)
    points.append(point)
  }

  /// Adds a line from the current point; to an empty path it adds a move alone.
  @inline(never)
  public mutating func addLine(to point: Point) {
    guard beginSegment(orAt: nil) else { return move(to: point) }
    verbs.append(.line)
    points.append(point)
  }

  /// Adds a quadratic curve from the current point, on an empty path from its control point.
  @inline(never)
  public mutating func addQuadratic(control: Point, to end: Point) {
    beginSegment(orAt: control)
    verbs.append(.quadratic)
    points.append(control)
    points.append(end)
  }

  /// Adds a cubic curve from the current point, on an empty path from its first control point.
  @inline(never)
  public mutating func addCubic(control1: Point, control2: Point, to end: Point) {
    beginSegment(orAt: control1)
    verbs.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(end)
  }

  /// Adds an arc, reached by a line from the current point; the sweep is clamped to one turn.
  @inline(never)
  public mutating func addArc(_ arc: EllipticArc) {
    if isEmpty { move(to: arc.start) }
    beginSegment(orAt: nil)
    verbs.append(.arc)
    points.append(addingCapacity: 4) { Path.append(arc, to: &$0) }
  }

  /// Joins the current point to the subpath's start.
  @inline(never)
  public mutating func close() {
    guard let last = verbs.last, last != .close else { return }
    verbs.append(.close)
  }

  /// Adds the move that a drawing element needs: after a close, and to an empty path if there is a
  /// point for it.
  ///
  /// - Returns: false if the path is empty still.
  @inline(__always)
  @discardableResult
  private mutating func beginSegment(orAt start: Point?) -> Bool {
    guard let last = verbs.last else {
      guard let start else { return false }
      move(to: start)
      return true
    }
    if last == .close { move(to: subpathStart) }
    return true
  }

  /// Adds all subpaths of another path.
  public mutating func append(_ path: Path) {
    verbs.append(contentsOf: path.verbs)
    points.append(contentsOf: path.points)
  }

  /// Adds elements of a path, from a move on.
  mutating func append(_ subpaths: Elements) {
    verbs.append(contentsOf: subpaths.verbs)
    points.append(contentsOf: subpaths.points)
  }

  /// Adds the image of all subpaths of another path.
  public mutating func append(_ path: Path, under transform: AffineTransform) {
    verbs.append(contentsOf: path.verbs)
    points.append(addingCapacity: path.points.count) { points in
      // Points before an arc are mapped together: an arc's axes are directions, and its angles
      // stay.
      var first = 0
      var next = 0
      func appendImages() {
        for index in first..<next { points.append(transform.apply(to: path.points[index])) }
      }
      for verb in path.verbs {
        if verb == .arc {
          appendImages()
          Path.append(Path.arc(path.points, next).transformed(by: transform), to: &points)
          first = next + 4
        }
        next += verb.pointCount
      }
      appendImages()
    }
  }

  /// Adds elements, from a move to a close, by their verbs and their points.
  ///
  /// - Parameters:
  ///   - verbCount: the most verbs that are appended.
  ///   - pointCount: the most points that are appended.
  @inline(__always)
  mutating func append(
    verbCount: Int, pointCount: Int, verbs appendVerbs: (inout OutputSpan<Verb>) -> Void,
    points appendPoints: (inout OutputSpan<Point>) -> Void
  ) {
    verbs.append(addingCapacity: verbCount, initializingWith: appendVerbs)
    points.append(addingCapacity: pointCount, initializingWith: appendPoints)
  }

  /// Reserves memory for a number of elements and points in all.
  public mutating func reserveCapacity(verbs verbCount: Int, points pointCount: Int) {
    verbs.reserveCapacity(verbCount)
    points.reserveCapacity(pointCount)
  }

  /// Gives back the memory that further elements would take, of a path that is kept as it is.
  public mutating func removeSpareCapacity() {
    verbs.removeSpareCapacity()
    points.removeSpareCapacity()
  }

  /// True if every coordinate is a finite number.
  public var isFinite: Bool { isFinite(within: .greatestFiniteMagnitude) }

  /// True if every coordinate, and every angle of an arc, is a number between minus and plus
  /// `limit`.
  func isFinite(within limit: Double) -> Bool {
    points.allSatisfy { abs($0.x) <= limit && abs($0.y) <= limit }
  }

  /// The image of the path; arcs stay arcs and curves stay curves.
  public func transformed(by transform: AffineTransform) -> Path {
    if transform == .identity { return self }
    var result = Path(verbCapacity: verbs.count, pointCapacity: points.count)
    result.append(self, under: transform)
    return result
  }
}

extension Path {
  /// The arc that an arc's four pairs of numbers mean.
  @inlinable @inline(__always)
  public static func arc(_ points: [Point], _ first: Int) -> EllipticArc {
    // One check for all four.
    precondition(first >= 0 && points.count - first >= 4)
    let points = points.span
    let (center, x) = unsafe (points[unchecked: first], points[unchecked: first &+ 1])
    let (y, angles) = unsafe (points[unchecked: first &+ 2], points[unchecked: first &+ 3])
    return EllipticArc(
      center: center, xAxis: Vector(dx: x.x, dy: x.y), yAxis: Vector(dx: y.x, dy: y.y),
      startAngle: angles.x, sweep: angles.y)
  }

  /// Appends an arc's four pairs of numbers, the sweep clamped to one turn.
  @inline(__always)
  static func append(_ arc: EllipticArc, to points: inout OutputSpan<Point>) {
    points.append(arc.center)
    points.append(.zero + arc.xAxis)
    points.append(.zero + arc.yAxis)
    points.append(Point(x: arc.startAngle, y: max(-2 * .pi, min(2 * .pi, arc.sweep))))
  }
}

extension Array {
  fileprivate mutating func removeSpareCapacity() {
    if capacity == count { return }
    var exact: [Element] = []
    exact.reserveCapacity(count)
    exact.append(contentsOf: self)
    self = exact
  }
}

/// The rule by which windings decide what is inside a path.
public enum FillRule: Sendable, Equatable {
  case nonZero
  case evenOdd
}
