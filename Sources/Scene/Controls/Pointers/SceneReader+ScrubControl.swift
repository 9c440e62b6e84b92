import Animation
import JSON

/// Scrub controls, and the layers whose time they move.
extension SceneReader {
  func scrubControl(
    _ reader: inout ObjectReader, _ member: JSONNode.Member, _ targets: LayerTargets
  ) -> ScrubControlDescription? {
    let node = reader.require("layers", expected: "a layer's name or path, or an array of them")
    let hitArea = reader.take("hitArea")
    let timing = reader.take("timing").flatMap { self.timing($0, "timing") } ?? defaultTiming
    var description = ScrubControlDescription(
      value: reader.number("value", in: 0...1) ?? 0,
      duration: reader.duration("duration", in: 0.001...SceneLimits.duration),
      settleDuration: reader.duration("settle", in: 0...SceneLimits.duration) ?? 0.3,
      timingFunction: timing.function, spring: Self.releaseSpring,
      threshold: reader.number("threshold", in: 0.001...1) ?? 0.5,
      restsAnywhere: reader.choice("rests", [("atEnds", false), ("anywhere", true)]) ?? false,
      layers: [], travel: [.fraction(1), .points(0)])
    if let node = reader.take("travel"), let travel = lengths(node, "travel", count: 2...2) {
      description.travel = travel
      if travel.allSatisfy({ $0.isZero }) {
        error(
          .outOfRange, at: node.offset, "`travel` has no length",
          expected: "how far a finger goes to the right and down, as [\"100%\", 0]")
      }
    }
    if let node = reader.take("spring"), let spring = spring(node) {
      description.spring = spring.animation
      if !(spring.animation.settlingDuration <= SceneLimits.duration) {
        error(
          .outOfRange, at: spring.offset, "a spring that does not settle within a day",
          expected: "more `damping`")
      }
    }
    description.hitArea = hitArea.flatMap { layer($0, key: "hitArea", targets) }
    guard let node else { return nil }
    description.layers = scrubbedLayers(node, targets)
    if !hasErrors, !description.layers.contains(where: { targets.isAnimated[$0] }) {
      warn(
        .withoutEffect, at: member.keyOffset,
        "the control \"" + ObjectReader.shortened(member.key) + "\" moves nothing",
        hint: "give its layers `animations`")
    }
    return description.layers.isEmpty ? nil : description
  }

  /// The layers whose time the control sets.
  private func scrubbedLayers(_ node: JSONNode, _ targets: LayerTargets) -> [Int] {
    var layers: [Int] = []
    for reference in entries(node, "layers", atLeast: 1) where !isFull {
      guard let place = layer(reference, key: "layers", targets) else { continue }
      claim(place, for: "scrub", at: reference)
      if targets.hasOwnTime[place] {
        warn(
          .withoutEffect, at: reference.offset,
          "the control sets the time of this layer, which has a time of its own",
          hint: "leave out the layer's `speed`, `timeOffset` and `beginTime`")
      }
      layers.append(place)
    }
    return layers
  }

  /// Critically damped: it does not swing.
  private static var releaseSpring: SpringAnimation {
    SpringAnimation(
      BasicAnimation(keyPath: AnimationKeyPath(.opacity)), stiffness: 400, damping: 40)
  }
}
