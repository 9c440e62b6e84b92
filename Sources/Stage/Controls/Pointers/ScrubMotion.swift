internal import Animation

/// The motion of a scrub control to the value at which it settles.
struct ScrubMotion {
  enum Pace {
    case curve(MediaTimingFunction, duration: Double)
    case spring(SpringAnimation)
  }

  var start: Double
  var end: Double
  var pace: Pace
  /// Seconds of the motion that had passed when it began.
  var spent = 0.0

  /// A motion without a spring.
  init(from start: Double, to end: Double, duration: Double, _ function: MediaTimingFunction) {
    self.start = start
    self.end = end
    pace = .curve(function, duration: duration)
  }

  /// A motion by a spring that begins with a velocity in values a second.
  init(from start: Double, to end: Double, velocity: Double, _ spring: SpringAnimation) {
    self.start = start
    self.end = end
    var spring = spring
    pace = .spring(spring)
    if !isOver { spring.initialVelocity = velocity / (end - start) }
    pace = .spring(spring)
  }

  /// True if it is too short to be visible.
  private var isOver: Bool { abs(end - start) < 1e-6 }

  var duration: Double {
    guard !isOver else { return 0 }
    return switch pace {
    case .curve(_, let duration): duration
    case .spring(let spring): spring.settlingDuration
    }
  }

  /// The value after some seconds, 0…1.
  func value(at time: Double) -> Double {
    let fraction =
      switch pace {
      case .curve(let function, let duration): function.value(at: time / duration)
      case .spring(let spring): spring.fraction(at: time)
      }
    return min(max(start + (end - start) * fraction, 0), 1)
  }
}
