import Animation
import Geometry
import JSON
import Layers
import Raster

/// Animations of layers, and the values that they and controls give to key paths.
extension SceneReader {
  func animations(
    _ node: JSONNode, content: LayerDescription.Content
  ) -> [AnimationDescription] {
    guard case .array(let nodes) = node.content else {
      wrongType(node, "animations", expected: "an array of animations")
      return []
    }
    return animations(nodes, at: node, content: content, groups: 0)
  }

  /// - Parameter groups: the number of groups around the animations.
  private func animations(
    _ nodes: [JSONNode], at node: JSONNode, content: LayerDescription.Content, groups: Int
  ) -> [AnimationDescription] {
    guard counts.animations + nodes.count <= SceneLimits.animations else {
      error(
        .limit, at: node.offset, "\(counts.animations + nodes.count) animations or more",
        expected: "at most \(SceneLimits.animations) in a scene")
      return []
    }
    counts.animations += nodes.count
    var result: [AnimationDescription] = []
    for node in nodes where !isFull {
      if let animation = animation(node, content: content, groups: groups) {
        result.append(animation)
      }
    }
    return result
  }

  private func animation(
    _ node: JSONNode, content: LayerDescription.Content, groups: Int
  ) -> AnimationDescription? {
    note(node, .named("motion"))
    let list = groups > 0 ? "group" : "animations"
    if case .object(let members) = node.content, members.contains(where: { $0.key == "group" }) {
      var reader = ObjectReader(self, node, members: members, owner: "an animation group")
      return group(&reader, content: content, groups: groups)
    }
    guard var reader = ObjectReader(self, node, key: list, owner: "an animation") else {
      return nil
    }
    let key = reader.require("key", expected: "a property such as \"opacity\", or a `group`")
    let keyPath = key.flatMap { self.keyPath($0, "key", content: content) }
    let ends = ["from", "to", "by"].map { name in (name, reader.take(name)) }
    let spring = reader.take("spring").flatMap { self.spring($0) }
    let keyframes = KeyframeNodes(&reader)
    let isPart = groups > 0
    let duration = isPart ? 0 : usualDuration(of: spring, reader)
    var animation = AnimationDescription(
      motion: .group([]), timing: mediaTiming(&reader, duration: duration),
      timingFunction: reader.take("timing").flatMap { timing($0, "timing")?.function }
        ?? (keyframes.isEmpty ? defaultTiming.function : .linear))
    animation.offset = node.offset
    animation.isAdditive = reader.flag("additive") ?? false
    animation.isCumulative = reader.flag("cumulative") ?? false
    if !isPart {
      animation.timing.preferredFrameRateRange = frameRateRange(&reader)
      animation.isRemovedOnCompletion = reader.flag("removedOnCompletion") ?? true
      animation.isEssential = reader.flag("essential") ?? false
    }
    if !isPart { warnOfLostEnd(of: animation, reader) }
    reader.finish()
    guard let keyPath,
      let motion = motion(
        of: keyPath, named: content.kind.name(of: keyPath.name), ends: ends, spring: spring,
        keyframes: keyframes, reader)
    else { return nil }
    animation.motion = motion
    return animation
  }

  /// The duration of an animation that gives none, in seconds: the time in which its spring
  /// settles.
  private func usualDuration(
    of spring: (animation: SpringAnimation, offset: Int)?, _ reader: ObjectReader
  ) -> Double {
    guard let spring else { return defaultDuration }
    let duration = spring.animation.settlingDuration
    guard duration > SceneLimits.duration, reader.keyOffset("duration") == nil else {
      return duration
    }
    error(
      .outOfRange, at: spring.offset, "a spring that does not settle within a day",
      expected: spring.animation.damping > 0
        ? "another `damping`, or a `duration`" : "more `damping`, or a `duration`")
    return defaultDuration
  }

