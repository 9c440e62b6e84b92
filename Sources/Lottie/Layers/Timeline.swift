import Animation
import Geometry

/// The values of a property over a part, as keyframes from 0 to 1; one if it is fixed.
struct Timeline<Value: SampledValue> {
  struct Key {
    var time: Double
    var value: Value
    /// To the next key; nil for a line.
    var pace: MediaTimingFunction?
  }

  private(set) var keys: [Key] = []

  /// The most keyframes of one animation.
  private static var keyLimit: Int { 1000 }
  /// Curves that overshoot more are sampled; scenes have no such timing.
  private static var steepest: Double { 10 }

  /// - Parameters:
  ///   - times: of all tracks that the value follows from.
  ///   - isLinear: true if the value is on a line wherever one of them is.
  ///   - tolerance: of values between keyframes where these are sampled.
  /// - Returns: nil if there would be too many keyframes.
  init?(
    _ times: [TrackTimes], over span: FrameSpan, isLinear: Bool, tolerance: Double,
    _ value: (Double) -> Value
  ) {
    if times.isEmpty {
      keys = [Key(time: 0, value: value(span.start))]
    } else if times.count > 1 || !isLinear || times[0].isCurved
      || !follow(times[0], span, value)
    {
      keys = []
      guard sample(times, span, tolerance, value) else { return nil }
    }
    simplify()
    guard keys.count <= Self.keyLimit else { return nil }
  }

  var first: Value { keys[0].value }
  var isFixed: Bool { keys.count == 1 }

  /// True if all values jump.
  var isStepped: Bool {
    zip(keys, keys.dropFirst()).allSatisfy { $0.time == $1.time || $0.value == $1.value }
  }

  mutating func change(_ body: (Value) -> Value) {
    for index in keys.indices { keys[index].value = body(keys[index].value) }
  }

  // MARK: Keyframes of one track

  private mutating func follow(
    _ times: TrackTimes, _ span: FrameSpan, _ value: (Double) -> Value
  ) -> Bool {
    func add(_ frame: Double, _ value: Value, _ pace: MediaTimingFunction? = nil) {
      keys.append(Key(time: span.fraction(frame), value: value, pace: pace))
    }
    // A jump, by two keyframes at one time, needs samples.
    guard let first = times.segments.first, let last = times.segments.last,
      !times.segments.contains(where: { $0.end <= $0.start })
    else { return false }
    if first.start > span.start { add(span.start, value(span.start)) }
    if first.start > span.start, first.start < span.end { add(first.start, value(span.start)) }
    for segment in times.segments
    where segment.end > span.start && segment.start < span.end && segment.end > segment.start {
      let (low, high) = (max(segment.start, span.start), min(segment.end, span.end))
      let length = segment.end - segment.start
      switch segment.pace {
      case .hold:
        add(low, value(low))
        add(high, value(low))
      case .linear:
        add(low, value(low))
        add(high, value(high))
      case .eased(let curve):
        guard
          let piece = curve.piece(
            from: (low - segment.start) / length, to: (high - segment.start) / length),
          abs(piece.y1) <= Self.steepest, abs(piece.y2) <= Self.steepest
        else { return false }
        add(low, value(low), piece)
        add(high, value(high))
      }
    }
    if last.end < span.end {
      add(last.end, value(max(last.end, span.start)))
      add(span.end, value(span.end))
    }
    if last.end <= span.start || first.start >= span.end {
      keys = [Key(time: 0, value: value(span.start))]
    }
    return true
  }

  // MARK: Samples

