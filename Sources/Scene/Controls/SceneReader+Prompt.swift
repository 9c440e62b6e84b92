import JSON

/// Prompts and their layers.
extension SceneReader {
  func prompt(
    _ reader: inout ObjectReader, _ member: JSONNode.Member, _ targets: LayerTargets
  ) -> PromptDescription? {
    let panel = reader.require(
      "panel", expected: "the layer that is shown while there is a question")
    let message = reader.require("message", expected: "the text layer of the question, or an array")
    let entry = reader.require("entry", expected: "the text layer of the answer, or an array")
    var description = PromptDescription()
    description.keyboardLayout = textLayers(&reader, "keyboardLayout", targets)
    description.queue = textLayers(&reader, "queue", targets)
    description.capsLock = reader.take("capsLock").flatMap { layer($0, key: "capsLock", targets) }
    if let bullet = reader.take("bullet"), let text = string(bullet, "bullet") {
      if !text.isEmpty, text.utf8.count <= PromptDescription.longestBullet {
        description.bullet = text
      } else {
        error(
          .invalidValue, at: bullet.offset, "`bullet` is empty or too long",
          expected: "1 to \(PromptDescription.longestBullet) bytes")
      }
    }
    guard let panel, let message, let entry else { return nil }
    description.message = textLayers(message, "message", targets)
    description.entry = textLayers(entry, "entry", targets)
    guard let place = layer(panel, key: "panel", targets) else { return nil }
    description.panel = place
    return description
  }

  private func textLayers(
    _ reader: inout ObjectReader, _ key: String, _ targets: LayerTargets
  ) -> [Int] {
    reader.take(key).map { textLayers($0, key, targets) } ?? []
  }
}
