import Animation
import CodeUnits
import JSON

/// Progress controls and the layers that they drive.
extension SceneReader {
  func progressControl(
    _ reader: inout ObjectReader, _ member: JSONNode.Member, _ targets: LayerTargets
  ) -> ProgressControlDescription {
    var control = progressState(&reader, targets)
    takeSettings(&reader, of: member, 0)
    if let node = reader.take("duration") { control.duration = durationRule(node) ?? .distance }
    if let timing = reader.take("timing").flatMap({ self.timing($0, "timing") }) {
      control.timingFunction = timing.function
    }
    if control.isSmooth, let offset = reader.keyOffset("timing") {
      warn(
        .withoutEffect, at: offset, "`timing` does nothing beside `smooth`",
        hint: "leave one of them out")
    }
    warnIfInvisible(member, reader, control.drives, targets)
    return control
  }

  /// Reads the keys that every control with a progress has.
  func progressState(
    _ reader: inout ObjectReader, _ targets: LayerTargets
  ) -> ProgressControlDescription {
    let phaseNode = reader.take("phases")
    let phases = phaseNode.map { self.phases($0) } ?? []
    let isSmooth = reader.flag("smooth") ?? false
    // A job with phases, or one whose progress is predicted, does not go back.
    let isForetold = isSmooth || !phases.isEmpty
    var control = ProgressControlDescription(
      value: reader.number("value", in: 0...1) ?? 0,
      isIndeterminate: reader.flag("indeterminate") ?? false, duration: .distance,
      timingFunction: defaultTiming.function,
      allowsDecrease: reader.flag("allowDecrease") ?? !isForetold,
      drives: reader.take("drives").map { drives($0, targets, phases: phases) } ?? [])
    control.phases = phases
    if let phaseNode {
      let shown = control.drives.map { targets.contents[$0.layer] }.first { showsPhase($0) }
      if let shown { noteMissingCharacters(inPhases: phaseNode, shownBy: shown) }
    }
    control.isSmooth = isSmooth
    control.stallAfter = reader.number("stallAfter", in: 0.1...SceneLimits.duration, unit: .seconds)
    return control
  }

  private func durationRule(
    _ node: JSONNode
  ) -> ProgressControlDescription.DurationRule? {
    typealias DurationRule = ProgressControlDescription.DurationRule
    // A text such as "2s" is meant as a number, and its hint is one.
    if case .string(let text) = node.content, WrittenNumber(text) == nil {
      return choice(node, "duration", [("distance", DurationRule.distance)])
    }
    return duration(node, "duration", in: 0...SceneLimits.duration).map { .seconds($0) }
  }

  private func warnIfInvisible(
    _ member: JSONNode.Member, _ reader: ObjectReader, _ drives: [DriveDescription],
    _ targets: LayerTargets
  ) {
    guard !hasErrors else { return }
    if drives.isEmpty {
      if writtenSettings.contains(where: { $0.control.isIdentical(to: member.key) }) { return }
      warn(
        .withoutEffect, at: member.keyOffset,
        "the control \"" + ObjectReader.shortened(member.key) + "\" drives nothing",
        hint: "name layers in `drives`")
    } else if drives.allSatisfy({ !targets.isVisible[$0.layer] && !$0.showsLayer }) {
      warn(
        .withoutEffect, at: reader.keyOffset("drives") ?? reader.offset,
        "all that the control \"" + ObjectReader.shortened(member.key) + "\" drives is hidden")
    }
  }

  // MARK: Drives

  /// - Parameter phases: the phases of the control that drives; nil for a style, which has none.
  func drives(
    _ node: JSONNode, _ targets: LayerTargets, phases: [PhaseDescription]? = nil
  ) -> [DriveDescription] {
    note(node, .named("drives"))
    var result: [DriveDescription] = []
    for entry in entries(node, "drives") where !isFull {
      if let drive = drive(entry, targets, phases) { result.append(drive) }
    }
    return result
  }

  /// The nodes of the values that a driven property may have.
  private struct DriveNodes {
    var from: JSONNode?
    var to: JSONNode?
    var values: JSONNode?
  }

