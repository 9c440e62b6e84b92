/// What an animation shows before its active time begins and after it has ended.
public enum FillMode: Sendable, Equatable, CaseIterable {
  /// The model's value, before and after.
  case removed
  /// The first value before the active time.
  case backwards
  /// The last value after the active time.
  case forwards
  case both

  /// Apple's string for the mode, for example `forwards`.
  public init?(name: String) {
    for mode in FillMode.allCases where mode.name == name {
      self = mode
      return
    }
    return nil
  }

  public var name: String {
    switch self {
    case .removed: "removed"
    case .backwards: "backwards"
    case .forwards: "forwards"
    case .both: "both"
    }
  }

  @inlinable var coversBefore: Bool { self == .backwards || self == .both }
  @inlinable var coversAfter: Bool { self == .forwards || self == .both }
}

/// How an object's own time follows from its parent's: a layer's from its superlayer's, an
/// animation's from its layer's. All times and durations are seconds.
///
/// Time goes three steps: parent time to local time, local time clamped to the active
/// duration, and active time to the time within one of the repeated cycles.
@frozen public struct MediaTiming: Equatable, Sendable {
  /// Parent time at which the local time is `timeOffset`.
  public var beginTime: Double
  public var timeOffset: Double
  /// Local seconds that pass in a parent's second. 0 freezes the local time at `timeOffset`;
  /// a negative speed runs down from there.
  public var speed: Double
  /// Length of one forward run.
  public var duration: Double
  /// Number of cycles, fractions allowed; 0 means 1.
  public var repeatCount: Double
  /// Length of all cycles together; wins over `repeatCount` when positive.
  public var repeatDuration: Double
  /// Makes every cycle a run forward and a run back.
  public var autoreverses: Bool
  public var fillMode: FillMode

  @inlinable public init(
    beginTime: Double = 0, timeOffset: Double = 0, speed: Double = 1, duration: Double = 0,
    repeatCount: Double = 0, repeatDuration: Double = 0, autoreverses: Bool = false,
    fillMode: FillMode = .removed
  ) {
    self.beginTime = beginTime
    self.timeOffset = timeOffset
    self.speed = speed
    self.duration = duration
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.fillMode = fillMode
  }

  /// A layer's timing: as the parent's, without end.
  @inlinable public static var layer: MediaTiming { MediaTiming(duration: .infinity) }

  /// Where a moment lies in the active time.
  public enum Phase: Sendable, Equatable { case before, active, after }

  /// A moment, seen from inside.
  @frozen public struct Position: Sendable, Equatable {
    public var phase: Phase
    /// The cycle, from 0.
    public var iteration: Int
    /// Time within the run divided by the duration, 0…1; falls while running back.
    public var fraction: Double
    /// Seconds within the run, falling while running back; unlike the fraction also known where
    /// the duration is infinite.
    public var time: Double
    /// True while active and where the fill mode extends the active time.
    public var isVisible: Bool

    @inlinable public init(
      phase: Phase, iteration: Int, fraction: Double, time: Double, isVisible: Bool
    ) {
      self.phase = phase
      self.iteration = iteration
      self.fraction = fraction
      self.time = time
      self.isVisible = isVisible
    }
  }

  /// Moments nearer than this to the end of a cycle count as the end: subtracting a begin time
  /// rounds.
  @usableFromInline static var tolerance: Double { 1e-9 }

  @inlinable public func localTime(atParentTime time: Double) -> Double {
    speed == 0 ? timeOffset : (time - beginTime) * speed + timeOffset
  }

  /// The inverse of `localTime(atParentTime:)`; nil at speed 0, where local time stands.
  @inlinable public func parentTime(atLocalTime time: Double) -> Double? {
    speed == 0 ? nil : (time - timeOffset) / speed + beginTime
  }

  /// Length of a cycle: a run, and the run back if there is one.
  @inlinable public var cycleDuration: Double { autoreverses ? duration * 2 : duration }

  /// Length of all cycles in local time. An autoreversing `repeatDuration` is not doubled.
  @inlinable public var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    return duration > 0 ? cycleDuration * cycleCount : 0
  }

  @usableFromInline var cycleCount: Double {
    if repeatDuration > 0 {
      guard duration > 0 else { return 1 }
      let count = repeatDuration / cycleDuration
      let whole = count.rounded()
      return abs(count - whole) < MediaTiming.tolerance ? whole : count
    }
    return repeatCount > 0 ? repeatCount : 1
  }

  public func position(atParentTime time: Double) -> Position {
    let local = localTime(atParentTime: time)
    let end = activeDuration
    let phase: Phase
    if speed == 0 {
      phase = .active
    } else if speed > 0 {
      phase = local < 0 ? .before : local >= end - MediaTiming.tolerance ? .after : .active
    } else {
      phase = local > end ? .before : local <= MediaTiming.tolerance ? .after : .active
    }
    let isVisible =
      switch phase {
      case .before: fillMode.coversBefore
      case .active: true
      case .after: fillMode.coversAfter
      }
    let (iteration, runTime) = cycle(atActiveTime: min(max(local, 0), end), end: end)
    let fraction: Double
    if duration > 0 {
      fraction = duration.isFinite ? min(runTime / duration, 1) : 0
    } else {
      fraction = autoreverses ? 0 : 1
    }
    return Position(
      phase: phase, iteration: iteration, fraction: fraction, time: runTime, isVisible: isVisible)
  }

  /// The parent time at which the active time begins; nil if it never does.
  public var activeStart: Double? {
    speed == 0 ? nil : parentTime(atLocalTime: speed > 0 ? 0 : activeDuration)
  }

  /// The parent time at which the active time ends; nil if it never does.
  public var activeEnd: Double? {
    guard let end = parentTime(atLocalTime: speed > 0 ? activeDuration : 0), end.isFinite
    else { return nil }
    return end
  }

  /// The cycle and the seconds within its run at a time in 0…`end`.
  private func cycle(atActiveTime time: Double, end: Double) -> (Int, Double) {
    guard duration > 0 else { return (0, 0) }
    guard duration.isFinite else { return (0, time.isFinite ? time : 0) }
    let length = cycleDuration
    var index: Double
    var rest: Double
    if time >= end - MediaTiming.tolerance {
      // The last boundary belongs to the cycle that ends there.
      let count = cycleCount
      index = max(count.rounded(.up) - 1, 0)
      rest = (count - index) * length
    } else {
      index = (time / length).rounded()
      rest = time - index * length
      if abs(rest) < MediaTiming.tolerance {
        rest = 0
      } else {
        index = (time / length).rounded(.down)
        rest = max(time - index * length, 0)
      }
    }
    // More cycles than can be counted: the end of one of them.
    guard !index.isNaN, !rest.isNaN else { return (0, autoreverses ? 0 : duration) }
    if rest > duration {
      let back = length - rest
      rest = !autoreverses ? duration : back > 0 ? back : 0
    }
    return (Int(min(index, 1e15)), rest)
  }
}