  /// The values of an animation: keyframes, or the ends of a motion with or without a spring.
  private func motion(
    of keyPath: AnimationKeyPath, named name: String, ends: [(String, JSONNode?)],
    spring: (animation: SpringAnimation, offset: Int)?, keyframes: KeyframeNodes,
    _ reader: ObjectReader
  ) -> AnimationDescription.Motion? {
    if !keyframes.isEmpty {
      for name in ["from", "to", "by", "spring"] where keyframes.isComplete {
        guard let offset = reader.keyOffset(name) else { continue }
        error(
          .conflict, at: offset, "`" + name + "` beside keyframes",
          expected: "`from`, `to` and `by`, or `values`, or a `path`")
        return nil
      }
      return self.keyframes(keyframes, reader, for: keyPath, named: name)
        .map { .keyframes(keyPath, $0) }
    }
    guard let description = self.ends(ends, reader, for: keyPath) else { return nil }
    guard let spring else { return .basic(keyPath, description) }
    warnOfTiming(besideSpringIn: reader)
    return .spring(keyPath, description, spring.animation)
  }

  func warnOfTiming(besideSpringIn reader: ObjectReader) {
    guard reader.keyOffset("spring") != nil, let offset = reader.keyOffset("timing") else { return }
    warn(.withoutEffect, at: offset, "`timing` beside `spring`, which has its own pace")
  }

  private func ends(
    _ ends: [(String, JSONNode?)], _ reader: ObjectReader, for keyPath: AnimationKeyPath
  ) -> EndsDescription? {
    if ends.allSatisfy({ $0.1 == nil }) {
      if reader.hasUnknownKeys { return nil }
      error(
        .missingKey, at: reader.offset, "an animation between no values",
        expected: "at least one of `from`, `to` and `by`, or `values`, or a `path`")
      return nil
    }
    if ends.allSatisfy({ $0.1 != nil }) {
      error(
        .conflict, at: reader.keyOffset("by") ?? reader.offset,
        "`by` beside `from` and `to`, which say the same", expected: "two of the three")
      return nil
    }
    let values = ends.map { (name, node) in node.flatMap { value($0, name, for: keyPath) } }
    return EndsDescription(from: values[0], to: values[1], by: values[2])
  }

  private func group(
    _ reader: inout ObjectReader, content: LayerDescription.Content, groups: Int
  ) -> AnimationDescription? {
    var parts: [AnimationDescription] = []
    if let node = reader.take("group") {
      if groups >= SceneLimits.groupDepth {
        error(
          .limit, at: node.offset, "a group in \(groups) others",
          expected: "at most \(SceneLimits.groupDepth) groups within each other")
      } else if let nodes = elements(
        node, "group", count: 1...SceneLimits.animations, of: "animations")
      {
        parts = animations(nodes, at: node, content: content, groups: groups + 1)
      }
    }
    var animation = AnimationDescription(
      motion: .group(parts),
      timing: mediaTiming(&reader, duration: groups > 0 ? 0 : defaultDuration),
      timingFunction: reader.take("timing").flatMap { timing($0, "timing")?.function } ?? .linear)
    if groups == 0 {
      animation.timing.preferredFrameRateRange = frameRateRange(&reader)
      animation.isRemovedOnCompletion = reader.flag("removedOnCompletion") ?? true
      animation.isEssential = reader.flag("essential") ?? false
      warnOfLostEnd(of: animation, reader)
    }
    reader.finish()
    return animation
  }

  /// Warns of an animation that is to keep its last value but is removed at its end.
  private func warnOfLostEnd(of animation: AnimationDescription, _ reader: ObjectReader) {
    guard animation.timing.fillMode == .forwards, animation.isRemovedOnCompletion,
      animation.timing.activeDuration < .infinity, let offset = reader.keyOffset("fillMode")
    else { return }
    warn(
      .withoutEffect, at: offset,
      "`fillMode` has no effect: the animation is removed at its end",
      hint: "add \"removedOnCompletion\": false, or give the layer the last value")
  }

