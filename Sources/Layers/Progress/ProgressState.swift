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
}
