/// The times of a frame sequence's pictures, in whole microseconds from its begin.
///
/// At an even rate the n-th picture begins at n / rate, computed anew for each n in integers, so
/// that no error adds up, however often the sequence is repeated.
public struct FrameTimes: Equatable, Sendable {
  private enum Form: Equatable, Sendable {
    /// Pictures in a thousand seconds.
    case even(Int64)
    /// The ends of the pictures' times within a run; none is before the one before it.
    case uneven([Int64])
  }

  /// The number of pictures.
  public let count: Int
  /// The number of runs; nil for no end.
  public let runCount: Int?
  private let form: Form

  /// The greatest rate, in pictures in a thousand seconds.
  public static var greatestRate: Int64 { 1_000_000 }
  public static var greatestCount: Int { 1 << 24 }
  /// The longest run, in microseconds: ten days.
  public static var longestRun: Int64 { 864_000_000_000 }
  /// Times beyond this many microseconds, some 31 years, count as this.
  private static var latest: Int64 { 1_000_000_000_000_000 }

  /// Pictures that are shown equally long.
  /// - Parameters:
  ///   - count: 1 to `greatestCount`.
  ///   - rate: pictures in a thousand seconds, clamped to 1…`greatestRate`.
  public init(count: Int, rate: Int64, runCount: Int? = nil) {
    precondition(1...FrameTimes.greatestCount ~= count)
    self.count = count
    self.runCount = runCount.map { max($0, 1) }
    form = .even(min(max(rate, 1), FrameTimes.greatestRate))
  }

  /// Pictures with durations of their own.
  /// - Parameter durations: in microseconds, one for each picture; a run without length lasts a
  ///   second, and one beyond `longestRun` is cut off there.
  public init(durations: [Int64], runCount: Int? = nil) {
    precondition(1...FrameTimes.greatestCount ~= durations.count)
    count = durations.count
    self.runCount = runCount.map { max($0, 1) }
    var ends: [Int64] = []
    ends.reserveCapacity(durations.count)
    var end: Int64 = 0
    for duration in durations {
      end = min(end + min(max(duration, 0), FrameTimes.longestRun), FrameTimes.longestRun)
      ends.append(end)
    }
    if end == 0 { ends[ends.count - 1] = 1_000_000 }
    form = .uneven(ends)
  }

  /// The length of a run in microseconds, rounded up.
  public var runLength: Int64 {
    switch form {
    case .even(let rate): FrameTimes.begin(of: Int64(count), rate: rate)
    case .uneven(let ends): ends[ends.count - 1]
    }
  }

  /// Before the begin, while pictures change, or after the end.
  public enum Phase: Equatable, Sendable { case before, active, after }

  /// A moment in the sequence.
  public struct Place: Equatable, Sendable {
    public var phase: Phase
    /// The picture, from 0. Before the begin it is the first one, after the end the last one.
    public var index: Int
    /// The next time at which the picture or the phase changes; nil for never.
    public var nextChange: Int64?

    public init(phase: Phase, index: Int, nextChange: Int64?) {
      self.phase = phase
      self.index = index
      self.nextChange = nextChange
    }
  }

  /// The picture at a time since the begin. A negative time lies before it.
  public func place(at microseconds: Int64) -> Place {
    guard microseconds >= 0 else { return Place(phase: .before, index: 0, nextChange: 0) }
    let time = min(microseconds, FrameTimes.latest)
    let run: Int64
    let index: Int
    let next: Int64
    switch form {
    case .even(let rate):
      let number = FrameTimes.number(at: time, rate: rate)
      let count = Int64(count)
      (run, index) = (number / count, Int(number % count))
      next = FrameTimes.begin(of: number + 1, rate: rate)
    case .uneven(let ends):
      let length = ends[ends.count - 1]
      run = time / length
      let rest = time % length
      index = FrameTimes.first(in: ends, after: rest)
      next = time - rest + ends[index]
    }
    if let runCount, run >= Int64(runCount) {
      return Place(phase: .after, index: count - 1, nextChange: nil)
    }
    let isStill = count == 1 && runCount == nil || time == FrameTimes.latest
    return Place(phase: .active, index: index, nextChange: isStill ? nil : next)
  }

  /// The number of the picture that is shown at a time, counted through all runs:
  /// ⌊time · rate / 10⁹⌋. The seconds are multiplied on their own, so that nothing overflows.
  private static func number(at time: Int64, rate: Int64) -> Int64 {
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000)
    let (whole, part) = (seconds * rate).quotientAndRemainder(dividingBy: 1000)
    return whole + (part * 1_000_000 + rest * rate) / 1_000_000_000
  }

  /// The first microsecond of a picture: ⌈number · 10⁹ / rate⌉.
  private static func begin(of number: Int64, rate: Int64) -> Int64 {
    let (whole, part) = number.quotientAndRemainder(dividingBy: rate)
    return whole * 1_000_000_000 + (part * 1_000_000_000 + rate - 1) / rate
  }

  /// The first of rising ends that lies after a time before the last one.
  private static func first(in ends: [Int64], after time: Int64) -> Int {
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
