/// Requests to text controls.
extension Stage {
  /// Sets the message of a text control.
  public func setText(_ name: String?, to text: String) throws(ControlError) {
    let control = try control(name, TextControl.self, called: "text")
    guard text.utf8.count <= Stage.longestText else {
      throw .invalidValue(
        field: "text", reason: "at most \(Stage.longestText) bytes are expected")
    }
    guard control.text != text else { return }
    control.text = text
    mayHaveToAnnounce = true
    events.append(.textChanged(control: control.name, text: text))
  }

  /// The longest message of a text control, in bytes.
  public static var longestText: Int { 4096 }
}