  /// A value at each quarter of a frame, and on both sides of each jump, except for those on a line
  /// between others.
  private mutating func sample(
    _ times: [TrackTimes], _ span: FrameSpan, _ tolerance: Double, _ value: (Double) -> Value
  ) -> Bool {
    let count = ((span.end - span.start) - 1e-9).rounded(.up)
    guard count <= 4 * Double(Self.keyLimit) else { return false }
    // Four samples a frame: screens show more frames than the file has, and some curves do most of
    // their way in one of them.
    let parts = count <= 1000 ? 4 : 1
    var frames = (0..<max(Int(count), 1) * parts).map { span.start + Double($0) / Double(parts) }
    frames.append(span.end)
    for track in times {
      guard track.segments.count <= Self.keyLimit else { return false }
      for segment in track.segments {
        frames += [segment.start, segment.end]
        if segment.pace == .hold || segment.end <= segment.start {
          frames.append(segment.end - 1e-6)
        }
      }
    }
    frames = frames.filter { $0 >= span.start && $0 <= span.end }.sorted()
    var samples: [Key] = []
    for frame in frames where samples.last.map({ $0.time < span.fraction(frame) }) ?? true {
      samples.append(Key(time: span.fraction(frame), value: value(frame)))
    }
    guard let last = samples.last else { return false }
    var start = 0
    keys.append(samples[0])
    while start < samples.count - 1 {
      var end = start + 1
      while end + 1 < samples.count, end - start < 64,
        Self.isStraight(samples[start...(end + 1)], tolerance)
      {
        end += 1
      }
      keys.append(samples[end])
      start = end
    }
    if last.time < 1 { keys.append(Key(time: 1, value: last.value)) }
    return true
  }

  private static func isStraight(_ samples: ArraySlice<Key>, _ tolerance: Double) -> Bool {
    guard let first = samples.first, let last = samples.last, last.time > first.time else {
      return false
    }
    return samples.allSatisfy { sample in
      let fraction = (sample.time - first.time) / (last.time - first.time)
      return first.value.interpolated(to: last.value, fraction: fraction).isNear(
        sample.value, tolerance)
    }
  }

  /// Leaves out keys without an effect.
  private mutating func simplify() {
    var result: [Key] = []
    for key in keys {
      if let last = result.last, last.time == key.time, last.value == key.value {
        result.removeLast()
      } else if result.count > 1, let last = result.last, last.value == key.value,
        result[result.count - 2].value == key.value, last.time > result[result.count - 2].time
      {
        result.removeLast()
      }
      result.append(key)
    }
    keys = result
    if keys.allSatisfy({ $0.value == keys[0].value }) {
      keys = [Key(time: 0, value: keys[0].value)]
    }
  }

  // MARK: Animations

  /// - Returns: nil if the value is fixed.
  func animation(
    _ keyPath: AnimationKeyPath, _ span: FrameSpan, _ value: (Value) -> AnimatableValue
  ) -> KeyframeAnimation? {
    guard !isFixed else { return nil }
    let timing = MediaTiming(duration: span.duration, repeatCount: .infinity)
    guard isStepped else {
      let paces = keys.dropLast().map { $0.pace ?? .linear }
      return KeyframeAnimation(
        keyPath: keyPath, values: keys.map { value($0.value) }, keyTimes: keys.map { $0.time },
        timingFunctions: paces.allSatisfy { $0 == .linear } ? [] : paces, timing: timing)
    }
    var steps: [Key] = []
    for key in keys where steps.last.map({ $0.value != key.value }) ?? true {
      // Of two keys at one time the later one counts.
      if let last = steps.last, last.time == key.time { steps.removeLast() }
      steps.append(key)
    }
    return KeyframeAnimation(
      keyPath: keyPath, values: steps.map { value($0.value) },
      keyTimes: steps.map { $0.time } + [1], calculationMode: .discrete, timing: timing)
  }
}

/// A value that tells if another one is near enough to replace it.
protocol SampledValue: TrackValue, Equatable {
  /// - Parameter tolerance: of each number.
  func isNear(_ other: Self, _ tolerance: Double) -> Bool
}

extension Numbers: SampledValue {
  func isNear(_ other: Numbers, _ tolerance: Double) -> Bool {
    (0..<4).allSatisfy { abs(self[$0] - other[$0]) <= tolerance }
  }
}

extension ContourList: SampledValue {
  func isNear(_ other: ContourList, _ tolerance: Double) -> Bool {
    func isNear(_ a: Vector, _ b: Vector) -> Bool {
      abs(a.dx - b.dx) <= tolerance && abs(a.dy - b.dy) <= tolerance
    }
    return contours.count == other.contours.count
      && zip(contours, other.contours).allSatisfy { own, other in
        own.vertices.count == other.vertices.count
          && zip(own.vertices, other.vertices).allSatisfy {
            isNear($0.point - .zero, $1.point - .zero) && isNear($0.incoming, $1.incoming)
              && isNear($0.outgoing, $1.outgoing)
          }
      }
  }
}
