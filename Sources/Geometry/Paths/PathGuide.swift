import CMath

/// A path that characters are set along, by their distances from its start.
public struct PathGuide: Sendable {
  private let segments: PathSegments
  /// The length before each segment.
  private var starts: [Double] = []
  /// The length of all segments, closing lines included, in the path's units.
  public let length: Double

  /// Nil for a path without a length.
  public init?(_ path: Path) {
    segments = PathSegments(path)
    var sum = 0.0
    for index in 0..<segments.count {
      starts.append(sum)
      sum += segments.length(of: index)
    }
    length = sum
    guard sum > 0, sum.isFinite else { return nil }
  }

  /// The point at the start of the path.
  public var start: Point { segments.point(of: 0, at: 0) }

  /// The point at the end of the path.
  public var end: Point { segments.point(of: segments.count - 1, at: 1) }

  /// The point at a distance, and the angle of the direction ahead in radians, clockwise from 3
  /// o'clock. Beyond its ends the path goes on in straight lines.
  public func place(at distance: Double) -> (point: Point, angle: Double) {
    // The last segment that begins before the place.
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let half = (low + high) / 2
      if starts[half] <= distance { low = half } else { high = half }
    }
    let own = segments.length(of: low)
    let fraction = own > 0 ? min(max((distance - starts[low]) / own, 0), 1) : 0
    let parameter = segments.parameter(of: low, atLengthFraction: fraction)
    let point = segments.point(of: low, at: parameter)
    let angle = segments.angle(of: low, at: parameter)
    let beyond = distance - min(max(distance, 0), length)
    return (beyond == 0 ? point : point + Vector(dx: cos(angle), dy: sin(angle)) * beyond, angle)
  }
}
