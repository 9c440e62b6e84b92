/// A line or a circular arc of a subpath that is being stroked, with its join to the next one.
struct StrokeSegment {
  var start: Point
  var end: Point
  /// Directions of travel, of length 1.
  var startTangent: Vector
  var endTangent: Vector
  /// Zero for a direction alone: at the ends of lines that stand for a part of a curve.
  var length: Double
  /// Set for an arc and nil for a line.
  var arc: CircularArc?
  /// True if the next segment continues the same curve, so that the join is round.
  var isSmooth = false

  // The join to the next segment.
  /// 1 where the path turns clockwise on the screen, −1 anticlockwise, 0 where it goes straight.
  var turn = 0.0
  /// True if the offsets at the inner side of the turn are cut at their intersection.
  var isTrimmed = false
  /// The lengths that trimmed joins cut from the start and the end, by side of the path.
  var startTrim = (side: 0.0, length: 0.0)
  var endTrim = (side: 0.0, length: 0.0)

  /// A line; nil if its ends coincide.
  init?(from start: Point, to end: Point) {
    let way = end - start
    guard !StrokeSegment.isNegligible(way, at: end), let tangent = way.normalized else {
      return nil
    }
    self.init(at: start, tangent: tangent)
    self.end = end
    length = way.length
  }

  /// The direction of a curve at one of its ends.
  init(at point: Point, tangent: Vector) {
    start = point
    end = point
    startTangent = tangent
    endTangent = tangent
    length = 0
  }

  init(_ arc: CircularArc) {
    let directions = Directions(arc.startAngle, arc.startAngle + arc.sweep)
    let (first, last) = (directions.first, directions.second)
    let sign = arc.sweep < 0 ? -1.0 : 1.0
    start = arc.center + first * arc.radius
    end = arc.center + last * arc.radius
    startTangent = first.perpendicular * sign
    endTangent = last.perpendicular * sign
    length = arc.radius * abs(arc.sweep)
    self.arc = arc
  }

  /// The segment travelled backwards; its join is the one before it.
  var reversed: StrokeSegment {
    var result = self
    result.start = end
    result.end = start
    result.startTangent = -endTangent
    result.endTangent = -startTangent
    if let arc {
      result.arc = CircularArc(
        center: arc.center, radius: arc.radius, startAngle: arc.startAngle + arc.sweep,
        sweep: -arc.sweep)
    }
    return result
  }

  /// True if a displacement is within the rounding errors of its coordinates.
  ///
  /// - Parameter extent: the greatest of the numbers that these were computed from, if they may be
  ///   larger.
  static func isNegligible(_ way: Vector, at point: Point, extent: Double = 0) -> Bool {
    !(abs(way.dx) + abs(way.dy) > 1e-13 * (abs(point.x) + abs(point.y) + extent))
  }

  /// True if an arc begins at a point, apart from the rounding of its start.
  static func begins(_ arc: EllipticArc, at point: Point) -> Bool {
    let extent =
      abs(arc.center.x) + abs(arc.center.y) + abs(arc.xAxis.dx) + abs(arc.xAxis.dy)
      + abs(arc.yAxis.dx) + abs(arc.yAxis.dy)
    let start = arc.start
    return isNegligible(start - point, at: start, extent: extent)
  }

  /// True if `next` continues this arc, on the same circle in the same direction.
  func continues(with next: StrokeSegment) -> Bool {
    guard let arc, let following = next.arc, arc.sweep * following.sweep > 0 else { return false }
    let tolerance = 1e-10 * (abs(arc.center.x) + abs(arc.center.y) + arc.radius)
    let apart = following.center - arc.center
    let gap = next.start - end
    return abs(apart.dx) <= tolerance && abs(apart.dy) <= tolerance
      && abs(following.radius - arc.radius) <= tolerance && abs(gap.dx) <= tolerance
      && abs(gap.dy) <= tolerance && abs(arc.sweep + following.sweep) <= 2 * .pi + 1e-9
  }

  /// Extends this arc by the one that continues it.
  mutating func extend(by next: StrokeSegment) {
    guard let sweep = next.arc?.sweep else { return }
    arc?.sweep += sweep
    end = next.end
    endTangent = next.endTangent
    length += next.length
  }
}
