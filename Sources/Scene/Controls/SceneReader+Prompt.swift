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
    var description = PromptDescription(name: member.key)
    description.keyboardLayout = textLayers(&reader, "keyboardLayout", targets)
    description.queue = textLayers(&reader, "queue", targets)
    description.capsLock = reader.take("capsLock").flatMap { layer($0, key: "capsLock", targets) }
    description.field = reader.take("field").flatMap { layer($0, key: "field", targets) }
    description.inputMode = inputMode(&reader)
    readList(&reader, &description, targets)
    if let bullet = reader.take("bullet"), let text = string(bullet, "bullet") {
      if !text.isEmpty, text.utf8.count <= PromptDescription.longestBullet {
        description.bullet = text
      } else {
        error(
          .invalidValue, at: bullet.offset, "`bullet` is empty or too long",
          expected: "1 to \(PromptDescription.longestBullet) bytes")
      }
    }
    description.message = message.map { textLayers($0, "message", targets) } ?? []
    description.entry = entry.map { textLayers($0, "entry", targets) } ?? []
    let place = panel.flatMap { layer($0, key: "panel", targets) }
    guard let place, message != nil, entry != nil else { return nil }
    description.panel = place
    return description
  }

  /// The list of answers to choose from: rows of text, and the marks of the chosen one.
  private func readList(
    _ reader: inout ObjectReader, _ description: inout PromptDescription, _ targets: LayerTargets
  ) {
    guard let node = reader.take("list") else { return }
    description.list = layer(node, key: "list", targets)
    let rows = reader.require("choices", expected: "the text layers of the list's rows, an array")
    let marks = reader.require("chosen", expected: "the layers that mark the list's rows, an array")
    guard let rows, let marks else { return }
    description.choices = textLayers(rows, "choices", targets)
    for mark in entries(marks, "chosen", atLeast: 1) where !isFull {
      if let place = layer(mark, key: "chosen", targets) { description.chosen.append(place) }
    }
    if !isFull, description.choices.isEmpty || description.chosen.count != description.choices.count
    {
      error(
        .invalidValue, at: marks.offset, "`chosen` has not as many layers as `choices`",
        expected: "one for each row of the list")
    }
  }

  private func textLayers(
    _ reader: inout ObjectReader, _ key: String, _ targets: LayerTargets
  ) -> [Int] {
    reader.take(key).map { textLayers($0, key, targets) } ?? []
  }
}
