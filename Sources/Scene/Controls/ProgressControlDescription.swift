public import Animation

/// A control with a value in 0…1, or none that is known, which properties of layers follow.
public struct ProgressControlDescription {
  /// How long a change takes where the request does not say.
  public enum DurationRule: Sendable, Equatable {
    /// As many seconds as the value moves: a second for all of 0…1.
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
  /// True if a lower value than the last one is taken.
  public var allowsDecrease: Bool
  /// The parts of the job, in their order; none for a job that is one.
  public var phases: [PhaseDescription] = []
  /// True if the layers move on between two values, at the pace of the last ones.
  public var isSmooth = false
  /// Seconds without a value after which it is no longer known how far the job is; nil for never.
  public var stallAfter: Double?
  var drives: [DriveDescription]
}

/// One property of one layer that follows a progress control.
struct DriveDescription {
  /// The layer's place in the order of the file.
  var layer: Int
  var keyPath: AnimationKeyPath
  /// At 0, at 1, and at even steps between: two at least.
  var values: [ValueDescription]

  /// True if it may bring a layer to sight that is transparent or hidden at first.
  var showsLayer: Bool { keyPath.property == .opacity || keyPath.property == .isHidden }
}
