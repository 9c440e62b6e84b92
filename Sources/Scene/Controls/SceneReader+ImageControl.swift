import JSON
import Layers

/// Image controls, and the layers that show their pictures.
extension SceneReader {
  func imageControl(
    _ reader: inout ObjectReader, _ targets: LayerTargets
  ) -> ImageControlDescription {
    ImageControlDescription(
      drives: drivenLayers(
        &reader, .image, called: "an image layer", showing: "a picture", targets))
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

  /// Refuses image layers that have no picture and get none from a control.
  func checkEmptyImages() {
    let shown = controlled.claimed["image", default: []]
    for (layer, offset) in controlled.emptyImages where !shown.contains(layer) {
      error(
        .missingKey, at: offset, "an image layer needs the key `file`",
        expected: "the name of a PNG or JPEG file, relative to the scene",
        hint: "only a layer that a control of kind \"image\" drives may begin without a picture")
    }
  }
}
