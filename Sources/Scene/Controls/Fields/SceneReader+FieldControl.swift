import JSON
import Layers

/// Fields: lines of text that people type.
extension SceneReader {
  func field(
    _ reader: inout ObjectReader, _ member: JSONNode.Member, label: String?,
    _ targets: LayerTargets
  ) -> FieldControlDescription? {
    let press = press(&reader, member, label: label, targets)
    let node = reader.require("entry", expected: "the text layer that shows what is typed")
    let text = reader.take("text").flatMap { limitedText($0, "text")?.text }
    let placeholder = reader.take("placeholder").flatMap { limitedText($0, "placeholder")?.text }
    let colors = (reader.color("placeholderColor"), reader.color("caretColor"))
    let length = reader.integer("maximumLength", in: 1...FieldControlDescription.greatestLength)
    let isSecret = reader.flag("concealed") ?? false
    let mode = inputMode(&reader)
    let entry = node.flatMap { fieldLayer($0, targets) }
    guard let entry, !press.options.isEmpty else { return nil }
    // A field that is tapped has the focus, and shows a caret.
    let shown = pressed(press, member, targets, expected: [.focused])
    var field = FieldControlDescription(shown, entry: entry)
    field.text = text ?? ""
    field.placeholder = placeholder ?? ""
    (field.placeholderColor, field.caretColor) = colors
    field.maximumLength = length ?? field.maximumLength
    field.isSecret = isSecret
    field.inputMode = mode
    return field
  }

  func inputMode(_ reader: inout ObjectReader) -> InputMode {
    reader.choice("inputMode", InputMode.allCases.map { ($0.rawValue, $0) }) ?? .text
  }

  private func fieldLayer(_ node: JSONNode, _ targets: LayerTargets) -> Int? {
    guard let entry = layer(node, key: "entry", targets) else { return nil }
    guard case .text(let text) = targets.contents[entry], text.code == nil else {
      if targets.contents[entry].isUnread { return nil }
      error(
        .invalidValue, at: node.offset, "only a text layer shows what is typed",
        expected: "a layer with \"kind\": \"text\"")
      return nil
    }
    guard controlled.typed.insert(entry).inserted else {
      error(
        .conflict, at: node.offset, "another field shows its text there",
        expected: "a text layer for each field")
      return nil
    }
    return entry
  }

}
