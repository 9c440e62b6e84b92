import Animation

/// The frames of a composition that a part of the file shows.
struct FrameSpan {
  var start: Double
  var end: Double
  /// Seconds of the whole part, after which it is shown again.
  var duration: Double

  /// 0…1 of the part.
  func fraction(_ frame: Double) -> Double {
    if frame <= start { return 0 }
    return frame >= end ? 1 : (frame - start) / (end - start)
  }

  /// This part in the frames of the composition that a layer shows.
  func within(_ layer: LayerModel) -> FrameSpan {
    FrameSpan(
      start: (start - layer.startTime) / layer.stretch,
      end: (end - layer.startTime) / layer.stretch, duration: duration)
  }
}

/// The times of a track, without its values.
struct TrackTimes {
  struct Segment {
    var start: Double
    var end: Double
    var pace: Pace
  }

  var segments: [Segment]
  /// True if values between keyframes do not lie on a line, whatever the pace.
  var isCurved = false
}

extension Track {
  /// Nil if the value is fixed.
  var times: TrackTimes? {
    isFixed
      ? nil
      : TrackTimes(
        segments: segments.map { TrackTimes.Segment(start: $0.start, end: $0.end, pace: $0.pace) })
  }
}

extension PositionTrack {
  /// The times of all coordinates; empty if the place is fixed.
  var times: [TrackTimes] {
    switch self {
    case .split(let x, let y): return [x.times, y.times].compactMap { $0 }
    case .joined(let track, let motions):
      guard var times = track.times else { return [] }
      times.isCurved = motions.contains { $0 != nil }
      return [times]
    }
  }
}

extension TransformModel {
  /// The times of all tracks that move the content.
  var times: [TrackTimes] {
    anchor.times + position.times + [scale.times, rotation.times].compactMap { $0 }
  }

  /// True if it maps everything to itself.
  var isIdentity: Bool {
    times.isEmpty && anchor.point(at: 0) == position.point(at: 0)
      && scale.first.x == 100 && scale.first.y == 100 && rotation.first.x == 0
  }

  /// True if nothing but its place changes.
  var onlyMoves: Bool { scale.isFixed && rotation.isFixed }
}

extension MediaTimingFunction {
  /// The curve between two times as a curve of its own; nil where its ends are equally far.
  func piece(from low: Double, to high: Double) -> MediaTimingFunction? {
    if low <= 0, high >= 1 { return self }
    let (from, to) = (parameter(low), parameter(high))
    func blossom(_ a: Double, _ b: Double, _ r: Double, _ s: Double, _ t: Double) -> Double {
      // Of a curve from 0 to 1 with the inner ordinates a and b.
      let (p, q, u) = (a * r, a + (b - a) * r, b + (1 - b) * r)
      let (v, w) = (p + (q - p) * s, q + (u - q) * s)
      return v + (w - v) * t
    }
    func inner(_ a: Double, _ b: Double) -> (Double, Double)? {
      let (begin, end) = (blossom(a, b, from, from, from), blossom(a, b, to, to, to))
      guard abs(end - begin) > 1e-6 else { return nil }
      return (
        (blossom(a, b, from, from, to) - begin) / (end - begin),
        (blossom(a, b, from, to, to) - begin) / (end - begin)
      )
    }
    guard let x = inner(x1, x2), let y = inner(y1, y2) else { return nil }
    return MediaTimingFunction(
      x1: min(max(x.0, 0), 1), y1: y.0, x2: min(max(x.1, 0), 1), y2: y.1)
  }

  /// The curve's parameter at a time, by halving.
  private func parameter(_ time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      let rest = 1 - middle
      let x =
        3 * rest * rest * middle * x1 + 3 * rest * middle * middle * x2
        + middle * middle * middle
      if x < time { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
