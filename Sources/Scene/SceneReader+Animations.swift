import Animation
import Geometry
import JSON
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
    guard animationCount + nodes.count <= SceneLimits.animations else {
      error(
        .limit, at: node.offset, "\(animationCount + nodes.count) animations or more",
        expected: "at most \(SceneLimits.animations) in a scene")
      return []
    }
    animationCount += nodes.count
    var result: [AnimationDescription] = []
    for node in nodes where !isFull {
      if let animation = animation(node, content: content) { result.append(animation) }
    }
    return result
  }

  private func animation(
    _ node: JSONNode, content: LayerDescription.Content
  ) -> AnimationDescription? {
    guard var reader = ObjectReader(self, node, key: "animations", owner: "an animation") else {
      return nil
    }
    let key = reader.require("key", expected: "a property such as \"opacity\"")
    let keyPath = key.flatMap { self.keyPath($0, "key", content: content) }
    let values = ["from", "to", "by"].map { name in
      (name, reader.take(name))
    }
    var timing = MediaTiming()
    timing.duration =
      reader.number("duration", in: 0.001...SceneLimits.duration) ?? defaultDuration
    if let node = reader.take("repeat") { timing.repeatCount = repeatCount(node) ?? 0 }
    timing.repeatDuration = reader.number("repeatDuration", in: 0...SceneLimits.duration) ?? 0
    timing.autoreverses = reader.flag("autoreverses") ?? false
    timing.speed = reader.number("speed", in: -1000...1000) ?? 1
    timing.fillMode =
      reader.choice("fillMode", FillMode.allCases.map { ($0.name, $0) }) ?? .removed
    // A begin time of 0 means when the layer comes on the stage; an offset counts from there.
    timing.timeOffset =
      (reader.number("timeOffset", in: -SceneLimits.duration...SceneLimits.duration) ?? 0)
      - (reader.number("beginTime", in: 0...SceneLimits.duration) ?? 0) * timing.speed
    let function = reader.take("timing").flatMap { self.timing($0, "timing") } ?? defaultTiming
    let isAdditive = reader.flag("additive") ?? false
    let isCumulative = reader.flag("cumulative") ?? false
    let isRemoved = reader.flag("removedOnCompletion") ?? true
    reader.finish()
    guard let keyPath else { return nil }
    if values.allSatisfy({ $0.1 == nil }) {
      error(
        .missingKey, at: reader.offset, "an animation between no values",
        expected: "at least one of `from`, `to` and `by`")
      return nil
    }
    if values.allSatisfy({ $0.1 != nil }) {
      error(
        .conflict, at: reader.keyOffset("by") ?? reader.offset,
        "`by` beside `from` and `to`, which say the same", expected: "two of the three")
      return nil
    }
    var descriptions: [ValueDescription?] = []
    for (name, node) in values {
      descriptions.append(node.flatMap { value($0, name, for: keyPath) })
    }
    return AnimationDescription(
      keyPath: keyPath, from: descriptions[0], to: descriptions[1], by: descriptions[2],
      isAdditive: isAdditive, isCumulative: isCumulative, timing: timing,
      timingFunction: function.function, isRemovedOnCompletion: isRemoved)
  }

  private func repeatCount(_ node: JSONNode) -> Double? {
    if case .string = node.content {
      return choice(node, "repeat", [("forever", Double.infinity)])
    }
    return number(node, "repeat", in: 0...1e9)
  }

  // MARK: Key paths

  /// A property of a layer of some kind, or one component of it.
  func keyPath(
    _ node: JSONNode, _ key: String, content: LayerDescription.Content
  ) -> AnimationKeyPath? {
    guard let name = string(node, key) else { return nil }
    let known = Self.keyPaths(of: content)
    // Core Animation's longer form means the same.
    let canonical = name == "transform.rotation.z" ? "transform.rotation" : name
    if let keyPath = AnimationKeyPath(canonical), known.contains(canonical) { return keyPath }
    let nearest = Spelling.nearest(to: name, among: known)
    error(
      .invalidValue, at: node.offset,
      "this layer has no property \"" + ObjectReader.shortened(name) + "\" to animate",
      expected: nearest == nil ? "one of " + known.joined(separator: ", ") : nil,
      hint: nearest.map { "did you mean \"" + $0 + "\"?" })
    return nil
  }

  private static func keyPaths(of content: LayerDescription.Content) -> [String] {
    var properties: [AnimatableProperty] = [
      .position, .bounds, .anchorPoint, .zPosition, .transform, .opacity, .isHidden,
      .backgroundColor, .cornerRadius, .borderWidth, .borderColor,
    ]
    switch content {
    case .plain, .image: break
    case .shape:
      properties += [
        .path, .fillColor, .strokeColor, .lineWidth, .miterLimit, .lineDashPhase, .strokeStart,
        .strokeEnd,
      ]
    case .gradient: properties += [.colors, .locations, .startPoint, .endPoint]
    case .progress: properties += [.progress, .trackColor, .progressColor]
    }
    var names: [String] = []
    for property in properties {
      for component in AnimationKeyPath.Component.allCases {
        guard let keyPath = AnimationKeyPath(property, component),
          // A whole transform has no notation in scene files.
          keyPath.kind != nil, keyPath.kind != .transform
        else { continue }
        names.append(keyPath.name)
      }
    }
    return names
  }

  // MARK: Values

  /// A value of the kind that the key path takes.
  func value(_ node: JSONNode, _ key: String, for keyPath: AnimationKeyPath) -> ValueDescription? {
    switch keyPath.kind {
    case .scalar: return scalar(node, key, for: keyPath)
    case .point:
      guard keyPath.property == .position || keyPath.property == .bounds else {
        return numbers(node, key, count: 2...2, in: -100...100).map {
          .unitPoint(Point(x: $0[0], y: $0[1]))
        }
      }
      return lengths(node, key, count: 2).map { .point($0[0], $0[1]) }
    case .size:
      return lengths(node, key, count: 2).map {
        keyPath.property == .transform ? .offset($0[0], $0[1]) : .size($0[0], $0[1])
      }
    case .rect:
      return lengths(node, key, count: 4).map { .rect($0[0], $0[1], $0[2], $0[3]) }
    case .color: return color(node, key).map { .color($0.components) }
    case .flag: return flag(node, key).map { .flag($0) }
    case .path: return .path(path(node, key))
    case .scalars: return numbers(node, key, count: 2...64, in: 0...1).map { .scalars($0) }
    case .colors:
      guard let nodes = elements(node, key, count: 2...64, of: "colours") else { return nil }
      return .colors(nodes.compactMap { color($0, key)?.components })
    case .transform, nil: return nil
    }
  }

  private func scalar(
    _ node: JSONNode, _ key: String, for keyPath: AnimationKeyPath
  ) -> ValueDescription? {
    let axis: ValueDescription.Axis
    switch (keyPath.property, keyPath.component) {
    case (.position, .x): axis = .outerX
    case (.position, .y): axis = .outerY
    case (.bounds, .sizeWidth): axis = .outerX
    case (.bounds, .sizeHeight): axis = .outerY
    case (.bounds, .originX), (.transform, .translationX): axis = .innerX
    case (.bounds, .originY), (.transform, .translationY): axis = .innerY
    case (.lineWidth, _), (.cornerRadius, _), (.borderWidth, _), (.lineDashPhase, _):
      axis = .innerSide
    case (.transform, .rotation):
      return number(node, key, in: -36_000...36_000).map { .scalar($0 * .pi / 180) }
    case (.opacity, _), (.progress, _):
      return number(node, key, in: -1...1).map { .scalar($0) }
    default:
      return number(node, key, in: -1e6...1e6).map { .scalar($0) }
    }
    return length(node, key, allowsNegative: true).map { .length($0, axis) }
  }
}

extension Color {
  var components: ColorComponents {
    ColorComponents(red: red, green: green, blue: blue, alpha: alpha)
  }
}
