public import Scene

/// Follows the reports of a job: it gives the value to show between them, the remaining time, and
/// whether the job has stalled. It has no clock: times are given, in seconds, and do not run back.
///
/// Everything between two reports is a function of the time since, so that it can be evaluated at
/// any moments:
/// 1. The shown value never falls, unless reports may fall and one does.
/// 2. It is continuous. It catches up with a report that is ahead of it, and slows down if it is
///    ahead of the report.
/// 3. It runs ahead of the last report at the recent pace, slowing down evenly, for at most four of
///    the usual intervals between reports, three quarters of the way to the phase's end, and a
///    tenth of the whole; there it stands.
/// 4. It is 1 only after a report of 1.
///
/// A report of an unchanged value is a sign of life: it puts a stall off and changes nothing else.
public struct ProgressEstimator: Equatable, Sendable {
  public let plan: PhasePlan
  /// Seconds without a report after which the job counts as stalled; nil for never.
  public var stallAfter: Double?
  /// The last reported part of the whole, 0…1.
  public private(set) var value: Double
  /// The present phase of the job.
  public private(set) var phase: Int

  /// The time of the last report; nil before that.
  public private(set) var lastReport: Double?
  private var lastProgress: Double?
  private var firstProgress = 0.0
  private var motion: ProgressMotion
  /// The pace of the last few reports, for the shown value.
  private var recent = Pace()
  /// The pace of the last quarter of the time, for the estimate of the end.
  private var settled = Pace()
  /// Usual seconds between reports of progress.
  private var interval = 0.0
  private var intervalCount = 0
  /// Steps of the value since the first one, and their seconds: also those into another phase,
  /// which tell no pace.
  private var stepCount = 0
  private var stepSeconds = 0.0
  /// The expected time of the end.
  private var expectedEnd: Double?

  public init(plan: PhasePlan = PhasePlan(), value: Double = 0, stallAfter: Double? = nil) {
    self.plan = plan
    self.value = value
    self.stallAfter = stallAfter
    phase = plan.phase(at: value)
    motion = ProgressMotion(value)
  }

  public var isComplete: Bool { value >= 1 }

  // MARK: Reports

  /// Reports a part of the whole, 0…1, at a time.
  ///
  /// - Parameters:
  ///   - phase: the phase that it belongs to; nil for the one that contains the value. A part
  ///     beyond the phase's end counts as the end.
  ///   - catchUp: seconds in which the shown value catches up with the report; nil for about the
  ///     usual interval between reports.
  ///   - isSignOfLife: false for an estimate, which does not put a stall off.
  public mutating func report(
    _ report: Double, inPhase phase: Int? = nil, at time: Double, catchUp: Double? = nil,
    isSignOfLife: Bool = true
  ) {
    let phase = phase ?? plan.phase(at: report)
    let value = min(max(report, 0), plan.end(of: phase))
    defer { if isSignOfLife || lastReport == nil { lastReport = time } }
    if value == self.value, phase == self.phase, lastReport != nil { return }
    let shown = displayed(at: time)
    let isFall = value < self.value
    if isFall {
      forgetPace()
    } else if let lastProgress, time > lastProgress {
      stepCount += 1
      stepSeconds += time - lastProgress
      if phase == self.phase {
        learn(value - self.value, in: time - lastProgress, since: time - firstProgress)
      }
    }
    if lastProgress == nil { firstProgress = time }
    lastProgress = time
    self.value = value
    self.phase = phase
    let horizon = min(max(interval * 4, 0.5), 30)
    let largestLead = min(0.75 * (min(plan.end(of: phase), PhasePlan.incomplete) - value), 0.1)
    motion = ProgressMotion(
      from: shown, to: value, start: time, catchUp: catchUp ?? min(max(interval, 0.25), 1.5),
      lead: isComplete ? 0 : max(min(recent.rate * horizon / 2, largestLead), 0), horizon: horizon,
      mayFall: isFall)
    expectEnd(at: time)
  }

  /// Continues from a value that was held while the time of the scene stood still.
  public mutating func hold(_ shown: Double, at time: Double) {
    motion = ProgressMotion(
      from: shown, to: value, start: time, catchUp: min(max(interval, 0.25), 1.5), lead: 0,
      horizon: 0, mayFall: false)
  }

  private mutating func learn(_ progress: Double, in seconds: Double, since elapsed: Double) {
    interval = intervalCount == 0 ? seconds : interval + (seconds - interval) / 4
    intervalCount += 1
    recent.add(progress, in: seconds, memory: max(1, interval * 3))
    settled.add(progress, in: seconds, memory: max(10, elapsed / 4))
  }

  private mutating func forgetPace() {
    recent = Pace()
    settled = Pace()
    interval = 0
    intervalCount = 0
    (stepCount, stepSeconds) = (0, 0)
    expectedEnd = nil
    lastProgress = nil
  }

  // MARK: The shown value

  /// The value to show at a time not before the last report: 0…1.
  public func displayed(at time: Double) -> Double {
    let shown = motion.value(at: time)
    return isComplete ? shown : min(shown, PhasePlan.incomplete)
  }

  /// The time at which the shown value comes to rest, without a further report.
  public var restTime: Double { motion.end }

  // MARK: Stalling

  /// The time at which the job counts as stalled, without a further report; nil for never.
  public var stallTime: Double? {
    guard let stallAfter, let lastReport, !isComplete else { return nil }
    return lastReport + stallAfter
  }

  /// True from `stallTime` on.
  public func isStalled(at time: Double) -> Bool {
    stallTime.map { time >= $0 } ?? false
  }

  // MARK: The time left

  /// The time after which the expected end is a guess of the past, without a further report: a
  /// program that reported may have ended. Nil if there is none.
  public var silenceTime: Double? {
    guard expectedEnd != nil, let lastReport, let lastProgress, !isComplete else { return nil }
    return max(lastReport, lastProgress) + interval * 4 + 5
  }

  /// True from `silenceTime` on.
  public func isSilent(at time: Double) -> Bool {
    silenceTime.map { time >= $0 } ?? false
  }

  /// Seconds until the expected end, at a time; nil while unknown: before there were three steps,
  /// and one of them within a phase, in two seconds, while the job is stalled, and after a long
  /// silence.
  ///
  /// The number counts down. A report sets it anew if the new estimate differs by more than a tenth
  /// and a second. It stands still while the next report is overdue.
  public func remaining(at time: Double) -> Double? {
    if isComplete { return 0 }
    guard let expectedEnd, let lastProgress, !isStalled(at: time), !isSilent(at: time) else {
      return nil
    }
    return max(expectedEnd - min(time, lastProgress + interval * 2 + 1), 0)
  }

  private mutating func expectEnd(at time: Double) {
    guard stepCount >= 3, stepSeconds >= 2, settled.rate > 0 else { return }
    let seconds = (1 - value) / settled.rate
    if let expectedEnd {
      let expected = expectedEnd - time
      if abs(seconds - expected) <= max(1, max(seconds, expected) / 10) { return }
    }
    expectedEnd = time + seconds
  }
}

/// A mean pace that forgets: progress `memory` seconds ago counts half.
private struct Pace: Equatable {
  private(set) var seconds = 0.0
  private var progress = 0.0

  /// Parts of the whole per second.
  var rate: Double { seconds > 0 ? progress / seconds : 0 }

  mutating func add(_ progress: Double, in seconds: Double, memory: Double) {
    let kept = memory / (memory + seconds)
    self.progress = self.progress * kept + progress
    self.seconds = self.seconds * kept + seconds
  }
}
