import Animation

/// Coming to rest, before the last picture.
extension LayerTree {
  /// Brings the layers to the look that they have without animations: each animation that repeats
  /// ends at its seam, the end of the cycle that runs, and emitters send out nothing more.
  ///
  /// An animation that repeats and has not begun is dropped. One that would not be over in time
  /// ends at once, and its property goes to the model's value in a quarter of a second. Layers
  /// whose time stands still stay as they are.
  /// - Parameter limit: the time by which all animations have to be over, in seconds of the tree.
  public func land(by limit: Double) {
    transact(disableActions: true) {
      for layer in animating where layer.effectiveSpeed != 0 {
        layer.landOwnMotion()
        for key in layer.animationKeys { layer.landAnimation(forKey: key, by: limit, of: self) }
      }
    }
  }
}

extension Layer {
  fileprivate final func landAnimation(forKey key: String, by limit: Double, of tree: LayerTree) {
    guard let index = animations.index(forKey: key) else { return }
    let running = animations[index]
    let now = localTime(atTreeTime: tree.time)
    var timing = running.animation.timing
    guard running.phase != .after, timing.speed != 0 else { return }
    if running.isPending, running.beginsWhenAdded { timing.beginTime = now }
    let cycles = timing.cycles(atParentTime: now)
    if timing.activeDuration > cycles * timing.cycleDuration {
      // A count of 0 would be one.
      guard cycles > 0 else { return removeAnimation(forKey: key) }
      timing.repeatCount = cycles
      timing.repeatDuration = 0
    }
    // The last instance of a replicator ends it.
    let lag = now - lastInstanceTime(atTreeTime: tree.time)
    let end = timing.activeEnd.flatMap { treeTime(atLocalTime: $0 + lag) }
    guard let end, end <= limit else {
      return settleAnimation(forKey: key, duration: 0.25, timingFunction: .easeInEaseOut)
    }
    animations[index].animation.timing.repeatCount = timing.repeatCount
    animations[index].animation.timing.repeatDuration = timing.repeatDuration
    markUncommitted()
  }
}

extension MediaTiming {
  /// The number of cycles that have begun; one for an animation that does not repeat.
  fileprivate func cycles(atParentTime time: Double) -> Double {
    guard activeDuration > cycleDuration, cycleDuration > 0 else { return 1 }
    let count = (localTime(atParentTime: time) - MediaTiming.frameRounding) / cycleDuration
    return count > 0 ? count.rounded(.up) : 0
  }
}
