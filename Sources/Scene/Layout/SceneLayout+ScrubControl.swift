import Animation
import Geometry
import Layers

/// Layers whose time a scrub control moves.
extension SceneLayout {
  func scrubLayers(_ scrub: ScrubControlDescription) -> ScrubLayers? {
    let layers = scrub.layers.compactMap { laidOut[$0]?.layer }
    guard let first = layers.first else { return nil }
    let end = layers.map { endOfAnimations(below: $0) }.max() ?? 0
    let duration = scrub.duration ?? (end > 0 ? end : 1)
    for layer in layers {
      keepAnimations(below: layer, until: duration)
      layer.speed = 0
    }
    let hitArea = scrub.hitArea.flatMap { laidOut[$0]?.layer } ?? first
    let context = LengthContext(size: hitArea.bounds.size, output: output)
    return ScrubLayers(
      layers: layers, duration: duration, hitArea: hitArea,
      travel: Vector(dx: context.x(scrub.travel[0]), dy: context.y(scrub.travel[1])))
  }

  /// The time of a layer at which the last animation of it and of the layers below it ends, frames
  /// included. An endless animation counts to the end of its first cycle.
  private func endOfAnimations(below layer: Layer) -> Double {
    var end = 0.0
    if let times = (layer as? FramesLayer)?.sequence?.times {
      end = Double(times.runLength) * Double(times.runCount ?? 1) / 1e6
    }
    for key in layer.animationKeys {
      guard var timing = layer.animation(forKey: key)?.timing else { continue }
      if timing.activeDuration == .infinity {
        timing.repeatDuration = 0
        timing.repeatCount = 1
      }
      end = max(end, timing.activeEnd ?? 0)
    }
    for sublayer in layer.sublayers + (layer.mask.map { [$0] } ?? []) {
      let innerEnd = endOfAnimations(below: sublayer)
      guard innerEnd > 0 else { continue }
      // If time runs backwards there, it reaches 0 last.
      for moment in [0, innerEnd] {
        end = max(end, sublayer.timing.parentTime(atLocalTime: moment) ?? 0)
      }
    }
    return end
  }

  /// Makes animations begin at 0 and stay at their ends, since scrubbing may move the time to any
  /// moment; endless ones end with the control.
  /// - Parameter end: the layer's time at the control's value 1.
  private func keepAnimations(below layer: Layer, until end: Double) {
    for key in layer.animationKeys {
      guard var animation = layer.animation(forKey: key) else { continue }
      animation.isRemovedOnCompletion = false
      animation.timing = kept(animation.timing, until: end)
      layer.add(animation, forKey: key)
    }
    for sublayer in layer.sublayers + (layer.mask.map { [$0] } ?? []) {
      keepAnimations(below: sublayer, until: sublayer.timing.localTime(atParentTime: end))
    }
  }

  private func kept(_ timing: MediaTiming, until end: Double) -> MediaTiming {
    var timing = timing
    if timing.beginTime == 0 { timing.beginTime = SceneLayout.zeroOfLayer }
    if timing.fillMode == .removed { timing.fillMode = .both }
    let runTime = timing.localTime(atParentTime: end)
    if timing.activeDuration == .infinity, timing.speed > 0, runTime > 0 {
      timing.repeatDuration = runTime
      if timing.fillMode == .backwards { timing.fillMode = .both }
    }
    return timing
  }
}
