/// The use of the keyboard on the screen.
public enum KeyboardUse: String, Equatable, Sendable, CaseIterable {
  /// Where people can point and there is no other keyboard.
  case auto
  case always, never
}
