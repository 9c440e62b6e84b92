/// The pace of an animation, which maps the elapsed fraction of time to the fraction of the way: a
/// cubic Bézier curve from (0, 0) to (1, 1), or steps of equal length.
@frozen public struct MediaTimingFunction: Equatable, Sendable {
  public let x1: Double
  public let y1: Double
  public let x2: Double
  public let y2: Double
  /// The number of equal steps; 0 for a curve.
  public let stepCount: Int
  public let jump: StepJump

  /// The moments at which steps jump, as CSS Easing Functions level 1 has them.
  @frozen public enum StepJump: UInt8, Sendable, BitwiseCopyable {
    /// At the end of each part; the first shows the start.
    case end
    /// At the start of each part; the last shows the end.
    case start
    /// Between the parts: the first shows the start, the last one the end.
    case none
    /// At the start of the first part, between them, and at the end of the last one.
    case both
  }

  /// Equal steps: at least 1, or 2 if they jump only between the parts, and at most a million; nil
  /// for another number.
  public init?(steps: Int, jump: StepJump = .end) {
    guard steps >= (jump == .none ? 2 : 1), steps <= 1_000_000 else { return nil }
    (x1, y1, x2, y2) = (0, 0, 1, 1)
    stepCount = steps
    self.jump = jump
  }

  /// The curve with two inner control points. Nil unless all coordinates are finite and both x
  /// coordinates are in 0…1, since otherwise time would run back.
  public init?(x1: Double, y1: Double, x2: Double, y2: Double) {
    guard (0...1).contains(x1), (0...1).contains(x2), y1.isFinite, y2.isFinite else { return nil }
    self.init(checkedX1: x1, y1, x2, y2)
  }

  /// A curve by Apple's name: `linear`, `easeIn`, `easeOut`, `easeInEaseOut` or `default`.
  public init?(name: String) {
    guard let name = TimingName(rawValue: name) else { return nil }
    self = name.function
  }

  private init(checkedX1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = checkedX1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
    stepCount = 0
    jump = .end
  }

  public static var linear: MediaTimingFunction { MediaTimingFunction(checkedX1: 0, 0, 1, 1) }
  public static var easeIn: MediaTimingFunction { MediaTimingFunction(checkedX1: 0.42, 0, 1, 1) }
  public static var easeOut: MediaTimingFunction { MediaTimingFunction(checkedX1: 0, 0, 0.58, 1) }
  public static var easeInEaseOut: MediaTimingFunction {
    MediaTimingFunction(checkedX1: 0.42, 0, 0.58, 1)
  }
  public static var `default`: MediaTimingFunction {
    MediaTimingFunction(checkedX1: 0.25, 0.1, 0.25, 1)
  }

  /// The name by which `init(name:)` finds this curve.
  public var name: String? {
    if self == .linear { return "linear" }
    if self == .easeIn { return "easeIn" }
    if self == .easeOut { return "easeOut" }
    if self == .easeInEaseOut { return "easeInEaseOut" }
    return self == .default ? "default" : nil
  }

  /// The fraction of the way at a fraction of the time, which is clamped to 0…1. Exact at both
  /// ends, except that steps may jump at the start.
  public func value(at time: Double) -> Double {
    if stepCount > 0 { return stepped(at: time) }
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    if self == .linear { return time }
    return MediaTimingFunction.bezier(y1, y2, parameter(at: time))
  }

  private func stepped(at time: Double) -> Double {
    let count = Double(stepCount)
    let (first, jumps): (Double, Double) =
      switch jump {
      case .end: (0, count)
      case .start: (1, count)
      case .none: (0, count - 1)
      case .both: (1, count + 1)
      }
    // NaN is the start; a rounding error before a jump is none.
    let part = time > 0 ? (min(time, 1) * count + 1e-9).rounded(.down) : 0
    return min(part + first, jumps) / jumps
  }

  /// Solves x(s) = `time` by Newton's method, or by bisection if a tangent is too flat for it.
  private func parameter(at time: Double) -> Double {
    var s = time
    for _ in 0..<8 {
      let error = MediaTimingFunction.bezier(x1, x2, s) - time
      if abs(error) < 1e-12 { return s }
      let slope = MediaTimingFunction.slope(x1, x2, s)
      if abs(slope) < 1e-6 { break }
      s -= error / slope
    }
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      s = (low + high) / 2
      if MediaTimingFunction.bezier(x1, x2, s) < time { low = s } else { high = s }
    }
    return s
  }

  /// One coordinate of the curve with end points 0 and 1.
  @inline(__always) private static func bezier(_ p1: Double, _ p2: Double, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * s * p1 + 3 * r * s * s * p2 + s * s * s
  }

  @inline(__always) private static func slope(_ p1: Double, _ p2: Double, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * p1 + 6 * r * s * (p2 - p1) + 3 * s * s * (1 - p2)
  }
}
