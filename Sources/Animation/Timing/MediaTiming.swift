/// The effect of an animation before its active time begins and after it has ended.
public enum FillMode: Sendable, Equatable, CaseIterable {
  /// The model's value, before and after.
  case removed
  /// The first value before the active time.
  case backwards
  /// The last value after the active time.
  case forwards
  case both

  /// Nil for a name that no mode has.
  public init?(name: String) {
    for mode in FillMode.allCases where mode.name == name {
      self = mode
      return
    }
    return nil
  }

  /// Apple's string for the mode, for example `forwards`.
  public var name: String {
    switch self {
    case .removed: "removed"
    case .backwards: "backwards"
    case .forwards: "forwards"
    case .both: "both"
    }
  }

  @inlinable public var coversBefore: Bool { self == .backwards || self == .both }
  @inlinable public var coversAfter: Bool { self == .forwards || self == .both }
}

/// The relation of an object's own time to its parent's: a layer's to its superlayer's, an
/// animation's to its layer's. All times and durations are seconds.
///
/// Time is mapped in three steps: parent time to local time, local time clamped to the active
/// duration, and active time to the time within one of the repeated cycles. Without a duration all
/// cycles are over at local time 0.
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
  /// The rates at which an animation changes; nil for each frame of the display. Without effect for
  /// a layer and for the animations in a group, which change with it.
  public var preferredFrameRateRange: FrameRateRange?

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
    preferredFrameRateRange = nil
  }

  /// A layer's timing: as the parent's, without end.
  @inlinable public static var layer: MediaTiming { MediaTiming(duration: .infinity) }

  /// The position of a moment relative to the active time.
  public enum Phase: Sendable, Equatable { case before, active, after }

  /// A moment, in terms of the cycles.
  @frozen public struct Position: Sendable, Equatable {
    public var phase: Phase
    /// The cycle, from 0.
    public var iteration: Int
    /// Time within the run divided by the duration, 0…1; falls while running back.
    public var fraction: Double
    /// Seconds within the run, falling while running back; unlike the fraction it is also defined
    /// if the duration is infinite.
    public var time: Double
    /// True while active, and while the fill mode extends the active time.
    public var isVisible: Bool
    /// The tolerance in seconds of the run: a step within it belongs to this moment.
    public var rounding: Double

    @inlinable public init(
      phase: Phase, iteration: Int, fraction: Double, time: Double, isVisible: Bool,
      rounding: Double = 0
    ) {
      self.phase = phase
      self.iteration = iteration
      self.fraction = fraction
      self.time = time
      self.isVisible = isVisible
      self.rounding = rounding
    }
  }

  /// The error of a frame's time that is tolerated, in seconds. Frames are at whole microseconds,
  /// rounded down, so that the time between two of them is off by less than one microsecond.
  @inlinable public static var frameRounding: Double { 0.999e-6 }

  /// Moments nearer than this to the end of a cycle count as the end, because subtracting a begin
  /// time rounds.
  @usableFromInline static var tolerance: Double { 1e-9 }

  /// Seconds on the own time line at a moment of the parent's; not clamped to the duration.
  @inlinable public func localTime(atParentTime time: Double) -> Double {
    speed == 0 ? timeOffset : (time - beginTime) * speed + timeOffset
  }

  /// The inverse of `localTime(atParentTime:)`; nil at speed 0, at which local time stands still.
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

  /// The position of a moment. Edges of the active time and of cycles within the rounding count as
  /// reached.
  ///
  /// - Parameter rounding: seconds of the parent's time.
  public func position(
    atParentTime time: Double, rounding: Double = MediaTiming.frameRounding
  ) -> Position {
    let local = localTime(atParentTime: time)
    let end = activeDuration
    let slack = slack(forRounding: rounding)
    let phase = phase(atLocalTime: local, end: end, slack: slack)
    let isVisible =
      switch phase {
      case .before: fillMode.coversBefore
      case .active: true
      case .after: fillMode.coversAfter
      }
    guard duration > 0 else {
      let (iteration, fraction) = instant(phase, local)
      return Position(
        phase: phase, iteration: iteration, fraction: fraction, time: 0, isVisible: isVisible,
        rounding: slack)
    }
    let (iteration, runTime) = cycle(
      atActiveTime: min(max(local, 0), end), end: end, slack: slack)
    return Position(
      phase: phase, iteration: iteration,
      fraction: duration.isFinite ? min(runTime / duration, 1) : 0, time: runTime,
      isVisible: isVisible, rounding: slack)
  }

  /// The rounding in local time: far below a run's length, and not below the error of subtractions.
  private func slack(forRounding rounding: Double) -> Double {
    let local = abs(rounding * speed)
    let limit = duration > 0 ? duration / 4 : 0
    return max(local < limit ? local : limit, MediaTiming.tolerance)
  }

  private func phase(atLocalTime local: Double, end: Double, slack: Double) -> Phase {
    if speed == 0 { return .active }
    if speed > 0 { return local < -slack ? .before : local >= end - slack ? .after : .active }
    return local > end + slack ? .before : local <= slack ? .after : .active
  }

  /// The cycle and the fraction of it for a run without length: the start of the first cycle before
  /// zero, and the end of the last one from there on.
  private func instant(_ phase: Phase, _ local: Double) -> (Int, Double) {
    let isOver = speed > 0 ? phase != .before : speed < 0 ? phase == .before : local >= 0
    guard isOver else { return (0, 0) }
    let (last, rest) = lastCycle
    guard last.isFinite else { return (0, autoreverses ? 0 : 1) }
    let part = rest * (autoreverses ? 2 : 1)
    return (Int(min(last, 1e15)), part > 1 ? 2 - part : part)
  }

  /// The cycle in which the active time ends, from 0, and the part of it that runs, above 0. If
  /// there are too many cycles for a `Double` to hold fractions, the part is a whole cycle.
  private var lastCycle: (Double, Double) {
    let count = cycleCount
    let last = max(count.rounded(.up) - 1, 0)
    return (last, count > last ? count - last : 1)
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
  private func cycle(
    atActiveTime time: Double, end: Double, slack: Double
  ) -> (Int, Double) {
    guard duration.isFinite else { return (0, time.isFinite ? time : 0) }
    let length = cycleDuration
    var index: Double
    var rest: Double
    if time >= end - slack {
      // The last boundary belongs to the cycle that ends there.
      let (last, part) = lastCycle
      index = last
      rest = last.isFinite ? part * length : .nan
    } else {
      index = (time / length).rounded()
      rest = time - index * length
      if abs(rest) < slack {
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
    return (index > 0 ? Int(min(index, 1e15)) : 0, rest)
  }
}
