/// A key that was pressed at a keyboard, or on the one on the screen.
public enum InputKey: Equatable, Sendable {
  /// A printable character.
  case character(Unicode.Scalar)
  case enter, escape, tab, backTab
  case up, down, left, right, home, end
  /// Deletes the character before the caret, the one behind it, and all.
  case backspace, delete, erase
}