  private func mediaTiming(_ reader: inout ObjectReader, duration: Double) -> MediaTiming {
    var timing = MediaTiming()
    timing.duration =
      reader.duration("duration", in: 0.001...SceneLimits.duration) ?? duration
    if let node = reader.take("repeat") { timing.repeatCount = repeatCount(node) ?? 0 }
    timing.repeatDuration =
      reader.number("repeatDuration", in: 0...SceneLimits.duration, unit: .seconds) ?? 0
    timing.autoreverses = reader.flag("autoreverses") ?? false
    timing.speed = reader.number("speed", in: -1000...1000) ?? 1
    timing.fillMode =
      reader.choice("fillMode", FillMode.allCases.map { ($0.name, $0) }) ?? .removed
    // A begin time of 0 means the moment when the layer comes on the stage, or the group begins; an
    // offset counts from there.
    timing.timeOffset =
      (reader.number("timeOffset", in: -SceneLimits.duration...SceneLimits.duration, unit: .seconds)
        ?? 0)
      - (reader.duration("beginTime", in: 0...SceneLimits.duration) ?? 0)
      * timing.speed
    return timing
  }

  private func frameRateRange(_ reader: inout ObjectReader) -> FrameRateRange? {
    let key = "preferredFrameRateRange"
    guard let node = reader.take(key),
      let rates = numbers(node, key, count: 2...3, in: 0.01...1000)
    else { return nil }
    let preferred = rates.count > 2 ? rates[2] : rates[1]
    guard rates[0] <= preferred, preferred <= rates[1] else {
      error(
        .outOfRange, at: node.offset, "`\(key)` whose numbers are not in order",
        expected: "[minimum, maximum] or [minimum, maximum, preferred], in frames a second")
      return nil
    }
    return FrameRateRange(
      minimum: Float(rates[0]), maximum: Float(rates[1]), preferred: Float(preferred))
  }

  func repeatCount(_ node: JSONNode) -> Double? {
    note(node, .named("repeat"))
    if case .string = node.content {
      return choice(node, "repeat", [("forever", Double.infinity)])
    }
    return number(node, "repeat", in: 0...1e9)
  }

  func spring(_ node: JSONNode) -> (animation: SpringAnimation, offset: Int)? {
    guard var reader = ObjectReader(self, node, key: "spring", owner: "a spring") else {
      return nil
    }
    // The opacity is a stand-in: the caller reads the key path and the ends of the motion.
    var spring = SpringAnimation(BasicAnimation(keyPath: AnimationKeyPath(.opacity)))
    let duration = reader.duration("perceptualDuration", in: 0.001...SceneLimits.duration)
    let bounce = reader.number("bounce", in: -0.999...1)
    if duration != nil || bounce != nil {
      spring = SpringAnimation(
        spring.basic, perceptualDuration: duration ?? 0.5, bounce: bounce ?? 0)
    }
    spring.mass = reader.number("mass", in: 0.001...1e6) ?? spring.mass
    spring.stiffness = reader.number("stiffness", in: 0.001...1e6) ?? spring.stiffness
    spring.damping = reader.number("damping", in: 0...1e6) ?? spring.damping
    spring.initialVelocity =
      reader.number("initialVelocity", in: -1e6...1e6) ?? spring.initialVelocity
    spring.allowsOverdamping = reader.flag("allowsOverdamping") ?? false
    reader.finish()
    if duration != nil || bounce != nil { refuseConstants(beside: reader) }
    return (spring, node.offset)
  }

  /// Reports physical constants of a spring that already has a perceptual duration or a bounce.
  private func refuseConstants(beside reader: ObjectReader) {
    for name in ["mass", "stiffness", "damping"] {
      guard let offset = reader.keyOffset(name) else { continue }
      error(
        .conflict, at: offset,
        "`" + name + "` beside `perceptualDuration` and `bounce`, which say the same",
        expected: "`mass`, `stiffness` and `damping`, or `perceptualDuration` and `bounce`")
    }
  }

  // MARK: Values

