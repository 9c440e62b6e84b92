/// The phases of a job. A layer shows the phase that contains its progress.
public struct JobPhases: Equatable, Sendable {
  /// A part of the job, from the end of the phase before it on.
  public struct Phase: Equatable, Sendable {
    public var label: String
    /// The progress at which it ends, as the layer shows it.
    public var end: Double

    public init(label: String, end: Double) {
      self.label = label
      self.end = end
    }
  }

  /// With rising ends; empty for a job without phases.
  public var phases: [Phase]
  /// The index of the phase that was requested.
  public var current: Int
  /// The progress that was requested.
  public var value: Double

  public init(_ phases: [Phase] = [], current: Int = 0, value: Double = 0) {
    self.phases = phases
    self.current = current
    self.value = value
  }

  /// Progresses that differ by less count as equal, as they do for percentages
  /// (`ProgressState.completeParts`).
  private static var tolerance: Double { 1e-11 }

  /// The text of the requested phase.
  public var label: String { phases.indices.contains(current) ? phases[current].label : "" }

  /// The text of the phase in whose range a progress is. The end of a phase is the start of the
  /// next: the requested phase decides between the two, and no phase after it has begun.
  public func label(at progress: Double) -> String {
    guard abs(progress - value) >= JobPhases.tolerance,
      var index = phases.indices.first(where: {
        progress < phases[$0].end - JobPhases.tolerance
      }) ?? phases.indices.last
    else { return label }
    index = progress < value ? min(index, current) : max(index, current)
    return phases.indices.contains(index) ? phases[index].label : ""
  }
}
