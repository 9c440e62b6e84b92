internal import Geometry
internal import Layers
internal import Scene

/// The keyboard on the screen.
extension Stage {
  /// True while there is something to type into.
  public var wantsKeyboard: Bool { keyboardRequest != nil }

  /// Gives the keyboard the layout of a language, by a tag as `de-AT` or a keymap as `DE`.
  public func setKeyboardLayout(for tag: String) {
    keyboard.setLayout(KeyboardLayout.index(for: tag))
  }

  /// The field with the focus, or the question that is shown, which comes first.
  private var keyboardRequest: KeyboardRequest? {
    if let state = shownPrompt {
      guard let prompt, let fonts = prompt.fonts, let area = prompt.area else { return nil }
      var request = KeyboardRequest(
        subject: state.message, number: state.number, isQuestion: true, area: area, fonts: fonts)
      switch state.entry {
      case .text: break
      case .bullets, .hidden: request.isSecret = true
      case .choices: request.page = .choices
      }
      return request
    }
    guard let field = focusedField else { return nil }
    var request = KeyboardRequest(
      subject: field.name, number: 0, isQuestion: false, area: field.areas[0], fonts: field.fonts)
    request.isSecret = field.description.isConcealed
    request.page = field.description.inputMode == .digits ? .digits : .letters
    request.isForEmail = field.description.inputMode == .email
    return request
  }

  /// Brings the keyboard up to what is typed into now.
  func updateKeyboard() { keyboard.ask(hasKeyboard ? keyboardRequest : nil) }

  /// The end of a contact on a key.
  /// - Returns: the key, if it is for the question that is shown.
  func endKeyPress(_ contact: UInt64) -> InputKey? {
    guard let key = keyboard.end(contact) else { return nil }
    if shownPrompt != nil { return key }
    _ = take(key)
    return nil
  }

  func applyKeyboard(in tree: LayerTree) {
    keyboard.applyPending(
      in: tree,
      on: Size(width: Double(size.width) / scale, height: Double(size.height) / scale),
      scale: scale)
  }
}
