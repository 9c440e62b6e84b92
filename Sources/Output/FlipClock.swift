/// When to draw the next frame, following a display that tells when frames are shown. Reads no
/// clock: the time is given. All times are microseconds.
///
/// Presentation times are those of vertical blanks: the last known one and whole intervals from it.
/// The frame for one of them is drawn as soon as the one before is over, so that it has a whole
/// interval; one that is asked for later takes the next blank that it can still reach. A frame that
/// comes to be shown later than it was drawn for is late; what it missed is counted and never made
/// up for.
public struct FlipClock: Equatable, Sendable {
  /// Microseconds of a frame, and what a thousand frames take beside.
  private let refreshMillihertz: Int64
  /// The last vertical blank that is known.
  private var blank: Int64
  /// The earliest presentation time that is asked for; nil while idle.
  private var wanted: Int64?
  /// What was drawn last is shown then; it does not come again.
  private var last: Int64 = .min
  /// The frame on its way to the screen.
  private var inFlight: Int64?
  /// How long before a blank a frame has to be begun, as drawing has lately taken.
  private var lead: Int64 = 1000
  /// The deadline that a caller who came too late for its blank was told to wait for.
  private var promise: Int64?
  /// Blanks missed since the beginning because frames were late.
  public private(set) var skippedCount = 0

  /// True if frames are drawn shortly before their blank, and not as soon as they can be.
  private let isLate: Bool
  /// True if frames are begun only as early before their blank as drawing has lately taken, and a
  /// sixth of an interval: what a hand does until then is in the next picture that is seen.
  public var isPrompt = false

  /// - Parameters:
  ///   - now: taken for a blank until the display tells one.
  ///   - isLate: for an output where presenting waits for the blank: a frame is begun a third of an
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

  /// Asks for a frame that is shown at or after a time. Asking again takes the later time's place.
  public mutating func schedule(from time: Int64) { wanted = time }

  /// Goes idle.
  public mutating func cancel() {
    wanted = nil
    promise = nil
  }

  /// When to draw, at once if that is past. Nil while idle, and while a frame is on its way: the
  /// display tells when that is shown.
  public func deadline(now: Int64) -> Int64? {
    guard let wanted, inFlight == nil else { return nil }
    let deadline = presentation(wanted, now: now) - headStart
    // Who is always late is not put off for ever.
    if let promise, wanted <= promise + interval { return min(promise, deadline) }
    return deadline
  }

  /// How long before its blank a frame is begun.
  private var headStart: Int64 {
    if isLate { return interval / 2 }
    return isPrompt ? min(lead + interval / 6, interval) : interval
  }

  /// The presentation time of the frame that is drawn now, if it is time; goes idle.
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

  /// The frame for a time went to the display, which will tell when it is shown.
  /// - Parameter duration: how long it took to draw.
  public mutating func sent(_ time: Int64, duration: Int64) {
    inFlight = time
    if isLate { return }
    // Half as much again as the frame took, falling slowly when frames get cheaper.
    lead = min(max(duration + duration / 2 + 500, lead - lead / 8), interval / 2)
  }

  /// The frame that was on its way came to be shown.
  public mutating func shown(at time: Int64) {
    blank = time
    guard let expected = inFlight else { return }
    inFlight = nil
    let missed = (time - expected + interval / 2) / interval
    if missed > 0 { skippedCount += Int(missed) }
    last = max(time, expected)
  }

  /// No frame is on its way any more, shown or not.
  public mutating func reset() { inFlight = nil }

  /// The first blank at or after `wanted` that was not used yet and can still be reached.
  private func presentation(_ wanted: Int64, now: Int64) -> Int64 {
    // A blank counts as the one it is within a quarter of an interval: the refresh is not exact.
    let tolerance = interval / 4
    let earliest = max(wanted, now + lead, last == .min ? .min : last + interval - tolerance)
    let grid = grid
    return grid.time(ofFrame: grid.frame(atOrBefore: earliest - 1) + 1)
  }
}
