public import Animation

/// Explicit animations from the presented look of a layer to the model's.
extension Layer {
  /// Moves a property from its presented value to another one, which the model has at once. The
  /// animation's key is the key path's name.
  ///
  /// - Parameters:
  ///   - delay: seconds of the layer's time, in which the presented value stays as it is.
  ///   - duration: seconds; 0 for a change at once.
  ///   - spring: the spring of the motion; its key path and ends are ignored.
  public final func move(
    _ keyPath: AnimationKeyPath, to target: AnimatableValue, delay: Double = 0, duration: Double,
    timingFunction: MediaTimingFunction, spring: SpringAnimation? = nil
  ) {
    // As with `visibility` in CSS, a layer is visible while it appears and disappears, so that it
    // can fade.
    if case .flag(let isHidden) = target, keyPath.property == .isHidden, duration > 0 {
      // Otherwise a change that is requested again and again would start anew each time and never
      // end.
      if value(for: keyPath) == target, animation(forKey: keyPath.name) != nil { return }
      return move(
        keyPath, to: target, delay: isHidden ? delay + duration : delay, duration: 0,
        timingFunction: timingFunction)
    }
    let start = (presentation() ?? self).value(for: keyPath)
    let key = keyPath.name
    guard duration > 0 || delay > 0, let start, start != target else {
      removeAnimation(forKey: key)
      setValue(target, for: keyPath)
      return
    }
    setValue(target, for: keyPath)
    var animation = BasicAnimation(keyPath: keyPath, from: start, to: target)
    // A duration of 0 would become the transaction's.
    animation.timing.duration = max(duration, 0.001)
    animation.timingFunction = timingFunction
    // In the later instances of a replicator with a delay a motion begins later, and its end must
    // not be seen before.
    animation.timing.fillMode = .backwards
    begin(&animation.timing, after: delay)
    guard var spring else { return add(.basic(animation), forKey: key) }
    spring.basic = animation
    add(.spring(spring), forKey: key)
  }

  /// Moves a property through several values. The model has the last one at once.
  /// - Parameters:
  ///   - values: the first one is presented.
  ///   - keyTimes: parts of the duration, from 0 to 1, one for each value.
  ///   - duration: seconds.
  final func move(
    _ keyPath: AnimationKeyPath, through values: [AnimatableValue], at keyTimes: [Double],
    duration: Double, timingFunction: MediaTimingFunction
  ) {
    guard let target = values.last else { return }
    setValue(target, for: keyPath)
    add(
      .keyframe(
        KeyframeAnimation(
          keyPath: keyPath, values: values, keyTimes: keyTimes,
          // A duration of 0 would become the transaction's.
          timing: MediaTiming(duration: max(duration, 0.001), fillMode: .backwards),
          timingFunction: timingFunction)),
      forKey: keyPath.name)
  }

  /// Adds an animation that begins after a delay in seconds of the layer's time. Until then its
  /// fill mode decides what it shows.
  public final func add(
    _ animation: Animation, forKey key: String, isEssential: Bool, after delay: Double
  ) {
    var animation = animation
    begin(&animation.timing, after: delay)
    add(animation, forKey: key, isEssential: isEssential)
  }

  /// Puts the begin time off.
  private final func begin(_ timing: inout MediaTiming, after delay: Double) {
    guard delay > 0, let tree = unsafe host else { return }
    timing.beginTime = localTime(atTreeTime: tree.time) + delay
  }

  /// Removes an animation: the property returns from its presented value to the model's, a rotation
  /// by the shorter way. A group of animations ends at once.
  ///
  /// - Parameter duration: seconds; nil for the transaction's, 0 for at once.
  public final func settleAnimation(
    forKey key: String, duration: Double?, timingFunction: MediaTimingFunction
  ) {
    guard let animation = animation(forKey: key) else { return }
    let start = animation.keyPath.flatMap { presentation()?.value(for: $0) }
    removeAnimation(forKey: key)
    guard duration != 0, let keyPath = animation.keyPath, let start,
      var rest = value(for: keyPath), start != rest
    else { return }
    if keyPath == .rotation, case (.scalar(let from), .scalar(let to)) = (start, rest) {
      rest = .scalar(to - ((to - from) / (2 * .pi)).rounded() * 2 * .pi)
    }
    var back = BasicAnimation(
      keyPath: keyPath, from: start, to: rest, timingFunction: timingFunction)
    back.timing.fillMode = .backwards
    if let duration { back.timing.duration = duration }
    add(.basic(back), forKey: keyPath.name)
  }
}

extension Animation {
  /// The key path that the animation changes; nil for a group and a transition.
  fileprivate var keyPath: AnimationKeyPath? {
    switch self {
    case .basic(let animation): animation.keyPath
    case .spring(let animation): animation.basic.keyPath
    case .keyframe(let animation): animation.keyPath
    case .group, .transition: nil
    }
  }
}
