/// A description of a change over time, as a value: adding it to a layer copies it.
///
/// The kinds are distinguished here and nowhere else.
public enum Animation: Equatable, Sendable {
  case basic(BasicAnimation)
  case spring(SpringAnimation)
  case keyframe(KeyframeAnimation)
  case group(AnimationGroup)
  /// For a layer only: in a group it has no effect.
  case transition(Transition)

  public var timing: MediaTiming {
    get {
      switch self {
      case .basic(let animation): animation.timing
      case .spring(let animation): animation.basic.timing
      case .keyframe(let animation): animation.timing
      case .group(let group): group.timing
      case .transition(let transition): transition.timing
      }
    }
    set {
      switch self {
      case .basic(var animation):
        animation.timing = newValue
        self = .basic(animation)
      case .spring(var animation):
        animation.basic.timing = newValue
        self = .spring(animation)
      case .keyframe(var animation):
        animation.timing = newValue
        self = .keyframe(animation)
      case .group(var group):
        group.timing = newValue
        self = .group(group)
      case .transition(var transition):
        transition.timing = newValue
        self = .transition(transition)
      }
    }
  }

  /// The timing function of every run; nil for none. A spring has none, and setting it has no
  /// effect.
  public var timingFunction: MediaTimingFunction? {
    get {
      switch self {
      case .basic(let animation): animation.timingFunction
      case .spring: nil
      case .keyframe(let animation): animation.timingFunction
      case .group(let group): group.timingFunction
      case .transition(let transition): transition.timingFunction
      }
    }
    set {
      switch self {
      case .basic(var animation):
        animation.timingFunction = newValue
        self = .basic(animation)
      case .spring:
        return
      case .keyframe(var animation):
        animation.timingFunction = newValue
        self = .keyframe(animation)
      case .group(var group):
        group.timingFunction = newValue
        self = .group(group)
      case .transition(var transition):
        transition.timingFunction = newValue
        self = .transition(transition)
      }
    }
  }

  public var isRemovedOnCompletion: Bool {
    get {
      switch self {
      case .basic(let animation): animation.isRemovedOnCompletion
      case .spring(let animation): animation.basic.isRemovedOnCompletion
      case .keyframe(let animation): animation.isRemovedOnCompletion
      case .group(let group): group.isRemovedOnCompletion
      case .transition(let transition): transition.isRemovedOnCompletion
      }
    }
    set {
      switch self {
      case .basic(var animation):
        animation.isRemovedOnCompletion = newValue
        self = .basic(animation)
      case .spring(var animation):
        animation.basic.isRemovedOnCompletion = newValue
        self = .spring(animation)
      case .keyframe(var animation):
        animation.isRemovedOnCompletion = newValue
        self = .keyframe(animation)
      case .group(var group):
        group.isRemovedOnCompletion = newValue
        self = .group(group)
      case .transition(var transition):
        transition.isRemovedOnCompletion = newValue
        self = .transition(transition)
      }
    }
  }

  /// The animation with presented values as its starts, if it starts from the presentation.
  public func starting(
    fromPresented presented: (AnimationKeyPath) -> AnimatableValue?
  ) -> Animation {
    switch self {
    case .basic(let animation):
      return .basic(animation.starting(fromPresented: presented))
    case .spring(var animation):
      animation.basic = animation.basic.starting(fromPresented: presented)
      return .spring(animation)
    case .keyframe, .transition:
      return self
    case .group(var group):
      for index in group.animations.indices {
        group.animations[index] = group.animations[index].starting(fromPresented: presented)
      }
      return .group(group)
    }
  }

  /// True if the animation changes a property that satisfies the predicate.
  public func animates(where isWanted: (AnimatableProperty) -> Bool) -> Bool {
    animates(keyPathWhere: { isWanted($0.property) })
  }

  /// True if the animation changes a key path that satisfies the predicate. Unlike properties, key
  /// paths distinguish the parts of a layer.
  public func animates(keyPathWhere isWanted: (AnimationKeyPath) -> Bool) -> Bool {
    switch self {
    case .basic(let animation): isWanted(animation.keyPath)
    case .spring(let animation): isWanted(animation.basic.keyPath)
    case .keyframe(let animation):
      isWanted(animation.keyPath) || animation.turnsLayer && isWanted(AnimationKeyPath(.transform))
    case .group(let group): group.animations.contains { $0.animates(keyPathWhere: isWanted) }
    // A transition changes no property: it shows the former look of a layer beside the present one.
    case .transition: false
    }
  }

  /// True if a change of the property can change the animation's effect.
  public func animates(_ property: AnimatableProperty) -> Bool { animates { $0 == property } }

  /// Calls a function for each change that the animation makes at a moment of its timing, in the
  /// order in which the changes apply. The function gets the key path, and a function from the
  /// value without the change to the value with it.
  public func forEachChange(
    at position: MediaTiming.Position,
    _ body: (AnimationKeyPath, (AnimatableValue) -> AnimatableValue) -> Void
  ) {
    switch self {
    case .basic(let animation):
      body(animation.keyPath) { animation.value(at: position, current: $0) }
    case .spring(let animation):
      body(animation.basic.keyPath) { animation.value(at: position, current: $0) }
    case .keyframe(let animation):
      animation.forEachChange(at: position, body)
    case .group(let group):
      group.forEachChange(at: position, body)
    case .transition:
      return
    }
  }
}
