extension Animation {
  /// The animation with other values for its key paths, at all ends and keyframes.
  public func mappingValues(
    _ body: (AnimationKeyPath, AnimatableValue) -> AnimatableValue
  ) -> Animation {
    switch self {
    case .basic(let animation): return .basic(animation.mappingValues(body))
    case .spring(var animation):
      animation.basic = animation.basic.mappingValues(body)
      return .spring(animation)
    case .group(var group):
      for index in group.animations.indices {
        group.animations[index] = group.animations[index].mappingValues(body)
      }
      return .group(group)
    case .keyframe(let animation): return .keyframe(animation.mappingValues(body))
    case .transition: return self
    }
  }
}

extension BasicAnimation {
  fileprivate func mappingValues(
    _ body: (AnimationKeyPath, AnimatableValue) -> AnimatableValue
  ) -> BasicAnimation {
    var animation = self
    animation.fromValue = fromValue.map { body(keyPath, $0) }
    animation.toValue = toValue.map { body(keyPath, $0) }
    animation.byValue = byValue.map { body(keyPath, $0) }
    return animation
  }
}

extension KeyframeAnimation {
  fileprivate func mappingValues(
    _ body: (AnimationKeyPath, AnimatableValue) -> AnimatableValue
  ) -> KeyframeAnimation {
    var path = path
    if let whole = path, case .path(let mapped) = body(keyPath, .path(whole)) { path = mapped }
    var animation = KeyframeAnimation(
      keyPath: keyPath, values: values.map { body(keyPath, $0) }, path: path, keyTimes: keyTimes,
      timingFunctions: timingFunctions, calculationMode: calculationMode,
      rotationMode: rotationMode, spline: spline, timing: timing, timingFunction: timingFunction)
    animation.isAdditive = isAdditive
    animation.isCumulative = isCumulative
    animation.isRemovedOnCompletion = isRemovedOnCompletion
    return animation
  }
}
