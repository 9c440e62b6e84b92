import Input
import Stage

/// The keyboard on the screens.
extension Shows {
  /// Shows the keyboard where there is something to type into, and hides it afterwards.
  func updateKeyboards() {
    guard presenters.contains(where: { $0.isOnOutput && $0.stage.wantsKeyboard }) else {
      showsKeyboard = nil
      return setKeyboards(false)
    }
    let isShown = showsKeyboard ?? needsKeyboard
    showsKeyboard = isShown
    setKeyboards(isShown)
  }

  /// Sets the layout that the keyboard has at first, by a language tag or a keymap.
  func setKeyboardLayout(for tag: String) {
    for presenter in presenters { presenter.stage.setKeyboardLayout(for: tag) }
  }

  /// Notes that people type with another keyboard.
  func noteKeyboard() {
    if keyboardUse == .auto, showsKeyboard != nil { showsKeyboard = false }
  }

  /// Passes on the keys that the frames have repeated, since a finger holds them.
  func passRepeatedKeys() {
    for presenter in presenters {
      guard let keys = presenter.stage.takeRepeatedKeys() else { continue }
      for key in keys { onScreenKey(key) }
      for other in followers(of: presenter) { other.stage.mirrorInput(from: presenter.stage) }
    }
  }

  /// True if questions can be answered on the screen, as far as is known without asking the
  /// devices.
  var mayHaveScreenKeyboard: Bool { keyboardUse == .always && isThere }

  /// The devices are asked anew for each field and question, since they come and go.
  private var needsKeyboard: Bool {
    switch keyboardUse {
    case .always: true
    case .never: false
    case .auto: lacksKeyboard()
    }
  }

  private func setKeyboards(_ isShown: Bool) {
    for presenter in presenters where presenter.stage.hasKeyboard != isShown {
      presenter.stage.hasKeyboard = isShown
    }
  }
}
