import Animation

extension Layer {
  /// True if an animation shows calmly: motion is to be reduced, and neither the animation nor a layer
  /// that it is in is essential. Time that stands is moved by somebody's hand, and not calmed.
  final func showsCalmly(_ running: RunningAnimation) -> Bool {
    !running.isEssential && reducesMotion && effectiveSpeed != 0
  }

  /// True if motion is to be reduced here: the layer is in no essential one.
  final var reducesMotion: Bool {
    guard let tree, tree.reducesMotion else { return false }
    var layer: Layer? = self
    while let current = layer {
      if current.isEssential { return false }
      layer = current.superlayer
    }
    return true
  }
}
