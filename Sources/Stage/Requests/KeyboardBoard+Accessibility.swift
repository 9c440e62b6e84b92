internal import Layers
internal import Scene

extension ScreenKeyboard {
  /// The board and its keys, for people who cannot see them; empty while they are not there. Nothing tells which key is
  /// pressed: it may be one of a secret.
  var accessibilityNodes: [AccessibilityNode] { isVisible ? board?.accessibilityNodes ?? [] : [] }
}

/// The keys for people who cannot see them.
extension KeyboardBoard {
  /// The board, and then its keys, row by row from the top.
  var accessibilityNodes: [AccessibilityNode] {
    let board = AccessibilityNode(
      subject: .layer(layer.path), level: 0, role: .group, label: "Keyboard", text: "", value: nil,
      states: [])
    return [board] + slots.indices.map { node(of: $0) }
  }

  private func node(of slot: Int) -> AccessibilityNode {
    let key = slots[slot].key
    let isOn = key == .shift && shift != .off
    return AccessibilityNode(
      subject: .layer(faces[slot].path), level: 1, role: key == .shift ? .toggle : .button,
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
