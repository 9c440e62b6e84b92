import Animation
import JSON

/// Named controls and the layers that they drive.
extension SceneReader {
  func controls(_ node: JSONNode, layers: [LayerDescription]) -> [ControlDescription] {
    guard case .object(let members) = node.content else {
      wrongType(node, "controls", expected: "an object with the controls' names as keys")
      return []
    }
    guard members.count <= SceneLimits.controls else {
      error(
        .limit, at: node.offset, "\(members.count) controls",
        expected: "at most \(SceneLimits.controls)")
      return []
    }
    var targets = LayerTargets()
    targets.add(layers, isVisible: true)
    for name in names {
      targets.namesByLast[name.names[name.names.count - 1], default: []].append(name)
    }
    var result: [ControlDescription] = []
    for member in members where !isFull {
      guard !member.key.isEmpty, member.key.utf8.count <= 128 else {
        error(
          .invalidValue, at: member.keyOffset, "a control's name is empty or too long",
          expected: "1 to 128 bytes")
        continue
      }
      if let control = control(member, targets) { result.append(control) }
    }
    return result
  }

  private enum Kind { case progress, text }

  private func control(_ member: JSONNode.Member, _ targets: LayerTargets) -> ControlDescription? {
    guard var reader = ObjectReader(self, member.value, key: member.key, owner: "a control") else {
      return nil
    }
    let kinds = [("progress", Kind.progress), ("text", .text)]
    guard let node = reader.require("kind", expected: "\"progress\" or \"text\""),
      let kind = choice(node, "kind", kinds)
    else { return nil }
    let label = reader.string("label")
    var drives: [DriveDescription] = []
    let description: ControlDescription.Kind
    switch kind {
    case .text:
      description = .text(reader.string("text") ?? "")
    case .progress:
      description = .progress(progressSettings(&reader))
      if let node = reader.take("drives") { drives = self.drives(node, targets) }
      warnIfInvisible(member, reader, drives, targets)
    }
    reader.finish()
    return ControlDescription(name: member.key, kind: description, label: label, drives: drives)
  }

  private func progressSettings(
    _ reader: inout ObjectReader
  ) -> ControlDescription.ProgressSettings {
    var duration = ControlDescription.DurationRule.distance
    if let node = reader.take("duration") {
      if case .string = node.content {
        duration =
          choice(node, "duration", [("distance", ControlDescription.DurationRule.distance)])
          ?? .distance
      } else if let seconds = number(node, "duration", in: 0...SceneLimits.duration) {
        duration = .seconds(seconds)
      }
    }
    let timing = reader.take("timing").flatMap { self.timing($0, "timing") } ?? defaultTiming
    return ControlDescription.ProgressSettings(
      value: reader.number("value", in: 0...1) ?? 0,
      isIndeterminate: reader.flag("indeterminate") ?? false, duration: duration,
      timingFunction: timing.function, allowsDecrease: reader.flag("allowDecrease") ?? true)
  }

  private func warnIfInvisible(
    _ member: JSONNode.Member, _ reader: ObjectReader, _ drives: [DriveDescription],
    _ targets: LayerTargets
  ) {
    guard !hasErrors else { return }
    if drives.isEmpty {
      warn(
        .withoutEffect, at: member.keyOffset,
        "the control \"" + ObjectReader.shortened(member.key) + "\" drives nothing",
        hint: "name layers in `drives`")
    } else if drives.allSatisfy({ !targets.isVisible[$0.layer] }) {
      warn(
        .withoutEffect, at: reader.keyOffset("drives") ?? reader.offset,
        "all that the control \"" + ObjectReader.shortened(member.key) + "\" drives is hidden")
    }
  }

  // MARK: Drives

  private func drives(_ node: JSONNode, _ targets: LayerTargets) -> [DriveDescription] {
    var nodes = [node]
    if case .array(let elements) = node.content { nodes = elements }
    guard nodes.count <= SceneLimits.drives else {
      error(
        .limit, at: node.offset, "`drives` has \(nodes.count) entries",
        expected: "at most \(SceneLimits.drives)")
      return []
    }
    var result: [DriveDescription] = []
    for node in nodes where !isFull {
      if let drive = drive(node, targets) { result.append(drive) }
    }
    return result
  }

