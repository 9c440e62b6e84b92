import JSON

/// Variants of a scene for outputs of some sizes, as they are declared.
extension SceneReader {
  func variants(_ node: JSONNode) -> [VariantDescription] {
    let nodes = elements(node, "variants", count: 1...SceneLimits.variants, of: "variants") ?? []
    var variants: [VariantDescription] = []
    let count = errorCount
    for (index, node) in nodes.enumerated() where !isFull {
      if let variant = variant(node, index) { variants.append(variant) }
    }
    #if !hasFeature(Embedded)
      // A condition with a mistake matches more outputs than it is meant to.
      if errorCount == count { warnOfUnmatched(variants) }
    #endif
    return variants
  }

  private func variant(_ node: JSONNode, _ index: Int) -> VariantDescription? {
    guard var reader = ObjectReader(self, node, key: "variants", owner: "a variant") else {
      return nil
    }
    let when = reader.require("when", expected: "a condition such as { \"maxWidth\": 600 }")
    if let node = reader.take("variables") { noteVariables(node) }
    if let node = reader.take("colors"), case .object(let members) = node.content {
      for member in members { _ = definedColor(member.value, member.key) }
    }
    if let node = reader.take("styles") { noteChanges(node, .named("style")) }
    _ = reader.color("background")
    _ = sceneSize(&reader)
    _ = fitMode(&reader)
    if let node = reader.take("layers") {
      if case .array = node.content { noteLayers(node) } else { noteChanges(node, .named("style")) }
    }
    if let node = reader.take("controls") { noteChanges(node, .named("changed-control")) }
    reader.finish()
    guard let condition = when.flatMap({ condition($0) }) else { return nil }
    return VariantDescription(condition: condition, index: index, offset: node.offset)
  }

  private func condition(_ node: JSONNode) -> VariantCondition? {
    guard var reader = ObjectReader(self, node, key: "when", owner: "a variant's condition") else {
      return nil
    }
    let (side, ratio) = (0...SceneLimits.length, 0.001...1000.0)
    var condition = VariantCondition()
    condition.width = bounds(&reader, "minWidth", "maxWidth", side)
    condition.height = bounds(&reader, "minHeight", "maxHeight", side)
    condition.aspect = bounds(&reader, "minAspect", "maxAspect", ratio)
    condition.orientation = reader.choice(
      "orientation",
      [("portrait", VariantCondition.Orientation.portrait), ("landscape", .landscape)])
    reader.finish()
    guard case .object(let members) = node.content, !members.isEmpty else {
      error(
        .missingKey, at: node.offset, "`when` has no condition",
        expected: "one or more, as in { \"maxWidth\": 600, \"orientation\": \"portrait\" }")
      return nil
    }
    return condition
  }

  private func bounds(
    _ reader: inout ObjectReader, _ least: String, _ most: String, _ range: ClosedRange<Double>
  ) -> VariantCondition.Bounds {
    VariantCondition.Bounds(
      least: reader.number(least, in: range), most: reader.number(most, in: range))
  }

  /// Records the layers that replace the scene's own. Without a record they are read with their
  /// variant alone.
  private func noteLayers(_ node: JSONNode) {
    #if !hasFeature(Embedded)
      if record != nil { _ = layers(node, depth: 1, path: []) }
    #endif
  }

  /// Records the form of changes by name.
  private func noteChanges(_ node: JSONNode, _ form: ValueForm) {
    #if !hasFeature(Embedded)
      guard case .object(let members) = node.content else { return }
      for member in members { note(member.value, form) }
    #endif
  }
}
