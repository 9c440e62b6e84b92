import CMath

/// A curve that can be stroked, over the parameters 0…1.
protocol StrokableCurve {
  func point(at t: Double) -> Point
  func derivative(at t: Double) -> Vector
  /// The second derivative.
  func bend(at t: Double) -> Vector
  /// A box around the part between two parameters.
  func hull(from: Double, to: Double) -> Rect
  /// True if the part between two parameters goes back against a direction by no more than a
  /// tolerance. Both ends of the part go along that direction.
  func advances(from: Double, to: Double, along direction: Vector, tolerance: Double) -> Bool
}

/// Finds the circular arcs that stand for a curve in its stroke: arcs are offset exactly, and few
/// are needed.
///
/// Between two points of the curve there are two arcs that meet without a corner and have the
/// curve's tangents at these points (a biarc, of equal tangent lengths). Where the curvature
/// changes by κ′ a unit, their error is κ′h³/324 over a length h, first to one side and then to the
/// other. So a wave takes a fifth of the chords of the same accuracy. Pieces are planned to have
/// equal errors, see `ArcPlan`. A piece is cut further until the arcs are near enough to its points
/// at thirds and at half, and it does not turn back between them.
struct ArcFitter {
  /// The greatest distance from the curve.
  private let tolerance: Double
  /// Half the stroke's width.
  private let half: Double
  /// The most times that a part of the curve is cut.
  private let depthLimit: Int
  /// The area that counts; nil for all.
  private let area: Rect?
  /// The direction of the end of the last arc, as an angle.
  private var heading = 0.0

  /// Cuts before a part is compared with the area.
  private static let coarseDepth = 3

  private struct Node {
    var t: Double
    var point: Point
    var tangent: Vector
  }

  /// The parameters at which planned pieces are compared with the curve: near the greatest errors.
  private static let plannedPlaces = SIMD4(0.11, 0.37, 0.63, 0.89)
  /// The sine of the angle beyond which the direction of a planned piece is that of the curve.
  private static let largestTurn = 0.05

  /// - Parameters:
  ///   - limit: about the most arcs. A part at the limit that turns sharply is a line, with a
  ///     segment without length at each of its ends.
  ///   - area: parts beyond one of its sides, which would be many arcs, are one line.
  init(tolerance: Double, half: Double, limit: Int, within area: Rect?) {
    self.tolerance = tolerance
    self.half = half
    self.area = area
    depthLimit = Int.bitWidth - max(limit, 4).leadingZeroBitCount - 2
  }

  /// Appends the segments that stand for a curve, each but the last smooth.
  mutating func fit(
    _ curve: some StrokableCurve, startTangent: Vector, endTangent: Vector,
    to segments: inout [StrokeSegment]
  ) {
    let count = segments.count
    heading = atan2(startTangent.dy, startTangent.dx)
    add(
      curve, from: Node(t: 0, point: curve.point(at: 0), tangent: startTangent),
      to: Node(t: 1, point: curve.point(at: 1), tangent: endTangent), depth: 0, to: &segments)
    if segments.count > count { segments[segments.count - 1].isSmooth = false }
  }

  private mutating func add(
    _ curve: some StrokableCurve, from start: Node, to end: Node, depth: Int,
    to segments: inout [StrokeSegment]
  ) {
    let pair = Biarc(start.point, start.tangent, end.point, end.tangent)
    let third = (end.t - start.t) / 3
    // The error of a third is a twenty-seventh of the whole error, that of a half an eighth.
    var distance = pair.isGentle ? pair.distance(of: curve.point(at: start.t + third)) : .infinity
    let middle = curve.point(at: (start.t + end.t) / 2)
    if distance <= 27 * tolerance {
      distance = max(
        distance, pair.distance(of: middle), pair.distance(of: curve.point(at: end.t - third)))
      if distance <= tolerance,
        curve.advances(
          from: start.t, to: end.t, along: pair.jointTangent, tolerance: tolerance)
      {
        return add(pair, to: &segments)
      }
    }
    // At the tip of a cusp the direction turns over no length at all.
    let isPoint =
      isNegligible(end.point - start.point) && isNegligible(middle - start.point)
      && isSmall(curve.hull(from: start.t, to: end.t))
    if depth >= depthLimit, !isPoint, pair.isGentle { return add(pair, to: &segments) }
    if isPoint || depth >= depthLimit
      || depth >= ArcFitter.coarseDepth && isBeside(curve, start, end)
    {
      return addLine(from: start, to: end, to: &segments)
    }
    if addPlanned(curve, from: start, to: end, depth: depth, to: &segments) { return }
    let count = distance > 8 * tolerance && distance <= 27 * tolerance ? 3 : 2
    var last = start
    for part in 1..<count {
      let t = start.t + (end.t - start.t) * (Double(part) / Double(count))
      let tangent =
        curve.derivative(at: t).normalized ?? (end.point - start.point).normalized
        ?? start.tangent
      let next = Node(t: t, point: curve.point(at: t), tangent: tangent)
      add(curve, from: last, to: next, depth: depth + count - 1, to: &segments)
      last = next
    }
    add(curve, from: last, to: end, depth: depth + count - 1, to: &segments)
  }

