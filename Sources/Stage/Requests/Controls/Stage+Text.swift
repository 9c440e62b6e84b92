import CodeUnits
internal import Scene

/// Requests to text controls.
extension Stage {
  /// Sets the text of a field, or the message of a text control. It is shown unchanged from the
  /// next frame on: nothing is substituted, and terminal control sequences are removed.
  public func setText(_ name: String?, to text: String) throws(ControlError) {
    if let name, let field = playedControls.first(where: { $0.isCalled(name) }) as? FieldControl {
      return try setText(of: field, to: text)
    }
    let control = try control(name, TextControl.self, called: "text")
    let count = text.utf8.count
    guard count <= control.byteLimit else {
      throw .invalidValue(
        field: "text", reason: "at most \(control.byteLimit) bytes are expected, and not \(count)")
    }
    let text = text.withoutControlSequences
    if let former = control.fixedText, former.isIdentical(to: text) { return }
    control.set(text)
    mayHaveToAnnounce = true
    events.append(.textChanged(control: control.name, text: text))
  }

  /// Takes the message of a text control back: from the next frame on its layers have their texts
  /// of the scene.
  public func takeBackText(_ name: String?) throws(ControlError) {
    let control = try control(name, TextControl.self, called: "text")
    guard control.message != nil else { return }
    control.set(nil)
    mayHaveToAnnounce = true
    events.append(.textChanged(control: control.name, text: control.text))
  }

  /// Sets the message of a text control to as much of a text's beginning as it takes.
  public func setText(_ name: String?, toBeginningOf text: String) throws(ControlError) {
    let control = try control(name, TextControl.self, called: "text")
    try setText(
      control.name,
      to: text.utf8.count <= control.byteLimit ? text : text.prefix(bytes: control.byteLimit))
  }
}
