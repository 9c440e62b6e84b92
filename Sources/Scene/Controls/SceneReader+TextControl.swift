import JSON
import Layers

/// Text controls, and the layers that show their messages.
extension SceneReader {
  func textControl(
    _ reader: inout ObjectReader, _ targets: LayerTargets
  ) -> TextControlDescription {
    let text = reader.take("text")
    let shown = text.flatMap { limitedText($0, "text") }
    var control = TextControlDescription(text: shown?.text)
    control.drives = reader.take("drives").map { textLayers($0, "drives", targets) } ?? []
    if let text, let shown, let layer = control.drives.first {
      noteMissingCharacters(in: shown.forms, shownBy: targets.contents[layer], at: text.offset)
    }
    for code in control.drives.compactMap({ targets.contents[$0].code }) {
      control.byteLimit = min(control.byteLimit, code.capacity)
      guard let text, let message = control.text else { continue }
      _ = forms(of: message, at: text).allSatisfy { fits($0, "text", at: text, code) }
    }
    return control
  }

  /// A text in all locales, in bytes that a control can show; nil, with a diagnostic, for a longer
  /// one.
  func limitedText(_ node: JSONNode, _ key: String) -> (text: String, forms: [String])? {
    guard let text = string(node, key) else { return nil }
    let forms = forms(of: text, at: node)
    let count = forms.reduce(0) { max($0, $1.utf8.count) }
    guard count <= TextControlDescription.longestText else {
      error(
        .limit, at: node.offset, "`" + key + "` has \(count) bytes",
        expected: "at most \(TextControlDescription.longestText)")
      return nil
    }
    return (text, forms)
  }

  /// A text layer's name or path, or an array of them.
  func textLayers(_ node: JSONNode, _ key: String, _ targets: LayerTargets) -> [Int] {
    var result: [Int] = []
    for node in entries(node, key) where !isFull {
      guard let layer = layer(node, key: key, targets) else { continue }
      guard case .text = targets.contents[layer] else {
        if targets.contents[layer].isUnread { continue }
        error(
          .invalidValue, at: node.offset, "only a text layer shows a message",
          expected: "a layer with \"kind\": \"text\"")
        continue
      }
      if !result.contains(layer) { result.append(layer) }
      controlled.told.insert(layer)
    }
    return result
  }
}
