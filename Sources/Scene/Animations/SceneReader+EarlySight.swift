import Animation
import Geometry
import Layers
import Raster

/// Layers that are seen before an animation lets them appear.
extension SceneReader {
  /// Warns of animations that begin later and first hide a layer, which is in sight until then:
  /// after a `beginTime`, and in the copies of a replicator with a `delay`.
  func warnOfEarlySight(_ layer: LayerDescription) {
    guard !numbering.isOutOfSight, layer.isInSight else { return }
    let lag = numbering.longestLag
    for property in [AnimatableProperty.opacity, .isHidden, .transform, .strokeEnd]
    where property != .strokeEnd || layer.isStrokeAlone {
      let animations = layer.animations.filter { $0.maySetSight(property) }
      // A sum of delays may be off by a rounding.
      guard let first = animations.min(by: { $0.start < $1.start }), first.beginsUnseen,
        first.start + lag > MediaTiming.frameRounding,
        !layer.animations.contains(where: { $0.hides(before: first.start) })
      else { continue }
      warn(
        .seenBefore, at: first.offset,
        lag > 0
          ? "each copy is seen until its `delay` has passed, and then begins unseen"
          : "the layer is seen until `beginTime`, and then begins unseen",
        hint: "add \"fillMode\": \"backwards\", with which it begins as its animation does")
    }
  }
}

extension AnimationDescription {
  /// The layer's time at which it begins, in seconds; nil if its own time stands still or runs
  /// back.
  private var begin: Double? { timing.speed > 0 ? -timing.timeOffset / timing.speed : nil }

  /// The layer's time from which the animation sets the property: negative infinity if it also
  /// covers the time before its begin, or if its begin is not known.
  fileprivate var start: Double {
    timing.fillMode.coversBefore ? -.infinity : begin ?? -.infinity
  }

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

  /// True if the animation, which begins at a moment or later, keeps the layer from being seen
  /// until then.
  fileprivate func hides(before moment: Double) -> Bool {
    timing.fillMode.coversBefore && beginsUnseen && begin.map { $0 >= moment } ?? false
  }

  /// True if the animation changes the property; of a transform, the scale.
  fileprivate func maySetSight(_ property: AnimatableProperty) -> Bool {
    switch motion {
    case .basic(let own, _), .spring(let own, _, _), .keyframes(let own, _):
      guard own.property == property else { return false }
      switch own.component {
      case .whole, .scale, .scaleX, .scaleY: return true
      default: return false
      }
    case .group(let animations): return animations.contains { $0.maySetSight(property) }
    }
  }
}

extension LayerDescription {
  /// True if the layer can be seen as long as no animation and no control changes it.
  var isInSight: Bool {
    !isHidden && !isCollapsed && opacity > 0 && transform.scale.dx != 0 && transform.scale.dy != 0
  }

  /// True for a shape whose stroke alone can be seen.
  fileprivate var isStrokeAlone: Bool {
    guard case .shape(let shape) = content else { return false }
    return shape.strokeEnd > shape.strokeStart && (shape.fillColor?.alpha ?? 0) <= 0
      && (backgroundColor?.alpha ?? 0) <= 0
  }
}
