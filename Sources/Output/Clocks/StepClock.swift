/// A clock that only requests advance, so that every frame is reproducible.
///
/// Time begins at 0 µs. A step of D µs from T presents the frames of the grid in (T, T + D], each
/// at its own time, and leaves the clock at T + D. So steps that add up to the same time present
/// the same frames, however they are divided. A step within one interval presents none: for a
/// picture after every step, the caller presents one more at the clock's time if there are no
/// frames.
public struct StepClock: Equatable, Sendable {
  public let grid: FrameGrid
  /// Microseconds.
  public private(set) var time: Int64 = 0

  /// - Parameter refreshMillihertz: of the grid, whose frame 0 is at 0 µs.
  public init(refreshMillihertz: Int = 60_000) {
    grid = FrameGrid(start: 0, refreshMillihertz: refreshMillihertz)
  }

  /// The longest time that the clock can reach; steps stop there.
  public static var limit: Int64 { 1 << 52 }

  /// Advances the clock.
  /// - Parameter duration: microseconds; a negative one is taken as 0.
  /// - Returns: the times of the frames to present, in order.
  public mutating func step(by duration: Int64) -> SteppedFrames {
    let first = grid.frame(atOrBefore: time) + 1
    time += min(max(duration, 0), Self.limit - time)
    return SteppedFrames(grid: grid, first: first, end: grid.frame(atOrBefore: time) + 1)
  }
}

/// The times of the frames of a step, one after the other, in microseconds.
public struct SteppedFrames: Sequence, IteratorProtocol, Equatable, Sendable {
  let grid: FrameGrid
  var first: Int64
  let end: Int64

  /// The number of remaining times.
  public var count: Int { Int(end - first) }
  public var isEmpty: Bool { end == first }

  /// The time of the next frame; nil behind the last one.
  public mutating func next() -> Int64? {
    guard first < end else { return nil }
    defer { first += 1 }
    return grid.time(ofFrame: first)
  }
}