  /// A layer's reference, or an object with the layer, the key and the values.
  private func drive(
    _ node: JSONNode, _ targets: LayerTargets, _ phases: [PhaseDescription]?
  ) -> DriveDescription? {
    if case .string = node.content {
      guard let layer = layer(node, targets) else { return nil }
      return drive(layer, AnimationKeyPath(.progress), node, DriveNodes(), targets)
    }
    guard
      var reader = ObjectReader(self, styled(node), key: "drives", owner: "a driven property")
    else { return nil }
    reader.takeStyle()
    let reference = reader.require("layer", expected: "a layer's name or path")
    let key = reader.take("key")
    let part = phases.flatMap { phases in
      reader.take("phase").flatMap { share($0, of: phases) }
    }
    let nodes = DriveNodes(
      from: reader.take("from"), to: reader.take("to"), values: reader.take("values"))
    if nodes.values != nil, nodes.from != nil || nodes.to != nil {
      error(
        .conflict, at: reader.keyOffset("values") ?? reader.offset,
        "`values` beside `from` or `to`", expected: "`values`, or `from` and `to`")
    }
    reader.finish()
    guard let reference, let layer = layer(reference, targets) else { return nil }
    var driven: DriveDescription?
    if let key {
      guard let keyPath = keyPath(key, "key", content: targets.contents[layer]) else { return nil }
      driven = drive(layer, keyPath, key, nodes, targets)
    } else {
      driven = drive(layer, AnimationKeyPath(.progress), reference, nodes, targets)
    }
    if let part { driven?.part = part }
    return driven
  }

  /// The part of the job that a phase is, by the phase's name.
  private func share(_ node: JSONNode, of phases: [PhaseDescription]) -> ClosedRange<Double>? {
    note(node, .string)
    guard !phases.isEmpty else {
      error(
        .missingKey, at: node.offset, "a phase, and the control has no `phases`",
        expected: "`phases` beside `drives`")
      return nil
    }
    let index = choice(node, "phase", phases.indices.map { (phases[$0].name, $0) })
    return index.map { PhasePlan(weights: phases.map { $0.weight }).part(of: $0) }
  }

  private func drive(
    _ layer: Int, _ keyPath: AnimationKeyPath, _ place: JSONNode, _ nodes: DriveNodes,
    _ targets: LayerTargets
  ) -> DriveDescription? {
    if keyPath.property == .progress {
      // A ring's progress is the part of it that is stroked.
      if case .loader = targets.contents[layer] {
        return drive(layer, AnimationKeyPath(.strokeEnd), place, nodes, targets)
      }
      guard targets.contents[layer].hasProgress else {
        if targets.contents[layer].isUnread { return nil }
        error(
          .missingKey, at: place.offset,
          "this layer has no progress of its own",
          expected:
            "a progress, text, frames or loader layer, or an object with `layer`, `key`, `from` and `to`"
        )
        return nil
      }
    }
    if let list = nodes.values {
      return keyframeValues(list, for: keyPath, atLeast: 2).map {
        DriveDescription(layer: layer, keyPath: keyPath, values: $0)
      }
    }
    let (from, to) = (nodes.from, nodes.to)
    let name = targets.key(of: keyPath.name, in: layer)
    guard from != nil || to != nil || keyPath.kind == .scalar else {
      error(
        .missingKey, at: place.offset, "no values to drive \"" + name + "\" between",
        expected: "`from` and `to`, or `values`")
      return nil
    }
    if let node = from ?? to, keyPath.kind != .scalar, from == nil || to == nil {
      error(
        .missingKey, at: node.offset, "only one value to drive \"" + name + "\" between",
        expected: "`from` and `to`")
      return nil
    }
    guard
      let start = from.map({ value($0, "from", for: keyPath) }) ?? .scalar(0),
      let end = to.map({ value($0, "to", for: keyPath) }) ?? .scalar(1)
    else { return nil }
    return DriveDescription(layer: layer, keyPath: keyPath, values: [start, end])
  }
}
