internal import Layers
internal import Scene

extension ScreenKeyboard {
  /// The accessibility nodes of the board and its keys, row by row from the top; empty while the
  /// keyboard is hidden. Pressed keys are not reported. For a secret, always the first page's keys
  /// in the current layout, since the page and Shift would hint at the next character; its keys are
  /// left out of layer lists, too.
  func accessibilityNodes(_ names: SpokenWords.Keys) -> [AccessibilityNode] {
    guard isVisible, let board else { return [] }
    return (isSecret ? firstState : state).accessibilityNodes(below: board.layer.path, names)
  }
}

extension KeyboardState {
  /// - Parameter path: of the board's layer, whose first sublayers are the keys.
  fileprivate func accessibilityNodes(
    below path: String, _ names: SpokenWords.Keys
  ) -> [AccessibilityNode] {
    let board = AccessibilityNode(
      subject: .layer(path), level: 0, role: .group, label: names.keyboard, text: "", value: nil,
      states: [])
    return [board]
      + rows.joined().enumerated().map { index, slot in
        node(of: slot.key, path: "\(path)/[\(index)]", names)
      }
  }

  private func node(
    of key: KeyboardKey, path: String, _ names: SpokenWords.Keys
  ) -> AccessibilityNode {
    let isOn = key == .shift && shift != .off
    return AccessibilityNode(
      subject: .layer(path), level: 1, role: key == .shift ? .toggle : .button,
      label: names.name(of: key),
      text: key == .shift && shift == .locked ? names.locked : "", value: nil,
      states: isOn ? [.checked] : [])
  }
}

extension SpokenWords.Keys {
  fileprivate func name(of key: KeyboardKey) -> String {
    switch key {
    case .character(let scalar): String(Character(scalar))
    case .space: space
    case .shift: shift
    case .backspace: backspace
    case .enter: enter
    case .layout: layout
    case .page(.letters): letters
    case .page(.symbols): symbols
    case .page(.accents): accents
    case .page(.digits), .page(.choices): digits
    case .hide: hide
    case .up: up
    case .down: down
    }
  }
}