  /// Adds the pieces of a plan.
  ///
  /// - Returns: false, with nothing added, if there is no plan, or if it has too many pieces.
  private mutating func addPlanned(
    _ curve: some StrokableCurve, from start: Node, to end: Node, depth: Int,
    to segments: inout [StrokeSegment]
  ) -> Bool {
    guard var plan = ArcPlan(curve, from: start.t, to: end.t, tolerance: tolerance) else {
      return false
    }
    // The depth that cutting in halves would have reached.
    let depth = depth + Int.bitWidth - (plan.pairCount + 1).leadingZeroBitCount
    if depth > depthLimit { return false }
    var last = start
    for index in 0...plan.pairCount {
      let (t, turn) = plan.next()
      let way = curve.derivative(at: t)
      guard let direction = way.normalized else { continue }
      var next = Node(t: t, point: curve.point(at: t), tangent: direction)
      if index == 0 {
        next.tangent = start.tangent.mirrored(at: next.point - start.point)
      } else if index == plan.pairCount {
        next.tangent = end.tangent.mirrored(at: end.point - next.point)
      } else if let turned = (direction - direction.perpendicular * turn).normalized {
        next.tangent = turned
      }
      // If a curve bends tighter than half the width, its normals cross, and every small error of
      // direction shows. False for NaN, too.
      let square = way.dot(way)
      let mayTurn =
        abs(way.cross(curve.bend(at: t))) * half < square * square.squareRoot()
        && abs(next.tangent.cross(direction)) < ArcFitter.largestTurn
        && next.tangent.dot(direction) > 0
      if !mayTurn { next.tangent = direction }
      addPiece(curve, from: last, to: next, depth: depth, to: &segments)
      last = next
    }
    addPiece(curve, from: last, to: end, depth: depth, to: &segments)
    return true
  }

  /// Adds a planned piece, cut further where it has to be.
  private mutating func addPiece(
    _ curve: some StrokableCurve, from start: Node, to end: Node, depth: Int,
    to segments: inout [StrokeSegment]
  ) {
    let pair = Biarc(start.point, start.tangent, end.point, end.tangent)
    var isNear = pair.isGentle
    for index in 0..<4 where isNear {
      let t = start.t + (end.t - start.t) * ArcFitter.plannedPlaces[index]
      isNear = pair.distance(of: curve.point(at: t)) <= tolerance
    }
    if isNear,
      curve.advances(from: start.t, to: end.t, along: pair.jointTangent, tolerance: tolerance)
    {
      return add(pair, to: &segments)
    }
    add(curve, from: start, to: end, depth: depth, to: &segments)
  }

  private func isNegligible(_ way: Vector) -> Bool { way.dot(way) <= tolerance * tolerance }

  private func isSmall(_ hull: Rect) -> Bool {
    hull.width <= tolerance && hull.height <= tolerance
  }

  private func isBeside(_ curve: some StrokableCurve, _ start: Node, _ end: Node) -> Bool {
    guard let area else { return false }
    return curve.hull(from: start.t, to: end.t).isBeside(area)
  }

  private mutating func add(_ pair: Biarc, to segments: inout [StrokeSegment]) {
    // If both arcs lie on one circle, a single arc stands for them: this is a part of a circle that
    // was drawn as a curve.
    let (way, difference) = (pair.end - pair.start, pair.endCurvature - pair.startCurvature)
    if abs(difference) * (way.dot(way) + half * way.length) < tolerance * 1e-5 {
      return addArc(
        from: pair.start, pair.startTangent, to: pair.end, pair.endTangent,
        curvature: pair.startCurvature, to: &segments)
    }
    addArc(
      from: pair.start, pair.startTangent, to: pair.joint, pair.jointTangent,
      curvature: pair.startCurvature, to: &segments)
    addArc(
      from: pair.joint, pair.jointTangent, to: pair.end, pair.endTangent,
      curvature: pair.endCurvature, to: &segments)
  }

  private mutating func addArc(
    from start: Point, _ startTangent: Vector, to end: Point, _ endTangent: Vector,
    curvature: Double, to segments: inout [StrokeSegment]
  ) {
    let sweep = atan2(startTangent.cross(endTangent), startTangent.dot(endTangent))
    let radius = 1 / abs(curvature)
    let length = abs(sweep) * radius
    let first = heading
    heading += sweep
    // Hardly bent: the corner that is left is too small for a join.
    let isBent = abs(sweep) * (length + half) > tolerance * 0.01 && sweep * curvature > 0
    // A line is nearer than an arc if the rounding of the arc's centre exceeds the line's error.
    let isHeld = radius * 1e-15 < max(tolerance * 0.1, length * abs(sweep) / 8)
    guard isBent, isHeld else {
      return addLine(from: start, to: end, to: &segments)
    }
    let side = sweep < 0 ? -1.0 : 1.0
    var segment = StrokeSegment(at: start, tangent: startTangent)
    segment.end = end
    segment.endTangent = endTangent
    segment.length = length
    segment.isSmooth = true
    segment.arc = CircularArc(
      center: start + startTangent.perpendicular * (side * radius), radius: radius,
      startAngle: first - side * (.pi / 2), sweep: sweep)
    segments.append(segment)
  }

