/// The progress of a job, if it is known.
public enum ProgressState: Equatable, Sendable {
  case indeterminate
  /// The part that is done, 0…1.
  case progress(Double)

  /// A fraction, clamped to 0…1; NaN is indeterminate.
  public init(fraction: Double) {
    self = fraction.isNaN ? .indeterminate : .progress(min(max(fraction, 0), 1))
  }

  /// The received part of an expected amount, in any unit. If nothing is expected it is
  /// indeterminate.
  public init(received: Double, expected: Double) {
    self = expected > 0 ? ProgressState(fraction: received / expected) : .indeterminate
  }

  /// The number of equal parts, out of `count`, that a progress in 0…1 completes: lit segments, or
  /// whole percents.
  public static func completeParts(of count: Int, at progress: Double) -> Int {
    // NaN completes nothing.
    let exact = progress > 0 ? Double(count) * min(progress, 1) : 0
    let nearest = exact.rounded()
    // A third of twelve is four, even if the product is off in its last bit.
    return Int(abs(exact - nearest) < 1e-9 ? nearest : exact.rounded(.down))
  }
}
