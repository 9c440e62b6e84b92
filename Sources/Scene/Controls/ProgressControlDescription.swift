public import Animation

/// A control with a value in 0…1, or an unknown one, that properties of layers follow.
public struct ProgressControlDescription {
  /// The duration of a change for requests that give none.
  public enum DurationRule: Sendable, Equatable {
    /// A second for all of 0…1, and in proportion for less.
    case distance
    case seconds(Double)

    /// Seconds for a change from one value to another.
    public func duration(from start: Double, to end: Double) -> Double {
      switch self {
      case .distance: abs(end - start)
      case .seconds(let seconds): seconds
      }
    }
  }

  /// The first value, 0…1.
  public var value: Double
  public var isIndeterminate: Bool
  public var duration: DurationRule
  public var timingFunction: MediaTimingFunction
  /// True if a value lower than the last one is accepted.
  public var allowsDecrease: Bool
  /// The parts of the job, in their order; empty for a job without parts.
  public var phases: [PhaseDescription] = []
  /// True if the layers move on between two values, at the pace of the last ones.
  public var isSmooth = false
  /// Seconds without a value after which the progress counts as unknown; nil for never.
  public var stallAfter: Double?
  /// Values that other controls get when the progress has reached 1.
  public internal(set) var settings: [ControlSetting] = []
  var drives: [DriveDescription]
}

/// One property of one layer that follows a progress control.
struct DriveDescription {
  /// The layer's index in the order of the file.
  var layer: Int
  var keyPath: AnimationKeyPath
  /// The values at 0, at 1, and at even steps between: at least two.
  var values: [ValueDescription]
  /// The part of the job that it follows, as a part of 0…1: all of it, or that of a phase.
  var part = 0.0...1

  /// True if it may show a layer that is transparent or hidden at first.
  var showsLayer: Bool { keyPath.property == .opacity || keyPath.property == .isHidden }
}
