/// How an animation goes from one keyframe to the next.
public enum CalculationMode: Sendable, Equatable, CaseIterable {
  /// Straight, in the time between the two.
  case linear
  /// Not at all: each value holds until the next one's time.
  case discrete
  /// Straight and at one speed all the way, whatever the key times and timing functions say.
  case paced
  /// On a smooth curve through the values.
  case cubic
  /// On a smooth curve, with times in proportion to the distances.
  case cubicPaced

  /// Apple's string for the mode, for example `cubicPaced`.
  public var name: String {
    switch self {
    case .linear: "linear"
    case .discrete: "discrete"
    case .paced: "paced"
    case .cubic: "cubic"
    case .cubicPaced: "cubicPaced"
    }
  }

  public var isPaced: Bool { self == .paced || self == .cubicPaced }
  public var isCubic: Bool { self == .cubic || self == .cubicPaced }
}

/// How a layer that follows a path turns with it.
public enum RotationMode: Sendable, Equatable, CaseIterable {
  /// Its x axis points ahead.
  case auto
  /// Its x axis points back.
  case autoReverse

  /// Apple's string for the mode.
  public var name: String {
    switch self {
    case .auto: "auto"
    case .autoReverse: "autoReverse"
    }
  }
}