  /// A layer's reference, or an object with the layer, the key and the ends.
  private func drive(_ node: JSONNode, _ targets: LayerTargets) -> DriveDescription? {
    if case .string = node.content {
      guard let layer = layer(node, targets) else { return nil }
      return drive(layer, AnimationKeyPath(.progress), node, nil, nil, targets)
    }
    guard var reader = ObjectReader(self, node, key: "drives", owner: "a driven property") else {
      return nil
    }
    let reference = reader.require("layer", expected: "a layer's name or path")
    let key = reader.take("key")
    let from = reader.take("from")
    let to = reader.take("to")
    reader.finish()
    guard let reference, let layer = layer(reference, targets) else { return nil }
    guard let key else {
      return drive(layer, AnimationKeyPath(.progress), reference, from, to, targets)
    }
    guard let keyPath = keyPath(key, "key", content: targets.contents[layer]) else { return nil }
    return drive(layer, keyPath, key, from, to, targets)
  }

  private func drive(
    _ layer: Int, _ keyPath: AnimationKeyPath, _ place: JSONNode, _ from: JSONNode?,
    _ to: JSONNode?, _ targets: LayerTargets
  ) -> DriveDescription? {
    if keyPath.property == .progress {
      guard case .progress = targets.contents[layer] else {
        error(
          .missingKey, at: place.offset, "only a progress layer has progress to drive",
          expected: "an object with `layer`, `key`, `from` and `to`")
        return nil
      }
    }
    guard from != nil || to != nil || keyPath.kind == .scalar else {
      error(
        .missingKey, at: place.offset, "no values to drive \"" + keyPath.name + "\" between",
        expected: "`from` and `to`")
      return nil
    }
    if let node = from ?? to, keyPath.kind != .scalar, from == nil || to == nil {
      error(
        .missingKey, at: node.offset, "only one value to drive \"" + keyPath.name + "\" between",
        expected: "`from` and `to`")
      return nil
    }
    guard
      let start = from.map({ value($0, "from", for: keyPath) }) ?? .scalar(0),
      let end = to.map({ value($0, "to", for: keyPath) }) ?? .scalar(1)
    else { return nil }
    return DriveDescription(layer: layer, keyPath: keyPath, from: start, to: end)
  }

  /// The layer that a reference names: its own name, with as many names of layers around it before
  /// it, joined by slashes, as are needed to tell it from others.
  private func layer(_ node: JSONNode, _ targets: LayerTargets) -> Int? {
    guard let text = string(node, "layer") else { return nil }
    let wanted = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    let candidates = targets.namesByLast[wanted.last ?? "", default: []]
    let matches = candidates.filter { $0.names.suffix(wanted.count).elementsEqual(wanted) }
    if let exact = matches.first(where: { $0.names.count == wanted.count }),
      matches.filter({ $0.names.count == wanted.count }).count == 1
    {
      return exact.index
    }
    if matches.count == 1 { return matches[0].index }
    if matches.isEmpty {
      let nearest = Spelling.nearest(
        to: wanted.last ?? "", among: targets.namesByLast.keys.sorted())
      error(
        .unknownReference, at: node.offset,
        "there is no layer \"" + ObjectReader.shortened(text) + "\"",
        expected: "a layer's name, or the names on the way to it joined by slashes",
        hint: nearest.map { "did you mean \"" + $0 + "\"?" })
    } else {
      let paths = matches.prefix(4).map { "\"" + $0.names.joined(separator: "/") + "\"" }
      error(
        .ambiguousReference, at: node.offset,
        "\(matches.count) layers are called \"" + ObjectReader.shortened(text) + "\": "
          + paths.joined(separator: ", ") + (matches.count > 4 ? ", …" : ""),
        expected: "a path that only one layer has")
    }
    return nil
  }
}

/// What controls need to know of layers, by their place in the order of the file.
struct LayerTargets {
  private(set) var contents: [LayerDescription.Content] = []
  /// False where the layer or one around it is hidden or transparent and stays so.
  private(set) var isVisible: [Bool] = []
  var namesByLast: [String: [LayerName]] = [:]

  mutating func add(_ layers: [LayerDescription], isVisible: Bool) {
    for layer in layers {
      // Mistakes may have left out layers that were counted.
      while contents.count < layer.index {
        contents.append(.plain)
        self.isVisible.append(false)
      }
      let changes = layer.animations.contains {
        $0.animates(.opacity) || $0.animates(.isHidden)
      }
      let isSeen = isVisible && (changes || !layer.isHidden && layer.opacity > 0)
      contents.append(layer.content)
      self.isVisible.append(isSeen)
      add(layer.sublayers, isVisible: isSeen)
    }
  }
}
