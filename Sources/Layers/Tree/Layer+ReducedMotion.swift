import Animation

extension Layer {
  /// True if an animation shows calmly: motion is to be reduced, and neither the animation nor a layer
  /// that it is in is essential. Time that stands is moved by somebody's hand, and not calmed, unless
  /// it was paused.
  final func showsCalmly(_ running: RunningAnimation) -> Bool {
    !running.isEssential && reducesMotion && !isMovedByHand
  }

  /// True if motion is to be reduced here: the layer is in no essential one.
  public final var reducesMotion: Bool {
    guard let tree, tree.reducesMotion else { return false }
    var layer: Layer? = self
    while let current = layer {
      if current.isEssential { return false }
      layer = current.superlayer
    }
    return true
  }

  /// True if the time of the layer, or of one that it is in, stands without being paused.
  final var isMovedByHand: Bool {
    var layer: Layer? = self
    while let current = layer {
      if current.timing.speed == 0 && current.speedBeforePause == nil { return true }
      layer = current.superlayer
    }
    return false
  }
}
