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
    let (textNode, placeholderNode) = (reader.take("text"), reader.take("placeholder"))
    let text = textNode.flatMap { limitedText($0, "text") }
    let placeholder = placeholderNode.flatMap { limitedText($0, "placeholder") }
    let colors = (reader.color("placeholderColor"), reader.color("caretColor"))
    let length = reader.integer("maximumLength", in: 1...FieldControlDescription.greatestLength)
    let isSecret = reader.flag("concealed") ?? false
    let mode = inputMode(&reader)
    let entry = node.flatMap { fieldLayer($0, targets) }
    guard let entry, !press.options.isEmpty else { return nil }
    // A field that is tapped has the focus, and shows a caret.
    let shown = pressed(press, member, targets, expected: [.focused])
    var field = FieldControlDescription(shown, entry: entry)
    (field.placeholderColor, field.caretColor) = colors
    field.maximumLength = length ?? field.maximumLength
    field.isSecret = isSecret
    field.inputMode = mode
    let content = targets.contents[entry]
    if let textNode, let text, fits(text.forms, in: field, at: textNode) {
      field.text = text.text
      // Bullets stand for a concealed text.
      if !isSecret {
        noteMissingCharacters(in: text.forms, shownBy: content, at: textNode.offset)
      }
    }
    if let placeholderNode, let placeholder {
      field.placeholder = placeholder.text
      noteMissingCharacters(
        in: placeholder.forms, shownBy: content, at: placeholderNode.offset)
    }
    return field
  }

  /// False, with a diagnostic, for a text that has more characters than a field takes.
  /// - Parameter forms: the text in each locale, or alone.
  func fits(_ forms: [String], in field: FieldControlDescription, at node: JSONNode) -> Bool {
    let count = forms.reduce(0) { max($0, $1.count) }
    if count <= field.maximumLength { return true }
    error(
      .limit, at: node.offset, "a text of \(count) characters",
      expected: "at most \(field.maximumLength), as the field has")
    return false
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
