internal import Layers
internal import Scene

extension ScreenKeyboard {
  /// The board, and then its keys, row by row from the top, for people who cannot see them; empty while they are not
  /// there. Nothing tells which key is pressed. For a secret, the keys are those that it begins with, in the layout in
  /// use: the page and Shift would tell something about the next character. Its keys are in no list of layers, either.
  var accessibilityNodes: [AccessibilityNode] {
    guard isVisible, let board else { return [] }
    return (isSecret ? firstState : state).accessibilityNodes(below: board.layer.path)
  }
}

extension KeyboardState {
  /// - Parameter path: of the board's layer, whose first sublayers are the keys.
  fileprivate func accessibilityNodes(below path: String) -> [AccessibilityNode] {
    let board = AccessibilityNode(
      subject: .layer(path), level: 0, role: .group, label: "Keyboard", text: "", value: nil,
      states: [])
    return [board]
      + rows.joined().enumerated().map { index, slot in
        node(of: slot.key, path: "\(path)/[\(index)]")
      }
  }

  private func node(of key: KeyboardKey, path: String) -> AccessibilityNode {
    let isOn = key == .shift && shift != .off
    return AccessibilityNode(
      subject: .layer(path), level: 1, role: key == .shift ? .toggle : .button,
      label: Self.name(of: key), text: key == .shift && shift == .locked ? "locked" : "",
      value: nil,
      states: isOn ? [.checked] : [])
  }

  private static func name(of key: KeyboardKey) -> String {
    switch key {
    case .character(let scalar): String(Character(scalar))
    case .space: "Space"
    case .shift: "Shift"
    case .backspace: "Backspace"
    case .enter: "Enter"
    case .layout: "Next layout"
    case .page(.letters): "Letters"
    case .page(.symbols): "Symbols"
    case .page(.accents): "Accented letters"
    case .page(.digits), .page(.choices): "Digits"
    case .hide: "Hide the keyboard"
    case .up: "Up"
    case .down: "Down"
    }
  }
}
