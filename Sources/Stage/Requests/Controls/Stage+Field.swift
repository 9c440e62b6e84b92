internal import Scene

/// Typing into fields.
extension Stage {
  /// A key that a person has pressed: it is for the field with the focus, or else moves the focus.
  /// - Parameter isRepeated: true for a key that is held: it types, but presses nothing again.
  /// - Returns: false if the key means nothing here.
  public func handle(_ key: InputKey, isRepeated: Bool = false) -> Bool {
    guard let field = focusedField, field.handle(key) else {
      return FocusKey(key).map { handle($0, isRepeated: isRepeated) } ?? false
    }
    if key == .enter {
      if !field.goesOn {
        setFocus(nil)
        leftField = field.name
      }
      applySettings()
    }
    updateKeyboard()
    noteUse()
    mayHaveToAnnounce = true
    return true
  }

  /// The field that keys are for; nil for none.
  var focusedField: FieldControl? {
    for case let field as FieldControl in playedControls
    where field.hasFocus && !field.isFocusOutOfSight {
      return field
    }
    return nil
  }

  /// The text of a field, also of a concealed one; the first field's if none is named.
  public func fieldText(_ name: String?) throws(ControlError) -> [Character] {
    try control(name, FieldControl.self, called: "field").text.characters
  }

  private func check(
    _ count: Int, atMost most: Int, _ unit: StaticString
  ) throws(ControlError) {
    if count <= most { return }
    throw .invalidValue(
      field: "text", reason: "at most \(most) \(unit) are expected, and not \(count)")
  }

  func setText(of field: FieldControl, to text: String) throws(ControlError) {
    let text = FieldText.line(text.withoutControlSequences)
    try check(text.utf8.count, atMost: field.description.byteLimit, "bytes")
    try check(text.count, atMost: field.description.maximumLength, "characters")
    let isSame = field.text.hasSameText(as: text)
    field.set(text)
    guard !isSame else { return }
    mayHaveToAnnounce = true
    if !field.description.isSecret {
      events.append(.textChanged(control: field.name, text: field.text.string))
    }
  }
}
