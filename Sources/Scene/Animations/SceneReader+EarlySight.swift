import Animation
import Geometry
import Layers

/// Layers that are seen before an animation lets them appear.
extension SceneReader {
  /// Warns of animations that begin later, and with a layer out of sight that is in sight until
  /// then: after a `beginTime`, and in the copies of a replicator with a `delay`.
  func warnOfEarlySight(_ layer: LayerDescription) {
    for animation in layer.animations {
      let isCopied = isInDelayedCopies
      guard isCopied || animation.timing.timeOffset < 0,
        animation.timing.fillMode != .backwards, animation.timing.fillMode != .both,
        animation.beginsUnseen, layer.isSeen(without: animation)
      else { continue }
      warn(
        .seenBefore, at: animation.offset,
        isCopied
          ? "each copy is seen until its `delay` has passed, and then begins unseen"
          : "the layer is seen until `beginTime`, and then begins unseen",
        hint: "add \"fillMode\": \"backwards\", with which it begins as its animation does")
    }
  }
}

extension AnimationDescription {
  /// True if the layer cannot be seen at the animation's first moment.
  fileprivate var beginsUnseen: Bool {
    let (keyPath, first): (AnimationKeyPath, ValueDescription?) =
      switch motion {
      case .basic(let keyPath, let ends), .spring(let keyPath, let ends, _): (keyPath, ends.from)
      case .keyframes(let keyPath, let keyframes): (keyPath, keyframes.values.first)
      case .group: (AnimationKeyPath(.opacity), nil)
      }
    switch (keyPath.property, keyPath.component, first) {
    case (.opacity, _, .scalar(let value)), (.strokeEnd, _, .scalar(let value)),
      (.transform, .scale, .scalar(let value)), (.transform, .scaleX, .scalar(let value)),
      (.transform, .scaleY, .scalar(let value)):
      return value <= 0 && !isAdditive
    case (.isHidden, _, .flag(let value)): return value
    default: return false
    }
  }
}

extension LayerDescription {
  /// True if the layer can be seen as long as the animation has not begun.
  fileprivate func isSeen(without animation: AnimationDescription) -> Bool {
    if isHidden || opacity <= 0 { return false }
    if animation.animates(.strokeEnd) {
      guard case .shape(let shape) = content else { return false }
      return shape.strokeEnd > shape.strokeStart
    }
    if animation.animates(.transform) {
      return transform.scale.dx != 0 && transform.scale.dy != 0
    }
    return true
  }
}
