import JSON

/// Image controls, and the layers that show their pictures.
extension SceneReader {
  func imageControl(
    _ reader: inout ObjectReader, _ targets: LayerTargets
  ) -> ImageControlDescription {
    var control = ImageControlDescription()
    guard let node = reader.require("drives", expected: "the name of an image layer") else {
      return control
    }
    for node in entries(node, "drives") where !isFull {
      guard let layer = layer(node, key: "drives", targets) else { continue }
      guard case .image(let image) = targets.contents[layer], image.frames == nil else {
        if targets.contents[layer].isUnread { continue }
        error(
          .invalidValue, at: node.offset, "only an image layer shows a picture",
          expected: "a layer with \"kind\": \"image\"")
        continue
      }
      claim(layer, for: "image", at: node)
      control.drives.append(layer)
    }
    return control
  }

  /// True if one of the scene's controls gives pictures.
  func hasImageControl(_ controls: JSONNode) -> Bool {
    guard case .object(let members) = controls.content else { return false }
    return members.contains { member in
      guard case .object(let keys) = member.value.content else { return false }
      return keys.contains {
        guard $0.key == "kind", case .string(let kind) = $0.value.content else { return false }
        return kind == "image"
      }
    }
  }

  /// Refuses image layers without a picture that none is given to.
  func checkEmptyImages() {
    for (layer, offset) in emptyImages where !claimedLayers["image", default: []].contains(layer) {
      error(
        .missingKey, at: offset, "an image layer needs the key `file`",
        expected: "the name of a PNG or JPEG file, relative to the scene",
        hint: "only a layer that a control of kind \"image\" drives may begin without a picture")
    }
  }
}
