/// The times at which an output can show frames: a start and equal intervals.
///
/// Times are whole microseconds. Frame n is at start + n · 10⁹ / refreshMillihertz, rounded down,
/// so that at 60 Hz frames 0 to 3 are at 0, 16666, 33333 and 50000 and errors do not add up.
public struct FrameGrid: Equatable, Sendable {
  public let start: Int64
  /// Frames in a thousand seconds.
  public let refreshMillihertz: Int64

  /// - Parameter refreshMillihertz: 1 to a million hertz; other values are clamped.
  public init(start: Int64, refreshMillihertz: Int) {
    self.start = start
    self.refreshMillihertz = Int64(min(max(refreshMillihertz, 1), 1_000_000_000))
  }

  /// The time of a frame, which may be negative.
  public func time(ofFrame number: Int64) -> Int64 {
    start + Self.floor(number, times: 1_000_000_000, dividedBy: refreshMillihertz)
  }

  /// The last frame at or before a time.
  public func frame(atOrBefore time: Int64) -> Int64 {
    // The largest n with floor(n · 10⁹ / r) ≤ t is the largest with n · 10⁹ < (t + 1) · r.
    Self.floor(
      time - start + 1, times: refreshMillihertz, dividedBy: 1_000_000_000, less: 1)
  }

  /// (a · b − less) / c, rounded down, without overflow in between.
  private static func floor(
    _ a: Int64, times b: Int64, dividedBy c: Int64, less: Int64 = 0
  ) -> Int64 {
    // a = whole · c + rest with 0 ≤ rest < c ≤ 10⁹ and b ≤ 10⁹.
    let (whole, rest) = divided(a, c)
    return whole * b + divided(rest * b - less, c).quotient
  }

  /// Division that rounds down, with a remainder that is not negative.
  private static func divided(_ a: Int64, _ b: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
    return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
  }
}
