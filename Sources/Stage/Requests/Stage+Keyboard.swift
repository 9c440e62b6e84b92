public import Geometry
internal import Layers
internal import Scene

/// The keyboard on the screen.
extension Stage {
  /// True while there is something to type into.
  public var wantsKeyboard: Bool { keyboardRequest != nil }

  /// The place of the keyboard on the output once it has come, in points; nil while there is none.
  public var keyboardFrame: Rect? { keyboard.frame }

  /// Sets the first layout of the keyboard by a language tag such as `de-AT`, or by a keymap such
  /// as `DE`. Other texts select the first of all layouts. The layout of a locale that is set later
  /// has precedence.
  public func setKeyboardLayout(for tag: String) {
    keyboard.usualLayout.machine = KeyboardLayout.index(for: tag) ?? 0
  }

  /// Adopts the first layout of another stage's keyboard.
  public func adoptKeyboardLayout(of other: Stage) {
    keyboard.usualLayout = other.keyboard.usualLayout
  }

  /// The field with the focus, or the question that is shown, which comes first.
  private var keyboardRequest: KeyboardRequest? {
    if let state = shownPrompt {
      guard let prompt, let fonts = prompt.fonts, let area = prompt.area,
        let entry = prompt.entryLayer
      else { return nil }
      var request = KeyboardRequest(
        subject: state.message, number: state.number, isQuestion: true, area: area, entry: entry,
        fonts: fonts)
      request.setMode(prompt.inputMode)
      switch state.entry {
      case .text: break
      case .bullets, .hidden: request.isSecret = true
      case .choices: request.page = .choices
      }
      return request
    }
    guard let field = focusedField else { return nil }
    var request = KeyboardRequest(
      subject: field.name, number: 0, isQuestion: false, area: field.areas[0],
      entry: field.entryLayer, fonts: field.fonts)
    request.isSecret = field.description.isSecret
    request.setMode(field.description.inputMode)
    return request
  }

  /// Points the keyboard at the current target of typing.
  func updateKeyboard() {
    prompt?.hasScreenKeyboard = hasKeyboard
    // Keys that were repeated for a question are not for the next one.
    if keyboard.ask(hasKeyboard ? keyboardRequest : nil) { repeatedKeys?.removeAll() }
  }

  /// The end of a contact on a key.
  /// - Returns: the key, if it is for the question that is shown.
  func endKeyPress(_ contact: UInt64) -> InputKey? {
    guard let key = keyboard.end(contact) else { return nil }
    if shownPrompt != nil { return key }
    _ = handle(key)
    return nil
  }

  func applyKeyboard(in tree: LayerTree, at time: Double) {
    keyboard.applyPending(
      in: tree,
      on: Size(width: Double(size.width) / scale, height: Double(size.height) / scale),
      scale: scale, at: time)
  }

  /// Repeats the keys that are held, up to a time.
  func repeatKeys(to time: Double) {
    for key in keyboard.repetitions(to: time) {
      if repeatedKeys == nil { repeatedKeys = [] }
      if shownPrompt != nil { repeatedKeys?.append(key) } else { _ = handle(key, isRepeated: true) }
    }
  }

  /// The repetitions, in the frames since the last call, of keys that a finger holds on the
  /// keyboard on the screen, as far as they are for the question that is shown.
  /// - Returns: nil if none was repeated, and an empty list if a field has taken them.
  public func takeRepeatedKeys() -> [InputKey]? {
    defer { repeatedKeys = nil }
    return repeatedKeys
  }
}