  /// A value of the kind that the key path takes.
  func value(_ node: JSONNode, _ key: String, for keyPath: AnimationKeyPath) -> ValueDescription? {
    note(node, .named("value"))
    switch keyPath.kind {
    case .scalar: return scalar(node, key, for: keyPath)
    case .point:
      if keyPath.property == .emitterPosition {
        return lengths(node, key, count: 2...2).map { .innerPoint($0[0], $0[1]) }
      }
      guard keyPath.property == .position || keyPath.property == .bounds else {
        return numbers(node, key, count: 2...2, in: -100...100).map {
          .unitPoint(Point(x: $0[0], y: $0[1]))
        }
      }
      return lengths(node, key, count: 2...2).map { .point($0[0], $0[1]) }
    case .size:
      return lengths(node, key, count: 2...2).map {
        switch keyPath.property {
        case .transform, .sublayerTransform, .instanceTransform, .emitterSize, .shadowOffset:
          .offset($0[0], $0[1])
        default: .size($0[0], $0[1])
        }
      }
    case .rect where keyPath.property != .bounds:
      return numbers(node, key, count: 4...4, in: -100...100).map {
        .rect(.points($0[0]), .points($0[1]), .points($0[2]), .points($0[3]))
      }
    case .rect:
      return lengths(node, key, count: 4...4).map { .rect($0[0], $0[1], $0[2], $0[3]) }
    case .color: return color(node, key).map { .color($0.components) }
    case .flag: return flag(node, key).map { .flag($0) }
    case .path: return .path(path(node, key))
    case .scalars:
      return numbers(node, key, count: 2...64, in: -10...10).map { .scalars($0) }
    case .colors:
      guard let nodes = elements(node, key, count: 2...64, of: "colours") else { return nil }
      return .colors(nodes.compactMap { color($0, key)?.components })
    case .transform: return transformValue(node, key).map { .transform($0) }
    case nil: return nil
    }
  }

  private func scalar(
    _ node: JSONNode, _ key: String, for keyPath: AnimationKeyPath
  ) -> ValueDescription? {
    if let part = keyPath.part {
      if part.isLength {
        return length(node, key, allowsNegative: true).map { .length($0, .innerSide) }
      }
      if part.isAngle {
        return number(node, key, in: -36_000...36_000, unit: .degrees).map {
          .scalar($0 * .pi / 180)
        }
      }
    }
    if let axis = Self.axis(of: keyPath) {
      return length(node, key, allowsNegative: true).map { .length($0, axis) }
    }
    switch (keyPath.property, keyPath.component) {
    case (.transform, .rotation), (.transform, .rotationX), (.transform, .rotationY),
      (.sublayerTransform, .rotation), (.sublayerTransform, .rotationX),
      (.sublayerTransform, .rotationY), (.instanceTransform, .rotation),
      (.instanceTransform, .rotationX), (.instanceTransform, .rotationY):
      if case .array = node.content {
        error(
          .wrongType, at: node.offset, "`" + key + "` is " + node.kindName,
          expected: "a number of degrees",
          hint:
            "animate \"rotation.x\" or \"rotation.y\", or \"transform\" with "
            + "a `rotation` of three angles")
        return nil
      }
      return number(node, key, in: -36_000...36_000, unit: .degrees).map { .scalar($0 * .pi / 180) }
    case (.opacity, _), (.shadowOpacity, _), (.progress, _):
      return number(node, key, in: -1...1).map { .scalar($0) }
    default:
      return number(node, key, in: -1e6...1e6).map { .scalar($0) }
    }
  }

  /// The side of a layer that relative lengths of a key path are parts of; nil if its values are no
  /// lengths.
  private static func axis(of keyPath: AnimationKeyPath) -> ValueDescription.Axis? {
    switch (keyPath.property, keyPath.component) {
    case (.position, .x), (.bounds, .sizeWidth): .outerX
    case (.position, .y), (.bounds, .sizeHeight): .outerY
    case (.bounds, .originX), (.transform, .translationX), (.sublayerTransform, .translationX),
      (.instanceTransform, .translationX), (.emitterPosition, .x), (.emitterSize, .width),
      (.shadowOffset, .width):
      .innerX
    case (.bounds, .originY), (.transform, .translationY), (.sublayerTransform, .translationY),
      (.instanceTransform, .translationY), (.emitterPosition, .y), (.emitterSize, .height),
      (.shadowOffset, .height):
      .innerY
    case (.lineWidth, _), (.cornerRadius, _), (.borderWidth, _), (.lineDashPhase, _),
      (.fontSize, _), (.transform, .translationZ), (.sublayerTransform, .translationZ),
      (.instanceTransform, .translationZ), (.shadowRadius, _), (.backgroundBlur, _):
      .innerSide
    default: nil
    }
  }
}
