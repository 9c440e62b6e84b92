/// The times for drawing frames, by an output's refresh. Reads no clock: the time is given.
///
/// States: idle, without a deadline, and waiting for one frame. A late frame takes the latest time
/// that has come; the missed ones are counted and not made up for.
public struct FrameClock: Equatable, Sendable {
  public let grid: FrameGrid
  /// The frame that is waited for.
  private var pending: Int64?
  /// The last frame; it is not used again.
  private var last: Int64 = .min
  /// Frames missed so far because the caller was late.
  public private(set) var skippedCount = 0

  public init(grid: FrameGrid) { self.grid = grid }

  /// The time to draw the frame that is waited for, in microseconds; nil while idle.
  public var deadline: Int64? { pending.map(grid.time(ofFrame:)) }

  /// Requests a frame: the first one strictly after `now`. Another request changes nothing.
  /// - Returns: the deadline.
  @discardableResult public mutating func schedule(now: Int64) -> Int64 {
    let number = pending ?? max(grid.frame(atOrBefore: now), last) + 1
    pending = number
    return grid.time(ofFrame: number)
  }

  /// Goes idle.
  public mutating func cancel() { pending = nil }

  /// A frame to draw.
  public struct Tick: Equatable, Sendable {
    /// The frame's number on the grid.
    public let number: Int64
    /// The presentation time: the frame's time on the grid, in microseconds, not after now.
    public let time: Int64
    /// Frames missed between the requested one and this one.
    public let skippedCount: Int

    public init(number: Int64, time: Int64, skippedCount: Int) {
      self.number = number
      self.time = time
      self.skippedCount = skippedCount
    }
  }

  /// Takes the frame that is due, and goes idle.
  /// - Returns: nil while idle or too early.
  public mutating func takeTick(now: Int64) -> Tick? {
    guard let pending else { return nil }
    let current = grid.frame(atOrBefore: now)
    guard current >= pending else { return nil }
    let skipped = Int(current - pending)
    skippedCount += skipped
    last = current
    self.pending = nil
    return Tick(number: current, time: grid.time(ofFrame: current), skippedCount: skipped)
  }
}
