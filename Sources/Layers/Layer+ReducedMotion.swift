import Animation

extension Layer {
  /// True if an animation shows calmly: motion is to be reduced, and neither the animation nor a layer
  /// that it is in is essential. Time that stands is moved by somebody's hand, and not calmed.
  final func showsCalmly(_ running: RunningAnimation) -> Bool {
    guard let tree, tree.reducesMotion, !running.isEssential, effectiveSpeed != 0 else {
      return false
    }
    var layer: Layer? = self
    while let current = layer {
      if current.isEssential { return false }
      layer = current.superlayer
    }
    return true
  }
}
