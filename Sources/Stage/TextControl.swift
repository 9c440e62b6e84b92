internal import Scene

/// A control that holds a message.
final class TextControl: Control {
  var text: String

  init(_ binding: ControlBinding, _ description: TextControlDescription) {
    text = description.text
    super.init(binding)
  }

  override var kind: ControlKind { .text }

  override var usualRole: AccessibleRole { .status }

  override var info: ControlInfo {
    ControlInfo(name: name, kind: .text, text: text, label: label, description: text)
  }

  override func carryOver(_ former: Control) {
    if let former = former as? TextControl { text = former.text }
  }
}
