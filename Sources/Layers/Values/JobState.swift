/// The state of a job, apart from its progress, as far as a layer shows it.
public struct JobState: Equatable, Sendable {
  public var phases = JobPhases()
  /// Seconds until the end; nil while unknown.
  public var remaining: Double?
  /// True while the progress is unknown.
  public var isIndeterminate = false

  public init() {}
}
