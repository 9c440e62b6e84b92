import Geometry

/// A place over time: on curves between keyframes, or with a track for each coordinate.
enum PositionTrack {
  /// `motions` has the curve of each segment, nil for a line.
  case joined(Track<Numbers>, motions: [MotionPath?])
  case split(x: Track<Numbers>, y: Track<Numbers>)

  static func fixed(_ point: Point) -> PositionTrack {
    .joined(Track(Numbers(point.x, point.y, 0, 0)), motions: [])
  }

  func point(at frame: Double) -> Point {
    switch self {
    case .split(let x, let y): return Point(x: x.number(at: frame), y: y.number(at: frame))
    case .joined(let track, let motions):
      if let (index, fraction) = track.place(at: frame), index < motions.count,
        let motion = motions[index]
      {
        return motion.point(at: fraction)
      }
      let value = track.value(at: frame)
      return Point(x: value.x, y: value.y)
    }
  }
}
