import Animation
import CodeUnits
import JSON

/// Styles of progress layers that the file declares.
extension SceneReader {
  /// A declared style by its name, read at its first use; nil, with a diagnostic, if it uses itself
  /// or makes too many layers.
  ///
  /// - Parameter offset: the offset of the layer that uses it.
  func progressStyle(_ text: String, at offset: Int) -> ProgressStyleDescription? {
    let name = ExactText(text)
    guard let definition = progressStyles[text] else { return nil }
    progressStyles.markUsed(text)
    guard
      mayRead(
        .progressStyle, name, within: openProgressStyles, declaredAt: definition.node.offset,
        usedAt: offset)
    else { return nil }
    let style: ProgressStyleDescription
    if let known = readProgressStyles[name] {
      style = known
    } else {
      openProgressStyles.append(name)
      style = readProgressStyle(definition.node, text)
      openProgressStyles.removeLast()
      readProgressStyles[name] = style
    }
    numbering.deepestLayer = max(numbering.deepestLayer, numbering.layerDepth + style.depth)
    guard numbering.layerDepth + style.depth <= SceneLimits.depth else {
      error(
        .limit, at: offset,
        "layers within layers, \(numbering.layerDepth + style.depth) deep with those of progress styles",
        expected: "at most \(SceneLimits.depth) levels")
      return nil
    }
    numbering.styleLayerCount += style.instanceCount
    guard numbering.layerCount + numbering.styleLayerCount <= SceneLimits.layers else {
      error(
        .limit, at: offset,
        "\(numbering.layerCount + numbering.styleLayerCount) layers or more, with those of progress styles",
        expected: "at most \(SceneLimits.layers)")
      numbering.styleLayerCount = 0
      return nil
    }
    return style
  }

  /// Reads a declaration with indices and names of its own.
  private func readProgressStyle(_ node: JSONNode, _ name: String) -> ProgressStyleDescription {
    var style = ProgressStyleDescription(layers: [], layerCount: 0, instanceCount: 0)
    guard var reader = ObjectReader(self, node, key: name, owner: "a progress style") else {
      return style
    }
    let outside = numbering
    numbering = LayerNumbering()
    if let node = reader.require("layers", expected: "an array of layers, back to front") {
      style.layers = layers(node, depth: 1, path: [])
    }
    let targets = LayerTargets(style.layers, names: numbering.names)
    style.layerCount = numbering.layerCount
    style.instanceCount = numbering.layerCount + numbering.styleLayerCount
    style.depth = numbering.deepestLayer
    numbering = outside
    if let node = reader.take("drives") { style.drives = drives(node, targets) }
    if let node = reader.take("tint") { style.tinted = tinted(node, targets) }
    if let node = reader.take("indeterminate") { unknown(node, targets, of: &style) }
    reader.finish()
    return style
  }

  /// Reads definitions that no layer uses, too, for the mistakes in them.
  func checkProgressStyles() {
    for name in progressStyles.names where !isFull {
      guard let definition = progressStyles[name] else { continue }
      if Self.builtInProgressStyles.contains(name) {
        error(
          .conflict, at: definition.keyOffset,
          "the progress style \"" + name + "\" has the name of a built-in one",
          expected: "another name")
      }
      guard !definition.isUsed else { continue }
      _ = progressStyle(name, at: definition.node.offset)
      if mayBeUsed(name) { continue }
      warn(.unused, at: definition.keyOffset, "nothing uses the progress style \"" + name + "\"")
    }
  }

  // MARK: Tint

  /// Layers whose colours follow the tint, or `{ layer, key }` for one colour.
  private func tinted(
    _ node: JSONNode, _ targets: LayerTargets
  ) -> [ProgressStyleDescription.Tinted] {
    var result: [ProgressStyleDescription.Tinted] = []
    for node in entries(node, "tint") where !isFull {
      if case .string = node.content {
        guard let layer = layer(node, targets) else { continue }
        let properties = colors(of: targets.contents[layer])
        if properties.isEmpty, !targets.contents[layer].isUnread {
          error(
            .invalidValue, at: node.offset, "the layer has no colour of its own kind to tint",
            expected: "a shape, a text or a progress layer, or { \"layer\": …, \"key\": … }")
        }
        result += properties.map { ProgressStyleDescription.Tinted(layer: layer, keyPath: $0) }
        continue
      }
      guard var reader = ObjectReader(self, node, key: "tint", owner: "a tinted colour") else {
        continue
      }
      let reference = reader.require("layer", expected: "a layer's name or path")
      let key = reader.require("key", expected: "a colour's name")
      reader.finish()
      guard let reference, let key, let layer = layer(reference, targets),
        let keyPath = keyPath(key, "key", content: targets.contents[layer])
      else { continue }
      guard keyPath.kind == .color else {
        error(
          .invalidValue, at: key.offset,
          "\"" + targets.key(of: keyPath.name, in: layer) + "\" is not a colour",
          expected: "a property such as \"strokeColor\"")
        continue
      }
      result.append(ProgressStyleDescription.Tinted(layer: layer, keyPath: keyPath))
    }
    return result
  }

  /// The colours that a kind of layer paints with, if the file gives them; for a shape without a
  /// fill, the colour of its line.
  private func colors(of content: LayerDescription.Content) -> [AnimationKeyPath] {
    // Appended one by one: the static build mixes up the constant arrays of one function that
    // several modules compile.
    var result: [AnimationKeyPath] = []
    switch content {
    case .shape(let shape):
      if shape.strokeColor != nil { result.append(AnimationKeyPath(.strokeColor)) }
      if shape.fillColor != nil { result.append(AnimationKeyPath(.fillColor)) }
      // A line without a colour of its own is drawn in the tint.
      if result.isEmpty { result.append(AnimationKeyPath(.strokeColor)) }
    case .progress: result.append(AnimationKeyPath(.progressColor))
    case .text(let text):
      result.append(AnimationKeyPath(.foregroundColor))
      // A part with a name has a colour of its own, which is the text's unless the file gives it
      // another one.
      for run in text.runs where run.color == nil {
        if let name = run.name { result.append(AnimationKeyPath(.textColor(name))) }
      }
    default: break
    }
    return result
  }

  // MARK: Unknown progress

  /// `{ layer, key, to }` for a value, `{ layer, animations }` for motions, or both.
  private func unknown(
    _ node: JSONNode, _ targets: LayerTargets, of style: inout ProgressStyleDescription
  ) {
    for node in entries(node, "indeterminate") where !isFull {
      guard
        var reader = ObjectReader(
          self, node, key: "indeterminate", owner: "a layer's change for an unknown progress")
      else { continue }
      let reference = reader.require("layer", expected: "a layer's name or path")
      let (key, end, motions) = (reader.take("key"), reader.take("to"), reader.take("animations"))
      reader.finish()
      guard let reference, let layer = layer(reference, targets) else { continue }
      let content = targets.contents[layer]
      if key == nil && motions == nil || (key == nil) != (end == nil) {
        error(
          .missingKey, at: node.offset, "the change sets nothing",
          expected: "`key` and `to`, or `animations`")
        continue
      }
      if let key, let end, let keyPath = keyPath(key, "key", content: content),
        let value = value(end, "to", for: keyPath)
      {
        style.changes.append(
          ProgressStyleDescription.Change(layer: layer, keyPath: keyPath, value: value))
      }
      if let motions {
        style.motions += animations(motions, content: content).map {
          ProgressStyleDescription.Motion(layer: layer, animation: $0)
        }
      }
    }
  }
}
