/// How far a job is, if that is known.
public enum ProgressState: Equatable, Sendable {
  case indeterminate
  /// The part that is done, 0…1.
  case progress(Double)

  /// A fraction, clamped to 0…1; what is no number is indeterminate.
  public init(fraction: Double) {
    self = fraction.isNaN ? .indeterminate : .progress(min(max(fraction, 0), 1))
  }

  /// What was received of what is expected, in any unit. Nothing expected is indeterminate.
  public init(received: Double, expected: Double) {
    self = expected > 0 ? ProgressState(fraction: received / expected) : .indeterminate
  }
}
