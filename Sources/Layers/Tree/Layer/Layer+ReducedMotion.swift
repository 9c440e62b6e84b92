import Animation

extension Layer {
  /// True if an animation is shown calmly: motion is to be reduced, and neither the animation nor a
  /// layer around it is essential. If time stands still without a pause it is moved by hand, which
  /// is no motion to reduce.
  final func showsCalmly(_ running: RunningAnimation) -> Bool {
    !running.isEssential && reducesMotion && !isMovedByHand
  }

  /// True if motion is to be reduced here: no layer around this one, nor itself, is essential.
  public final var reducesMotion: Bool {
    guard let tree, tree.reducesMotion else { return false }
    var layer: Layer? = self
    while let current = layer {
      if current.isEssential { return false }
      layer = current.superlayer
    }
    return true
  }

  /// True if the time of the layer, or of one above it, stands still without being paused.
  final var isMovedByHand: Bool {
    var layer: Layer? = self
    while let current = layer {
      if current.timing.speed == 0 && current.speedBeforePause == nil { return true }
      layer = current.superlayer
    }
    return false
  }
}
