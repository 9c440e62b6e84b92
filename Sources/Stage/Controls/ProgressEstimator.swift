/// Follows the reports of a job: what to show between them, how long it will take, and whether it has
/// stalled. It has no clock: times are given, in seconds, and do not run back.
///
/// Everything between two reports is a function of the time since, so that any moments may be
/// looked at:
/// 1. What is shown never falls, unless a report may fall and does.
/// 2. It is continuous. A report that is ahead of it is caught up with; one that it is ahead of
///    slows it down.
/// 3. It runs ahead of the last report at the recent pace, slowing down evenly, for at most
///    four of the usual intervals between reports and three quarters of the way to the phase's end;
///    there it stands.
/// 4. It is 1 only after a report of 1.
///
/// A report that says nothing new is a sign of life: it puts a stall off and changes nothing else.
public struct ProgressEstimator: Equatable, Sendable {
  public let plan: PhasePlan
  /// Seconds without a report after which the job counts as stalled; nil for never.
  public var stallAfter: Double?
  /// The part of the whole that was reported last, 0…1.
  public private(set) var value: Double
  /// The phase that the job is in.
  public private(set) var phase: Int

  /// When something was reported last; nil before that.
  public private(set) var lastReport: Double?
  private var lastProgress: Double?
  private var firstProgress = 0.0
  private var motion: ProgressMotion
  /// The pace of the last few reports, which what is shown goes by.
  private var recent = Pace()
  /// That of the last quarter of the time, which the estimate goes by.
  private var settled = Pace()
  /// Usual seconds between reports of progress.
  private var interval = 0.0
  private var intervalCount = 0
  /// When the job is expected to end.
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

  /// Takes a part of the whole, 0…1, as of a time.
  ///
  /// - Parameters:
  ///   - phase: the phase that it belongs to; nil for that in which the value falls. A part beyond
  ///     the phase's end counts as the end.
  ///   - catchUp: seconds in which what is shown comes up with the report; nil for about as long
  ///     as reports usually take to follow each other.
  public mutating func report(
    _ report: Double, inPhase phase: Int? = nil, at time: Double, catchUp: Double? = nil
  ) {
    let phase = phase ?? plan.phase(at: report)
    let value = min(max(report, 0), plan.end(of: phase))
    defer { lastReport = time }
    if value == self.value, phase == self.phase, lastReport != nil { return }
    let shown = displayed(at: time)
    let isFall = value < self.value
    if isFall {
      forgetPace()
    } else if phase == self.phase, let lastProgress, time > lastProgress {
      learn(value - self.value, in: time - lastProgress, since: time - firstProgress)
    }
    if lastProgress == nil { firstProgress = time }
    lastProgress = time
    self.value = value
    self.phase = phase
    let reach = min(max(interval * 4, 0.5), 30)
    let room = 0.75 * (min(plan.end(of: phase), PhasePlan.incomplete) - value)
    motion = ProgressMotion(
      from: shown, to: value, start: time, catchUp: catchUp ?? min(max(interval, 0.25), 1.5),
      lead: isComplete ? 0 : max(min(recent.rate * reach / 2, room), 0), reach: reach,
      mayFall: isFall)
    expectEnd(at: time)
  }

  /// Goes on from a value that was held while the time of the scene stood.
  public mutating func hold(_ shown: Double, at time: Double) {
    motion = ProgressMotion(
      from: shown, to: value, start: time, catchUp: min(max(interval, 0.25), 1.5), lead: 0,
      reach: 0, mayFall: false)
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
    expectedEnd = nil
    lastProgress = nil
  }

  // MARK: What is shown

  /// What to show at a time not before the last report: 0…1.
  public func displayed(at time: Double) -> Double {
    let shown = motion.value(at: time)
    return isComplete ? shown : min(shown, PhasePlan.incomplete)
  }

  /// When what is shown comes to rest, if nothing is reported any more.
  public var restTime: Double { motion.end }

  // MARK: Stalling

  /// When the job counts as stalled, if nothing is reported any more; nil for never.
  public var stallTime: Double? {
    guard let stallAfter, let lastReport, !isComplete else { return nil }
    return lastReport + stallAfter
  }

  public func isStalled(at time: Double) -> Bool {
    stallTime.map { time >= $0 } ?? false
  }

  // MARK: The time left

  /// Seconds until the end as they are expected at a time; nil while that is not known: before there
  /// were three steps in two seconds, and while the job is stalled.
  ///
  /// The number counts down. It is set anew by a report from which it would differ by more than a
  /// tenth and a second, and stands while the next report is overdue.
  public func remaining(at time: Double) -> Double? {
    if isComplete { return 0 }
    guard let expectedEnd, let lastProgress, !isStalled(at: time) else { return nil }
    return max(expectedEnd - min(time, lastProgress + interval * 2 + 1), 0)
  }

  private mutating func expectEnd(at time: Double) {
    guard intervalCount >= 3, settled.seconds >= 2, settled.rate > 0 else { return }
    let seconds = (1 - value) / settled.rate
    if let expectedEnd {
      let expected = expectedEnd - time
      if abs(seconds - expected) <= max(1, max(seconds, expected) / 10) { return }
    }
    expectedEnd = time + seconds
  }
}

/// A mean pace that forgets: what lies `memory` seconds back counts half.
private struct Pace: Equatable {
  private(set) var seconds = 0.0
  private var progress = 0.0

  /// Parts of the whole a second.
  var rate: Double { seconds > 0 ? progress / seconds : 0 }

  mutating func add(_ progress: Double, in seconds: Double, memory: Double) {
    let kept = memory / (memory + seconds)
    self.progress = self.progress * kept + progress
    self.seconds = self.seconds * kept + seconds
  }
}
