import CMath

/// An animation with the pace of a mass on a damped spring, which is released at the start and
/// comes to rest at the end. It may overshoot the end on its way.
///
/// The solution is that of WebKit's spring solver: with ω₀ = √(k/m), ζ = c/(2√(km)) and
/// ω = ω₀√(1−ζ²), x = 1 − e^(−ζω₀t)(cos ωt + ((ζω₀−v)/ω) sin ωt) below critical damping (ζ < 1),
/// and x = 1 − e^(−ω₀t)(1 + (ω₀−v)t) from there on. Where overdamping is allowed, ω = ω₀√(ζ²−1) and
/// x = 1 − e^(−ζω₀t)(cosh ωt + ((ζω₀−v)/ω) sinh ωt) beyond it.
public struct SpringAnimation: Equatable, Sendable {
  /// The ends and the timing. The spring replaces the timing function, which is ignored, and moves
  /// in seconds of the run. The motion is cut off at the duration's end; `settlingDuration` is the
  /// time that it needs.
  public var basic: BasicAnimation
  /// Greater than 0.
  public var mass = 1.0
  /// Greater than 0.
  public var stiffness = 100.0
  /// At least 0; 2√(km) is critical.
  public var damping = 10.0
  /// Towards the end, in distances from start to end per second.
  public var initialVelocity = 0.0
  /// True to let a spring with more than critical damping creep to its end. Otherwise such a spring
  /// moves like one with critical damping.
  public var allowsOverdamping = false

  public init(
    _ basic: BasicAnimation, mass: Double = 1, stiffness: Double = 100, damping: Double = 10,
    initialVelocity: Double = 0, allowsOverdamping: Bool = false
  ) {
    self.basic = basic
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
    self.allowsOverdamping = allowsOverdamping
  }

  /// A spring of mass 1 by its look.
  ///
  /// - Parameters:
  ///   - perceptualDuration: seconds of a swing without damping, greater than 0.
  ///   - bounce: 1 swings for ever, 0 is critically damped; down to, but not at, −1 it creeps,
  ///     where overdamping is allowed.
  public init(
    _ basic: BasicAnimation, perceptualDuration: Double, bounce: Double = 0,
    initialVelocity: Double = 0, allowsOverdamping: Bool = false
  ) {
    let frequency = 2 * Double.pi / perceptualDuration
    self.init(
      basic, stiffness: frequency * frequency,
      damping: 2 * frequency * (bounce < 0 ? 1 / (1 + bounce) : 1 - bounce),
      initialVelocity: initialVelocity, allowsOverdamping: allowsOverdamping)
  }

  /// Seconds of a swing without damping.
  public var perceptualDuration: Double { 2 * Double.pi / frequency }

  /// 1 without damping, 0 at critical damping, towards −1 beyond.
  public var bounce: Double {
    let ratio = dampingRatio
    return ratio > 1 ? 1 / ratio - 1 : 1 - ratio
  }

  private var frequency: Double { (stiffness / mass).squareRoot() }
  private var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// The fraction of the way after a time in seconds. Constants that no spring can have give 1.
  public func fraction(at time: Double) -> Double {
    let (frequency, ratio) = (frequency, dampingRatio)
    let rest: Double
    if ratio < 1 {
      let decay = ratio * frequency
      let turning = frequency * (1 - ratio * ratio).squareRoot()
      rest =
        exp(-decay * time)
        * (cos(turning * time) + (decay - initialVelocity) / turning * sin(turning * time))
    } else if ratio > 1 && allowsOverdamping {
      rest = overdampedRest(at: time, frequency: frequency, ratio: ratio)
    } else {
      rest = exp(-frequency * time) * (1 + (frequency - initialVelocity) * time)
    }
    return rest.isFinite ? 1 - rest : 1
  }

  /// The remaining part of the way beyond critical damping, in the form e^(r₁t)((1+e^(−2ωt))/2 +
  /// (ζω₀−v)(1−e^(−2ωt))/(2ω)) with the slower root r₁, in which nothing overflows and nothing is
  /// lost near critical damping.
  private func overdampedRest(at time: Double, frequency: Double, ratio: Double) -> Double {
    let decay = ratio * frequency
    let spread = frequency * (ratio * ratio - 1).squareRoot()
    let root = -frequency * frequency / (decay + spread)
    let lost = -expm1(-2 * spread * time)
    let way = spread > 0 ? lost / (2 * spread) : time
    return exp(root * time) * (1 - lost / 2 + (decay - initialVelocity) * way)
  }

  /// Seconds after which the spring stays within a thousandth of its end; infinite if it never
  /// comes to rest. They are computed from a bound of the motion: e^(−ζω₀t)(1 + |ζω₀−v|/ω), or
  /// e^(−ω₀t)(1 + |ω₀−v|t) at critical damping; beyond that, the sum of the absolute parts of the
  /// two roots.
  public var settlingDuration: Double {
    let threshold = 0.001
    let (frequency, ratio) = (frequency, dampingRatio)
    guard frequency > 0, frequency.isFinite, ratio > 0, initialVelocity.isFinite else {
      return .infinity
    }
    if ratio < 1 {
      let decay = ratio * frequency
      let turning = frequency * (1 - ratio * ratio).squareRoot()
      return log((1 + abs(decay - initialVelocity) / turning) / threshold) / decay
    }
    // The bound rises to its peak, if it has one, and falls from there on.
    let isOverdamped = ratio > 1 && allowsOverdamping
    let decay = isOverdamped ? ratio * frequency : frequency
    let spread = isOverdamped ? frequency * (ratio * ratio - 1).squareRoot() : 0
    let root = -frequency * frequency / (decay + spread)
    guard root < 0 else { return .infinity }
    let slope = abs(decay - initialVelocity)
    func bound(_ time: Double) -> Double {
      let lost = -expm1(-2 * spread * time)
      return exp(root * time) * (1 + slope * (spread > 0 ? lost / (2 * spread) : time))
    }
    var low = slope > frequency ? (slope - frequency) / (slope * frequency) : 0
    var high = low - 1 / root
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
