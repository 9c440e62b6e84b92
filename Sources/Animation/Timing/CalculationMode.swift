/// The interpolation between keyframes.
public enum CalculationMode: Sendable, Equatable, CaseIterable {
  /// Linear, in the time between the two.
  case linear
  /// None: each value holds until the next one's time.
  case discrete
  /// Linear and at constant speed; key times and timing functions are ignored.
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

/// The rotation of a layer that follows a path.
public enum RotationMode: Sendable, Equatable, CaseIterable {
  /// The layer's x axis points forwards.
  case auto
  /// The layer's x axis points backwards.
  case autoReverse

  /// Apple's string for the mode.
  public var name: String {
    switch self {
    case .auto: "auto"
    case .autoReverse: "autoReverse"
    }
  }
}
