import Animation
import Layers

/// Layers whose time a scrub control moves.
extension SceneLayout {
  func scrubLayers(_ scrub: ScrubControlDescription) -> ScrubLayers? {
    let layers = scrub.layers.compactMap { laidOut[$0]?.layer }
    guard let first = layers.first else { return nil }
    var end = 0.0
    for layer in layers {
      keepAnimations(below: layer, &end)
      layer.speed = 0
    }
    return ScrubLayers(
      layers: layers, duration: scrub.duration ?? (end > 0 ? end : 1),
      hitArea: scrub.hitArea.flatMap { laidOut[$0]?.layer } ?? first)
  }

  /// Lets animations stay at their ends, since a scrubbed time may come back to them.
  /// - Parameter end: grows to the time at which the last of them ends.
  private func keepAnimations(below layer: Layer, _ end: inout Double) {
    for key in layer.animationKeys {
      guard var animation = layer.animation(forKey: key) else { continue }
      animation.isRemovedOnCompletion = false
      if animation.timing.fillMode == .removed { animation.timing.fillMode = .both }
      end = max(end, animation.timing.activeEnd ?? 0)
      layer.add(animation, forKey: key)
    }
    if let mask = layer.mask { keepAnimations(below: mask, &end) }
    for sublayer in layer.sublayers { keepAnimations(below: sublayer, &end) }
  }
}
