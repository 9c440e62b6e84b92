/// The plane through an open end of a stroke, perpendicular to its path. A butt end does not extend
/// beyond this plane.
///
/// If a curve bends tighter than half the width, its normals cross beyond the centre of curvature
/// and extend beyond the plane of a nearby end. Points there belong to the stroke only because of
/// the bend: seen from the end itself they lie ahead, and a butt end has nothing ahead.
struct StrokeEnd {
  /// A bend sharper than this between two segments is a corner, which has a join of its own.
  private static let leastCosine = 0.85

  let point: Point
  /// The direction from the end into the path, of length 1.
  let inward: Vector
  /// The number of segments, from the end on, whose bodies are cut at the plane.
  let count: Int

  /// The signed distance of a point from the plane, positive on the path's side.
  func distance(of point: Point) -> Double { (point - self.point).dot(inward) }

  /// The intersection of a line with the plane.
  func crossing(from start: Point, to end: Point) -> Point {
    let (before, after) = (distance(of: start), distance(of: end))
    return start.interpolated(to: end, fraction: before / (before - after))
  }

  /// Fails if nothing extends beyond the plane, or if the path does not come back from there:
  /// behind a bend at a single point, everything beyond its centre is visible.
  ///
  /// - Parameters:
  ///   - segments: the segments of an open subpath, from the end inwards. Only segments close to
  ///     the end are examined.
  ///   - half: half the stroke's width.
  init?(of segments: some Collection<StrokeSegment>, half: Double) {
    guard let first = segments.first else { return nil }
    point = first.start
    inward = first.startTangent
    let slack = 1e-9 * half
    // The inner offset lies behind its vertex by the sine of the path's turn so far.
    func isBeyond(_ vertex: Point, _ tangent: Vector) -> Bool {
      (vertex - first.start).dot(first.startTangent)
        < half * abs(first.startTangent.cross(tangent)) - slack
    }
    var last = first
    var count = 0
    var wasBeyond = false
    for segment in segments {
      if count > 0 {
        guard segment.startTangent.dot(last.endTangent) > StrokeEnd.leastCosine else { return nil }
        if isBeyond(segment.start, segment.startTangent) || isBeyond(last.end, last.endTangent) {
          wasBeyond = true
        } else if wasBeyond {
          break
        } else if (segment.start - point).dot(inward) >= half {
          return nil
        }
      }
      guard (segment.end - point).dot(inward) >= -slack, segment.endTangent.dot(inward) > 0
      else { return nil }
      last = segment
      count += 1
    }
    if !wasBeyond || isBeyond(last.end, last.endTangent) { return nil }
    self.count = count
  }
}
