/// The times for drawing frames, on a display that reports when frames are shown. Reads no clock:
/// the time is given. All times are microseconds.
///
/// Presentation times are those of vertical blanks: the last known one and whole intervals from it.
/// The frame for a blank is drawn as soon as the one before is over, so that it has a whole
/// interval; one that is requested later takes the next blank that it can still reach. A frame that
/// is shown later than intended is late; the missed ones are counted and not made up for.
public struct FlipClock: Equatable, Sendable {
  /// The refresh, in frames in a thousand seconds.
  private let refreshMillihertz: Int64
  /// The last known vertical blank.
  private var blank: Int64
  /// The earliest requested presentation time; nil while idle.
  private var wanted: Int64?
  /// The presentation time of the last frame; it is not used again.
  private var last: Int64 = .min
  /// The pending frame.
  private var inFlight: Int64?
  /// The time before a blank at which a frame has to be started, by the recent drawing times.
  private var lead: Int64 = 1000
  /// The deadline that was given to a caller that came too late for its blank.
  private var promise: Int64?
  /// Blanks missed so far because frames were late.
  public private(set) var skippedCount = 0

  /// True if frames are drawn shortly before their blank, and not as soon as possible.
  private let isLate: Bool
  /// True to start frames only as early before their blank as recent drawing times need, and a
  /// sixth of an interval: touches until then are in the next visible picture.
  public var isPrompt = false

  /// - Parameters:
  ///   - now: taken for a blank until the display reports one.
  ///   - isLate: for an output whose presentation waits for the blank: a frame is started half an
  ///     interval before it.
  public init(refreshMillihertz: Int, now: Int64, isLate: Bool = false) {
    self.refreshMillihertz = Int64(min(max(refreshMillihertz, 1), 1_000_000_000))
    self.isLate = isLate
    blank = now
    lead = isLate ? interval / 3 : min(lead, interval / 2)
  }

  private var grid: FrameGrid {
    FrameGrid(start: blank, refreshMillihertz: Int(refreshMillihertz))
  }

  private var interval: Int64 { 1_000_000_000 / refreshMillihertz }

  /// Requests a frame that is shown at or after a time. A new request replaces the former one.
  public mutating func schedule(from time: Int64) { wanted = time }

  /// Goes idle.
  public mutating func cancel() {
    wanted = nil
    promise = nil
  }

  /// The time to draw, at once if that is past. Nil while idle, and while a frame is pending: the
  /// display reports when that is shown.
  public func deadline(now: Int64) -> Int64? {
    guard let wanted, inFlight == nil else { return nil }
    let deadline = presentation(wanted, now: now) - headStart
    // A caller that is always late is not put off for ever.
    if let promise, wanted <= promise + interval { return min(promise, deadline) }
    return deadline
  }

  /// The time before its blank at which a frame is started.
  private var headStart: Int64 {
    if isLate { return interval / 2 }
    return isPrompt ? min(lead + interval / 6, interval) : interval
  }

  /// The presentation time of the frame to be drawn now; nil if it is too early. Then goes idle.
  public mutating func takeTick(now: Int64) -> FrameClock.Tick? {
    guard let wanted, let deadline = deadline(now: now) else { return nil }
    guard now >= deadline else {
      promise = deadline
      return nil
    }
    let time = presentation(wanted, now: now)
    let missed = max((time - presentation(wanted, now: wanted) + interval / 2) / interval, 0)
    skippedCount += Int(missed)
    cancel()
    last = time
    return FrameClock.Tick(
      number: grid.frame(atOrBefore: time), time: time, skippedCount: Int(missed))
  }

  /// Records that the frame for a time was sent to the display, which will report when it is shown.
  /// - Parameter duration: the time that drawing took.
  public mutating func sent(_ time: Int64, duration: Int64) {
    inFlight = time
    if isLate { return }
    // One and a half times the frame's duration, falling slowly when frames get cheaper.
    lead = min(max(duration + duration / 2 + 500, lead - lead / 8), interval / 2)
  }

  /// Records that the pending frame was shown.
  public mutating func shown(at time: Int64) {
    blank = time
    guard let expected = inFlight else { return }
    inFlight = nil
    let missed = (time - expected + interval / 2) / interval
    if missed > 0 { skippedCount += Int(missed) }
    last = max(time, expected)
  }

  /// Records that no frame is pending any more, shown or not.
  public mutating func reset() { inFlight = nil }

  /// The first blank at or after `wanted` that was not used yet and can still be reached.
  private func presentation(_ wanted: Int64, now: Int64) -> Int64 {
    // A time within a quarter of an interval counts as the blank: the refresh is not exact.
    let tolerance = interval / 4
    let earliest = max(wanted, now + lead, last == .min ? .min : last + interval - tolerance)
    let grid = grid
    return grid.time(ofFrame: grid.frame(atOrBefore: earliest - 1) + 1)
  }
}
