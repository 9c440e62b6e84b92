import Animation

/// A property over time: a fixed value, or segments that each lead from one keyframe to the next.
///
/// The type of the value is not constrained here: a constraint would be looked up at run time, in
/// the whole program.
struct Track<Value> {
  /// The way from a keyframe to the next one.
  struct Segment {
    /// The frame at which it begins; it ends where the next one begins.
    var start: Double
    var end: Double
    var from: Value
    var to: Value
    var pace: Pace
  }

  /// The value before the first segment, and at all times where there is none.
  let first: Value
  /// In order of time, without gaps.
  let segments: [Segment]

  init(_ value: Value) {
    first = value
    segments = []
  }

  init(_ segments: [Segment], first: Value) {
    self.segments = segments
    self.first = first
  }

  var isFixed: Bool { segments.isEmpty }

  /// The segment of a frame, and the fraction of the way from its first value to its last; nil
  /// before the first segment.
  ///
  /// After the last segment the fraction is 1.
  func place(at frame: Double) -> (index: Int, fraction: Double)? {
    guard let opening = segments.first, frame >= opening.start else { return nil }
    var low = 0
    var high = segments.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].start <= frame { low = middle } else { high = middle }
    }
    let segment = segments[low]
    let length = segment.end - segment.start
    guard frame < segment.end, length > 0 else { return (low, 1) }
    return (low, segment.pace.fraction(at: (frame - segment.start) / length))
  }
}

extension Track where Value: TrackValue {
  func value(at frame: Double) -> Value {
    guard let (index, fraction) = place(at: frame) else { return first }
    let segment = segments[index]
    return segment.from.interpolated(to: segment.to, fraction: fraction)
  }
}

extension Track where Value == Numbers {
  /// The first component, for properties that have one.
  func number(at frame: Double) -> Double { value(at: frame).x }
}

/// The easing of a segment: maps time to progress.
enum Pace: Equatable {
  /// The first value stays until the end.
  case hold
  case linear
  case eased(MediaTimingFunction)

  func fraction(at time: Double) -> Double {
    switch self {
    case .hold: 0
    case .linear: time
    case .eased(let curve): curve.value(at: time)
    }
  }
}
