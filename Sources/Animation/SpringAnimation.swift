import CMath

/// An animation whose pace is that of a mass on a damped spring, which is let go at the start and
/// comes to rest at the end. It may go past the end on its way.
///
/// The solution is that of WebKit's spring solver: with ω₀ = √(k/m), ζ = c/(2√(km)) and
/// ω = ω₀√(1−ζ²), x = 1 − e^(−ζω₀t)(cos ωt + ((ζω₀−v)/ω) sin ωt) below critical damping (ζ < 1),
/// and x = 1 − e^(−ω₀t)(1 + (ω₀−v)t) from there on.
public struct SpringAnimation: Equatable, Sendable {
  /// What moves between which values, and when. The timing function plays no part; the spring is
  /// in its place, and moves in seconds of the run. What it has not done by the duration's end it
  /// leaves undone: `settlingDuration` gives it the time it needs.
  public var basic: BasicAnimation
  /// Greater than 0.
  public var mass = 1.0
  /// Greater than 0.
  public var stiffness = 100.0
  /// At least 0; 2√(km) is critical.
  public var damping = 10.0
  /// Towards the end, in ways from start to end a second.
  public var initialVelocity = 0.0

  public init(
    _ basic: BasicAnimation, mass: Double = 1, stiffness: Double = 100, damping: Double = 10,
    initialVelocity: Double = 0
  ) {
    self.basic = basic
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
  }

  /// The fraction of the way after a time in seconds. Constants that no spring has give 1.
  public func fraction(at time: Double) -> Double {
    let frequency = (stiffness / mass).squareRoot()
    let ratio = damping / (2 * (stiffness * mass).squareRoot())
    let rest: Double
    if ratio < 1 {
      let decay = ratio * frequency
      let turning = frequency * (1 - ratio * ratio).squareRoot()
      rest =
        exp(-decay * time)
        * (cos(turning * time) + (decay - initialVelocity) / turning * sin(turning * time))
    } else {
      rest = exp(-frequency * time) * (1 + (frequency - initialVelocity) * time)
    }
    return rest.isFinite ? 1 - rest : 1
  }

  /// Seconds after which the spring stays within a thousandth of its end; infinite if it never
  /// comes to rest. Measured on e^(−ζω₀t)(1 + |ζω₀−v|/ω), or e^(−ω₀t)(1 + |ω₀−v|t), within which
  /// the motion stays.
  public var settlingDuration: Double {
    let threshold = 0.001
    let frequency = (stiffness / mass).squareRoot()
    let ratio = damping / (2 * (stiffness * mass).squareRoot())
    guard frequency > 0, frequency.isFinite, ratio > 0, initialVelocity.isFinite else {
      return .infinity
    }
    if ratio < 1 {
      let decay = ratio * frequency
      let turning = frequency * (1 - ratio * ratio).squareRoot()
      return log((1 + abs(decay - initialVelocity) / turning) / threshold) / decay
    }
    // The bound rises to its peak, if it has one, and falls from there on.
    let slope = abs(frequency - initialVelocity)
    func bound(_ time: Double) -> Double { exp(-frequency * time) * (1 + slope * time) }
    var low = slope > frequency ? (slope - frequency) / (slope * frequency) : 0
    var high = low + 1 / frequency
    for _ in 0..<2_000 where bound(high) > threshold { high += high - low }
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if bound(middle) > threshold { low = middle } else { high = middle }
    }
    return high
  }

  /// The value at a moment of the animation's timing, where `current` is the value without it.
  public func value(at position: MediaTiming.Position, current: AnimatableValue) -> AnimatableValue
  {
    basic.value(at: position, fraction: fraction(at: position.time), current: current)
  }
}