  private func addLine(from start: Point, to end: Point, to segments: inout [StrokeSegment]) {
    guard var line = StrokeSegment(from: start, to: end) else { return }
    line.isSmooth = true
    segments.append(line)
  }

  /// Adds a line between points; the curve's directions there may be others.
  private mutating func addLine(
    from start: Node, to end: Node, to segments: inout [StrokeSegment]
  ) {
    var first = StrokeSegment(at: start.point, tangent: start.tangent)
    var last = StrokeSegment(at: end.point, tangent: end.tangent)
    first.isSmooth = true
    last.isSmooth = true
    segments.append(first)
    addLine(from: start.point, to: end.point, to: &segments)
    segments.append(last)
    heading = atan2(end.tangent.dy, end.tangent.dx)
  }
}

/// Two circular arcs from one point and direction to another, which meet without a corner.
private struct Biarc {
  let start: Point
  let startTangent: Vector
  let end: Point
  let endTangent: Vector
  let joint: Point
  let jointTangent: Vector
  /// Positive where it turns clockwise on the screen.
  let startCurvature: Double
  let endCurvature: Double

  /// - Parameters:
  ///   - startTangent: of length 1, as the other.
  @inline(__always)
  init(_ start: Point, _ startTangent: Vector, _ end: Point, _ endTangent: Vector) {
    self.start = start
    self.startTangent = startTangent
    self.end = end
    self.endTangent = endTangent
    // With the same length d of all four tangents: |way − d·(a + b)| = 2d.
    let way = end - start
    let sum = startTangent + endTangent
    let turn = startTangent - endTangent
    let along = way.dot(sum)
    let square = way.dot(way)
    let length = square / (along + (along * along + turn.dot(turn) * square).squareRoot())
    joint = start + (way + turn * length) * 0.5
    jointTangent = (way - sum * length) * (0.5 / length)
    let (first, second) = (joint - start, joint - end)
    startCurvature = 2 * startTangent.cross(first) / first.dot(first)
    endCurvature = 2 * endTangent.cross(second) / second.dot(second)
  }

  /// True if each arc turns by less than a right angle; false if there are no arcs.
  @inline(__always) var isGentle: Bool {
    startTangent.dot(jointTangent) > 0 && jointTangent.dot(endTangent) > 0
      && startCurvature.isFinite && endCurvature.isFinite
  }

  /// About how far a point is from gentle arcs; infinite beyond their ends.
  @inline(__always) func distance(of point: Point) -> Double {
    if (point - joint).dot(jointTangent) < 0 {
      let way = point - start
      if way.dot(startTangent) < 0 { return .infinity }
      return abs(startTangent.cross(way) - startCurvature * 0.5 * way.dot(way))
    }
    let way = point - end
    if way.dot(endTangent) > 0 { return .infinity }
    return abs(endTangent.cross(way) - endCurvature * 0.5 * way.dot(way))
  }
}

extension CubicCurve: StrokableCurve {
  init(_ curve: QuadraticCurve) {
    self.init(
      start: curve.start,
      control1: curve.start.interpolated(to: curve.control, fraction: 2.0 / 3),
      control2: curve.end.interpolated(to: curve.control, fraction: 2.0 / 3), end: curve.end)
  }

  func bend(at t: Double) -> Vector {
    let (first, second) = (control1 - start, control2 - control1)
    return (second - first) * (6 - 6 * t) + ((end - control2) - second) * (6 * t)
  }

  func hull(from: Double, to: Double) -> Rect { part(from: from, to: to).hull }

  func advances(from: Double, to: Double, along direction: Vector, tolerance: Double) -> Bool {
    // The outer legs of the part's polygon have the directions of its ends.
    let middleLeg =
      (control1 - start) * ((1 - from) * (1 - to))
      + (control2 - control1) * (from * (1 - to) + to * (1 - from))
      + (end - control2) * (from * to)
    return middleLeg.dot(direction) * (to - from) >= -tolerance
  }
}

extension EllipticArc: StrokableCurve {
  func derivative(at t: Double) -> Vector {
    // An arc without a sweep has a direction, too.
    derivative(atAngle: startAngle + sweep * t) * (sweep == 0 ? 1 : sweep)
  }

  func bend(at t: Double) -> Vector { (center - point(at: t)) * (sweep * sweep) }

  func hull(from: Double, to: Double) -> Rect { part(from: from, to: to).bounds }

  /// An ellipse turns in one direction.
  func advances(from: Double, to: Double, along direction: Vector, tolerance: Double) -> Bool {
    true
  }
}
