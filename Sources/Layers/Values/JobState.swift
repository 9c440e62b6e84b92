/// The state of a job that layers show, apart from its progress.
public struct JobState: Equatable, Sendable {
  public var phases = JobPhases()
  /// Seconds until the end; nil while unknown.
  public var remaining: Double?
  /// True while the progress is unknown.
  public var isIndeterminate = false

  public init() {}
}
