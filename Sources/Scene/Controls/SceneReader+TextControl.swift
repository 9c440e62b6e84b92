import JSON
import Layers

/// Text controls, and the layers that show their messages.
extension SceneReader {
  func textControl(
    _ reader: inout ObjectReader, _ targets: LayerTargets
  ) -> TextControlDescription {
    let text = reader.take("text")
    var control = TextControlDescription(text: text.flatMap { message($0) })
    control.drives = reader.take("drives").map { textLayers($0, "drives", targets) } ?? []
    for code in control.drives.compactMap({ targets.contents[$0].code }) {
      control.byteLimit = min(control.byteLimit, code.capacity)
      if let text, let message = control.text { _ = fits(message, "text", at: text, code) }
    }
    return control
  }

  private func message(_ node: JSONNode) -> String? {
    guard let text = string(node, "text") else { return nil }
    guard text.utf8.count <= TextControlDescription.longestText else {
      error(
        .limit, at: node.offset, "`text` has \(text.utf8.count) bytes",
        expected: "at most \(TextControlDescription.longestText)")
      return nil
    }
    return text
  }

  /// A text layer's name or path, or an array of them.
  func textLayers(_ node: JSONNode, _ key: String, _ targets: LayerTargets) -> [Int] {
    var result: [Int] = []
    for node in entries(node, key) where !isFull {
      guard let layer = layer(node, key: key, targets) else { continue }
      guard case .text = targets.contents[layer] else {
        error(
          .invalidValue, at: node.offset, "only a text layer shows a message",
          expected: "a layer with \"kind\": \"text\"")
        continue
      }
      if !result.contains(layer) { result.append(layer) }
    }
    return result
  }
}
