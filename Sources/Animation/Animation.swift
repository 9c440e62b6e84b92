/// A description of a change over time, as a value: adding it to a layer copies it.
public enum Animation: Equatable, Sendable {
  case basic(BasicAnimation)

  public var timing: MediaTiming {
    get {
      switch self {
      case .basic(let animation): animation.timing
      }
    }
    set {
      switch self {
      case .basic(var animation):
        animation.timing = newValue
        self = .basic(animation)
      }
    }
  }

  public var timingFunction: MediaTimingFunction? {
    get {
      switch self {
      case .basic(let animation): animation.timingFunction
      }
    }
    set {
      switch self {
      case .basic(var animation):
        animation.timingFunction = newValue
        self = .basic(animation)
      }
    }
  }

  public var isRemovedOnCompletion: Bool {
    switch self {
    case .basic(let animation): animation.isRemovedOnCompletion
    }
  }

  /// True if the start is what was presented when the animation was added.
  public var startsFromPresentation: Bool {
    switch self {
    case .basic(let animation): animation.startsFromPresentation
    }
  }

  /// True if a change to the property can change what the animation shows.
  public func animates(_ property: AnimatableProperty) -> Bool {
    switch self {
    case .basic(let animation): animation.keyPath.property == property
    }
  }
}
