public import Animation

/// A named control: what a client speaks to.
public struct ControlDescription {
  public enum Kind: Sendable, Equatable {
    case progress(ProgressSettings)
    /// Holds a message, at first the one given here.
    case text(String)
  }

  /// How a progress control begins and moves.
  public struct ProgressSettings: Sendable, Equatable {
    /// The first value, 0…1.
    public var value: Double
    public var isIndeterminate: Bool
    public var duration: DurationRule
    public var timingFunction: MediaTimingFunction
    /// Whether a lower value than the last one is taken.
    public var allowsDecrease: Bool
  }

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

  public let name: String
  public let kind: Kind
  /// What it is, for people who cannot see the screen.
  public let label: String?
  let drives: [DriveDescription]
}

/// One property of one layer that follows a progress control.
struct DriveDescription {
  /// The layer's place in the order of the file.
  var layer: Int
  var keyPath: AnimationKeyPath
  var from: ValueDescription
  var to: ValueDescription
}
